// Describes how a quantity changed: as exact decimals, in one unit, and as a share of the old value.
#pragma once
#include <optional>
#include <string>

#include "quantity/decimal.h"
#include "quantity/frame.h"
#include "quantity/unit.h"

namespace quantity {

// A value with its unit; the unit is "" for texts and for numbers without a unit.
struct ValueInUnit {
  Value value;
  std::string unit;
  bool operator==(const ValueInUnit&) const = default;
};

// Whether both are equal. Compares numbers as exact decimals, and converts them if their units are written differently.
bool same_quantity(const ValueInUnit& a, const ValueInUnit& b, const Units& units);

// Returns the exact change relative to the old value, in percent: 5 from 4 to 4.2. Returns nullopt for texts; for
// numbers without a unit, which are keys and the like; if either value is missing, the old value is 0, or the units do
// not convert; and for changes of ten digits or more, which are meaningless to readers.
std::optional<Exact> percent_change(const ValueInUnit& before, const ValueInUnit& after, const Units& units);

// Formats a percentage with three significant digits, without trailing zeros: "+5 %", "−0.00123 %", "+1,250 %".
std::string percent_text(const Exact& percent, const Units& units);

// Both values as readers see them: formatted, or with all digits if the format shows the same text for both.
struct ShownChange {
  std::string before, after;  // the values with their units; "–" for a missing value
  std::string percent;        // the change in percent; "" if there is none
  bool only_unit = false;     // whether it is the same quantity in a different unit
};
ShownChange show_change(const ValueInUnit& before, const ValueInUnit& after, const std::string& format,
                        const Units& units);

}  // namespace quantity
