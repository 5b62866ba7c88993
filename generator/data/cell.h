// One cell of a row: from what was written to a typed value, checked against its field.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "data/pattern.h"
#include "data/row_errors.h"
#include "data/rows.h"
#include "quantity/decimal.h"

namespace data {

struct TypedCell {
  enum class Type { null, integer, number, text } type = Type::null;
  int64_t integer = 0;
  double number = 0;
  std::string_view text;  // into the RawCell
  bool is_long = false;   // a number with digits that `number` may lose
};

// The begin of a long text, for messages.
std::string shortened(std::string_view text);

// Checks the cells of one field. Not for several threads at once.
class CellChecker {
 public:
  // Reports a wrong pattern or bound at its place in the descriptor.
  CellChecker(const ResourceField& field, base::Diagnostics& diagnostics);

  // Null after an error: "missing-value", "wrong-type", "not-in-enum", "below-minimum", "above-maximum",
  // "wrong-length", "pattern-mismatch".
  TypedCell check(const RawCell& cell, bool from_csv, RowErrors& errors) const;

 private:
  TypedCell convert(const RawCell& cell, bool from_csv, RowErrors& errors) const;
  TypedCell wrong_type(const RawCell& cell, std::string_view expected, std::string help, RowErrors& errors) const;
  TypedCell convert_number(const RawCell& cell, bool from_csv, RowErrors& errors) const;
  TypedCell convert_boolean(const RawCell& cell, bool from_csv, RowErrors& errors) const;
  TypedCell convert_date(const RawCell& cell, RowErrors& errors) const;
  TypedCell long_number(const RawCell& cell, double nearest, RowErrors& errors) const;
  bool within_bounds(const RawCell& cell, const TypedCell& value, RowErrors& errors) const;
  bool fits_constraints(const RawCell& cell, const TypedCell& value, RowErrors& errors) const;

  const ResourceField& field_;
  std::optional<Pattern> pattern_;
  std::optional<quantity::Exact> minimum_;  // of numbers; dates are compared as texts
  std::optional<quantity::Exact> maximum_;
  double nearest_minimum_ = 0, nearest_maximum_ = 0;
};

}  // namespace data
