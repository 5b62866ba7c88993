// The unit that the name of a column ends in: "latency_ms", "mem_gb", "usd_per_hour", "time_sec", "QPS", "% solved".
#pragma once
#include <string>
#include <string_view>

#include "import/sheet.h"
#include "quantity/unit.h"

namespace import {

struct NamedUnit {
  std::string unit;   // "" for none
  std::string title;  // what readers see, without the unit; "" to leave the head as it is
  std::string doubt;  // why a word that is often a unit was not taken as one; "" for none
};

NamedUnit read_named_unit(std::string_view head, const quantity::Units& units);

// "sec" is "s", "bytes" is "B"; "" for a word that names no unit that `units` knows.
std::string unit_of_word(std::string_view word, const quantity::Units& units);

// Where each value of a column is a number and one and the same unit ("1.82 MB/s"), and the head has none, moves the
// unit to the head, so that numbers are left. Returns a note for each such column, and one in `wanted` for each whose
// values have several units.
std::vector<std::string> move_units_to_heads(Sheet& sheet, const quantity::Units& units,
                                             std::vector<std::string>& wanted);

}  // namespace import
