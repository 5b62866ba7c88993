// Folder quantity/: exact numbers, units and formats. A frame is the immutable result of a query: typed columns, cells
// and the records that each cell depends on. Tables, charts, figures and flows show only frames.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace quantity {

// A number with more digits than an int64_t or a double can represent: "12345678901234567890.25", without an exponent.
struct Decimal {
  std::string digits;
  bool operator==(const Decimal&) const = default;
};

// The value of a cell: null, integer, number or text. A date is a text "2026-01-31" (or "2026-01", "2026"); a boolean
// is an integer 0 or 1. A number has the first of the types int64_t, double and Decimal that can represent it
// (Exact::to_value).
using Value = std::variant<std::monostate, int64_t, double, std::string, Decimal>;

inline bool is_null(const Value& value) { return value.index() == 0; }
inline bool is_number(const Value& value) { return value.index() == 1 || value.index() == 2 || value.index() == 4; }
double to_double(const Value& value);  // returns the nearest double; NaN for null and text
// Returns the shortest text that reads back as the same value: 459, 2.7, 68.81683888888888; "" for null.
std::string to_text(const Value& value);

// `datetime` must be last, because tables of types are checked against it.
enum class FieldType { string, integer, number, boolean, date, year, yearmonth, datetime };
inline bool is_numeric(FieldType type) { return type == FieldType::integer || type == FieldType::number; }
inline bool is_date(FieldType type) { return type == FieldType::date || type == FieldType::yearmonth; }
enum class Better { neither, higher, lower };

// The meaning of a column. A column keeps its table's field in views and queries (content/handbook/queries.md).
struct Field {
  std::string name;
  std::string title;  // the title, which is by default the name
  std::string description;
  FieldType type = FieldType::string;
  std::string unit;              // the unit: "TFLOP/s"; "1" for a declared plain number; "" without a unit
  std::string unit_field;        // the column of the same frame that contains each row's unit
  std::string covers;            // the scope of the values (quantity/scope.h); "" if it is not stated
  bool declares_covers = false;  // whether the query itself states `covers` for all its rows
  Better better = Better::neither;
  // What the values are the extreme of, for which they support superlatives: "lowest of prices.usd by model"
  // (check/extremes.cc); "" if they are not.
  std::string extreme;
  // The columns in which two rows must agree so that their values compare, "round, benchmark"; "" if all rows do.
  std::string comparable;
  // The columns whose groups of rows are each a whole, so that the values are parts that add up to 1; "all" if all rows
  // are one (check/wholes.cc). "" if the values are not parts.
  std::string whole;
  std::string format;    // a d3-format; "" for the default
  std::string resource;  // the resource and field of the column's values; empty for computed columns
  std::string column;

  bool is_plain_number = false;  // whether it is a number without a unit, and not a key
  // The texts that charts show instead of codes that are numbers, owned by the site; null if they show the numbers.
  const std::map<std::string, std::string, std::less<>>* labels = nullptr;
  bool has_constants = false;  // whether some of its numbers are of the query itself, which only charts may show

  bool has_unit() const { return !unit.empty() || !unit_field.empty(); }
  // Whether its values need a source.
  bool is_measure() const { return has_unit() || is_plain_number; }
  // Whether its texts are dates. Those of `as_of` may be years.
  bool is_date() const { return quantity::is_date(type) || (type == FieldType::string && column == "as_of"); }
};

// The records that cells depend on, as "RESOURCE/KEY", sorted and unique.
using Refs = std::vector<std::string>;

struct Frame {
  std::string name;                   // name of the query, view or resource
  std::vector<Field> fields;          // the columns except `ref` and `X__ref`, which are stored in `refs`
  std::vector<Value> cells;           // row by row: rows() * fields.size() values
  std::vector<uint32_t> cell_refs;    // an index into `refs` for each cell, or 0
  std::vector<Refs> refs = {Refs{}};  // the refs of cells; refs[0] is empty

  size_t columns() const { return fields.size(); }
  size_t rows() const { return fields.empty() ? 0 : cells.size() / fields.size(); }
  const Value& at(size_t row, size_t column) const { return cells[row * fields.size() + column]; }
  const Refs& refs_of(size_t row, size_t column) const { return refs[cell_refs[row * fields.size() + column]]; }
  // Returns the index of a column, or -1.
  int find(std::string_view field) const;
  // Returns the unit of a cell: that of its column or, if the column has a unit_field, that of its row.
  std::string unit_of(size_t row, size_t column) const;
};

}  // namespace quantity
