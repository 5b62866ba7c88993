// A ```table block as its author wrote it (content/handbook/tables.md).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "document/front_matter.h"
#include "notation/reader.h"
#include "quantity/frame.h"

namespace blocks {

// A text for a whole column, given in the block, or for each cell, given by a column of the data.
struct Remark {
  document::Text text;
  document::Text column;
};

struct ColumnSpec {
  document::Text name;  // the span is that of the whole entry
  std::optional<document::Text> title;
  std::string format;  // d3-format; "" for the field's
  std::optional<quantity::Better> better;
  bool bar = false;
  std::string link;      // the column with the addresses that the cells link to
  document::Text group;  // the title above it and its neighbours; "" for none
  Remark missing;        // what an empty cell means
  Remark footnote;
  std::optional<bool> worst;  // marks the worst value too; by default as the table does
  bool total = false;
  base::Span total_span;
};

// On a phone: automatic shows the first number without scrolling; with cards each row is a list of its cells.
enum class Narrow { automatic, scroll, cards };

struct TableSpec {
  base::Span span;
  document::Text data, caption, note;
  document::Text empty;              // shown instead of a table without rows; "" for none
  document::Text group_by;           // the column whose values group the rows; "" for none
  std::vector<ColumnSpec> columns;   // empty: all
  std::optional<size_t> rows;        // how many are on the page
  std::vector<std::string> same;     // columns in which all rows must agree
  std::vector<std::string> differs;  // columns in which they do not, listed below the table
  std::vector<base::Span> same_spans, differs_spans;
  bool worst = false;
  Narrow narrow = Narrow::automatic;
};

// Nullopt after an error; codes as notation::Reader's and "bad-format".
std::optional<TableSpec> parse_table_spec(const notation::Node& node, base::Diagnostics& diagnostics);

// The keys that an estimate has too: `data`, `caption`, `note`, `empty`, `holds`, `columns`, `same`, `differs`.
TableSpec read_table_keys(const notation::Node& node, notation::Reader& reader, notation::Need note,
                          base::Diagnostics& diagnostics);

document::Text read_text(notation::Reader& reader, std::string_view key,
                         notation::Need need = notation::Need::optional);

}  // namespace blocks
