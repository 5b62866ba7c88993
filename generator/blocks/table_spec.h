// A ```table block as its author wrote it (content/handbook/blocks.md).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/spec.h"
#include "document/front_matter.h"
#include "notation/format.h"
#include "quantity/frame.h"

namespace blocks {

// A text for a whole column, written in the block, or a text for each cell, from a column of the data.
struct Remark {
  document::Text text;
  document::Text column;
};

struct ColumnSpec {
  document::Text name;  // the column's name; its span is the whole entry
  std::optional<document::Text> title;
  std::string format;  // a d3-format; "" uses that of the field
  std::optional<quantity::Better> better;
  bool bar = false;
  bool heat = false;
  std::string link;      // the name of the column with the cells' addresses; "" without links
  document::Text group;  // the heading above adjacent columns; "" without one
  Remark missing;        // the reason why a cell is empty
  Remark footnote;
  std::optional<bool> worst;  // whether to mark the worst value too; by default, the table's `worst` decides
  bool total = false, mean = false, median = false;
  base::Span summary_span;  // of one of these

  bool has_summary() const { return total || mean || median; }
};

// How a table fits on a phone: `automatic` shows the first number without scrolling; `cards` makes a list of each row.
enum class Narrow { automatic, scroll, cards };

struct TableSpec {
  base::Span span;
  document::Text data, caption, note;
  document::Text empty;             // the text that replaces a table without rows; may be ""
  document::Text sort;              // the column that orders the rows, after "-" if descending; "" for the data's order
  document::Text group_by;          // the column whose values group the rows; "" without groups
  std::vector<ColumnSpec> columns;  // the columns to show; if empty, all columns
  std::optional<size_t> rows;       // the number of rows that the page shows
  chart::Comparability compared;
  std::vector<std::string> highlight;  // texts in the first column of the rows to stress
  std::vector<base::Span> highlight_spans;
  bool worst = false;
  Narrow narrow = Narrow::automatic;
};

// Returns nullopt after an error. Codes: those of notation::Format and "bad-format".
std::optional<TableSpec> parse_table_spec(const notation::Node& node, base::Diagnostics& diagnostics);

const notation::Format<TableSpec>& table_format();

// Returns the keys that estimates also have: `data`, `caption`, `columns`, …
std::vector<notation::Key<TableSpec>> shared_keys(notation::Default note);

}  // namespace blocks
