#include "quantity/spoken_unit.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "quantity/unit_names.h"
#include "quantity/unit_parser.h"

namespace quantity {
namespace {

constexpr size_t kShortestName = 4;
constexpr size_t kShortestPrefix = 3;  // "exa"

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c & ~0x20);
  return result;
}

// "token", "Token" or "TOKEN".
bool is_in_one_case(std::string_view name) {
  if (!std::all_of(name.begin(), name.end(), base::is_letter)) return false;
  return base::lower(name.substr(1)) == name.substr(1) || upper(name) == name;
}

// "m2" and "m²": the parser of units reads powers.
bool ends_with_power(std::string_view name) {
  if (name.size() > 1 && (name.back() == '2' || name.back() == '3')) return true;
  for (const std::string_view digit : {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"})
    if (name.ends_with(digit)) return true;
  return false;
}

bool is_money(const Unit& unit, const Units& units) {
  return std::any_of(unit.powers.begin(), unit.powers.end(),
                     [&](const auto& power) { return units.is_currency(power.first); });
}

std::optional<Unit> spoken_name(std::string_view name, const Units& units) {
  if (name.size() < kShortestName || !is_in_one_case(name)) return std::nullopt;
  const std::string lower = base::lower(name);
  const auto read = [&](std::string_view before, std::string_view word) {
    std::optional<Unit> unit = units.parse(std::string(before) + std::string(word));
    if (!unit && word.ends_with('s'))
      unit = units.parse(std::string(before) + std::string(word.substr(0, word.size() - 1)));
    if (unit) return unit;
    unit = units.parse(std::string(before) + upper(word));
    // Codes of money look like words: "tall" is not 10^12 ALL.
    return unit && is_money(*unit, units) ? std::nullopt : unit;
  };
  if (auto unit = read("", lower)) return unit;
  for (const unit_names::Prefix& prefix : unit_names::prefixes()) {
    if (prefix.name.size() < kShortestPrefix || !lower.starts_with(prefix.name)) continue;
    const std::string_view rest = std::string_view(lower).substr(prefix.name.size());
    if (rest.size() < kShortestPrefix) continue;
    if (auto unit = read(prefix.name, rest)) return unit;
    if (auto unit = read(prefix.canonical, rest)) return unit;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Unit> parse_spoken_unit(std::string_view text, const Units& units) {
  if (auto unit = units.parse(text)) return unit;
  constexpr size_t kLongestUnit = 200;
  if (text.size() > kLongestUnit) return std::nullopt;
  UnitMistake mistake;
  const auto look_up = [&](std::string_view name) {
    std::optional<Unit> unit = ends_with_power(name) ? std::nullopt : units.parse(name);
    return unit ? unit : spoken_name(name, units);
  };
  return parse_unit(base::trim(text), look_up, mistake);
}

}  // namespace quantity
