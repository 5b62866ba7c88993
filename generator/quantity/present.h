// Formats values for readers: all numbers in tables, charts, figures and tooltips.
//
// - A number with a format in its field is printed by that format (quantity/number_format.h).
// - A published number without one shows exactly the digits of the data: 989.5, 12,345.
// - A computed number (its field has no resource) without one is rounded: a column shares its digits after the point,
//   four significant digits for its greatest value, at least two for its smallest, never more than the data has.
// - Amounts of money show cents when any amount of their column does.
// - Years are not grouped, dates are ISO 8601 in English, booleans are "yes" and "no", null is "–".
// Marks and words are those of a locale. Only English spells units out.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "quantity/frame.h"
#include "quantity/locale.h"
#include "quantity/number_format.h"
#include "quantity/unit.h"

namespace quantity {

// Returns a unit of a column's values, if there is one a unit that the format does not fit (NumberFormat::parse_for).
std::string unit_for_format(const Frame& frame, size_t column, std::string_view format);

// The format of one column. Made once per column; immutable.
class ColumnFormat {
 public:
  ColumnFormat(const Field& field, const Locale& locale);                 // chooses digits by the field alone
  ColumnFormat(const Frame& frame, size_t column, const Locale& locale);  // chooses digits for all values of the column
  std::string operator()(const Value& value) const;                       // returns the value without its unit
  // Formats a value with the unit of the field, or with this row's unit if the field has a unit_field.
  std::string with_unit(const Value& value, std::string_view unit, const Units& units) const;

 private:
  std::string number(const Value& value) const;
  const Locale* locale_;
  FieldType type_;
  decltype(Field::labels) labels_;
  std::optional<NumberFormat> format_;
  bool round_ = false;           // whether values are rounded, as in a computed column without a format
  bool cents_ = false;           // whether values are amounts of money
  bool in_column_ = false;       // whether the format is for all values of a column
  std::optional<int> decimals_;  // number of decimals for all values of a computed column
};

// Formats a single cell. `present` omits the unit, because the header shows it; present_with_unit is for prose and
// tooltips: "459 TFLOP/s", "$2.70 per chip-hour", "16 chips", "1 chip", "38 %", "2.3×".
std::string present(const Value& value, const Field& field, const Locale& locale);
std::string present_with_unit(const Value& value, const Field& field, const Units& units);
// Like present_with_unit() above, for a field with a unit_field: `unit` is the unit of the row.
std::string present_with_unit(const Value& value, const Field& field, std::string_view unit, const Units& units);

// Adds a unit to a formatted number: ("2.70", "USD/chip/h") gives "$2.70 per chip-hour".
std::string attach_unit(std::string_view number, std::string_view unit, const Units& units);

// Returns a unit as headers and axes show it: "TFLOP/s", "US$ per chip-hour", "tokens/s per chip", "chips", "%", "" for
// "1". Returns a text that is not a unit unchanged.
std::string unit_label(std::string_view unit, const Units& units);

// The texts before and after a number: {"$", " per chip-hour"}, {"", " TFLOP/s"}, {"", "×"}.
struct Affixes {
  std::string before;
  std::string after;
};
// `one` is whether the number is 1; units that are declared with a plural are then in the singular.
Affixes unit_affixes(std::string_view unit, const Units& units, bool one = false);

}  // namespace quantity
