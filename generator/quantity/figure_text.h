// Figures in prose (content/handbook/figures.md): reads the number that an author wrote, and compares it with the data.
//
//   const Figure figure = parse_figure("about $2.70 per chip-hour", units);
//   const FigureCheck check = check_figure(figure, value, unit, units);
//
// The text is understood completely or refused:
//
//   figure    = [qualifier] ["minus"] amount
//   qualifier = about, nearly … | over, at least, under, at most … | from, between (of a range)
//   amount    = number ["–" number | "to" number] [scale] [unit]     both ends may have the same scale and unit
//   number    = 459; 4.2; −5, -5, +5, ±5; 1,000; 10^5; 2 × 10^12; 1e18; $1.20, €5, USD 5; ½, 2½, 1/3
//             | "twenty-four"; "a third"; "twice"; "a" before a scale
//   scale     = hundred, thousand … quintillion, mln, bn, dozen; k, M, B, T directly after the number
//   unit      = names of units as in data/units.json, in the plural or with a prefix in full, "per cent", "percentage
//               points", "basis points", "degrees Celsius", "cents"; with "per", "a" or "an" before what it is per,
//               which may have a number: "$0.50 per million tokens", "per 1,000 requests"
// All words are those of the language (language.h), and the marks in numbers those of the locale (locale.h): above,
// those of English.
//
// The number must equal the value, in the unit written, rounded half up in decimal to the digits shown; on an exact tie
// either neighbour is accepted. Without a unit, it is in the unit of the value; an amount of money alone ("$2.70") is
// per the same thing as the value. If a text can be read in two ways, the first that converts is used: "5B" is five
// bytes if the value is in bytes, otherwise five billion. Words say something, or are refused:
// - After "about" and similar words, the value is at most half a unit of the last digit that is not 0 away, and at most
//   10 % of the value. After "nearly" and "almost", it must not be above the number either, and after "just over" and
//   "just short of" it is on that side. A number that shows no digit of the value is at most 10 % away too: 1 is not
//   0.7.
// - Fractions, multiples and dozens ("half", "1/3", "twice") differ from the value by at most 5 % of it, after "about"
//   by 15 %. A fraction without a scale and unit is a part of a whole: "half" is 50 %.
// - After "over", "at least", "under", "at most" and similar words, the value is on that side of the number, and within
//   a factor of 2, unless the number is 0. After "well over" and "far below" it is more than 5 % away.
// - The ends of a range equal two values. A range that states one value contains it, and is as wide as one unit of the
//   last digit of its ends that is not 0 at most: 40–50 for 40.34.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "quantity/decimal.h"
#include "quantity/unit.h"

namespace quantity {

// A number as written.
struct WrittenNumber {
  Exact shown;               // the number that the text shows: 1.2 for "1.2k"
  int digits = 0;            // number of shown digits after the point: 1 for "1.2k"
  bool grouped = false;      // whether the number has thousands separators
  bool word = false;         // whether the number is a word: "three", "twice"
  bool loose = false;        // whether it is a fraction, a multiple or in dozens: "half", "1/3", "twice"
  Exact step = 0;            // what a fraction after a whole number counts in: 1/2 for "12½"; otherwise 0
  bool signed_text = false;  // whether the sign, "-", "−" or "+", is in [begin, end)
  size_t begin = 0;          // byte offsets of the digits and sign in the text
  size_t end = 0;
};

// One way to read the text after the number: "5B" is five bytes or five billion.
struct FigureReading {
  Exact scale = 1;           // the factor of the suffix: 1000 for "1.2k"
  std::optional<Unit> unit;  // the unit; nullopt means that of the value
};

enum class FigureProblem { none, no_number, bad_number, several_numbers, several_words, unknown_word };

// The meaning of a word before the number. Those from `over` on are bounds (is_bound()).
enum class Qualifier {
  none,
  about,
  nearly,
  just_over,
  just_under,
  over,
  at_least,
  under,
  at_most,
  well_over,
  well_under
};

struct Figure {
  std::string text;
  std::string counted;  // what follows the number of a count, outside `text`: " rivers"
  FigureProblem problem = FigureProblem::none;
  std::string why;  // a clause about the problem: `the text has two numbers, 8 and 459`
  // "460 TFLOP/s": number and unit; includes a qualifier only if that sets a bound: "over 460 TFLOP/s"
  std::string stated;
  WrittenNumber number;  // the number, or the lower end of a range
  std::optional<WrittenNumber> upper;
  Qualifier qualifier = Qualifier::none;
  std::vector<FigureReading> readings;  // the most literal one first; empty only if there is a problem
};

// Parses a figure. Errors are in `problem`. A text of more than 1,000 bytes is not a figure.
Figure parse_figure(std::string_view text, const Units& units);

// Parses a count of rows: a number, then words for what was counted ("7 rivers"), which are not units.
Figure parse_count(std::string_view text, const Units& units);

enum class FigureOutcome { ok, mismatch, not_convertible, unreadable };

struct FigureCheck {
  FigureOutcome outcome = FigureOutcome::ok;
  std::string stated;  // the number and unit in the text: "460 TFLOP/s"
  std::string actual;  // the value with all its digits, in its own unit: "459 TFLOP/s"
  // The whole text, corrected, in the author's own unit and digits; "" if there is no way to correct it.
  std::string should_say;
  std::string why;   // a sentence for the author; "" if the figure is correct
  std::string help;  // what to write if another number does not help; "" otherwise
};

// Compares a figure with a value, or a range with the least and the greatest value. `unit` is the unit of the values;
// text that is not a unit counts as "1".
FigureCheck check_figure(const Figure& figure, const Exact& value, std::string_view unit, const Units& units,
                         const Exact* greatest = nullptr);

// Compares a figure that states another number than the value together with a bound in which the words before its
// brackets end: "under [100 m]" for 60 m. There is no correction of such a figure.
FigureCheck check_behind(std::string_view before, const Figure& figure, const Exact& value, std::string_view unit,
                         const Units& units, const Exact* greatest = nullptr);

// Checks a figure together with the words directly before and after its brackets, which readers see as one number:
// `−[23]`, `half of [40]`, `$[2]`, `[23] million`, `[23] %`, `[$2.70] a day`. Returns an error if they state another
// amount than the value. They are prose, so a unit that the site declares may be a noun: `[8](fig:…) horses`. The value
// may be the limit of one of `others`, in its unit: "[120], more than [106]"; null if the limit is not to be checked.
FigureCheck check_words_around(std::string_view before, std::string_view text, std::string_view behind,
                               const Exact& value, std::string_view unit, const Units& units,
                               const Exact* greatest = nullptr, bool is_computed = false,
                               const std::vector<Exact>* others = nullptr);

// Whether a text in words states an ISO 8601 date, such as "31 January 2026" or "January 2026" for 2026-01-31.
bool states_date(std::string_view text, std::string_view date, const Units& units);

// Returns the years whose prices a text mentions: 2017 of "GDP in 2017 dollars" and "in prices of 2017".
std::set<int> price_years(std::string_view text, const Language& language);
// Returns the years in whose prices an amount of money is, by the words before and behind it. In a sentence, "in 2017
// prices rose" is not about them.
std::set<int> price_years_around(std::string_view before, std::string_view behind, const Units& units);

// Whether a figure, with the words behind it, is a percentage or a difference of two.
enum class Percent { none, whole, points };
Percent percent_stated(std::string_view text, std::string_view behind, const Units& units);

// Returns 1 for a figure of which the words around it say that something rose by it, -1 if it fell, otherwise 0.
int direction_around(std::string_view before, std::string_view behind, const Language& language);

// Returns a text that states the value: `shown`, otherwise the value with its digits and unit. Returns "" if neither
// parses as the value.
std::string figure_of(const Exact& value, std::string_view shown, std::string_view unit, const Units& units);

// What a title is of. That of a scale is all that readers see of the unit. That of a column is beside its unit, and may
// name another measure. That of a chart is a sentence, about several columns.
enum class TitleOf { scale, column, chart };
struct TitleUnit {
  enum class Fit { none, same, other } fit = Fit::none;  // whether the title names the unit of the numbers
  std::string words;                                     // the words that name a unit: "thousand kg"
};
// The units that a title may name, read once for all columns that it may mean.
class TitleUnits {
 public:
  TitleUnits(std::string_view title, const Units& units);

  // Compares them with the unit of the numbers. `is_percent`: whether the numbers are formatted in percent.
  TitleUnit compare(Unit own, bool is_percent, TitleOf of) const;

 private:
  struct Named {
    std::string words;
    std::string_view mark;                // before the words, such as " in "; empty if they are the whole title
    std::vector<FigureReading> readings;  // empty for a time without an exact length: "months"
  };
  void read(std::string_view rest, std::string_view mark);

  const Units& units_;
  bool is_short_ = false;
  std::vector<Named> named_;
};

// The range [begin, end) of a number in a text: a measurement or a price with unit and currency symbol ("128 GB", "38
// %"), or a count ("7", "two dozen"), whose noun is not part of the range.
struct Stated {
  size_t begin = 0;
  size_t end = 0;
  enum class Kind { amount, count, small_count };  // a small count is a word below 13 ("two chips"), or "one" of a unit
  Kind kind = Kind::amount;
};
// Finds all numbers in a text, parsed like figures, in its order. Years, dates, versions, extents ("4x4") and numbers
// that are part of a name ("Python 3", "round 4.1", "a 70B model") do not count, nor do fractions in words.
std::vector<Stated> find_stated(std::string_view text, const Units& units);

}  // namespace quantity
