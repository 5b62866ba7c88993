// Numbers in cells with what belongs to them: a unit, an uncertainty, the other end of a range. And columns that
// contain several things, which become several columns.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "import/sheet.h"
#include "quantity/unit.h"

namespace import {

// The numbers are as written, for read_number_text().
struct Measure {
  std::string number;       // the lower end of a range
  std::string uncertainty;  // 0.2 of "5.1 ± 0.2 ms"
  std::string high;         // 20 of "10–20 GB"
  std::string unit;         // as Units parses it: "USD/h" of "$0.12 / hr"; "" for none
};

// Nullopt for other texts, for "<5" and "~5", which are not equal to 5, and for "5K" and "7B", whose letter may be a
// unit or a factor.
std::optional<Measure> read_measure(std::string_view cell, const quantity::Units& units);

// The parts of a text by a pattern such as "{vendor} {model}-{size}": each name takes the text up to what follows it,
// the last one the rest. If the text ends early, the remaining parts are "". Nullopt if its beginning does not match.
std::optional<std::vector<std::string>> split_text(std::string_view pattern, std::string_view text);
// The names in the braces of a pattern; empty if two are not separated.
std::vector<std::string> names_of_pattern(std::string_view pattern);

// If the values of a column are numbers with units, moves the unit to the header; several units of one kind are
// converted to the most frequent. Makes two columns of one with uncertainties or ranges. Returns notes, and adds to
// `wanted` for a column whose values can't all be read. Error "mixed-types" for units that can't be converted, as when
// the currency of a price list changes.
std::vector<std::string> split_columns(Sheet& sheet, const quantity::Units& units,
                                       const std::vector<std::string>& texts, std::vector<std::string>& wanted,
                                       base::Diagnostics& diagnostics);

}  // namespace import
