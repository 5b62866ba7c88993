// A ```table block as its author wrote it (DESIGN §4).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"
#include "quantity/frame.h"

namespace blocks {

struct ColumnSpec {
  std::string name;
  base::Span span;
  std::optional<std::string> title;
  std::string format;  // d3-format; "" for the field's
  base::Span format_span;
  std::optional<quantity::Better> better;
  bool bar = false;
  std::string link;  // the column that holds where a cell leads to
};

struct TableSpec {
  base::Span span;
  std::string data;
  base::Span data_span;
  std::string caption;
  std::vector<ColumnSpec> columns;   // empty: all
  std::optional<size_t> rows;        // how many on the page
  std::vector<std::string> same;     // columns in which all rows must agree
  std::vector<std::string> differs;  // columns in which they don't, said below the table
  std::vector<base::Span> same_spans, differs_spans;
  std::string note;
};

// Nothing after an error; codes as notation::Reader's and "bad-format".
std::optional<TableSpec> parse_table_spec(const notation::Node& node, base::Diagnostics& diagnostics);

}  // namespace blocks
