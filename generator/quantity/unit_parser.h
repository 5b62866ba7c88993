// Parses a unit from text: a product of names (see unit.h for the syntax), or words of a sentence.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "quantity/unit.h"

namespace quantity {

inline constexpr size_t kMaxUnitSize = 200;
inline constexpr std::string_view kSuperscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

// Returns the meaning of a name, or nullopt.
using UnitLookup = std::function<std::optional<Unit>(std::string_view name)>;

struct UnitSyntaxError {
  std::string why;      // a clause about the first error
  std::string unknown;  // the unknown name, if that is the error
};

// Parses a product of names. Returns nullopt after an error. REQUIRES: at most kMaxUnitSize bytes
std::optional<Unit> parse_unit(std::string_view text, const UnitLookup& lookup, UnitSyntaxError& mistake);

Unit power_of(const Unit& unit, int power);

// Parses units as sentences spell them: "Gigabytes an hour", "teraflops", "ohms". Accepts the same as Units::parse, and
// names of four letters or more in a different case ("Hours", "petaflops" for PFLOPS), after a full prefix, and in the
// regular plural. Does not accept "MBs" and "TFLOPs", because case matters in symbols.
std::optional<Unit> parse_spoken_unit(std::string_view text, const Units& units);

}  // namespace quantity
