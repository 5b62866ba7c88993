// Compares an amount in a sentence with a value, and corrects it (quantity/figure_text.h).
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "quantity/figure_parts.h"
#include "quantity/figure_text.h"
#include "quantity/number_format.h"
#include "quantity/present.h"
#include "quantity/unit_parser.h"

namespace quantity {
namespace {

constexpr int kSignificantInMessages = 12;
constexpr int kSignificantWhenLost =
    3;  // the digits that are shown if they would otherwise be only zeros; 1 after a word
constexpr size_t kUngroupedDigits = 4;
constexpr int kMaxWord = 12;              // the highest number that a correction writes as a word
constexpr int kPercentOfAbout = 10;       // of the value, after "about"
constexpr int kPercentOfLoose = 5;        // "half", "a third", "twice", "two dozen"
constexpr int kPercentOfAboutLoose = 15;  // after "about"
constexpr int kFactorOfBound = 2;
constexpr size_t kWordsBehind = 80;  // bytes after a figure that are searched for its words

std::string with_minus_sign(std::string text) { return base::replace_all(std::move(text), "-", "\u2212"); }

bool is_bound(Qualifier qualifier) {
  return qualifier != Qualifier::none && qualifier != Qualifier::about && qualifier != Qualifier::nearly;
}

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
  if (number.loose) return value.abs() * (is_exact ? kPercentOfLoose : kPercentOfAboutLoose) / 100;
  if (number.shown.sign() == 0) return 0;
  const Exact half = Exact::power_of_ten(-(is_exact ? number.digits : last_digit(number))) / 2;
  return is_exact ? half : std::min(half, value.abs() * kPercentOfAbout / 100);
}

// Whether the value is on the side of the number that the qualifier implies.
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
  }
  return false;
}

bool is_currency_alone(const Unit& unit, const Units& units) {
  return unit.parts.size() == 1 && unit.parts.front().power == 1 && units.is_currency(unit.parts.front().name);
}

// Returns the unit that a reading implies for this value. Money without "per" is per the same unit as the value.
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

// Whether a value may be stated as this number after these words.
bool agrees(const WrittenNumber& number, const Exact& value, Qualifier qualifier) {
  const Exact& shown = number.shown;
  if (!is_on_side(value, shown, qualifier)) return false;
  if (!is_bound(qualifier)) return (value - shown).abs() <= tolerance(number, value, qualifier);
  if (shown.sign() == 0) return true;  // phrases such as "below zero"
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
                             Qualifier qualifier, const Language& language, int finer, int steps) {
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
    rounded = (*Exact::parse(value.round_half_up(digits)) + step * steps).round_half_up(digits);
  }
  if (number.loose && number.shown < Exact(1)) {
    const Exact percent = value * 100;
    return fmt::format("{} %", percent.round_half_up(value.sign() == 0 ? 0 : std::max(0, -percent.magnitude())));
  }
  if (number.word) {
    const Exact whole = *Exact::parse(rounded);
    const std::string_view word = digits == 0 && whole <= Exact(kMaxWord) ? word_for(whole, language) : "";
    const std::string words = word.empty() ? with_minus_sign(rounded) : std::string(word);
    const bool is_multiple = is_phrase(text.substr(number.begin, number.end - number.begin), language.multiples);
    return is_multiple ? words + " times" : words;
  }
  const size_t whole = rounded.find('.') == std::string::npos ? rounded.size() : rounded.find('.');
  if (number.grouped || whole > kUngroupedDigits) rounded = group_thousands(rounded);
  for (const std::string_view sign : {"+", "±"})
    if (number.signed_text && text.substr(number.begin).starts_with(sign) && !rounded.starts_with('-'))
      rounded.insert(0, sign);
  const bool hyphen = number.signed_text && text[number.begin] == '-';
  return hyphen ? rounded : with_minus_sign(rounded);
}

std::string corrected_text(const Figure& figure, const Exact& value, const Language& language, int finer, int steps) {
  const WrittenNumber& number = figure.number;
  const bool sign_apart = !number.signed_text && number.shown.sign() < 0;  // true for "-$5" and "minus 5"
  const bool above = figure.upper && value > figure.upper->shown;
  const WrittenNumber& wrong = above ? *figure.upper : number;
  const Exact written = sign_apart && !above ? value.abs() : value;
  const std::string corrected = corrected_number(wrong, written, figure.text, figure.qualifier, language, finer, steps);
  return std::string(figure.text).replace(wrong.begin, wrong.end - wrong.begin, corrected);
}

std::string in_full(const Exact& value, std::string_view unit, const Units& units) {
  std::optional<std::string> decimal = value.to_decimal(kSignificantInMessages);
  if (!decimal) decimal = value.round_half_up(std::max(0, kSignificantInMessages - 1 - value.magnitude()));
  const size_t point = decimal->find('.');
  const bool money = !unit_affixes(unit, units).before.empty();
  if (money && point != std::string::npos && point + 2 == decimal->size()) *decimal += "0";  // writes $2.70, not $2.7
  return attach_unit(with_minus_sign(group_thousands(*decimal)), unit, units);
}

// Returns the value in the unit and scale in which the text is read, using the first reading that converts.
std::optional<Exact> as_figure_states(const Figure& figure, const Exact& value, const Unit& own, const Units& units) {
  for (const FigureReading& reading : figure.readings)
    if (const auto converted = convert(value, own, meant_unit(reading, own, units))) return *converted / reading.scale;
  return std::nullopt;
}

// Returns a text after the word for "about": "About half" for "Half".
std::string after_about(std::string text, const Language& language) {
  std::string about = language.about.front().text;
  if (text[0] >= 'A' && text[0] <= 'Z') {
    text[0] = base::lower(text[0]);
    if (about[0] >= 'a' && about[0] <= 'z') about[0] = static_cast<char>(about[0] & ~0x20);
  }
  return fmt::format("{} {}", about, text);
}

// Returns texts that may state the value. With a different number a text may be read differently, "about" may need more
// digits, and a bound the next digit up or down.
std::vector<std::string> possible_texts(const Figure& figure, const Exact& value, const Language& language) {
  std::vector<std::string> texts;
  // Only the author knows what a range that contains the value should be.
  if (figure.upper && value >= figure.number.shown && value <= figure.upper->shown) return texts;
  if (figure.number.loose && figure.qualifier == Qualifier::none && !figure.number.signed_text)
    texts.push_back(after_about(figure.text, language));
  for (const int finer : {0, 1, 2})
    for (const int steps : {0, -1, 1})
      if (finer == 0 || figure.qualifier == Qualifier::about)
        texts.push_back(corrected_text(figure, value, language, finer, steps));
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

}  // namespace

FigureCheck check_figure(const Figure& figure, const Exact& value, std::string_view unit_text, const Units& units,
                         const Exact* greatest) {
  FigureCheck check;
  check.stated = figure.stated;
  check.actual = in_full(value, unit_text, units);
  if (figure.problem != FigureProblem::none) {
    check.outcome = FigureOutcome::unreadable;
    check.why = figure.why;
    return check;
  }
  const std::optional<Unit> known = units.parse(unit_text);
  const Unit own = known.value_or(Unit());
  const std::optional<Exact> wanted = as_figure_states(figure, value, own, units);
  if (!wanted) {
    check.outcome = FigureOutcome::not_convertible;
    const std::string stated_unit = figure.readings.front().unit.value_or(Unit()).text();
    check.why =
        known || unit_text.empty()
            ? fmt::format("the text is in {}, the value in {}, and these units do not convert", stated_unit,
                          own.text() == "1" ? "no unit" : own.text())
            : fmt::format("the text is in {}, the value in \"{}\", which is not a known unit", stated_unit, unit_text);
    return check;
  }
  if (greatest) return check_range(figure, {value, *greatest}, own, units, std::move(check));
  if (agrees(figure, *wanted)) return check;
  check.outcome = FigureOutcome::mismatch;
  check.why = fmt::format("the text says {}, the data {}", check.stated, check.actual);
  check.help = help_for(figure, *wanted);
  for (const std::string& text : possible_texts(figure, *wanted, units.language())) {
    const Figure corrected = parse_figure(text, units);
    if (corrected.problem != FigureProblem::none) continue;
    const std::optional<Exact> stated = as_figure_states(corrected, value, own, units);
    if (!stated || !agrees(corrected, *stated)) continue;
    check.should_say = text;
    break;
  }
  return check;
}

FigureCheck check_words_behind(std::string_view text, std::string_view behind, const Exact& value,
                               std::string_view unit, const Units& units) {
  behind = behind.substr(0, base::code_point_start(behind, kWordsBehind));
  const std::string all = std::string(text) + std::string(behind);
  const std::optional<Amount> amount = find_amount(all, units);
  if (amount && amount->begin < text.size() && amount->end > text.size()) {
    FigureCheck check = check_figure(parse_figure(all.substr(0, amount->end), units), value, unit, units);
    // An "x" behind the figure may begin the next length of an extent, such as "2 x 4 m".
    const bool is_extent = all.substr(0, amount->end).ends_with('x') || all.substr(0, amount->end).ends_with("×");
    if (check.outcome == FigureOutcome::mismatch && !is_extent) return check;
  }
  // Handles "$2.70 a day" for a value per chip-hour, in which the chip is implied.
  const std::string_view per = first_word(behind);
  if (!is_phrase(per, units.language().per)) return {};
  const std::string_view time = first_word(behind.substr(per.data() + per.size() - behind.data()));
  const Figure figure = parse_figure(text, units);
  const Unit own = units.parse(unit).value_or(Unit());
  for (const UnitPart& part : own.parts) {
    const Unit below = units.parse(part.name).value_or(Unit());
    const bool is_open = figure.readings.empty() || !figure.readings.front().unit ||
                         is_currency_alone(*figure.readings.front().unit, units);
    if (part.power != -1 || !is_open || below.powers != units.parse("s")->powers) continue;
    const std::optional<Unit> said = parse_spoken_unit(time, units);
    const bool other =
        said ? convertible(*said, below) && said->factor != below.factor : is_inexact_time(time, units.language());
    if (!other) continue;
    FigureCheck check;
    check.outcome = FigureOutcome::mismatch;
    check.stated = fmt::format("{} {} {}", figure.stated, per, time);
    check.actual = in_full(value, unit, units);
    return check;
  }
  return {};
}

std::string figure_of(const Exact& value, std::string_view shown, std::string_view unit, const Units& units) {
  for (const std::string& text : {std::string(shown), in_full(value, unit, units)})
    if (check_figure(parse_figure(text, units), value, unit, units).outcome == FigureOutcome::ok) return text;
  return "";
}

}  // namespace quantity
