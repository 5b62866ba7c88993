// How a quantity changed, for readers: exact decimals, in one unit, and as a share of the old value.
#pragma once
#include <optional>
#include <string>

#include "quantity/decimal.h"
#include "quantity/frame.h"
#include "quantity/unit.h"

namespace quantity {

// A value with its unit; "" for texts and for numbers without a unit.
struct ValueInUnit {
  Value value;
  std::string unit;
  bool operator==(const ValueInUnit&) const = default;
};

// Whether both are equal: numbers as exact decimals, converted where their units are not the same text.
bool same_quantity(const ValueInUnit& a, const ValueInUnit& b, const Units& units);

// The exact change relative to the old value, in percent: 5 from 4 to 4.2. Returns nullopt for texts and for numbers
// without a unit, which are keys and the like; if either value is missing, the old one is 0, or the units do not
// convert; and for shares of ten digits or more, which are meaningless to readers.
std::optional<Exact> percent_change(const ValueInUnit& before, const ValueInUnit& after, const Units& units);

// Three significant digits, without zeros at the end: "+5 %", "−0.00123 %", "+1,250 %".
std::string percent_text(const Exact& percent);

// Both values as readers see them: by the format, unless that shows two different numbers as the same text; then with
// all digits.
struct ShownChange {
  std::string before, after;  // with their units; "–" for none
  std::string percent;        // "" where there is none
  bool only_unit = false;     // the same quantity, in another unit
};
ShownChange show_change(const ValueInUnit& before, const ValueInUnit& after, const std::string& format,
                        const Units& units);

}  // namespace quantity
