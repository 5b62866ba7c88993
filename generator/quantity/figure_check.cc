#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "quantity/figure_scan.h"
#include "quantity/figure_text.h"
#include "quantity/number_format.h"
#include "quantity/present.h"

namespace quantity {
namespace {

constexpr int kSignificantInMessages = 12;
constexpr int kSignificantWhenLost = 3;  // when the digits shown would leave nothing but zeros
constexpr size_t kUngroupedDigits = 4;

std::string with_minus_sign(std::string text) { return base::replace_all(std::move(text), "-", "\u2212"); }

// How far a value may be from a number as shown, and to which digit a correction rounds.
struct Tolerance {
  Exact distance;
  int digits = 0;
};

Tolerance tolerance(const WrittenNumber& number, bool approximate) {
  const Exact half = Exact(1) / 2;
  if (!approximate) return {Exact::power_of_ten(-number.digits) * half, number.digits};
  int digits = number.digits;
  if (digits == 0 && number.shown.sign() != 0) {
    const std::string shown = number.shown.round_half_up(0);
    digits -= static_cast<int>(shown.size() - 1 - shown.find_last_not_of('0'));
  }
  if (digits < 0) return {Exact::power_of_ten(-digits) * half, digits};
  return {Exact::power_of_ten(-digits), digits};
}

// The unit that a reading means for this value: an amount of money alone is per what the value is per.
Unit meant_unit(const FigureReading& reading, const Unit& own, const Units& units) {
  if (!reading.unit) return own;
  if (!reading.money_alone) return *reading.unit;
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
  const Tolerance lower = tolerance(figure.number, figure.approximate);
  if (!figure.upper) return (value - figure.number.shown).abs() <= lower.distance;
  const Tolerance upper = tolerance(*figure.upper, figure.approximate);
  return value >= figure.number.shown - lower.distance && value <= figure.upper->shown + upper.distance;
}

bool says_twice(const WrittenNumber& number, std::string_view text) {
  return number.word && text.substr(number.begin, number.end - number.begin).size() == 5 &&
         figure_scan::starts_with_word(text.substr(number.begin), "twice");
}

// The value as the author would have written it in the place of `number`.
std::string corrected_number(const WrittenNumber& number, std::string_view text, const Exact& value, bool approximate) {
  int digits = tolerance(number, approximate).digits;
  std::string rounded = value.round_half_up(digits);
  const bool lost = value.sign() != 0 && rounded.find_first_of("123456789") == std::string::npos;
  if (lost) digits = kSignificantWhenLost - 1 - value.magnitude();
  if (lost) rounded = value.round_half_up(digits);
  if (number.word) {
    std::string words = rounded;
    if (digits == 0 && value.sign() > 0 && rounded.size() <= 2 && std::stoi(rounded) <= 12)
      words = figure_scan::word_for(std::stoi(rounded));
    return says_twice(number, text) ? words + " times" : words;
  }
  const size_t whole = rounded.find('.') == std::string::npos ? rounded.size() : rounded.find('.');
  if (number.grouped || whole > kUngroupedDigits) rounded = group_thousands(rounded);
  const bool hyphen = number.signed_text && text[number.begin] == '-';
  return hyphen ? rounded : with_minus_sign(rounded);
}

std::string replaced(std::string_view text, const WrittenNumber& number, const std::string& with) {
  return std::string(text.substr(0, number.begin)) + with + std::string(text.substr(number.end));
}

std::string corrected_text(const Figure& figure, const Exact& value) {
  const WrittenNumber& number = figure.number;
  const bool sign_apart = !number.signed_text && number.shown.sign() < 0;  // "-$5"
  if (sign_apart)
    return replaced(figure.text, number, corrected_number(number, figure.text, value.abs(), figure.approximate));
  const bool above = figure.upper && value > figure.upper->shown;
  const WrittenNumber& wrong = above ? *figure.upper : number;
  return replaced(figure.text, wrong, corrected_number(wrong, figure.text, value, figure.approximate));
}

std::string in_full(const Exact& value, std::string_view unit, const Units& units) {
  std::optional<std::string> decimal = value.to_decimal(kSignificantInMessages);
  if (!decimal) {
    decimal = value.round_half_up(std::max(0, kSignificantInMessages - 1 - value.magnitude()));
  }
  const size_t point = decimal->find('.');
  const bool money = !unit_affixes(unit, units).before.empty();
  if (money && point != std::string::npos && point + 2 == decimal->size()) *decimal += "0";  // $2.70, not $2.7
  return attach_unit(with_minus_sign(group_thousands(*decimal)), unit, units);
}

// The value in the units and scales in which the text can be read.
std::vector<Exact> as_figure_states(const Figure& figure, const Exact& value, const Unit& own, const Units& units) {
  std::vector<Exact> found;
  for (const FigureReading& reading : figure.readings)
    if (const auto converted = convert(value, own, meant_unit(reading, own, units)))
      found.push_back(*converted / reading.scale);
  return found;
}

bool agrees_with_any(const Figure& figure, const std::vector<Exact>& values) {
  return std::any_of(values.begin(), values.end(), [&](const Exact& value) { return agrees(figure, value); });
}

// Whether the text is a figure of the value. With another number in its place a text may read otherwise: behind a dash
// a sign is none, and of "twice%" would become "459 times%".
bool states(const std::string& text, const Exact& value, const Unit& own, const Units& units) {
  const Figure figure = parse_figure(text, units);
  return figure.problem == FigureProblem::none && agrees_with_any(figure, as_figure_states(figure, value, own, units));
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
  const std::vector<Exact> wanted = as_figure_states(figure, value, own, units);
  if (agrees_with_any(figure, wanted)) return check;
  if (wanted.empty()) {
    check.outcome = FigureOutcome::not_convertible;
    check.why = known || unit_text.empty()
                    ? fmt::format("the text is in {}, the value in {}, and one does not convert to the other",
                                  figure.readings.front().unit_text, own.text() == "1" ? "no unit" : own.text())
                    : fmt::format("the text is in {}, the value in \"{}\", which is not a known unit",
                                  figure.readings.front().unit_text, unit_text);
    return check;
  }
  check.outcome = FigureOutcome::mismatch;
  check.should_say = corrected_text(figure, wanted.front());
  if (!states(check.should_say, value, own, units)) check.should_say.clear();
  check.why = fmt::format("the text says {}, the data {}", check.stated, check.actual);
  return check;
}

}  // namespace quantity
