// Formats units for readers. As in newspapers, symbols follow a slash (GB/s, tokens/s), words follow "per" (samples per
// chip, $2.70 per chip-hour), and the symbol of a currency precedes its number.
#include <algorithm>

#include "base/text.h"
#include "quantity/present.h"
#include "quantity/unit_parser.h"

namespace quantity {
namespace {

struct Wording {
  std::string_view name;
  std::string_view text;
};

constexpr Wording kTimeWords[] = {{"s", "second"}, {"min", "minute"},  {"h", "hour"},   {"d", "day"},
                                  {"wk", "week"},  {"month", "month"}, {"year", "year"}};
constexpr std::string_view kLongTimes[] = {"h", "d", "wk"};  // shown as words after numbers: "3 hours"
constexpr Wording kCurrencySigns[] = {{"USD", "$"}, {"EUR", "€"}, {"GBP", "£"},
                                      {"JPY", "¥"}, {"INR", "₹"}, {"KRW", "₩"}};
constexpr Wording kCurrencyLabels[] = {{"USD", "US$"}, {"EUR", "€"}, {"GBP", "£"}};
constexpr Wording kLargeNumbers[] = {{"k", "thousand "}, {"M", "million "}, {"G", "billion "}, {"T", "trillion "}};

template <size_t N>
std::string_view look_up(const Wording (&list)[N], std::string_view name) {
  const auto it = std::find_if(std::begin(list), std::end(list), [&](const Wording& w) { return w.name == name; });
  return it == std::end(list) ? "" : it->text;
}

std::string with_power(std::string text, int power) {
  if (power >= 2 && power <= 9) text += kSuperscripts[power];
  return text;
}

// Whether a name is a word. Unlike a symbol, a word is declared by the site and in lower case: "token", not "TFLOP".
bool is_word(const std::string& base, const Units& units) {
  return units.is_declared(base) && base.front() >= 'a' && base.front() <= 'z';
}

// The parts of a unit, grouped by how they are printed.
struct Sorted {
  std::string currency;  // the currency, if it is the only part above the line
  std::vector<UnitPart> above;
  std::vector<UnitPart> symbols_below;  // symbols below the line, whose powers are positive here
  std::vector<UnitPart> words_below;
};

Sorted sort_parts(const Unit& unit, const Units& units) {
  Sorted sorted;
  for (UnitPart part : unit.parts) {
    if (part.power > 0) {
      sorted.above.push_back(part);
      continue;
    }
    part.power = -part.power;
    const auto [prefix, base] = units.split_declared(part.name);
    const bool word = units.is_declared(base) || units.is_currency(part.name);
    (word ? sorted.words_below : sorted.symbols_below).push_back(part);
  }
  if (sorted.above.size() == 1 && sorted.above.front().power == 1 && units.is_currency(sorted.above.front().name))
    sorted.currency = sorted.above.front().name;
  return sorted;
}

std::string word_below(const UnitPart& part, const Units& units) {
  if (units.is_currency(part.name)) {
    const std::string_view label = look_up(kCurrencyLabels, part.name);
    return with_power(std::string(label.empty() ? part.name : label), part.power);
  }
  if (const std::string_view time = look_up(kTimeWords, part.name); !time.empty() && part.power == 1)
    return std::string(time);
  const auto [prefix, base] = units.split_declared(part.name);
  const std::string_view number = look_up(kLargeNumbers, prefix);
  if (!number.empty() && is_word(base, units)) return std::string(number) + units.plural(base);
  return with_power(part.name, part.power);
}

// Returns the parts below the line in words, with times last: " per chip-hour"; "" if there are no parts.
std::string per(std::vector<UnitPart> parts, const Units& units) {
  if (parts.empty()) return "";
  std::stable_partition(parts.begin(), parts.end(),
                        [](const UnitPart& part) { return look_up(kTimeWords, part.name).empty(); });
  std::string text;
  for (const UnitPart& part : parts) text += (text.empty() ? " per " : "-") + word_below(part, units);
  return text;
}

std::string above_line(const std::vector<UnitPart>& parts, const Units& units, bool one) {
  std::string text;
  if (parts.size() == 1 && parts[0].power == 1 && std::ranges::find(kLongTimes, parts[0].name) != std::end(kLongTimes))
    return std::string(look_up(kTimeWords, parts[0].name)) + (one ? "" : "s");
  for (const UnitPart& part : parts) {
    if (!text.empty()) text += "·";
    const bool last = &part == &parts.back();
    const auto [prefix, base] = units.split_declared(part.name);
    const std::string_view number = look_up(kLargeNumbers, prefix);
    if (parts.size() == 1 && !number.empty() && is_word(base, units))
      text += std::string(number) + units.plural(base);
    else if (last && !one && part.power == 1)
      text += prefix + units.plural(base);
    else
      text += with_power(part.name, part.power);
  }
  return text;
}

// Returns the text after the number, without the space before it.
std::string after_number(const Sorted& sorted, const Units& units, bool one) {
  std::string text = above_line(sorted.above, units, one);
  for (const UnitPart& part : sorted.symbols_below) text += "/" + with_power(part.name, part.power);
  return text + per(sorted.words_below, units);
}

// Returns all units below the line in words, for money and for a unit without parts above the line ("1/s").
std::string all_per(const Sorted& sorted, const Units& units) {
  std::vector<UnitPart> below = sorted.words_below;
  below.insert(below.end(), sorted.symbols_below.begin(), sorted.symbols_below.end());
  return per(std::move(below), units);
}

}  // namespace

Affixes unit_affixes(std::string_view text, const Units& units, bool one) {
  if (base::trim(text).empty()) return {};
  const std::optional<Unit> unit = units.parse(text);
  if (!unit) return {"", " " + std::string(base::trim(text))};
  if (unit->parts.empty()) return {};
  const Sorted sorted = sort_parts(*unit, units);
  if (!sorted.currency.empty()) {
    const std::string_view sign = look_up(kCurrencySigns, sorted.currency);
    return {sign.empty() ? sorted.currency + " " : std::string(sign), all_per(sorted, units)};
  }
  if (sorted.above.empty()) return {"", all_per(sorted, units)};
  const std::string after = after_number(sorted, units, one);
  return {"", after.starts_with("×") ? after : " " + after};
}

std::string unit_label(std::string_view text, const Units& units) {
  const std::optional<Unit> unit = units.parse(text);
  if (!unit) return std::string(text);
  if (unit->parts.empty()) return "";
  const Sorted sorted = sort_parts(*unit, units);
  if (!sorted.currency.empty()) {
    const std::string_view label = look_up(kCurrencyLabels, sorted.currency);
    return (label.empty() ? sorted.currency : std::string(label)) + all_per(sorted, units);
  }
  if (sorted.above.empty()) return all_per(sorted, units).substr(1);
  return after_number(sorted, units, false);
}

std::string attach_unit(std::string_view number, std::string_view unit, const Units& units) {
  const Affixes affixes = unit_affixes(unit, units, number == "1");
  std::string sign;
  for (const std::string_view minus : {"-", "\u2212"}) {
    if (affixes.before.empty() || !number.starts_with(minus)) continue;
    sign = minus;
    number.remove_prefix(minus.size());
  }
  return sign + affixes.before + std::string(number) + affixes.after;
}

}  // namespace quantity
