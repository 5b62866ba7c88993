#include "quantity/unit_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "base/text.h"
#include "quantity/unit_names.h"

namespace quantity {
namespace {

constexpr size_t kMaxNames = 16;
constexpr int kMaxPower = 9;
constexpr int kMaxParentheses = 8;

// Removes superscript digits at the end of a name: "m²", "s⁻¹".
int take_superscript_power(std::string_view& name) {
  for (int digit = 0; digit <= 9; ++digit) {
    if (!name.ends_with(kSuperscripts[digit])) continue;
    name.remove_suffix(kSuperscripts[digit].size());
    if (!name.ends_with("⁻")) return digit;
    name.remove_suffix(std::string_view("⁻").size());
    return -digit;
  }
  return 1;
}

// Reads a product of names from left to right.
class Parser {
 public:
  Parser(std::string_view text, const UnitLookup& lookup, UnitSyntaxError& mistake)
      : rest_(text), lookup_(lookup), mistake_(mistake) {}

  std::optional<Unit> parse() {
    auto unit = product(0);
    skip_spaces();
    if (unit && !rest_.empty()) return fail(fmt::format("unexpected \"{}\" in a unit", rest_));
    return unit;
  }

 private:
  std::nullopt_t fail(std::string why) {
    if (mistake_.why.empty()) mistake_.why = std::move(why);
    return std::nullopt;
  }
  void skip_spaces() {
    while (!rest_.empty() && base::is_space(rest_.front())) rest_.remove_prefix(1);
  }
  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  std::optional<Unit> product(int depth) {
    auto left = factor(depth);
    while (left) {
      skip_spaces();
      const bool divide = take("/") || take("per ");
      if (!divide && !take("*") && !take("·") && !take("⋅")) break;
      const auto right = factor(depth);
      if (!right) return std::nullopt;
      left = divide ? *left / *right : *left * *right;
    }
    return left;
  }

  std::optional<Unit> factor(int depth) {
    skip_spaces();
    std::optional<Unit> unit;
    if (take("(")) {
      if (depth == kMaxParentheses) return fail("the parentheses are nested too deeply");
      unit = product(depth + 1);
      skip_spaces();
      if (unit && !take(")")) return fail("a \")\" is missing");
    } else {
      unit = named();
    }
    if (!unit || !take("^")) return unit;
    int power = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), power);
    if (error != std::errc()) return fail("expected a whole number after \"^\"");
    rest_.remove_prefix(end - rest_.data());
    return raised(*unit, power);
  }

  std::optional<Unit> raised(const Unit& unit, int power) {
    if (power == 1) return unit;
    for (const UnitPart& part : unit.parts)  // checked for products too, because ((m^9)^9)^9 would use up the memory
      if (std::abs(static_cast<int64_t>(part.power) * power) > kMaxPower)
        return fail(fmt::format("a power must be at most {}", kMaxPower));
    return unit.parts.empty() ? unit : power_of(unit, power);
  }

  std::optional<Unit> named() {
    if (++names_ > kMaxNames) return fail(fmt::format("a unit has at most {} names", kMaxNames));
    size_t end = 0;
    while (end < rest_.size() && std::string_view("/*^() \t\n").find(rest_[end]) == std::string_view::npos &&
           !rest_.substr(end).starts_with("·") && !rest_.substr(end).starts_with("⋅"))
      ++end;
    const std::string_view name = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (name.empty())
      return fail(rest_.empty() ? "expected the name of a unit at the end"
                                : fmt::format("expected the name of a unit before \"{}\"", rest_));
    return atom(name);
  }

  // Parses a name, a name with a power ("m²", "m2"), or names with hyphens ("chip-hour", "kg-m²").
  std::optional<Unit> atom(std::string_view name) {
    if (name == "1") return Unit();
    if (auto unit = lookup_(name)) return unit;
    std::string_view bare = name;
    const int power = take_superscript_power(bare);
    if (bare.size() < name.size())
      if (const auto unit = lookup_(bare)) return raised(*unit, power);
    if (name.size() > 1 && (name.back() == '2' || name.back() == '3'))
      if (const auto unit = lookup_(name.substr(0, name.size() - 1))) return raised(*unit, name.back() - '0');
    if (const size_t hyphen = name.rfind('-'); hyphen != std::string_view::npos && hyphen > 0) {
      if (++names_ > kMaxNames) return fail(fmt::format("a unit has at most {} names", kMaxNames));
      const auto left = atom(name.substr(0, hyphen));
      if (!left) return std::nullopt;
      const auto right = atom(name.substr(hyphen + 1));
      return right ? std::optional(*left * *right) : std::nullopt;
    }
    return unknown(bare);
  }

  std::nullopt_t unknown(std::string_view name) {
    if (mistake_.why.empty()) mistake_.unknown = name;
    return fail(fmt::format("\"{}\" is not a known unit", name));
  }

  std::string_view rest_;
  const UnitLookup& lookup_;
  UnitSyntaxError& mistake_;
  size_t names_ = 0;
};

// -- Units as sentences spell them --

constexpr size_t kMinName = 4;
constexpr size_t kMinPrefix = 3;  // length of the shortest prefix in full, "exa"

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c & ~0x20);
  return result;
}

// Whether a name is written as "token", "Token" or "TOKEN".
bool is_in_one_case(std::string_view name) {
  return std::all_of(name.begin(), name.end(), base::is_letter) &&
         (base::lower(name.substr(1)) == name.substr(1) || upper(name) == name);
}

bool is_money(const Unit& unit, const Units& units) {
  return std::any_of(unit.powers.begin(), unit.powers.end(),
                     [&](const auto& power) { return units.is_currency(power.first); });
}

std::optional<Unit> spoken_name(std::string_view name, const Units& units) {
  if (name.size() < kMinName || !is_in_one_case(name)) return std::nullopt;
  const std::string lower = base::lower(name);
  const auto read = [&](std::string_view before, std::string_view word) {
    std::optional<Unit> unit = units.parse(std::string(before) + std::string(word));
    if (!unit && word.ends_with('s'))
      unit = units.parse(std::string(before) + std::string(word.substr(0, word.size() - 1)));
    if (unit) return unit;
    unit = units.parse(std::string(before) + upper(word));
    // Currency codes look like words: "tall" is not 10^12 ALL.
    return unit && is_money(*unit, units) ? std::nullopt : unit;
  };
  if (auto unit = read("", lower)) return unit;
  for (const unit_names::Prefix& prefix : unit_names::kPrefixes) {
    if (prefix.name.size() < kMinPrefix || !lower.starts_with(prefix.name)) continue;
    const std::string_view rest = std::string_view(lower).substr(prefix.name.size());
    if (rest.size() < kMinPrefix) continue;
    if (auto unit = read(prefix.name, rest)) return unit;
    if (auto unit = read(prefix.canonical, rest)) return unit;
  }
  return std::nullopt;
}

}  // namespace

Unit power_of(const Unit& unit, int power) {
  Unit result;
  result.factor = unit.factor.power(power);
  if (power == 0) return result;
  for (const auto& [dimension, own] : unit.powers) result.powers[dimension] = own * power;
  for (const UnitPart& part : unit.parts) result.parts.push_back({part.name, part.power * power});
  return result;
}

std::optional<Unit> parse_unit(std::string_view text, const UnitLookup& lookup, UnitSyntaxError& mistake) {
  return Parser(text, lookup, mistake).parse();
}

std::optional<Unit> parse_spoken_unit(std::string_view text, const Units& units) {
  if (auto unit = units.parse(text)) return unit;
  if (text.size() > kMaxUnitSize) return std::nullopt;
  UnitSyntaxError mistake;
  const auto look_up = [&](std::string_view name) {
    std::optional<Unit> unit = units.find(name);
    return unit ? unit : spoken_name(name, units);
  };
  return parse_unit(base::trim(text), look_up, mistake);
}

}  // namespace quantity
