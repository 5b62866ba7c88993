// Reads a unit as text: a product of names (see unit.h for the language), or words of a sentence.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "quantity/unit.h"

namespace quantity {

inline constexpr size_t kMaxUnitSize = 200;
inline constexpr std::string_view kSuperscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

// The meaning of a name, or nullopt.
using UnitLookup = std::function<std::optional<Unit>(std::string_view name)>;

struct UnitSyntaxError {
  std::string why;      // a clause about the first error
  std::string unknown;  // the name, if the error is that it is not known
};

// REQUIRES: at most kMaxUnitSize bytes. Nullopt on error.
std::optional<Unit> parse_unit(std::string_view text, const UnitLookup& lookup, UnitSyntaxError& mistake);

Unit power_of(const Unit& unit, int power);

// Units as sentences spell them: "Gigabytes an hour", "teraflops", "ohms". As Units::parse; names of four letters or
// more are also read in another case ("Hours", "petaflops" for PFLOPS), after a prefix in full, and in the regular
// plural. "MBs" and "TFLOPs" are not: in a symbol each letter counts.
std::optional<Unit> parse_spoken_unit(std::string_view text, const Units& units);

}  // namespace quantity
