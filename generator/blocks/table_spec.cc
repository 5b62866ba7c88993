#include "blocks/table_spec.h"

#include <fmt/format.h>

#include "quantity/number_format.h"

namespace blocks {
namespace {

// Reads a text, or {column: NAME}.
Remark read_remark(notation::Reader& reader, std::string_view key, base::Diagnostics& diagnostics) {
  const notation::Node* node = reader.node(key);
  if (!node) return {};
  if (!node->is_map()) return {read_text(reader, key), {}};
  notation::Reader inner(*node, fmt::format("\"{}\"", key), diagnostics);
  Remark remark{{}, read_text(inner, "column", notation::Need::required)};
  inner.finish();
  return remark;
}

ColumnSpec parse_column(const notation::Node& node, base::Diagnostics& diagnostics) {
  ColumnSpec column;
  if (!node.is_map()) {
    column.name = {node.text, node.span};
    if (!node.is_string()) diagnostics.error("wrong-type", node.span, "a column is a name, or a map with a name");
    return column;
  }
  notation::Reader reader(node, "this column", diagnostics);
  column.name = {reader.text("name", notation::Need::required), node.span};
  if (reader.node("title")) column.title = read_text(reader, "title");
  column.format = reader.text("format");
  if (std::string better = reader.choice("better", {"higher", "lower", "neither"}); !better.empty())
    column.better = better == "higher"  ? quantity::Better::higher
                    : better == "lower" ? quantity::Better::lower
                                        : quantity::Better::neither;
  column.bar = reader.boolean("bar").value_or(false);
  column.link = reader.text("link");
  column.missing = read_remark(reader, "missing", diagnostics);
  column.footnote = read_remark(reader, "footnote", diagnostics);
  column.worst = reader.boolean("worst");
  column.total = reader.boolean("total").value_or(false);
  column.total_span = reader.span_of("total");
  reader.finish();
  std::string why;
  if (!column.format.empty() && !quantity::NumberFormat::parse(column.format, &why))
    diagnostics
        .error("bad-format", reader.span_of("format"), fmt::format("\"{}\" is not a d3-format: {}", column.format, why))
        .expect("for instance \",.1f\"");
  return column;
}

// Parses one column, or a group {group: TITLE, columns: [...]}.
void parse_entry(const notation::Node& node, std::vector<ColumnSpec>& columns, base::Diagnostics& diagnostics) {
  if (!node.is_map() || !node.find("group")) {
    columns.push_back(parse_column(node, diagnostics));
    return;
  }
  notation::Reader reader(node, "this group of columns", diagnostics);
  const document::Text group = read_text(reader, "group");
  if (group.empty()) diagnostics.error("bad-value", group.span, "a group of columns has no title");
  const notation::Node* list = reader.node("columns", notation::Need::required);
  if (list && !list->is_list())
    diagnostics.error("wrong-type", list->span, "the columns of a group must be a list").expect("[name, name]");
  if (list)
    for (const notation::Node& item : list->items) {
      columns.push_back(parse_column(item, diagnostics));
      columns.back().group = group;
    }
  reader.finish();
}

}  // namespace

document::Text read_text(notation::Reader& reader, std::string_view key, notation::Need need) {
  std::string text = reader.text(key, need);
  return {std::move(text), reader.span_of(key)};
}

TableSpec read_table_keys(const notation::Node& node, notation::Reader& reader, notation::Need note,
                          base::Diagnostics& diagnostics) {
  TableSpec spec;
  spec.span = node.span;
  spec.data = read_text(reader, "data", notation::Need::required);
  spec.caption = read_text(reader, "caption", notation::Need::required);
  spec.note = read_text(reader, "note", note);
  spec.empty = read_text(reader, "empty");
  reader.texts("holds");  // the key is only accepted here, because the page checks the asserts
  if (const notation::Node* columns = reader.list("columns"))
    for (const notation::Node& item : columns->items) parse_entry(item, spec.columns, diagnostics);
  spec.compared.same = reader.texts("same", &spec.compared.same_spans);
  spec.compared.differs = reader.texts("differs", &spec.compared.differs_spans);
  return spec;
}

std::optional<TableSpec> parse_table_spec(const notation::Node& node, base::Diagnostics& diagnostics) {
  size_t errors = diagnostics.errors();
  notation::Reader reader(node, "this table", diagnostics);
  TableSpec spec = read_table_keys(node, reader, notation::Need::optional, diagnostics);
  if (auto rows = reader.integer("rows")) {
    if (*rows < 1)
      diagnostics.error("bad-value", reader.span_of("rows"), "\"rows\" is the number of rows that the page shows")
          .expect("1 or more");
    else
      spec.rows = static_cast<size_t>(*rows);
  }
  spec.group_by = read_text(reader, "group_by");
  spec.worst = reader.boolean("worst").value_or(false);
  if (const std::string narrow = reader.choice("narrow", {"scroll", "cards"}); !narrow.empty())
    spec.narrow = narrow == "cards" ? Narrow::cards : Narrow::scroll;
  reader.finish();
  if (diagnostics.errors() > errors) return std::nullopt;
  return spec;
}

}  // namespace blocks
