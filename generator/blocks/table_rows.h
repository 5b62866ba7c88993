// The rows and columns of a table: what each cell says, where it leads, and which are the best.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "blocks/context.h"
#include "blocks/table_columns.h"
#include "blocks/table_extremes.h"
#include "blocks/table_key.h"
#include "blocks/table_sort.h"

namespace blocks {

// What is shown of a frame, beside its columns.
struct Shape {
  size_t rows = 0;     // the first so many
  int group_by = -1;   // the column whose values head groups of rows; the rows of a group stand together
  bool cards = false;  // on a small screen a row becomes a card
};

// A table of more columns than this is wider than paper: there each row is a list of its cells.
inline constexpr size_t kMostColumnsOnPaper = 16;

class TableRows {
 public:
  // The frame and the context outlive it. `name` is the block's: its anchor, and what its footnotes' ids start with.
  TableRows(const quantity::Frame& frame, std::vector<ShownColumn> columns, Shape shape, std::string_view name,
            Context& context);

  // <div class="scroll"><table>…, then what its signs and marks mean; `label` names the region. Adds to `notes`.
  markup::SafeHtml html(std::string_view label, Notes& notes);

  // The date or the dates on which all that is shown was true; "" when they are further apart than site.json allows
  // (Config::date_column_after_days), or some rows are undated: they have a column of their own then.
  std::string single_date() const;

 private:
  bool is_wide() const { return columns_.size() + date_column_ > kMostColumnsOnPaper; }
  void gather_dates();
  void write_bodies(Notes& notes);
  void write_group(size_t row);
  void write_row(size_t row, Notes& notes);
  void write_cell(size_t place, size_t row, Notes& notes);
  void write_value(const ShownColumn& column, size_t row, const std::string& text, Notes& notes);
  void write_missing(const ShownColumn& column, size_t row, Notes& notes);
  void write_link(const ShownColumn& column, size_t row, const std::string& text);
  void write_bar(size_t place, size_t row);
  void write_totals(Notes& notes);
  std::string record_of(size_t row, const ShownColumn& column) const;
  std::string text_of(const ShownColumn& column, size_t row) const;
  void mention_row(size_t row, Notes& notes);
  void open_cell(std::string_view element, size_t place, std::string classes);

  const quantity::Frame& frame_;
  std::vector<ShownColumn> columns_;
  Shape shape_;
  std::string name_;
  Context& context_;
  Extremes extremes_;
  SortKeys sort_;
  TableKey key_;
  markup::Writer out_;
  std::vector<std::set<std::string>> dates_;  // of each row
  bool date_column_ = false;
};

}  // namespace blocks
