#include "quantity/unit_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "quantity/unit_parser.h"

namespace quantity {

using unit_names::Prefix;
using unit_names::Prefixes;

namespace {

// The unit with a prefix before its first name.
Unit prefixed(const Prefix& prefix, const Unit& unit) {
  Unit result = unit;
  result.factor = result.factor * Exact(prefix.binary ? 2 : 10).power(prefix.power);
  result.parts.front().name.insert(0, prefix.canonical);
  return result;
}

bool is_name(std::string_view text) {
  if (text.empty() || text.size() > 60 || (text.front() >= '0' && text.front() <= '9')) return false;
  return text.find_first_of("/*^() \t\n\",;:") == std::string_view::npos && text.find("·") == std::string_view::npos;
}

bool is_same(const Unit& a, const Unit& b) { return a.powers == b.powers && a.factor == b.factor; }

Unit base_unit(std::string_view name) {
  Unit unit;
  unit.powers[std::string(name)] = 1;
  unit.parts.push_back({std::string(name), 1});
  return unit;
}

}  // namespace

const UnitEntry* UnitTables::find(std::string_view name) const {
  if (const auto it = declared.find(name); it != declared.end()) return &it->second;
  if (const auto it = built_in.find(name); it != built_in.end()) return &it->second;
  return nullptr;
}

std::optional<Unit> lookup_with_prefix(const UnitEntries& entries, std::string_view name) {
  for (const Prefix& prefix : unit_names::prefixes()) {
    if (!name.starts_with(prefix.name)) continue;
    const auto it = entries.find(name.substr(prefix.name.size()));
    if (it == entries.end() || it->second.unit.parts.empty()) continue;
    if (unit_names::allows(it->second.prefixes, prefix)) return prefixed(prefix, it->second.unit);
  }
  return std::nullopt;
}

std::optional<Unit> UnitTables::lookup(std::string_view name) const {
  if (const UnitEntry* entry = find(name)) return entry->unit;
  if (auto unit = lookup_with_prefix(declared, name)) return unit;
  if (const auto it = currencies.find(name); it != currencies.end()) return it->second.unit;
  if (auto unit = lookup_with_prefix(built_in, name)) return unit;
  return lookup_with_prefix(currencies, name);
}

std::vector<std::string_view> UnitTables::all_names() const {
  std::vector<std::string_view> names;
  for (const UnitEntries* map : {&declared, &built_in, &currencies})
    for (const auto& [name, entry] : *map) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

struct Builder {
  UnitTables tables;

  std::optional<Unit> parse(std::string_view text, std::string& why) const {
    UnitMistake mistake;
    auto unit = parse_unit(text, [this](std::string_view name) { return tables.lookup(name); }, mistake);
    why = std::move(mistake.why);
    return unit;
  }

  void add_built_ins() {
    for (const std::string_view code : unit_names::currencies()) {
      tables.currencies[std::string(code)] = {.unit = base_unit(code), .prefixes = Prefixes::big};
    }
    std::string why;
    for (const unit_names::BuiltIn& built_in : unit_names::built_ins()) {
      UnitEntry entry;
      entry.prefixes = built_in.prefixes;
      if (built_in.means.empty()) {
        entry.unit = base_unit(built_in.name);
      } else if (built_in.means.starts_with('=')) {
        const std::string_view target = built_in.means.substr(1);
        const UnitEntry* other = tables.find(target);
        entry = other ? *other : tables.currencies.find(target)->second;
      } else {
        const size_t space = std::min(built_in.means.find(' '), built_in.means.size());
        entry.unit = base_unit(built_in.name);
        entry.unit.powers.clear();
        entry.unit.factor = *Exact::parse(built_in.means.substr(0, space));
        if (space < built_in.means.size()) {
          const Unit of = *parse(built_in.means.substr(space + 1), why);
          entry.unit.factor = entry.unit.factor * of.factor;
          entry.unit.powers = of.powers;
        }
      }
      tables.built_in[std::string(built_in.name)] = std::move(entry);
    }
  }

  // "" when all is well.
  std::string declare(const DeclaredUnit& unit) {
    if (!is_name(unit.name))
      return fmt::format(
          "\"{}\" cannot be the name of a unit: a name has no digit in front, and no "
          "space, / * ^ ( ) or comma in it",
          unit.name);
    if (!unit.plural.empty() && !is_name(unit.plural)) return fmt::format("\"{}\" cannot be a plural", unit.plural);
    if (tables.declared.contains(unit.name)) return fmt::format("\"{}\" is declared already", unit.name);
    UnitEntry entry;
    if (const auto known = tables.built_in.find(unit.name); known != tables.built_in.end()) {
      entry = known->second;
    } else {
      entry.unit = base_unit(unit.name);
      entry.prefixes = unit.prefixes.value_or(true) ? Prefixes::thousands : Prefixes::none;
      entry.declared = true;
    }
    entry.plural = unit.plural.empty() ? unit.name : unit.plural;
    entry.title = unit.title;
    if (entry.plural != unit.name) {
      const UnitEntry* other = tables.find(entry.plural);
      if (other && !is_same(other->unit, entry.unit))
        return fmt::format("\"{}\" means something else already", entry.plural);
      tables.declared[entry.plural] = entry;
    }
    tables.declared[unit.name] = std::move(entry);
    return "";
  }

  enum class Outcome { done, wait, wrong };

  Outcome alias(const UnitAlias& alias, std::string& message) {
    const auto target = parse(alias.means, message);
    if (!target) return Outcome::wait;
    if (const UnitEntry* known = tables.find(alias.name)) {
      if (is_same(known->unit, *target)) return Outcome::done;
      message = fmt::format("\"{}\" means something else already", alias.name);
      return Outcome::wrong;
    }
    UnitEntry entry;
    entry.unit = *target;
    // A prefix may stand before an alias when it may stand before the first name that it means: TFLOPS is TFLOP/s.
    if (!target->parts.empty() && target->parts.front().power == 1)
      if (const UnitEntry* first = tables.find(target->parts.front().name)) entry.prefixes = first->prefixes;
    tables.declared[alias.name] = std::move(entry);
    return Outcome::done;
  }

  // Aliases may stand in any order; each round resolves those whose names are known by now.
  void add_aliases(const std::vector<UnitAlias>& aliases, std::vector<UnitProblem>& problems) {
    std::vector<size_t> waiting;
    for (size_t i = 0; i < aliases.size(); ++i) waiting.push_back(i);
    while (true) {
      std::vector<size_t> still_waiting;
      std::vector<UnitProblem> reasons;
      for (const size_t i : waiting) {
        std::string message;
        const Outcome outcome = alias(aliases[i], message);
        if (outcome == Outcome::wrong) problems.push_back({true, i, message});
        if (outcome != Outcome::wait) continue;
        still_waiting.push_back(i);
        reasons.push_back({true, i, message});
      }
      if (still_waiting.empty()) return;
      if (still_waiting.size() == waiting.size()) {
        problems.insert(problems.end(), reasons.begin(), reasons.end());
        return;
      }
      waiting = std::move(still_waiting);
    }
  }
};

}  // namespace

UnitTables make_unit_tables(const std::vector<DeclaredUnit>& units, const std::vector<UnitAlias>& aliases,
                            std::vector<UnitProblem>& problems) {
  Builder builder;
  builder.add_built_ins();
  for (size_t i = 0; i < units.size(); ++i)
    if (std::string message = builder.declare(units[i]); !message.empty())
      problems.push_back({false, i, std::move(message)});
  builder.add_aliases(aliases, problems);
  return std::move(builder.tables);
}

}  // namespace quantity
