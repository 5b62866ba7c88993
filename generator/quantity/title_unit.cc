// Units in titles: "Weight, thousand kg", "Price in cents", "Time / ms", "Revenue ($ million)"
// (quantity/figure_text.h).
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "quantity/figure_parts.h"

namespace quantity {
namespace {

using Fit = TitleUnit::Fit;

constexpr size_t kShortTitle = 3;  // in bytes; the whole title of a chart is then a word, not a unit
constexpr size_t kMaxTitle = 300;  // in bytes; longer titles are not searched, because each mark in them takes time

// Returns the meanings of words that are a scale and a unit: "thousand kg", "$ million", "USD m".
std::vector<FigureReading> readings_of(const std::string& words, const Units& units) {
  constexpr int kMaxSpaces = 7;  // a scale and the words of a unit
  if (words.empty() || std::ranges::count(words, ' ') > kMaxSpaces) return {};
  const size_t first = std::min(words.find(' '), words.size());
  std::vector<std::string> texts = {"1 " + words, fmt::format("1{} {}", words.substr(first), words.substr(0, first))};
  if (words.size() < 3 && !base::is_digit(words.back())) texts.push_back("1" + words);  // "bn", but not "E5"
  for (const std::string_view sign : kMoneySigns)
    if (words.starts_with(sign)) texts.push_back(fmt::format("{}1 {}", sign, base::trim(words.substr(sign.size()))));
  std::vector<FigureReading> readings;
  for (const std::string& text : texts) {
    const auto number = number_at(text, text.find('1'), units.locale());
    if (!number) continue;
    // Unlike parse_figure(), this takes no time to say why most titles are no figure.
    const Amount amount = read_amount(text, *number, units, Place::brackets);
    const bool is_whole = amount.begin == 0 && skip_spaces(text, amount.end) == text.size();
    if (is_whole && amount.mistake.empty() && amount.number.shown == Exact(1))
      readings.insert(readings.end(), amount.readings.begin(), amount.readings.end());
  }
  return readings;
}

// Whether words are months, years or another time in the plural that has no exact length: numbers below "Ripening
// (months)" are not in days. "Sunshine (year)" and "Rain (monthly)" name the time of the sum.
bool are_inexact_times(std::string_view words, const Language& language) {
  const std::string lower = base::lower_case(words);
  return std::ranges::any_of(language.inexact_times, [&](const Phrase& time) {
    const std::string_view end = std::string_view(lower).substr(std::min(time.text.size(), lower.size()));
    return lower.starts_with(time.text) && base::has_word("s es e en n", end);
  });
}

// Returns the product of the names above the fraction bar of a unit, or of those below.
Unit part_of(const Unit& unit, int sign, const Units& units) {
  Unit product;
  for (const UnitPart& part : unit.parts)
    for (int i = part.power * sign; i > 0; --i) product = product * units.parse(part.name).value_or(Unit());
  return product;
}

bool is_time(const Unit& unit) { return unit.powers == std::map<std::string, int>{{"s", 1}}; }

// Compares the meaning of words behind a mark with the unit of the numbers.
Fit fit_of(const FigureReading& reading, std::string_view words, std::string_view mark, const Unit& own, TitleOf of,
           const Units& units) {
  const bool is_in = mark.ends_with("n ");
  if (!reading.unit) {  // "millions", of which nobody knows what they scale if there is no unit
    if (own.is_ratio() || reading.scale == Exact(1)) return Fit::none;
    const std::string& name = own.parts.front().name;
    const auto bare = units.parse(name.substr(1));
    return bare && reading.scale * bare->factor == units.parse(name)->factor ? Fit::same : Fit::other;
  }
  const Unit& said = *reading.unit;
  const Exact factor = reading.scale * said.factor;
  // "How far one gets in hours" is a sentence.
  if (of == TitleOf::chart && is_in && is_time(said)) return Fit::none;
  const auto is_inexact = [&](const Unit& unit) {
    return unit.parts.size() == 1 && is_inexact_time(unit.parts[0].name, units.language());
  };
  if (mark != " / " && ((is_time(own) && is_inexact(said)) || (is_time(said) && is_inexact(own)))) return Fit::other;
  if (said.powers == own.powers) return factor == own.factor ? Fit::same : Fit::other;
  // "Change in hours" of a percentage, "trips in a day" and "Tokens / s" name something else.
  const bool may_be_change = own.is_ratio() && (of != TitleOf::scale || own.factor != Exact(1) ||
                                                said.powers == std::map<std::string, int>{{"s", -1}});
  if (mark == " / " || (is_in && may_be_change) || (said.is_ratio() && factor == Exact(1))) return Fit::none;
  // What the numbers are per may stand elsewhere, as in "GB/s per chip". But gigabytes are no rate; who writes "USD"
  // may say elsewhere that it is the price of an hour.
  const auto is_money = [&](const UnitPart& part) { return units.is_currency(part.name); };
  const bool has_money = std::ranges::any_of(own.parts, is_money);
  const bool lacks_time = !has_money && part_of(own, -1, units).powers.contains("s") && !said.powers.contains("s");
  const Unit above = part_of(own, 1, units), said_above = part_of(said, 1, units);
  if (said_above.powers == above.powers && !lacks_time)
    return said.powers != said_above.powers || factor == above.factor ? Fit::same : Fit::other;
  if (!has_money || said.parts.size() != 1 || !is_money(said.parts[0]))
    return of == TitleOf::scale ? Fit::other : Fit::none;
  // "Dollars" and "$" may be those of AUD, and "rupees" PKR.
  const std::string& code = said.parts[0].name;
  const auto is_namesake = [&](const UnitPart& part) { return part.name.back() == code.back(); };
  const bool may_be_own = factor == Exact(1) && words.find(code) == std::string::npos;
  return may_be_own && std::ranges::any_of(own.parts, is_namesake) ? Fit::none : Fit::other;
}

}  // namespace

TitleUnits::TitleUnits(std::string_view title, const Units& units)
    : units_(units), is_short_(title.size() <= kShortTitle) {
  if (title.size() > kMaxTitle) return;
  read(title, "");
  for (size_t at = 0; at < title.size(); ++at)
    for (const std::string_view mark : {" (", " [", ", ", " in ", " en ", " / "})
      if (title.substr(at).starts_with(mark)) read(title.substr(at + mark.size()), mark);
}

void TitleUnits::read(std::string_view rest, std::string_view mark) {
  for (const std::string_view in : {"in ", "en "})
    if (base::lower(rest.substr(0, in.size())) == in) rest.remove_prefix(in.size());
  std::string words(rest);
  std::erase_if(words, [](char c) { return std::string_view(",()[]").find(c) != std::string_view::npos; });
  std::vector<FigureReading> readings = readings_of(words, units_);
  if (readings.empty() && !mark.empty()) {
    constexpr std::string_view kEnds = ",;:()[]";
    size_t end = rest.find_first_of(kEnds);
    while (end < rest.size() - 1 && rest[end] == ',' && base::is_digit(rest[end + 1]))
      end = rest.find_first_of(kEnds, end + 1);  // "per 1,000 people"
    words = base::trim(rest.substr(0, end));
    readings = readings_of(words, units_);
  }
  const bool may_be_time = !mark.empty() && mark != " / ";
  if (!readings.empty() || (may_be_time && are_inexact_times(words, units_.language())))
    named_.push_back({std::move(words), mark, std::move(readings)});
}

TitleUnit TitleUnits::compare(Unit own, bool is_percent, TitleOf of) const {
  if (is_percent && own.is_ratio()) own = *units_.parse("%");
  TitleUnit found;
  for (const Named& named : named_) {
    if (named.mark.empty() && (of == TitleOf::column || (of == TitleOf::chart && is_short_))) continue;
    if (named.words == "min" && (of == TitleOf::column || !own.powers.contains("s"))) continue;  // the minimum
    Fit best = named.readings.empty() && of != TitleOf::chart && is_time(own) ? Fit::other : Fit::none;
    for (const FigureReading& reading : named.readings)
      if (const Fit fit = fit_of(reading, named.words, named.mark, own, of, units_);
          fit != Fit::none && best != Fit::same)
        best = fit;
    if (best != Fit::none && found.fit != Fit::other) found = {best, named.words};
  }
  return found;
}

}  // namespace quantity
