// The parts of a figure's text, for figure_text.cc and figure_check.cc: numbers and words (figure_scan), scales and
// units (figure_unit), and amounts made of them.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quantity/figure_text.h"

namespace quantity::figure_scan {

// A number with its scale ("2 × 10^12", "1e18").
struct ScannedNumber {
  WrittenNumber number;
  Exact scale = 1;
  size_t end = 0;       // after the scale
  std::string mistake;  // in its separators; "" for none
};

// A number whose first digit is at `at`, where one may start.
std::optional<ScannedNumber> number_at(std::string_view text, size_t at);

// The first digit from `from` on that may start a number: not within a name (v5p, A4, mix-8). npos for none.
size_t find_number(std::string_view text, size_t from);
// The end of a name or word that starts or continues at `at`: letters, digits, '.', '-', '_'.
size_t skip_name(std::string_view text, size_t at);

// "zero" to "twelve", and "twice", as a whole word from `from` on.
std::optional<ScannedNumber> find_word(std::string_view text, size_t from);
std::string_view word_for(int number);  // 0 to 12
bool is_twice(std::string_view text, const WrittenNumber& number);

size_t skip_spaces(std::string_view text, size_t at);  // also no-break and thin spaces
size_t skip_spaces_back(std::string_view text, size_t at);
bool is_letter_at(std::string_view text, size_t at);  // any character beyond ASCII counts, except known signs
bool is_letter_before(std::string_view text, size_t at);
bool starts_with_word(std::string_view text, std::string_view word);  // any case, and no letter after it

}  // namespace quantity::figure_scan

// The scale and the unit after a number: "million tokens", "k", "GB/s", "cents an hour", "per 1,000 requests".
namespace quantity::figure_unit {

// Where a number is: prose continues after it, so "5 as of today" has no attoseconds and "5 a day" no unit.
enum class Place { brackets, prose };

struct Scale {
  std::string_view name;
  int power;
};
// "million" as a whole word at `at`, or after spaces. `end` is set after it.
const Scale* scale_word_at(std::string_view text, size_t at, size_t& end);
// "k" directly after a number, with no letter or digit after it.
const Scale* scale_letter_at(std::string_view text, size_t at);
std::vector<std::string_view> scale_words();

struct FoundUnit {
  Unit unit;
  size_t end = 0;  // in the text
};

// The longest unit at `at`, or after spaces or one hyphen, in every way to read it ("cents" of USD and of EUR).
// After an amount of `money` it starts with "per" or an equivalent.
std::vector<FoundUnit> units_at(std::string_view text, size_t at, const std::optional<Unit>& money, const Units& units,
                                Place place);

// "per", "a", "an" or "each".
bool is_per(std::string_view word);
// The first word of a text, without the spaces before it and the punctuation after it.
std::string_view first_word(std::string_view text);
// "month", "years", "quarterly": times that have no exact length, so that they are not units.
bool is_inexact_time(std::string_view word);

}  // namespace quantity::figure_unit

// A number with its sign, currency symbol, upper end, scale and unit. The text around it is not read: a figure link
// refuses it, running text may continue.
namespace quantity {

struct Amount {
  WrittenNumber number;  // the lower end of a range
  std::optional<WrittenNumber> upper;
  std::vector<FigureReading> readings;  // of the longest text that can be read; never empty when `mistake` is
  std::string mistake;                  // "" when it is well written
  size_t begin = 0;                     // in the text
  size_t end = 0;
};

// The first amount in digits of prose. Digits within a name ("v5p", "4th") are not a number.
std::optional<Amount> find_amount(std::string_view prose, const Units& units);
// The amount of a number that was found, in digits or a word.
Amount read_amount(std::string_view text, const figure_scan::ScannedNumber& number, const Units& units,
                   figure_unit::Place place);

}  // namespace quantity
