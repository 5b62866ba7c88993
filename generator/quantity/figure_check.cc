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
constexpr int kSignificantWhenLost = 3;  // the digits that are shown if they would otherwise be only zeros
constexpr size_t kUngroupedDigits = 4;
constexpr size_t kWordsBehind = 80;  // bytes after a figure that are searched for its words

std::string with_minus_sign(std::string text) { return base::replace_all(std::move(text), "-", "\u2212"); }

bool is_bound(Qualifier qualifier) {
  return qualifier != Qualifier::none && qualifier != Qualifier::about && qualifier != Qualifier::nearly;
}

// How far a value may be from the number shown, and to which digit a correction rounds.
struct Tolerance {
  Exact distance;
  int digits = 0;
};

Tolerance tolerance(const WrittenNumber& number, Qualifier qualifier) {
  const Exact half = Exact(1) / 2;
  // 0 is a rounded number only after a word: "about 0".
  if (number.shown.sign() == 0 && !is_bound(qualifier))
    return {qualifier == Qualifier::none ? Exact() : Exact::power_of_ten(-number.digits) * half, number.digits};
  // Without a word, a number is rounded to its last digit: 4.2 means 4.15 to 4.25.
  if (qualifier == Qualifier::none) return {Exact::power_of_ten(-number.digits) * half, number.digits};
  // After a word, the zeros at the end of a whole number are not significant: "about 3,000" is rounded to thousands. A
  // bound is not rounded to the nearest, so it may be a whole unit of its last digit away.
  int digits = number.digits;
  if (digits == 0 && number.shown.sign() != 0) {
    const std::string shown = number.shown.round_half_up(0);
    digits -= static_cast<int>(shown.size() - 1 - shown.find_last_not_of('0'));
  }
  if (digits < 0 && !is_bound(qualifier)) return {Exact::power_of_ten(-digits) * half, digits};
  return {Exact::power_of_ten(-digits), digits};
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

bool agrees(const Figure& figure, const Exact& value) {
  const Exact& shown = figure.number.shown;
  const Tolerance lower = tolerance(figure.number, figure.qualifier);
  if (figure.upper) {
    const Tolerance upper = tolerance(*figure.upper, figure.qualifier);
    return value >= shown - lower.distance && value <= figure.upper->shown + upper.distance;
  }
  const bool is_sign = is_bound(figure.qualifier) && shown.sign() == 0;  // phrases such as "below zero"
  return is_on_side(value, shown, figure.qualifier) && (is_sign || (value - shown).abs() <= lower.distance);
}

// Returns the value as the author would have written it instead of `number`, `steps` units of the last digit away.
std::string corrected_number(const WrittenNumber& number, std::string_view text, const Exact& value,
                             Qualifier qualifier, int steps) {
  int digits = tolerance(number, qualifier).digits;
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
  if (lost) digits = kSignificantWhenLost - 1 - value.magnitude();
  if (lost || steps != 0) {
    const Exact step = Exact::power_of_ten(-digits);
    rounded = (*Exact::parse(value.round_half_up(digits)) + step * steps).round_half_up(digits);
  }
  if (number.word) {
    std::string words = with_minus_sign(rounded);
    if (digits == 0 && rounded.find('-') == std::string::npos && rounded.size() <= 2 && std::stoi(rounded) <= 12)
      words = word_for(std::stoi(rounded));
    return is_twice(text, number) ? words + " times" : words;
  }
  const size_t whole = rounded.find('.') == std::string::npos ? rounded.size() : rounded.find('.');
  if (number.grouped || whole > kUngroupedDigits) rounded = group_thousands(rounded);
  const bool plus = number.signed_text && text[number.begin] == '+';
  if (plus && !rounded.starts_with('-')) rounded.insert(0, "+");
  const bool hyphen = number.signed_text && text[number.begin] == '-';
  return hyphen ? rounded : with_minus_sign(rounded);
}

std::string corrected_text(const Figure& figure, const Exact& value, int steps) {
  const WrittenNumber& number = figure.number;
  const bool sign_apart = !number.signed_text && number.shown.sign() < 0;  // true for "-$5" and "minus 5"
  const bool above = figure.upper && value > figure.upper->shown;
  const WrittenNumber& wrong = above ? *figure.upper : number;
  const Exact written = sign_apart && !above ? value.abs() : value;
  const std::string corrected = corrected_number(wrong, figure.text, written, figure.qualifier, steps);
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

}  // namespace

FigureCheck check_figure(const Figure& figure, const Exact& value, std::string_view unit_text, const Units& units) {
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
  if (agrees(figure, *wanted)) return check;
  check.outcome = FigureOutcome::mismatch;
  check.why = fmt::format("the text says {}, the data {}", check.stated, check.actual);
  // With a different number the text may be read differently, and a bound may need the next digit up or down.
  for (const int steps : {0, -1, 1}) {
    const std::string text = corrected_text(figure, *wanted, steps);
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
  if (!is_per(per)) return {};
  const std::string_view time = first_word(behind.substr(per.data() + per.size() - behind.data()));
  const Figure figure = parse_figure(text, units);
  const Unit own = units.parse(unit).value_or(Unit());
  for (const UnitPart& part : own.parts) {
    const Unit below = units.parse(part.name).value_or(Unit());
    const bool is_open = figure.readings.empty() || !figure.readings.front().unit ||
                         is_currency_alone(*figure.readings.front().unit, units);
    if (part.power != -1 || !is_open || below.powers != units.parse("s")->powers) continue;
    const std::optional<Unit> said = parse_spoken_unit(time, units);
    const bool other = said ? convertible(*said, below) && said->factor != below.factor : is_inexact_time(time);
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
