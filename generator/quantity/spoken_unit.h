// Units as sentences spell them out: "Gigabytes an hour", "teraflops", "ohms".
#pragma once
#include <optional>
#include <string_view>

#include "quantity/unit.h"

namespace quantity {

// As Units::parse; names of four letters or more are also read in another case ("Hours", "petaflops" for PFLOPS),
// behind a prefix in full, and in the regular plural. "MBs" and "TFLOPs" are not: in a symbol each letter counts.
std::optional<Unit> parse_spoken_unit(std::string_view text, const Units& units);

}  // namespace quantity
