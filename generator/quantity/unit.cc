#include "quantity/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/suggest.h"
#include "base/text.h"
#include "quantity/language.h"
#include "quantity/locale.h"
#include "quantity/unit_names.h"
#include "quantity/unit_parser.h"

namespace quantity {

using unit_names::Prefix;
using unit_names::Prefixes;

namespace {

constexpr size_t kMaxNameSize = 60;

// The meaning of a unit's name.
struct UnitEntry {
  Unit unit;
  Prefixes prefixes = Prefixes::none;
  std::string plural;
  std::string title;
  bool declared = false;  // whether the name is declared as a new dimension
  bool is_count = false;
};

struct UnitNameHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
using UnitEntries = std::unordered_map<std::string, UnitEntry, UnitNameHash, std::equal_to<>>;

// Returns a prefix of `name` and the unit that follows it, or null.
std::pair<const Prefix*, const UnitEntries::value_type*> find_with_prefix(const UnitEntries& entries,
                                                                          std::string_view name) {
  for (const Prefix& prefix : unit_names::kPrefixes) {
    if (!name.starts_with(prefix.name)) continue;
    const auto it = entries.find(name.substr(prefix.name.size()));
    if (it != entries.end() && !it->second.unit.parts.empty() && unit_names::allows(it->second.prefixes, prefix))
      return {&prefix, &*it};
  }
  return {nullptr, nullptr};
}

std::optional<Unit> lookup_with_prefix(const UnitEntries& entries, std::string_view name) {
  const auto [prefix, entry] = find_with_prefix(entries, name);
  if (!entry) return std::nullopt;
  Unit unit = entry->second.unit;
  unit.factor = unit.factor * Exact(prefix->binary ? 2 : 10).power(prefix->power);
  unit.parts.front().name.insert(0, prefix->canonical);
  return unit;
}

Unit base_unit(std::string_view name) {
  Unit unit;
  unit.powers[std::string(name)] = 1;
  unit.parts.push_back({std::string(name), 1});
  return unit;
}

}  // namespace

struct UnitTables {
  UnitEntries declared;  // declared units by their names, plurals and aliases
  UnitEntries built_in;
  UnitEntries currencies;

  // Finds a declared or built-in unit, without a prefix.
  const UnitEntry* find(std::string_view name) const {
    if (const auto it = declared.find(name); it != declared.end()) return &it->second;
    if (const auto it = built_in.find(name); it != built_in.end()) return &it->second;
    return nullptr;
  }
  // Looks up any name, in the order that Units::parse documents.
  std::optional<Unit> lookup(std::string_view name) const {
    if (const UnitEntry* entry = find(name)) return entry->unit;
    if (auto unit = lookup_with_prefix(declared, name)) return unit;
    if (const auto it = currencies.find(name); it != currencies.end()) return it->second.unit;
    if (auto unit = lookup_with_prefix(built_in, name)) return unit;
    return lookup_with_prefix(currencies, name);
  }
  std::optional<Unit> parse(std::string_view text, UnitSyntaxError& mistake) const {
    return parse_unit(text, [this](std::string_view name) { return lookup(name); }, mistake);
  }
};

namespace {

bool is_name(std::string_view text) {
  if (text.empty() || text.size() > kMaxNameSize || base::is_digit(text.front())) return false;
  return text.find_first_of("/*^() \t\n\",;:") == std::string_view::npos && text.find("·") == std::string_view::npos;
}

void add_built_ins(UnitTables& tables) {
  const auto add = [&](std::string_view name, std::string_view aliases, const UnitEntry& entry, UnitEntries& to) {
    to[std::string(name)] = entry;
    for (std::string_view alias : base::split(aliases, ' '))
      if (!alias.empty()) tables.built_in[std::string(alias)] = entry;
  };
  for (const std::string_view code : base::split(unit_names::kCurrencies, ' '))
    add(code, "", {.unit = base_unit(code), .prefixes = Prefixes::big}, tables.currencies);
  for (const unit_names::CurrencyNames& money : unit_names::kCurrencyNames)
    add(money.code, money.aliases, tables.currencies.find(money.code)->second, tables.currencies);
  for (const unit_names::BuiltIn& built_in : unit_names::kBuiltIns) {
    UnitEntry entry{.unit = base_unit(built_in.name), .prefixes = built_in.prefixes};
    if (!built_in.means.empty()) {
      const size_t space = std::min(built_in.means.find(' '), built_in.means.size());
      UnitSyntaxError none;
      const Unit of = space < built_in.means.size() ? *tables.parse(built_in.means.substr(space + 1), none) : Unit();
      entry.unit.factor = *Exact::parse(built_in.means.substr(0, space)) * of.factor;
      entry.unit.powers = of.powers;
    }
    add(built_in.name, built_in.aliases, entry, tables.built_in);
  }
}

// Declares a unit. Returns an error, or "".
std::string declare(const DeclaredUnit& unit, UnitTables& tables) {
  if (!is_name(unit.name))
    return fmt::format(
        "\"{}\" cannot be the name of a unit: a name must not begin with a digit, or contain a space, a comma or one "
        "of / * ^ ( )",
        unit.name);
  if (!unit.plural.empty() && !is_name(unit.plural)) return fmt::format("\"{}\" cannot be a plural", unit.plural);
  if (tables.declared.contains(unit.name)) return fmt::format("\"{}\" is already declared", unit.name);
  UnitEntry entry;
  if (const auto known = tables.built_in.find(unit.name); known != tables.built_in.end())
    entry = known->second;
  else
    entry = {.unit = base_unit(unit.name),
             .prefixes = unit.prefixes.value_or(true) ? Prefixes::thousands : Prefixes::none,
             .declared = true};
  entry.plural = unit.plural.empty() ? unit.name : unit.plural;
  entry.title = unit.title;
  entry.is_count = unit.is_count;
  if (entry.plural != unit.name) {
    const UnitEntry* other = tables.find(entry.plural);
    if (other && !same_unit(other->unit, entry.unit))
      return fmt::format("\"{}\" already has another meaning", entry.plural);
    tables.declared[entry.plural] = entry;
  }
  tables.declared[unit.name] = std::move(entry);
  return "";
}

// Adds an alias. Returns an error, or "".
std::string add_alias(const UnitAlias& alias, const Unit& target, UnitTables& tables) {
  if (const UnitEntry* known = tables.find(alias.name))
    return same_unit(known->unit, target) ? "" : fmt::format("\"{}\" already has another meaning", alias.name);
  UnitEntry entry{.unit = target};
  // An alias may have the prefixes of the first name in its meaning: TFLOPS is TFLOP/s.
  if (!target.parts.empty() && target.parts.front().power == 1)
    if (const UnitEntry* first = tables.find(target.parts.front().name)) entry.prefixes = first->prefixes;
  tables.declared[alias.name] = std::move(entry);
  return "";
}

// Adds aliases, which may be in any order: each round adds those whose names are known by then.
void add_aliases(const std::vector<UnitAlias>& aliases, UnitTables& tables, std::vector<UnitError>& problems) {
  std::vector<bool> done(aliases.size());
  for (bool any = true; any;) {
    any = false;
    for (size_t i = 0; i < aliases.size(); ++i) {
      UnitSyntaxError mistake;
      const auto target = done[i] ? std::nullopt : tables.parse(aliases[i].means, mistake);
      if (!target) continue;
      any = done[i] = true;
      if (std::string why = add_alias(aliases[i], *target, tables); !why.empty()) problems.push_back({true, i, why});
    }
  }
  for (size_t i = 0; i < aliases.size(); ++i) {
    UnitSyntaxError mistake;
    if (!done[i] && !tables.parse(aliases[i].means, mistake)) problems.push_back({true, i, mistake.why});
  }
}

// Returns the names that a word may be a misspelling of, those of the site also with the prefixes that the word begins
// with. A symbol of up to three letters is close to others of another meaning, "ft" to "fT" and "mi" to "min": only
// currencies and names of the site with the same letters are suggested.
std::vector<std::string> names_near(const UnitTables& tables, std::string_view unknown) {
  const bool is_word = unknown.size() > 3;
  std::vector<std::string> names;
  for (const UnitEntries* entries : {&tables.declared, &tables.built_in, &tables.currencies})
    for (const auto& [name, entry] : *entries) {
      const bool is_same = entries != &tables.built_in && base::lower(name) == base::lower(unknown);
      if (is_same || (is_word && entries != &tables.currencies)) names.push_back(name);
      for (const Prefix& prefix : unit_names::kPrefixes)
        if (is_word && entries == &tables.declared && unknown.starts_with(prefix.name) &&
            unit_names::allows(entry.prefixes, prefix))
          names.push_back(std::string(prefix.name) + name);
    }
  std::ranges::sort(names);
  return names;
}

}  // namespace

std::string Unit::text() const {
  std::string above, below;
  for (const UnitPart& part : parts) {
    const int power = std::abs(part.power);
    const std::string name = power == 1 ? part.name : fmt::format("{}^{}", part.name, power);
    if (part.power < 0)
      below += "/" + name;
    else
      above += (above.empty() ? "" : "*") + name;
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
bool same_unit(const Unit& a, const Unit& b) { return a.powers == b.powers && a.factor == b.factor; }

std::optional<Exact> convert(const Exact& value, const Unit& from, const Unit& to) {
  if (!convertible(from, to)) return std::nullopt;
  return value * from.factor / to.factor;
}

Units::Units(const std::vector<DeclaredUnit>& units, const std::vector<UnitAlias>& aliases,
             std::vector<UnitError>* problems, std::string_view language)
    : language_(&language_of(language)), locale_(find_locale(language)) {
  std::vector<UnitError> found;
  UnitTables tables;
  add_built_ins(tables);
  for (size_t i = 0; i < units.size(); ++i)
    if (std::string why = declare(units[i], tables); !why.empty()) found.push_back({false, i, std::move(why)});
  add_aliases(aliases, tables, found);
  tables_ = std::make_shared<const UnitTables>(std::move(tables));
  if (problems) *problems = std::move(found);
}

Units Units::with_numbers_of(std::string_view language) const {
  Units other = *this;
  other.locale_ = find_locale(language);
  return other;
}

std::optional<Unit> Units::parse(std::string_view text, std::string* why) const {
  text = base::trim(text);
  const auto refuse = [&](std::string reason) {
    if (why) *why = std::move(reason);
    return std::nullopt;
  };
  if (text.empty()) return refuse("a unit is missing (\"1\" for a plain number)");
  if (text.size() > kMaxUnitSize) return refuse(fmt::format("a unit must be at most {} bytes long", kMaxUnitSize));
  if (const auto whole = tables_->declared.find(text); whole != tables_->declared.end()) return whole->second.unit;
  UnitSyntaxError mistake;
  if (auto unit = tables_->parse(text, mistake)) return unit;
  if (why && !mistake.unknown.empty()) {
    std::string suggestion =
        text == "year" ? "a column of years has \"type\": \"year\""
                       : base::did_you_mean(mistake.unknown, base::views(names_near(*tables_, mistake.unknown)));
    for (const Prefix& prefix : unit_names::kPrefixes)
      if (prefix.name.size() > 3 &&
          (mistake.unknown == prefix.name || mistake.unknown == std::string(prefix.name) + "s"))
        suggestion = fmt::format("it is a prefix: write the unit behind it, such as {}{}", prefix.canonical,
                                 prefix.binary ? "B" : "g");
    mistake.why += "; " + (suggestion.empty() ? "declare other units in data/units.json" : suggestion);
  }
  return refuse(std::move(mistake.why));
}

std::optional<Unit> Units::find(std::string_view name) const { return tables_->lookup(name); }

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

bool Units::is_count(std::string_view name) const {
  const UnitEntry* entry = tables_->find(name);
  return entry && entry->is_count;
}

bool Units::is_currency(std::string_view name) const {
  if (tables_->find(name) || lookup_with_prefix(tables_->declared, name)) return false;
  return tables_->currencies.contains(name);
}

std::pair<std::string, std::string> Units::split_declared(std::string_view name) const {
  const auto [prefix, entry] = find_with_prefix(tables_->declared, name);
  if (!entry || !entry->second.declared || tables_->find(name)) return {"", std::string(name)};
  return {std::string(prefix->canonical), entry->first};
}

const Units& standard_units() {
  static const Units units;
  return units;
}

}  // namespace quantity
