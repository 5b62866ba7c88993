// Parses the parts of a figure's text for figure_text.cc and figure_check.cc: numbers and words (figure_scan.cc),
// scales and units (figure_unit.cc), and amounts (figure_amount.cc), which consist of these. Also what figure_check.cc
// and figure_around.cc compare.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quantity/figure_text.h"
#include "quantity/language.h"
#include "quantity/locale.h"

namespace quantity {

// A number with its scale ("2 × 10^12", "1e18").
struct ScannedNumber {
  WrittenNumber number;
  Exact scale = 1;
  size_t end = 0;       // the position after the scale
  std::string mistake;  // an error in its separators; "" if there is none
  enum class Kind { number, fraction, multiple };
  Kind kind = Kind::number;  // fractions and multiples have no unit by themselves: "half" is 50 %, "twice" 2 times
};

inline constexpr std::string_view kMoneySigns[] = {"US$", "$", "€", "£", "¥", "￥", "₹", "₩"};

inline constexpr std::pair<Qualifier, Phrases Language::*> kQualifiers[] = {
    {Qualifier::about, &Language::about},         {Qualifier::nearly, &Language::nearly},
    {Qualifier::over, &Language::over},           {Qualifier::at_least, &Language::at_least},
    {Qualifier::under, &Language::under},         {Qualifier::at_most, &Language::at_most},
    {Qualifier::just_over, &Language::just_over}, {Qualifier::just_under, &Language::just_under},
    {Qualifier::well_over, &Language::well_over}, {Qualifier::well_under, &Language::well_under},
};

// Returns the number whose first digit is at `at`; nullopt if no number can start there.
std::optional<ScannedNumber> number_at(std::string_view text, size_t at, const Locale& locale);

// Returns the first digit from `from` on that may start a number. Digits within a name (v5p, A4, mix-8) are skipped.
// Returns npos if there is none.
size_t find_number(std::string_view text, size_t from, const Locale& locale);
// Returns the end of a name or word that starts or continues at `at`: letters, digits, '.', '-', '_'.
size_t skip_name(std::string_view text, size_t at);

// Returns the number in words at `at`: "three", "a third", "twice"; "a" before a scale is 1: "a dozen".
std::optional<ScannedNumber> word_at(std::string_view text, size_t at, const Language& language);
// Whether the text is a fraction of one character, such as "½".
bool is_fraction(std::string_view text);

// Finds the first number in words from `from` on.
std::optional<ScannedNumber> find_word(std::string_view text, size_t from, const Language& language);
// Returns a number in words; "" if the language has no such word.
std::string_view word_for(const Exact& number, const Language& language);

size_t skip_spaces(std::string_view text, size_t at);  // skips no-break and thin spaces too
size_t skip_spaces_back(std::string_view text, size_t at);
// Letters are those of scripts with spaces between words, foreign digits and symbols, but no marks and signs.
bool is_letter_at(std::string_view text, size_t at);
bool is_letter_before(std::string_view text, size_t at);
// Whether the character is of a script without spaces between words, so that a number may follow it and precede it
// directly: "長さは1,233キロメートルです".
bool is_unspaced_at(std::string_view text, size_t at);
// Whether the text ends with one of the phrases, with any character before it.
bool ends_with_phrase(std::string_view text, const Phrases& phrases);
bool starts_with_word(std::string_view text, std::string_view word);  // ignores case; a letter must not follow the word

// -- The scale and the unit after a number: "million tokens", "k", "GB/s", "cents an hour", "per 1,000 requests" --

// The context of a number. Prose continues after it, so "5 as of today" does not contain attoseconds, and "5 a day"
// does not contain a unit.
enum class Place { brackets, prose };

// A scale in words, such as "million", "hundred thousand" or "dozen".
struct ScaleWords {
  Exact factor = 1;
  bool in_dozens = false;
  size_t end = 0;  // the position after it
};
// Returns the scale at `at` or after spaces or a hyphen; nullopt if there is none.
std::optional<ScaleWords> scale_words_at(std::string_view text, size_t at, const Language& language);

struct Scale {
  std::string_view name;
  int power;
};
// Returns the scale of a letter, such as "k", directly after a number if neither a letter nor a digit follows.
const Scale* scale_letter_at(std::string_view text, size_t at, const Language& language);

struct FoundUnit {
  Unit unit;
  size_t end = 0;  // end of the unit in the text
};

// Returns the longest unit at `at`, or after spaces or one hyphen, in every way to read it ("cents" of USD and of EUR).
// After an amount of `money` it must start with "per" or an equivalent.
std::vector<FoundUnit> units_at(std::string_view text, size_t at, const std::optional<Unit>& money, const Units& units,
                                Place place);

// Returns the word that ends before `end`, without the spaces between.
std::string_view word_before(std::string_view text, size_t end);
// Returns the first word of a text, without the spaces before it and the punctuation after it.
std::string_view first_word(std::string_view text);
// Returns the month, from 1, whose name is at `at`, and sets `end` to the position after it; 0 if there is none.
int month_at(std::string_view text, size_t at, const Units& units, size_t& end);
bool ends_with_month(std::string_view text, const Units& units);

// A number with its sign, currency symbol, upper end, scale and unit. The text around it is ignored: a figure link
// refuses such text, running text may contain it.
struct Amount {
  WrittenNumber number;  // the number, or the lower end of a range
  std::optional<WrittenNumber> upper;
  // Readings of the longest text that can be parsed; empty only if there is a `mistake`.
  std::vector<FigureReading> readings;
  Qualifier behind = Qualifier::none;  // the meaning of a word behind the number
  std::string mistake;                 // an error in the amount; "" if it is valid
  size_t begin = 0;                    // the position in the text
  size_t end = 0;
};

// Reads the amount in prose whose first digit is at `at`; nullopt if it is part of a name, such as "4th".
std::optional<Amount> amount_at(std::string_view prose, size_t at, const Units& units);
// Parses the amount of a number that was found, in digits or as a word.
Amount read_amount(std::string_view text, const ScannedNumber& number, const Units& units, Place place);

// -- A figure and its value --

// Whether a word makes the number a limit of the value, which may be far away: "over", "at most", "well under".
bool is_bound(Qualifier qualifier);
// Whether the value is on the side of the number that the qualifier implies.
bool is_on_side(const Exact& value, const Exact& shown, Qualifier qualifier);
bool is_currency_alone(const Unit& unit, const Units& units);
// Returns the unit that a reading implies for a value in `own`. Money without "per" is per the same unit as the value.
Unit meant_unit(const FigureReading& reading, const Unit& own, const Units& units);
// Returns the value in the unit and scale in which the text is read, using the first reading that converts.
std::optional<Exact> as_figure_states(const Figure& figure, const Exact& value, const Unit& own, const Units& units);
// Writes a value with its unit and at most 12 digits, for messages.
std::string in_full(const Exact& value, std::string_view unit, const Units& units);

}  // namespace quantity
