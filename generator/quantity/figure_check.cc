// Compares an amount in a sentence with a value, and corrects it (quantity/figure_text.h).
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "quantity/figure_parts.h"
#include "quantity/figure_text.h"
#include "quantity/number_format.h"
#include "quantity/present.h"
#include "quantity/unit_parser.h"

namespace quantity {
namespace {

constexpr int kSignificantInMessages = 12;
constexpr int kPercentOfJust = 10;  // of the number, after "just over"
constexpr int kPercentOfWell = 5;   // after "well over"

std::string with_minus_sign(std::string text) { return base::replace_all(std::move(text), "-", "\u2212"); }

}  // namespace

bool is_bound(Qualifier qualifier) { return qualifier >= Qualifier::over; }

bool is_on_side(const Exact& value, const Exact& shown, Qualifier qualifier) {
  switch (qualifier) {
    case Qualifier::none:
    case Qualifier::about:
      return true;
    case Qualifier::nearly:
      return value.abs() <= shown.abs();
    case Qualifier::over:
      return value > shown;
    case Qualifier::at_least:
      return value >= shown;
    case Qualifier::under:
      return value < shown;
    case Qualifier::at_most:
      return value <= shown;
    case Qualifier::just_over:
      return value.abs() > shown.abs() && value.abs() * 100 <= shown.abs() * (100 + kPercentOfJust);
    case Qualifier::just_under:
      return value.abs() < shown.abs() && value.abs() * 100 >= shown.abs() * (100 - kPercentOfJust);
    case Qualifier::well_over:
      return value - shown > shown.abs() * kPercentOfWell / 100;
    case Qualifier::well_under:
      return shown - value > shown.abs() * kPercentOfWell / 100;
  }
  return false;
}

bool is_currency_alone(const Unit& unit, const Units& units) {
  return unit.parts.size() == 1 && unit.parts.front().power == 1 && units.is_currency(unit.parts.front().name);
}

Unit meant_unit(const FigureReading& reading, const Unit& own, const Units& units) {
  if (!reading.unit) return own;
  if (!is_currency_alone(*reading.unit, units)) return *reading.unit;
  for (const UnitPart& part : own.parts) {
    const std::optional<Unit> money = units.parse(part.name);
    if (part.power != 1 || !money || !convertible(*money, *reading.unit)) continue;
    const Unit rest = own / *money;
    const bool all_below =
        std::all_of(rest.powers.begin(), rest.powers.end(), [](const auto& p) { return p.second < 0; });
    if (all_below) return *reading.unit * rest;
  }
  return *reading.unit;
}

std::string in_full(const Exact& value, std::string_view unit, const Units& units) {
  std::optional<std::string> decimal = value.to_decimal(kSignificantInMessages);
  if (!decimal) decimal = value.round_half_up(std::max(0, kSignificantInMessages - 1 - value.magnitude()));
  const size_t point = decimal->find('.');
  const std::vector<UnitPart> parts = units.parse(unit).value_or(Unit()).parts;
  const bool money =
      std::ranges::any_of(parts, [&](const UnitPart& part) { return part.power == 1 && units.is_currency(part.name); });
  if (money && point != std::string::npos && point + 2 == decimal->size()) *decimal += "0";  // writes $2.70, not $2.7
  return attach_unit(with_minus_sign(write_number(*decimal, units.locale())), unit, units);
}

std::optional<Exact> as_figure_states(const Figure& figure, const Exact& value, const Unit& own, const Units& units) {
  for (const FigureReading& reading : figure.readings)
    if (const auto converted = convert(value, own, meant_unit(reading, own, units))) return *converted / reading.scale;
  return std::nullopt;
}

namespace {

// The digits that are shown if they would otherwise be only zeros; 1 after a word.
constexpr int kSignificantWhenLost = 3;
constexpr size_t kUngroupedDigits = 4;
constexpr int kMaxWord = 12;              // the highest number that a correction writes as a word
constexpr int kPercentOfAbout = 10;       // of the value, after "about"
constexpr int kPercentOfLoose = 5;        // "half", "a third", "twice", "two dozen"
constexpr int kPercentOfAboutLoose = 15;  // after "about"
constexpr int kFactorOfBound = 2;

// Returns the position of the last digit that is not 0: 1 for 2.70, -6 for 43,000,000; of 0 itself the last digit.
int last_digit(const WrittenNumber& number) {
  const std::string shown = number.shown.abs().round_half_up(std::max(number.digits, 0));
  const size_t last = shown.find_last_not_of("0."), point = std::min(shown.find('.'), shown.size());
  if (last == std::string::npos) return number.digits;  // the number is 0
  return static_cast<int>(last) - static_cast<int>(point) + (last < point ? 1 : 0);
}

// Returns the position of the digit to which a correction rounds.
int digits_of(const WrittenNumber& number, Qualifier qualifier) {
  const bool is_exact = qualifier == Qualifier::none || number.shown.sign() == 0;
  return is_exact ? number.digits : std::min(last_digit(number), number.digits);
}

// Returns how far a value may be from the number shown, if the number is not a bound.
Exact tolerance(const WrittenNumber& number, const Exact& value, Qualifier qualifier) {
  const bool is_exact = qualifier == Qualifier::none;
  if (number.loose) {
    const Exact most = value.abs() * (is_exact ? kPercentOfLoose : kPercentOfAboutLoose) / 100;
    return number.step.sign() > 0 ? std::min(most, number.step / 2) : most;
  }
  if (number.shown.sign() == 0) return 0;
  Exact half = Exact::power_of_ten(-(is_exact ? number.digits : last_digit(number))) / 2;
  // A number that shows no digit of the value, such as 1 for 0.7, is no closer than one after "about".
  if (is_exact && (value.sign() == 0 || value.magnitude() + number.digits >= 0)) return half;
  return std::min(half, value.abs() * kPercentOfAbout / 100);
}

// Whether a value may be stated as this number after these words.
bool agrees(const WrittenNumber& number, const Exact& value, Qualifier qualifier) {
  const Exact& shown = number.shown;
  if (!is_on_side(value, shown, qualifier)) return false;
  if (!is_bound(qualifier)) return (value - shown).abs() <= tolerance(number, value, qualifier);
  return value.sign() == shown.sign() && value.abs() <= shown.abs() * kFactorOfBound &&
         shown.abs() <= value.abs() * kFactorOfBound;
}

// Whether a range that states one value is as wide as one unit of the last digit of its ends at most.
bool is_narrow(const WrittenNumber& lower, const WrittenNumber& upper) {
  if (lower.loose || upper.loose) return false;
  const int digits = std::max(last_digit(lower), last_digit(upper));
  return upper.shown - lower.shown <= Exact::power_of_ten(-digits);
}

bool agrees(const Figure& figure, const Exact& value) {
  if (!figure.upper) return agrees(figure.number, value, figure.qualifier);
  return value >= figure.number.shown && value <= figure.upper->shown && is_narrow(figure.number, *figure.upper);
}

// Returns the value as the author would have written it instead of `number`, with `finer` more digits and `steps` units
// of the last digit away.
std::string corrected_number(const WrittenNumber& number, const Exact& value, std::string_view text,
                             Qualifier qualifier, const Units& units, int finer, int steps) {
  int digits = digits_of(number, qualifier) + finer;
  std::string rounded = value.round_half_up(digits);
  // A value of another magnitude, as after a wrong prefix, has as many significant digits: 0.989 for 989, not 1.
  const int smaller =
      number.word || number.shown.sign() == 0 || value.sign() == 0 ? 0 : number.shown.magnitude() - value.magnitude();
  if (digits >= 0 && (smaller >= 2 || smaller <= -2)) {
    digits = std::max(0, digits + smaller);
    for (rounded = value.round_half_up(digits); digits > 0 && rounded.ends_with('0'); --digits)
      rounded = value.round_half_up(digits - 1);
  }
  const bool lost = value.sign() != 0 && rounded.find_first_of("123456789") == std::string::npos;
  if (lost) digits = (qualifier == Qualifier::none ? kSignificantWhenLost : 1) - 1 + finer - value.magnitude();
  if (lost || steps != 0) {
    const Exact step = Exact::power_of_ten(-digits);
    rounded = (value.rounded(digits) + step * steps).round_half_up(digits);
    if (lost && digits > 0) rounded.erase(rounded.find_last_not_of('0') + 1);  // 0.05, not 0.0500
  }
  if (number.loose && number.shown < Exact(1)) {
    const Exact percent = value * 100;
    const std::string shown = percent.round_half_up(value.sign() == 0 ? 0 : std::max(0, -percent.magnitude()));
    return attach_unit(write_number(shown, units.locale()), "%", units);
  }
  if (number.word) {
    const std::optional<Exact> whole = Exact::parse(rounded);
    const bool is_short = digits == 0 && whole && *whole <= Exact(kMaxWord);
    const std::string_view word = is_short ? word_for(*whole, units.language()) : "";
    const std::string words =
        word.empty() ? with_minus_sign(write_number(rounded, units.locale(), false)) : std::string(word);
    const bool is_multiple =
        is_phrase(text.substr(number.begin, number.end - number.begin), units.language().multiples);
    return is_multiple ? words + " times" : words;
  }
  const size_t whole = rounded.find('.') == std::string::npos ? rounded.size() : rounded.find('.');
  rounded = write_number(rounded, units.locale(), number.grouped || whole > kUngroupedDigits);
  for (const std::string_view sign : {"+", "±"})
    if (number.signed_text && text.substr(number.begin).starts_with(sign) && !rounded.starts_with('-'))
      rounded.insert(0, sign);
  const bool hyphen = number.signed_text && text[number.begin] == '-';
  return hyphen ? rounded : with_minus_sign(rounded);
}

std::string corrected_text(const Figure& figure, const Exact& value, const Units& units, int finer, int steps) {
  const WrittenNumber& number = figure.number;
  const bool sign_apart = !number.signed_text && number.shown.sign() < 0;  // true for "-$5" and "minus 5"
  const bool above = figure.upper && value > figure.upper->shown;
  const WrittenNumber& wrong = above ? *figure.upper : number;
  const Exact written = sign_apart && !above ? value.abs() : value;
  const std::string corrected = corrected_number(wrong, written, figure.text, figure.qualifier, units, finer, steps);
  return std::string(figure.text).replace(wrong.begin, wrong.end - wrong.begin, corrected);
}

// Returns a text after the word for "about": "About half" for "Half".
std::string after_about(std::string text, const Language& language) {
  std::string about = language.about.front().text;
  if (text[0] >= 'A' && text[0] <= 'Z') {
    text[0] = base::lower(text[0]);
    if (about[0] >= 'a' && about[0] <= 'z') about[0] = static_cast<char>(about[0] & ~0x20);
  }
  return about + (is_unspaced_at(about, 0) ? "" : " ") + text;
}

// Returns texts that may state the value. With a different number a text may be read differently, "about" may need more
// digits, and a bound the next digit up or down.
std::vector<std::string> possible_texts(const Figure& figure, const Exact& value, const Units& units) {
  std::vector<std::string> texts;
  // Only the author knows what a range that contains the value should be.
  if (figure.upper && value >= figure.number.shown && value <= figure.upper->shown) return texts;
  if (figure.number.loose && figure.qualifier == Qualifier::none && !figure.number.signed_text)
    texts.push_back(after_about(figure.text, units.language()));
  for (const int finer : {0, 1, 2})
    for (const int steps : {0, -1, 1})
      if (finer == 0 || figure.qualifier == Qualifier::about || figure.qualifier == Qualifier::none)
        texts.push_back(corrected_text(figure, value, units, finer, steps));
  return texts;
}

// Returns what to write if no other number helps; "" if the number is simply wrong.
std::string help_for(const Figure& figure, const Exact& value) {
  if (figure.upper && value >= figure.number.shown && value <= figure.upper->shown)
    return "tie the range to its two values, fig:LEAST..GREATEST, or write a range around the one value that is as "
           "wide "
           "as one unit of its last digit at most, such as 40–50";
  if (is_bound(figure.qualifier) && value == figure.number.shown)
    return "if the text states a limit, leave the word in front of the brackets and tie it to an assert that compares "
           "the two: [under](assert:NAME) [10 ms](fig:…)";
  if (is_bound(figure.qualifier) && is_on_side(value, figure.number.shown, figure.qualifier))
    return fmt::format(
        "a bound is at most a factor of {} away from the value; a limit of its own is a figure of its "
        "row, compared by an assert: [under](assert:NAME) [10 ms](fig:…)",
        kFactorOfBound);
  return "";
}

// Compares the ends of a range with the least and the greatest value.
FigureCheck check_range(const Figure& figure, const std::pair<Exact, Exact>& values, const Unit& own,
                        const Units& units, FigureCheck check) {
  const auto least = as_figure_states(figure, values.first, own, units);
  const auto greatest = as_figure_states(figure, values.second, own, units);
  check.actual += "–" + in_full(values.second, own.text(), units);
  check.outcome = FigureOutcome::mismatch;
  check.why = fmt::format("the text says {}, the data {}", check.stated, check.actual);
  if (!figure.upper)
    check.help = "write a range between the brackets, such as 1.2–1.4, or tie the number to one value";
  else if (agrees(figure.number, *least, figure.qualifier) && agrees(*figure.upper, *greatest, figure.qualifier))
    check.outcome = FigureOutcome::ok;
  return check;
}

// Returns the first of the possible texts that states the value; "" if none does. `wanted` is the value as the figure
// states it.
std::string right_text(const Figure& figure, const Exact& wanted, const Exact& value, const Unit& own,
                       const Units& units) {
  for (const std::string& text : possible_texts(figure, wanted, units)) {
    const Figure corrected = parse_figure(text, units);
    if (corrected.problem != FigureProblem::none) continue;
    const std::optional<Exact> stated = as_figure_states(corrected, value, own, units);
    if (stated && agrees(corrected, *stated)) return text + figure.counted;
  }
  return "";
}

// Returns the text with the digits 0 to 9 for those of other scripts, ASCII marks for those of full width and of
// Arabic, and the group mark of the locale for plain spaces between thousands.
std::string plain_digits(std::string_view text, const Locale& locale) {
  std::string plain;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view from = rest;
    const char32_t c = base::take_code_point(rest);
    const bool is_between = c == ' ' && !plain.empty() && base::is_digit(plain.back()) && rest.size() >= 3 &&
                            std::all_of(rest.begin(), rest.begin() + 3, base::is_digit) &&
                            (rest.size() == 3 || !base::is_digit(rest[3]));
    if (const int digit = digit_value(c); digit >= 0)
      plain += static_cast<char>('0' + digit);
    else if (c >= U'，' && c <= U'．')
      plain += static_cast<char>(c - 0xFEE0);
    else if (c == U'\u066B' || c == U'\u066C')
      plain += c == U'\u066B' ? locale.decimal : locale.group;
    else
      plain += is_between ? std::string_view(locale.group) : from.substr(0, from.size() - rest.size());
  }
  return plain;
}

// Corrects a check of a number that is right with other digits or with a narrow space for a plain one.
void check_spelling(const Figure& figure, const Exact& value, const Unit& own, const Units& units, FigureCheck& check) {
  const std::string plain = plain_digits(figure.text, units.locale());
  const Figure other = parse_figure(plain, units);
  if (plain == figure.text || other.problem != FigureProblem::none) return;
  const std::optional<Exact> stated = as_figure_states(other, value, own, units);
  if (!stated || !agrees(other, *stated)) return;
  check.outcome = FigureOutcome::mismatch;
  check.help = "";
  check.should_say = plain + figure.counted;
}

// Corrects a check of a number that is right with the marks of another language, such as "2.850" for 2.85 in German.
void check_other_marks(const Figure& figure, const Exact& value, const Unit& own, const Units& units,
                       FigureCheck& check) {
  const bool is_comma = units.locale().decimal == ",";
  const Figure other = parse_figure(figure.text, units.with_numbers_of(is_comma ? "en" : "de"));
  const auto wanted = other.problem == FigureProblem::none ? as_figure_states(other, value, own, units) : std::nullopt;
  const bool is_other = figure.problem != FigureProblem::none || other.number.shown != figure.number.shown;
  if (!wanted || !is_other || other.upper || other.number.word || !agrees(other, *wanted)) return;
  const WrittenNumber& number = other.number;
  const auto quoted = [&](char mark) { return fmt::format("\"{}\"", mark); };
  check.outcome = FigureOutcome::mismatch;
  check.help = "";
  const auto in_digits = [](const Exact& shown) { return shown.to_decimal().value_or(shown.to_fraction()); };
  const std::string written = figure.text.substr(number.begin, number.end - number.begin);
  const std::string language = is_comma ? "English" : "German";
  const std::string own_mark = quoted(is_comma ? ',' : '.');
  if (figure.problem == FigureProblem::none)
    check.why += fmt::format("; \"{}\" is {} in the language of this site, where the decimal mark is {}, and {} in {}",
                             written, in_digits(figure.number.shown), own_mark, in_digits(number.shown), language);
  else
    check.why = fmt::format("\"{}\" is {} in {}, where the decimal mark is {}; in the language of this site it is {}",
                            written, in_digits(number.shown), language, quoted(is_comma ? '.' : ','), own_mark);
  check.should_say = right_text(other, *wanted, value, own, units) + figure.counted;
}

}  // namespace

FigureCheck check_figure(const Figure& figure, const Exact& value, std::string_view unit_text, const Units& units,
                         const Exact* greatest) {
  FigureCheck check;
  check.stated = figure.stated;
  check.actual = in_full(value, unit_text, units);
  const std::optional<Unit> known = units.parse(unit_text);
  const Unit own = known.value_or(Unit());
  if (figure.problem != FigureProblem::none) {
    check.outcome = FigureOutcome::unreadable;
    check.why = figure.why;
    if (figure.problem == FigureProblem::several_words)
      check.help = fmt::format("write the number in digits: {}", check.actual);
    if (greatest && figure.problem == FigureProblem::several_numbers)
      check.help = "write the range with its first word between the brackets, between 1.2 and 1.4, or as 1.2–1.4";
    if (!greatest) check_spelling(figure, value, own, units, check);
    if (!greatest && check.should_say.empty()) check_other_marks(figure, value, own, units, check);
    return check;
  }
  const std::optional<Exact> wanted = as_figure_states(figure, value, own, units);
  if (!wanted) {
    check.outcome = FigureOutcome::not_convertible;
    const std::string in = !known && !unit_text.empty()
                               ? fmt::format("is in \"{}\", which is not a known unit", unit_text)
                           : own.text() == "1" ? "has no unit"
                                               : fmt::format("is in {}", own.text());
    check.why =
        fmt::format("the text says {}, the value {}{}", check.stated, in, known ? ", and these do not convert" : "");
    return check;
  }
  if (greatest) return check_range(figure, {value, *greatest}, own, units, std::move(check));
  if (agrees(figure, *wanted)) return check;
  check.outcome = FigureOutcome::mismatch;
  check.why = fmt::format("the text says {}, the data {}", check.stated, check.actual);
  check.help = help_for(figure, *wanted);
  check.should_say = right_text(figure, *wanted, value, own, units);
  check_other_marks(figure, value, own, units, check);
  return check;
}

std::string figure_of(const Exact& value, std::string_view shown, std::string_view unit, const Units& units) {
  for (const std::string& text : {std::string(shown), in_full(value, unit, units)})
    if (check_figure(parse_figure(text, units), value, unit, units).outcome == FigureOutcome::ok) return text;
  return "";
}

}  // namespace quantity
