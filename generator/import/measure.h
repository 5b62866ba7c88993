// Reads numbers in cells that also contain a unit, an uncertainty, or the other end of a range. Splits columns that
// contain several values per cell into several columns.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "import/infer.h"
#include "quantity/unit.h"

namespace import {

// The parts of a cell. Numbers are as written, for read_number_text().
struct Measure {
  std::string number;       // the lower end of a range
  std::string uncertainty;  // the uncertainty: 0.2 in "5.1 ± 0.2 ms"
  std::string high;         // the upper end of a range: 20 in "10–20 GB"
  std::string unit;         // the unit in the form that Units parses: "USD/h" for "$0.12 / hr"; "" if there is none
  bool has_hyphen = false;  // whether a hyphen without spaces joins the ends, as in dates and names: "2-14", "555-1234"
  bool is_letter = false;   // whether the unit is one letter without a space before it: "12A"
};

// Returns nullopt for all other texts, including "<5" and "~5", which do not equal 5, and "5K" and "7B", whose letter
// may be a unit or a factor.
std::optional<Measure> read_measure(std::string_view cell, const quantity::Units& units);

// Returns the first number in parentheses, which accountants write for a negative one; "" if there is none.
std::string_view find_in_parentheses(const std::vector<std::string_view>& cells, const quantity::Units& units);

// A text with names in braces: "{vendor} {model}-{size}". "{{" and "}}" are braces.
struct NamePattern {
  std::vector<std::string> names;
  std::vector<std::string> texts;  // those before, between and after the names
};
NamePattern parse_pattern(std::string_view pattern);

// If the first row contains units only, such as "km" or "[EUR]", and the rows below it numbers, moves them to the
// headers, with a note.
void take_unit_row(Sheet& sheet, const quantity::Units& units, std::vector<std::string>& notes);

// If the values of a column are numbers with units, moves the unit to the header and converts other units of the same
// kind to the most frequent one. Splits a column with uncertainties or ranges into two. Without a unit, a column has
// ranges only if all its values are ranges without a hyphen, which is an assumption; or if its header contains "range",
// or an option gives the unit of its lower ends. Leaves columns unchanged that are text by `options`, and by assumption
// those whose unit is only a letter at the numbers, "12A", unless the header has a unit or the options give one.
// Adds to `notes`, to the sheet's assumptions, and to `wanted` if a column may have ranges, or some of its values can't
// be read. Reports "mixed-types" for units that can't be converted, for example if the currency of a price list
// changes.
void split_columns(Sheet& sheet, const quantity::Units& units, const InferOptions& options,
                   std::vector<std::string>& notes, std::vector<std::string>& wanted, base::Diagnostics& diagnostics);

}  // namespace import
