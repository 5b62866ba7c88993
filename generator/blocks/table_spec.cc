#include "blocks/table_spec.h"

#include <fmt/format.h>

#include "quantity/number_format.h"

namespace blocks {
namespace {

// A text, or {column: NAME}.
Remark parse_remark(notation::Reader& reader, std::string_view key, base::Diagnostics& diagnostics) {
  Remark remark;
  const notation::Node* node = reader.node(key);
  if (!node) return remark;
  remark.span = node->span;
  if (!node->is_map()) {
    remark.text = reader.text(key);
    return remark;
  }
  notation::Reader inner(*node, fmt::format("\"{}\"", key), diagnostics);
  remark.column = inner.text("column", notation::Need::required);
  remark.span = inner.span_of("column");
  inner.finish();
  return remark;
}

ColumnSpec parse_column(const notation::Node& node, base::Diagnostics& diagnostics) {
  ColumnSpec column;
  column.span = node.span;
  if (!node.is_map()) {
    column.name = node.text;
    if (!node.is_string()) diagnostics.error("wrong-type", node.span, "a column is a name, or a map with a name");
    return column;
  }
  notation::Reader reader(node, "this column", diagnostics);
  column.name = reader.text("name", notation::Need::required);
  if (reader.node("title")) column.title = reader.text("title");
  column.title_span = reader.span_of("title");
  column.format = reader.text("format");
  column.format_span = reader.span_of("format");
  if (std::string better = reader.choice("better", {"higher", "lower", "neither"}); !better.empty())
    column.better = better == "higher"  ? quantity::Better::higher
                    : better == "lower" ? quantity::Better::lower
                                        : quantity::Better::neither;
  column.bar = reader.boolean("bar").value_or(false);
  column.link = reader.text("link");
  column.missing = parse_remark(reader, "missing", diagnostics);
  column.footnote = parse_remark(reader, "footnote", diagnostics);
  column.worst = reader.boolean("worst");
  column.total = reader.boolean("total").value_or(false);
  column.total_span = reader.span_of("total");
  reader.finish();
  std::string why;
  if (!column.format.empty() && !quantity::NumberFormat::parse(column.format, &why))
    diagnostics.error("bad-format", column.format_span, fmt::format("\"{}\" is no d3-format: {}", column.format, why))
        .expect("for instance \",.1f\"");
  return column;
}

// One column, or {group: TITLE, columns: [...]}.
void parse_entry(const notation::Node& node, std::vector<ColumnSpec>& columns, base::Diagnostics& diagnostics) {
  if (!node.is_map() || !node.find("group")) {
    columns.push_back(parse_column(node, diagnostics));
    return;
  }
  notation::Reader reader(node, "this group of columns", diagnostics);
  std::string title = reader.text("group");
  if (title.empty()) diagnostics.error("bad-value", reader.span_of("group"), "a group of columns has no title");
  const notation::Node* list = reader.node("columns", notation::Need::required);
  if (list && !list->is_list())
    diagnostics.error("wrong-type", list->span, "the columns of a group are a list").expect("[name, name]");
  if (list)
    for (const notation::Node& item : list->items) {
      columns.push_back(parse_column(item, diagnostics));
      columns.back().group = title;
      columns.back().group_span = reader.span_of("group");
    }
  reader.finish();
}

}  // namespace

std::vector<std::string> parse_names(notation::Reader& reader, std::string_view key, std::vector<base::Span>& spans) {
  std::vector<std::string> names = reader.texts(key);
  const notation::Node* node = reader.node(key);
  for (size_t i = 0; i < names.size(); ++i)
    spans.push_back(node->is_list() && i < node->items.size() ? node->items[i].span : node->span);
  return names;
}

std::vector<ColumnSpec> parse_columns(const notation::Node& list, base::Diagnostics& diagnostics) {
  std::vector<ColumnSpec> columns;
  for (const notation::Node& item : list.items) parse_entry(item, columns, diagnostics);
  return columns;
}

std::optional<TableSpec> parse_table_spec(const notation::Node& node, base::Diagnostics& diagnostics) {
  size_t errors = diagnostics.errors();
  TableSpec spec;
  spec.span = node.span;
  notation::Reader reader(node, "this table", diagnostics);
  spec.data = reader.text("data", notation::Need::required);
  spec.data_span = reader.span_of("data");
  spec.caption = reader.text("caption", notation::Need::required);
  spec.caption_span = reader.span_of("caption");
  if (const notation::Node* columns = reader.list("columns")) spec.columns = parse_columns(*columns, diagnostics);
  if (auto rows = reader.integer("rows")) {
    if (*rows < 1)
      diagnostics.error("bad-value", reader.span_of("rows"), "\"rows\" is how many rows the page shows")
          .expect("1 or more");
    else
      spec.rows = static_cast<size_t>(*rows);
  }
  spec.same = parse_names(reader, "same", spec.same_spans);
  spec.differs = parse_names(reader, "differs", spec.differs_spans);
  spec.note = reader.text("note");
  spec.note_span = reader.span_of("note");
  spec.empty = reader.text("empty");
  spec.empty_span = reader.span_of("empty");
  reader.texts("holds");  // whether they hold is for the page to check
  spec.group_by = reader.text("group_by");
  spec.group_by_span = reader.span_of("group_by");
  spec.worst = reader.boolean("worst").value_or(false);
  if (reader.choice("narrow", {"scroll", "cards"}) == "cards") spec.narrow = Narrow::cards;
  reader.finish();
  if (diagnostics.errors() > errors) return std::nullopt;
  return spec;
}

}  // namespace blocks
