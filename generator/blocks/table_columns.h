// The columns of a table as shown (the keys of the block override the fields), and the facts about all rows that their
// cells depend on.
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "blocks/context.h"
#include "blocks/table_spec.h"
#include "quantity/present.h"
#include "site/labels.h"

namespace blocks {

struct ShownColumn {
  ShownColumn(const quantity::Frame& frame, size_t column_index, Context& context)
      : index(column_index),
        field(frame.fields[column_index]),
        format(frame, column_index),
        labels(field, context.view) {}

  size_t index;
  ColumnSpec spec;  // from the block; empty for a column that it does not list
  quantity::Field field;
  quantity::ColumnFormat format;
  site::Labels labels;
  // Other columns of the frame: for addresses, and for the meaning of a cell or of an empty cell; -1 for none.
  int link = -1, missing = -1, footnote = -1;
  bool mark_worst = false;

  bool is_number() const { return quantity::is_numeric(field.type) || field.is_measure(); }
  bool is_date() const {
    using enum quantity::FieldType;
    return field.type == date || field.type == yearmonth || field.type == datetime;
  }
};

// Without `columns`, all columns of the frame except the one that groups the rows. Errors "unknown-column" and
// "bad-total".
std::vector<ShownColumn> choose_columns(const TableSpec& spec, const quantity::Frame& frame, Context& context);

// The unit to show beside a title: "GB"; "" if the title is the unit ("Chips"), "US$" if the title is the rest of the
// unit ("Per chip-hour").
std::string unit_beside(std::string_view title, std::string_view unit, const quantity::Units& units);

// The unit of the cells of one row: the unit of the field, or of the row.
std::string unit_of(const ShownColumn& column, const quantity::Frame& frame, size_t row);

// Facts about all rows of the data, also if only the first are shown.
struct ColumnFacts {
  // Null if the field does not state which is better, if all values are equal, or if their units differ.
  quantity::Value best, worst;
  double greatest = std::numeric_limits<double>::quiet_NaN();
  bool mixed_units = false;  // units that do not convert into each other
};
ColumnFacts facts_of(const ShownColumn& column, const quantity::Frame& frame, const quantity::Units& units);

// The number by which assets/table.js sorts the cell; "" if `shown`, its text, is the same number in full.
std::string sort_value(const ShownColumn& column, const ColumnFacts& facts, const quantity::Frame& frame, size_t row,
                       std::string_view shown, const quantity::Units& units);

// The exact sum of a column.
struct Total {
  std::string text;     // in the column's format, with a unit unless the column's header shows it
  quantity::Refs refs;  // of every cell that it includes: sorted, unique
  size_t values = 0;    // how many cells it includes
};
// REQUIRES: the column's numbers are in one unit, as choose_columns() ensures for columns with a total.
Total total_of(const ShownColumn& column, const quantity::Frame& frame, Context& context);

}  // namespace blocks
