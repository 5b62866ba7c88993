// What each name of a unit means: declared by the site, built in, or money.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quantity/unit.h"
#include "quantity/unit_names.h"

namespace quantity {

// What a name stands for.
struct UnitEntry {
  Unit unit;
  unit_names::Prefixes prefixes = unit_names::Prefixes::none;
  std::string plural;
  std::string title;
  bool declared = false;  // as a dimension of its own
};

struct UnitNameHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
using UnitEntries = std::unordered_map<std::string, UnitEntry, UnitNameHash, std::equal_to<>>;

struct UnitTables {
  UnitEntries declared;  // names, plurals and aliases
  UnitEntries built_in;
  UnitEntries currencies;

  const UnitEntry* find(std::string_view name) const;       // declared or built in, as it stands
  std::optional<Unit> lookup(std::string_view name) const;  // any, in the order that Units::parse tells
  std::vector<std::string_view> all_names() const;          // sorted
};

std::optional<Unit> lookup_with_prefix(const UnitEntries& entries, std::string_view name);

UnitTables make_unit_tables(const std::vector<DeclaredUnit>& units, const std::vector<UnitAlias>& aliases,
                            std::vector<UnitProblem>& problems);

}  // namespace quantity
