#include "data/unit_algebra.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "quantity/unit_parser.h"

namespace data {
namespace {

using quantity::Exact;

constexpr size_t kMaxSizes = 64;  // further conversions of one number are not considered
constexpr int kMaxPower = 9;

void add_size(std::vector<Exact>& sizes, const Exact& size) {
  if (sizes.size() < kMaxSizes && std::find(sizes.begin(), sizes.end(), size) == sizes.end()) sizes.push_back(size);
}

bool is_power_of_thousand(const Exact& number) {
  const int power = number.magnitude();
  return power != 0 && power % 3 == 0 && number == Exact::power_of_ten(power);
}

bool is_percent(const quantity::Unit& unit) { return unit.powers.empty() && unit.factor != 1; }

}  // namespace

UnitAlgebra::UnitAlgebra(const quantity::Units& units) : units_(units) {
  entries_.push_back({.unit = {}, .sizes = {Exact(1)}, .is_product = true, .powers = {}});  // kBare
  entries_.push_back(entries_[kBare]);
  by_key_.emplace(key_of(entries_[kRatio]), kRatio);
  by_text_.emplace("", kRatio);
  by_text_.emplace("1", kRatio);
}

std::map<std::string, int> UnitAlgebra::without_counts(const quantity::Unit& unit) const {
  std::map<std::string, int> powers = unit.powers;
  std::erase_if(powers, [&](const auto& power) { return units_.is_count(power.first); });
  return powers;
}

std::string UnitAlgebra::key_of(const Entry& entry) {
  std::string key = entry.unit.text() + (entry.is_product ? " product" : "");
  for (const Exact& size : entry.sizes) key += " " + size.to_fraction();
  return entry.shift == 1 ? key : key + " shifted " + entry.shift.to_fraction();
}

UnitAlgebra::Id UnitAlgebra::add(Entry entry) {
  entry.powers = without_counts(entry.unit);
  const auto [at, is_new] = by_key_.try_emplace(key_of(entry), static_cast<Id>(entries_.size()));
  if (is_new) entries_.push_back(std::move(entry));
  return at->second;
}

UnitAlgebra::Id UnitAlgebra::of(std::string_view text) {
  const auto known = by_text_.find(text);
  if (known != by_text_.end()) return known->second;
  const std::optional<quantity::Unit> unit = units_.parse(text);
  const bool is_ratio = !unit || (unit->powers.empty() && unit->factor == 1);
  const Id id = is_ratio ? kRatio : add({.unit = *unit, .sizes = {unit->factor}, .powers = {}});
  return by_text_[std::string(text)] = id;
}

UnitAlgebra::Id UnitAlgebra::product(Id a, Id b, bool divides) {
  const auto [at, is_new] = products_.try_emplace({a, b, divides}, kBare);
  if (!is_new) return at->second;
  const Entry &x = entries_[a], &y = entries_[b];
  Entry result{.unit = divides ? x.unit / y.unit : x.unit * y.unit,
               .sizes = {},
               .is_product = true,
               .shift = divides ? x.shift / y.shift : x.shift * y.shift,
               .powers = {}};
  for (const Exact& first : x.sizes)
    for (const Exact& second : y.sizes) add_size(result.sizes, divides ? first / second : first * second);
  return at->second = add(std::move(result));
}

UnitAlgebra::Id UnitAlgebra::scaled(Id unit, double by, bool divides) {
  const std::optional<Exact> number = Exact::from(std::abs(by));
  if (unit == kBare || !number || number->sign() == 0) return unit;
  const auto [at, is_new] = scaled_.try_emplace({unit, std::abs(by), divides}, kBare);
  if (!is_new) return at->second;
  Entry result = entries_[unit];
  result.is_product = true;
  if (is_power_of_thousand(*number) || (is_percent(result.unit) && *number == Exact(100)))
    result.shift = divides ? result.shift / *number : result.shift * *number;
  for (const Exact& size : entries_[unit].sizes) add_size(result.sizes, divides ? size * *number : size / *number);
  return at->second = add(std::move(result));
}

bool UnitAlgebra::same_dimension(const Entry& a, const Entry& b) const {
  if (!a.is_product && !b.is_product) return a.unit.powers == b.unit.powers;
  return a.powers == b.powers && !exchanges_counts(a, b);
}

// Whether each has a count that the other does not have, or one is left out above and another one below: token / chip
// is neither a count of tokens nor a plain number.
bool UnitAlgebra::exchanges_counts(const Entry& a, const Entry& b) const {
  const std::map<std::string, int> left_out = (a.unit / b.unit).powers;
  const auto is_above = [](const auto& power) { return power.second > 0; };
  if (std::ranges::any_of(left_out, is_above) && !std::ranges::all_of(left_out, is_above)) return true;
  const auto has_more = [](const quantity::Unit& x, const quantity::Unit& y) {
    return std::ranges::any_of(x.powers, [&](const auto& power) {
      const auto other = y.powers.find(power.first);
      return other == y.powers.end() || other->second * power.second < 0 ||
             std::abs(power.second) > std::abs(other->second);
    });
  };
  return has_more(a.unit, b.unit) && has_more(b.unit, a.unit);
}

std::optional<UnitAlgebra::Id> UnitAlgebra::common(Id a, Id b) {
  if (a == b) return a;
  const auto [at, is_new] = common_.try_emplace({a, b});
  if (!is_new) return at->second;
  const Entry &x = entries_[a], &y = entries_[b];
  if (!same_dimension(x, y)) return std::nullopt;
  Entry result{.unit = b == kBare || !x.unit.parts.empty() ? x.unit : y.unit,
               .sizes = {},
               .is_product = x.is_product && y.is_product,
               .shift = x.shift == y.shift ? x.shift : 1,
               .powers = {}};
  // secs * 1000 is in ms, so it can't be added to secs.
  const bool is_other_scale = x.shift != y.shift && is_scale_by_prefix(x, y);
  for (const Exact& size : x.sizes)
    if (std::find(y.sizes.begin(), y.sizes.end(), size) != y.sizes.end() && !(is_other_scale && size == x.sizes[0]))
      result.sizes.push_back(size);
  if (result.sizes.empty()) return std::nullopt;
  return at->second = add(std::move(result));
}

std::optional<UnitAlgebra::Id> UnitAlgebra::power(Id unit, double exponent) {
  if (unit <= kRatio) return unit;
  if (exponent == 0.5) {
    Entry root = entries_[unit];
    for (auto& part : root.unit.parts)
      if (part.power % 2 != 0) return std::nullopt;
    for (auto& part : root.unit.parts) part.power /= 2;
    const auto parsed = units_.parse(root.unit.text());
    return parsed ? std::optional(add({.unit = *parsed, .sizes = {parsed->factor}, .is_product = true, .powers = {}}))
                  : std::nullopt;
  }
  if (exponent != std::round(exponent) || std::abs(exponent) > kMaxPower) return std::nullopt;
  const int whole = static_cast<int>(exponent);
  Entry result{.unit = quantity::power_of(entries_[unit].unit, whole), .sizes = {}, .is_product = true, .powers = {}};
  for (const Exact& size : entries_[unit].sizes) add_size(result.sizes, size.power(whole));
  return add(std::move(result));
}

bool UnitAlgebra::fits(Id unit, Id declared) const {
  const Entry &x = entries_[unit], &y = entries_[declared];
  return same_dimension(x, y) && std::find(x.sizes.begin(), x.sizes.end(), y.sizes[0]) != x.sizes.end() &&
         !is_shifted(unit, declared);
}

bool UnitAlgebra::is_shifted(Id unit, Id declared) const {
  return entries_[unit].shift != 1 && is_scale_by_prefix(entries_[unit], entries_[declared]);
}

// Whether both have one unit, and a power of 1000 makes it another one: s and ms, but not h, money and what a site
// declares; of percent also 100.
bool UnitAlgebra::is_scale_by_prefix(const Entry& x, const Entry& y) const {
  const auto has_prefixes = [&](const quantity::UnitPart& part) {
    return !units_.is_declared(part.name) && !units_.is_currency(part.name) &&
           (units_.find("k" + part.name) || units_.find("m" + part.name) ||
            (part.name.size() > 1 && units_.find(part.name.substr(1))));
  };
  return x.unit.powers == y.unit.powers && x.sizes[0] == y.sizes[0] &&
         (is_percent(x.unit) || std::ranges::any_of(x.unit.parts, has_prefixes));
}

std::string UnitAlgebra::name(Id unit) const { return unit <= kRatio ? "a plain number" : entries_[unit].unit.text(); }

bool UnitAlgebra::may_be_count(Id unit) const {
  const auto& powers = entries_[unit].powers;
  return !powers.empty() &&
         std::all_of(powers.begin(), powers.end(), [&](const auto& power) { return units_.is_declared(power.first); });
}

std::string UnitAlgebra::conversion(Id from, Id to) const {
  const Entry &x = entries_[from], &y = entries_[to];
  if (!same_dimension(x, y)) return "";
  const Exact factor = x.sizes[0] / y.sizes[0];
  const bool divides = factor < Exact(1);
  const std::optional<std::string> number = (divides ? Exact(1) / factor : factor).to_decimal();
  if (!number) return "";
  return fmt::format("convert it: (…) {} {}", divides ? '/' : '*', *number);
}

}  // namespace data
