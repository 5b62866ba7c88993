// Reads truth values, dates, times and numbers as people and spreadsheets write them ("1,234.50", "1.234,5", "12 345",
// "$2.70", "45 %", "−3", "(3)" for −3), counts the kinds of values in a column, and writes numbers that are computed
// from published ones.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/pattern.h"
#include "data/dates.h"
#include "quantity/frame.h"
#include "quantity/unit.h"

namespace import {

// A pattern for the beginning of a text. Spaces in the expression are ignored, and "." also matches line ends.
struct Pattern : base::Pattern {
  explicit Pattern(const std::string& expression)
      : base::Pattern(expression, PCRE2_ANCHORED | PCRE2_DOLLAR_ENDONLY | PCRE2_DOTALL | PCRE2_EXTENDED | PCRE2_UTF) {}
};

// Superscript digits: footnote marks, or exponents ("km²", "10⁶").
inline constexpr std::array<std::string_view, 10> kRaised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

// Joins the lines of a cell by spaces, but two numbers by "; ": 12 above 345 is not 12,345.
std::string on_one_line(std::string_view text);

// A number that was read with the point and with the comma as the decimal mark. The digits are as written: "2.70" stays
// "2.70".
struct NumberText {
  std::optional<std::string> with_point;
  std::optional<std::string> with_comma;
  std::string unit;  // the unit of a symbol next to the number: "%", "‰", "$", "€", "£", "¥"; "" without one

  // Whether there are two readings: "1,234" is 1234 or 1.234.
  bool is_ambiguous() const { return with_point && with_comma && *with_point != *with_comma; }
};

inline constexpr size_t kMaxNumberBytes = 400;

// Returns nullopt if the text is not a number with either decimal mark.
std::optional<NumberText> read_number_text(std::string_view cell);

// Whether a text ends in a number with raised digits, "2¹⁰" or "10⁶", which may be a power or a number with the mark of
// a footnote. A power of ten that is a factor, "1.5×10³", is a number.
bool has_raised_digits(std::string_view cell);

// Whether a symbol is a complete unit ("%", "‰"). After a currency symbol, "per …" may be missing.
bool is_ratio_sign(std::string_view sign);
// Whether `unit` is an amount of the currency `money`, or a price in it: USD or USD/h for USD.
bool is_counted_in(const quantity::Unit& unit, const quantity::Unit& money);

// Whether the text marks a missing value: "", "n/a", "NULL", "-", "…".
bool is_missing_mark(std::string_view cell);
// Whether the text marks a missing value even in a column of texts: "n/a" and "n.a." do; "None", "NA" and "-" do not.
bool is_missing_text(std::string_view cell);

// How many cells of a column can be read as each type.
struct ColumnValues {
  size_t empty = 0;  // number of empty cells
  size_t marks = 0;  // number of marks such as "n/a", which mean a missing value if the other cells are numbers
  size_t numbers = 0;
  size_t with_point = 0;  // number of cells that are valid with the point as decimal mark
  size_t with_comma = 0;
  size_t first_comma = 0;  // the first row that is valid only with the comma
  size_t ambiguous = 0;    // number of cells such as "1,234"
  size_t first_ambiguous = 0;
  size_t booleans = 0;
  size_t dates = 0, months = 0, times = 0;
  size_t four_digits = 0;    // number of cells from 1000 to 2999, also as "1960.0", which may be years
  size_t leading_zeros = 0;  // number of cells such as "007"
  size_t other_dates = 0;    // number of dates such as "31.1.26" and "1/31/2026"
  size_t long_numbers = 0;   // number of cells with more than 15 significant digits
  std::string sign;          // the symbol of all numbers that have one: "%", "$", …; "?" if they differ
  size_t signs = 0;
  std::vector<size_t> others;  // rows whose cell is neither a number nor missing

  size_t filled() const { return numbers + others.size(); }  // cells with a value; marks do not count
};

ColumnValues count_values(const std::vector<std::string_view>& cells);

// A column in which some numbers have "%" or "‰", and others no symbol.
struct BareNumber {
  size_t row;           // the first row whose number has no symbol
  std::string problem;  // "\"0.8\" has no symbol, but other numbers of \"Share\" have the symbol %"
  std::string counts;   // "2 of 3 numbers of \"Share\" have the symbol %"
};
// Returns nullopt for other columns. `values` are those of `cells`, `head` is the header.
std::optional<BareNumber> find_bare_number(const std::vector<std::string_view>& cells, const ColumnValues& values,
                                           std::string_view head);

enum class DecimalMark { point, comma, unknown };

// Finds the decimal mark of a table. A column that is valid with only one mark determines the mark of ambiguous columns
// ("1,234"). Without such a column, the mark stays unknown, because nobody would notice a guess that is wrong by a
// factor of 1000.
class DecimalMarks {
 public:
  // `given` is "." or "," to use that mark for all columns that are valid with it, but not "." in a file that otherwise
  // has decimal commas; "" to detect the mark.
  // `delimiter` separates the cells of the file.
  DecimalMarks(std::string_view given, char delimiter) : given_(given), delimiter_(delimiter) {}

  // Call this for each column of numbers before the first call of of().
  void add_column(const ColumnValues& values);
  // Returns the mark of a column. For a column that mixes both marks, which is a mistake, returns the more frequent
  // one; unknown if may_be_lists().
  DecimalMark of(const ColumnValues& values) const;
  // Whether a few numbers have a comma in a file with commas between its cells: "2,2" may be a list.
  bool may_be_lists(const ColumnValues& values) const;

 private:
  std::string_view given_;
  char delimiter_;
  bool point_ = false, comma_ = false;  // whether a column decides for this mark
};

// Reads a whole number above 0 in any notation: "64", "8.0"; returns nullopt for other texts.
std::optional<long> count_of_text(std::string_view text);

// Writes a number that was computed from the `published` numbers, with all its digits. An infinite fraction gets 15
// digits, or as many as the published numbers have, if that is more.
std::string computed_digits(const quantity::Exact& number, std::string_view published = "");

// Writes a number rounded half up to `digits` after the point, without trailing zeros.
std::string rounded_digits(const quantity::Exact& number, int digits);

using data::DateOrder;
using data::read_date;

// Removes a fraction of zeros: "1960" for "1960.0", as programs write whole numbers of a column with missing values.
std::string_view without_zero_fraction(std::string_view digits);

// Returns a truth value, a time, a year, or if there is an order a date in its usual form; other texts as they are.
std::string usual_text(quantity::FieldType type, std::optional<DateOrder> dates, std::string_view cell);

// Returns the only order in which all cells that are not empty are dates. If several are possible, `given` ("dmy")
// decides. Returns nullopt if no order fits, or if several do that give different dates.
std::optional<DateOrder> find_date_order(const std::vector<std::string_view>& cells, std::string_view given);

// Returns the order of day and month that dates in digits show, "dmy" or "mdy"; "" if they don't.
std::string_view shown_date_order(const std::vector<std::string_view>& cells);

// Whether so many of the values are numbers or dates that all are meant as such.
inline bool are_most(size_t count, size_t all) { return count * 100 >= all * 80; }

// A sentence about the first value that is not a date in a column that mostly has dates, such as April 31, because it
// makes the column text; "" if there is none. `lines` are the lines of the cells.
std::string slip_among_dates(std::string_view column, const std::vector<std::string_view>& cells,
                             const std::vector<size_t>& lines);

// A sentence about whole numbers that may count days, as spreadsheets store dates, in a column that is named as if it
// had dates; "" if there is none.
std::string doubt_about_days(std::string_view column, const std::vector<std::string_view>& cells);

}  // namespace import
