// The columns of a table as they are shown: what their block says over what their fields say.
#pragma once
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
  // Overrides the field's format.
  void use_format(const quantity::Frame& frame, std::string d3_format);

  size_t index;
  base::Span span;                                                 // of its entry in the block
  base::Span title_span, group_span, missing_span, footnote_span;  // of texts that the block gives
  quantity::Field field;
  quantity::ColumnFormat format;
  site::Labels labels;
  bool bar = false;
  int link = -1;  // index of the column that holds where the cell leads to
  std::string group;
  std::string missing;      // what an empty cell means; "" for what is not said
  int missing_column = -1;  // the column that says it of each cell
  std::string footnote;     // of the header
  int footnote_column = -1;
  bool mark_worst = false;
  bool total = false;

  bool is_number() const {
    return field.type == quantity::FieldType::integer || field.type == quantity::FieldType::number ||
           field.is_measure();
  }
  bool is_date() const {
    using enum quantity::FieldType;
    return field.type == date || field.type == yearmonth || field.type == datetime;
  }
};

// Without `columns` all of the frame but the one that groups the rows. Errors "unknown-column" and "bad-total".
std::vector<ShownColumn> choose_columns(const TableSpec& spec, const quantity::Frame& frame, Context& context);

// The unit to stand beside a title: "GB"; "" where the title is the unit ("Chips"), "US$" where
// the title says the rest of it ("Per chip-hour").
std::string unit_beside(std::string_view title, std::string_view unit, const quantity::Units& units);

// The unit of the cells of one row: the field's, or that of the row.
std::string unit_of(const ShownColumn& column, const quantity::Frame& frame, size_t row);

}  // namespace blocks
