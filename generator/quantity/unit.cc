#include "quantity/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "base/suggest.h"
#include "base/text.h"
#include "quantity/unit_parser.h"
#include "quantity/unit_tables.h"

namespace quantity {
namespace {

constexpr size_t kLongestUnit = 200;

}  // namespace

std::string Unit::text() const {
  std::string above, below;
  for (const UnitPart& part : parts) {
    const int power = part.power > 0 ? part.power : -part.power;
    const std::string name = power == 1 ? part.name : fmt::format("{}^{}", part.name, power);
    if (part.power < 0) {
      below += "/" + name;
    } else {
      if (!above.empty()) above += "*";
      above += name;
    }
  }
  return (above.empty() ? "1" : above) + below;
}

Unit operator*(const Unit& a, const Unit& b) {
  Unit product = a;
  product.factor = a.factor * b.factor;
  for (const auto& [dimension, power] : b.powers)
    if ((product.powers[dimension] += power) == 0) product.powers.erase(dimension);
  for (const UnitPart& part : b.parts) {
    const auto same = std::find_if(product.parts.begin(), product.parts.end(),
                                   [&](const UnitPart& own) { return own.name == part.name; });
    if (same == product.parts.end())
      product.parts.push_back(part);
    else if ((same->power += part.power) == 0)
      product.parts.erase(same);
  }
  return product;
}

Unit operator/(const Unit& a, const Unit& b) { return a * power_of(b, -1); }

bool convertible(const Unit& a, const Unit& b) { return a.powers == b.powers; }

std::optional<Exact> convert(const Exact& value, const Unit& from, const Unit& to) {
  if (!convertible(from, to)) return std::nullopt;
  return value * from.factor / to.factor;
}

Units::Units() : Units({}, {}) {}

Units::Units(const std::vector<DeclaredUnit>& units, const std::vector<UnitAlias>& aliases,
             std::vector<UnitProblem>* problems) {
  std::vector<UnitProblem> found;
  tables_ = std::make_unique<const UnitTables>(make_unit_tables(units, aliases, found));
  if (problems) *problems = std::move(found);
}

Units::~Units() = default;
Units::Units(Units&&) noexcept = default;
Units& Units::operator=(Units&&) noexcept = default;

namespace {

// Units with the prefixes that a name begins with stand among them; of two that are as near, the first is the one that
// begins as the name does, and currencies come last: "km", not "KMF", for "kmx". The prefixed ones are kept in `made`.
std::vector<std::string_view> names_near(const UnitTables& tables, std::string_view unknown,
                                         std::deque<std::string>& made) {
  std::vector<std::string_view> names;
  for (const UnitEntries* map : {&tables.declared, &tables.built_in})
    for (const auto& [name, entry] : *map) names.push_back(name);
  const size_t plain = names.size();
  for (const unit_names::Prefix& prefix : unit_names::prefixes()) {
    if (!unknown.starts_with(prefix.name)) continue;
    for (size_t i = 0; i < plain; ++i) {
      std::string name = fmt::format("{}{}", prefix.name, names[i]);
      if (tables.lookup(name)) names.push_back(made.emplace_back(std::move(name)));
    }
  }
  for (const auto& [name, entry] : tables.currencies) names.push_back(name);
  const auto alike = [&](std::string_view name) {
    return std::mismatch(name.begin(), name.end(), unknown.begin(), unknown.end()).first - name.begin();
  };
  std::stable_sort(names.begin(), names.end(),
                   [&](std::string_view a, std::string_view b) { return alike(a) > alike(b); });
  return names;
}

}  // namespace

std::optional<Unit> Units::parse(std::string_view text, std::string* why) const {
  text = base::trim(text);
  const auto refuse = [&](std::string reason) {
    if (why) *why = std::move(reason);
    return std::nullopt;
  };
  if (text.empty()) return refuse("a unit is missing (\"1\" for a plain number)");
  if (text.size() > kLongestUnit) return refuse(fmt::format("a unit is at most {} bytes long", kLongestUnit));
  if (const auto whole = tables_->declared.find(text); whole != tables_->declared.end()) return whole->second.unit;
  UnitMistake mistake;
  auto unit = parse_unit(text, [this](std::string_view name) { return tables_->lookup(name); }, mistake);
  if (unit) return unit;
  if (why && !mistake.unknown.empty()) {
    std::deque<std::string> made;
    std::string suggestion = base::did_you_mean(mistake.unknown, names_near(*tables_, mistake.unknown, made));
    for (const unit_names::Prefix& prefix : unit_names::prefixes()) {
      if (!suggestion.empty() || !mistake.unknown.starts_with(prefix.name)) continue;
      const std::string_view rest = std::string_view(mistake.unknown).substr(prefix.name.size());
      const std::string name = std::string(prefix.name) + base::nearest(rest, tables_->all_names());
      if (name.size() > prefix.name.size() && tables_->lookup(name)) suggestion = base::did_you_mean(name, {name});
    }
    mistake.why += suggestion.empty() ? "; a site declares its own in data/units.json" : "; " + suggestion;
  }
  return refuse(std::move(mistake.why));
}

Unit Units::tidy(const Unit& unit) const {
  Unit result;
  const bool alone = unit.parts.size() == 1;
  for (const UnitPart& part : unit.parts) {
    const std::optional<Unit> own = tables_->lookup(part.name);
    if (!own || (own->is_ratio() && !alone)) continue;
    Unit with = power_of(*own, part.power);
    for (const UnitPart& kept : result.parts) {
      const std::optional<Unit> other = tables_->lookup(kept.name);
      if (convertible(*own, *other))
        with = power_of(*other, part.power);
      else if (convertible(*own, power_of(*other, -1)))
        with = power_of(*other, -part.power);
      else
        continue;
      break;
    }
    result = result * with;
  }
  return result;
}

std::string Units::plural(std::string_view name) const {
  const UnitEntry* entry = tables_->find(name);
  return entry && !entry->plural.empty() ? entry->plural : std::string(name);
}

std::string Units::title(std::string_view name) const {
  const UnitEntry* entry = tables_->find(name);
  return entry ? entry->title : "";
}

bool Units::is_declared(std::string_view name) const {
  const UnitEntry* entry = tables_->find(name);
  return entry && entry->declared;
}

bool Units::is_currency(std::string_view name) const {
  if (tables_->find(name) || lookup_with_prefix(tables_->declared, name)) return false;
  return tables_->currencies.contains(name);
}

std::pair<std::string, std::string> Units::split_declared(std::string_view name) const {
  if (tables_->find(name)) return {"", std::string(name)};
  if (lookup_with_prefix(tables_->declared, name)) {
    for (const unit_names::Prefix& prefix : unit_names::prefixes()) {
      if (!name.starts_with(prefix.name)) continue;
      const auto it = tables_->declared.find(name.substr(prefix.name.size()));
      if (it != tables_->declared.end() && it->second.declared && unit_names::allows(it->second.prefixes, prefix))
        return {std::string(prefix.canonical), it->first};
    }
  }
  return {"", std::string(name)};
}

const Units& standard_units() {
  static const Units units;
  return units;
}

}  // namespace quantity
