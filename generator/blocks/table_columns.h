// The columns that a table shows (the block's keys override those of fields), and facts about all rows for their cells.
#pragma once
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "blocks/context.h"
#include "blocks/table_spec.h"
#include "quantity/present.h"
#include "site/view.h"

namespace blocks {

struct ShownColumn {
  ShownColumn(const quantity::Frame& frame, size_t column_index, Context& context)
      : index(column_index),
        field(frame.fields[column_index]),
        format(frame, column_index, context.view.units().locale()),
        labels(field, context.view) {}

  size_t index;
  ColumnSpec spec;  // the entry in the block; empty if the block does not list the column
  quantity::Field field;
  quantity::ColumnFormat format;
  site::Labels labels;
  // Indices of other columns, which contain the cells' addresses, meanings of empty cells, footnotes, or unrounded
  // values; -1 if not used.
  int link = -1, missing = -1, footnote = -1, exact = -1;
  bool mark_worst = false;
  std::vector<size_t> comparable;  // the columns in which rows must agree so that their values compare

  bool is_number() const { return quantity::is_numeric(field.type) || field.is_measure(); }
  bool is_date() const { return field.is_date() || field.type == quantity::FieldType::datetime; }
  // Returns the text of a cell, with its unit if the rows have different units; "" if it is empty.
  std::string text_of(const quantity::Frame& frame, size_t row, const quantity::Units& units) const;
};

// Writes the unit that unit_beside() returns, after the title of a column.
void write_unit(const quantity::Field& field, const quantity::Units& units, markup::Writer& out);

// The rows [first, last) of a frame.
struct RowRange {
  size_t first, last;
};
// Returns the groups of adjacent rows with one value in the column `group_by`; all rows if it is -1.
std::vector<RowRange> groups_of(const quantity::Frame& frame, int group_by);

// Returns the columns to show. Without `columns` in the spec, these are all columns of the frame except the one that
// groups the rows. Errors "unknown-column", "bad-total", "scope-mismatch", and "not-comparable" for a column with marks
// or summaries that needs a column which the data do not have.
std::vector<ShownColumn> choose_columns(const TableSpec& spec, const quantity::Frame& frame, Context& context);

// Returns the unit to show next to a title: "GB"; "" if the title is the unit ("Chips"); "US$" if the title contains
// the rest of the unit ("Per chip-hour").
std::string unit_beside(std::string_view title, std::string_view unit, const quantity::Units& units);

enum class Mark { none, best, worst };

// Facts about all rows of the data, even if only the first rows are shown.
struct ColumnFacts {
  // The mark of each row: the best and the worst of its group. A group has none if the field does not state which
  // values are better, if all values are equal, if their units differ, or if not all of its rows compare.
  std::vector<Mark> marks;
  // The numbers that bars and colours show, in one unit; nullopt for other cells.
  std::vector<std::optional<double>> numbers;
  double least = 0, greatest = 0;   // the ends of the bars in its cells, which start at zero
  std::optional<double> low, high;  // the least and the greatest value
  bool mixed_units = false;         // whether some units do not convert into each other
};
// Rows for which `is_left_out` is true are neither best nor worst. `group_by` is the column that groups the rows, or
// -1.
ColumnFacts facts_of(const ShownColumn& column, const quantity::Frame& frame, int group_by,
                     const quantity::Units& units, const std::function<bool(size_t row)>& is_left_out);

// Returns the number by which assets/table.js sorts the cell; "" if `shown`, the cell's text, already is that number.
std::string sort_value(const ShownColumn& column, const ColumnFacts& facts, const quantity::Frame& frame, size_t row,
                       std::string_view shown, const quantity::Units& units);

// A number computed exactly from rows of a column, and rounded only when it is written.
struct Summary {
  std::string text;     // the text in the column's format, with the unit unless the header shows it
  quantity::Refs refs;  // the records of all cells that it is computed from, sorted and unique
  size_t values = 0;    // the number of these cells
};
// Each kind of summary: the word of its row, and the key that asks for it.
inline constexpr std::pair<std::string_view, bool ColumnSpec::*> kSummaries[] = {
    {"total", &ColumnSpec::total}, {"mean", &ColumnSpec::mean}, {"median", &ColumnSpec::median}};
// Returns a summary without values if the rows have none, and nullopt if they do not add up: the whole of a table whose
// groups differ in units, in scopes or in what compares.
std::optional<Summary> summary_of(std::string_view kind, const ShownColumn& column, const quantity::Frame& frame,
                                  RowRange rows, Context& context);

// How a table fits on a phone, so that readers see its first number without scrolling, and more if texts are short.
struct Fold {
  bool as_cards = false;     // whether each row becomes a card
  std::set<size_t> columns;  // if not, the places of the columns that are shown below the name of the row
};

// `text_of(place, row)` returns the text of a cell; "" if it is empty.
Fold fold_for_phone(const std::vector<ShownColumn>& columns, size_t rows, const quantity::Units& units,
                    const std::function<std::string(size_t, size_t)>& text_of);

}  // namespace blocks
