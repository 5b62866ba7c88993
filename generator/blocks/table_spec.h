// A ```table block as its author wrote it (content/handbook/tables.md).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "notation/reader.h"
#include "quantity/frame.h"

namespace blocks {

// Said of all cells of a column in the block itself, or of each by a column of the data.
struct Remark {
  std::string text;
  std::string column;
  base::Span span;
  bool empty() const { return text.empty() && column.empty(); }
};

struct ColumnSpec {
  std::string name;
  base::Span span;
  std::optional<std::string> title;
  base::Span title_span;
  std::string format;  // d3-format; "" for the field's
  base::Span format_span;
  std::optional<quantity::Better> better;
  bool bar = false;
  std::string link;   // the column that holds where a cell leads to
  std::string group;  // the title above it and its neighbours; "" for none
  base::Span group_span;
  Remark missing;             // what an empty cell means
  Remark footnote;            // of the whole column, or of single cells
  std::optional<bool> worst;  // marks the worst value too; else as the table says
  bool total = false;
  base::Span total_span;
};

enum class Narrow { scroll, cards };

struct TableSpec {
  base::Span span;
  std::string data;
  base::Span data_span;
  std::string caption;
  base::Span caption_span;
  std::vector<ColumnSpec> columns;   // empty: all
  std::optional<size_t> rows;        // how many on the page
  std::vector<std::string> same;     // columns in which all rows must agree
  std::vector<std::string> differs;  // columns in which they don't, said below the table
  std::vector<base::Span> same_spans, differs_spans;
  std::string note;
  base::Span note_span;
  std::string empty;  // said in its place when there are no rows; "" for nothing
  base::Span empty_span;
  std::string group_by;  // the column whose values head groups of rows; "" for none
  base::Span group_by_span;
  bool worst = false;
  Narrow narrow = Narrow::scroll;  // what becomes of it on a small screen
};

// Nothing after an error; codes as notation::Reader's and "bad-format".
std::optional<TableSpec> parse_table_spec(const notation::Node& node, base::Diagnostics& diagnostics);

// Parts of it that other blocks have too: `columns`, and names of columns or sentences with the span of each.
std::vector<ColumnSpec> parse_columns(const notation::Node& list, base::Diagnostics& diagnostics);
std::vector<std::string> parse_names(notation::Reader& reader, std::string_view key, std::vector<base::Span>& spans);

}  // namespace blocks
