// Reads a unit as text: a product of names (see unit.h for the language).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "quantity/unit.h"

namespace quantity {

// What a name means, or nothing.
using UnitLookup = std::function<std::optional<Unit>(std::string_view name)>;

struct UnitMistake {
  std::string why;      // a clause about the first thing that is wrong
  std::string unknown;  // the name that is not known, where that is what is wrong
};

// `text` is short (Units::parse sees to that). Nothing on error.
std::optional<Unit> parse_unit(std::string_view text, const UnitLookup& lookup, UnitMistake& mistake);

Unit power_of(const Unit& unit, int power);

}  // namespace quantity
