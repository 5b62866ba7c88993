// The rows and columns of a table: what each cell says, where it leads, and which are the best.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "blocks/context.h"
#include "quantity/present.h"

namespace blocks {

struct ShownColumn {
  ShownColumn(const quantity::Frame& frame, size_t column_index)
      : index(column_index), field(frame.fields[column_index]), format(frame, column_index) {}
  // Overrides the field's format.
  void use_format(const quantity::Frame& frame, std::string d3_format);

  size_t index;
  quantity::Field field;
  quantity::ColumnFormat format;
  bool bar = false;
  int link = -1;  // index of the column that holds where the cell leads
  bool is_number() const {
    return field.type == quantity::FieldType::integer || field.type == quantity::FieldType::number ||
           field.is_measure();
  }
  bool is_date() const {
    using enum quantity::FieldType;
    return field.type == date || field.type == yearmonth || field.type == datetime;
  }
};

class TableRows {
 public:
  // The first `rows` rows. The frame and the context outlive it.
  TableRows(const quantity::Frame& frame, std::vector<ShownColumn> columns, size_t rows, Context& context);

  // <div class="scroll"><table>…; `label` names the region, `anchor` is the block's id. Adds to `notes`.
  markup::SafeHtml html(std::string_view label, Notes& notes, std::string_view anchor);

  // The date or the dates on which all that is shown was true; "" when they are further apart than site.json allows
  // (Config::date_column_after_days), or some rows are undated: they have a column of their own then.
  std::string single_date() const;

 private:
  bool is_best(const ShownColumn& column, size_t row) const;
  void write_head(markup::Writer& out) const;
  void write_cell(markup::Writer& out, const ShownColumn& column, size_t row, bool heads_row, Notes& notes,
                  std::string_view anchor);
  void write_value(markup::Writer& out, const ShownColumn& column, size_t row, Notes& notes, std::string_view anchor);
  void write_bar(markup::Writer& out, const ShownColumn& column, size_t row) const;
  std::string unit_of(const ShownColumn& column, size_t row) const;
  void mention_row(size_t row, Notes& notes, std::string_view anchor);

  const quantity::Frame& frame_;
  std::vector<ShownColumn> columns_;
  size_t rows_;
  Context& context_;
  std::vector<double> best_;                  // of each shown column; NaN for none
  std::vector<double> greatest_;              // the same, for bars
  std::vector<std::set<std::string>> dates_;  // of each row
  bool date_column_ = false;
};

}  // namespace blocks
