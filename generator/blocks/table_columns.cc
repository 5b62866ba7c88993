#include "blocks/table_columns.h"

#include <fmt/format.h>

#include <optional>

#include "base/utf8.h"
#include "blocks/comparability.h"

namespace blocks {
namespace {

int column_of(const Remark& remark, const quantity::Frame& frame, Context& context) {
  return remark.column.empty() ? -1 : find_column(frame, remark.column, remark.span, context);
}

void check_total(const ColumnSpec& spec, const ShownColumn& column, const quantity::Frame& frame, Context& context) {
  using enum quantity::FieldType;
  if (column.field.type != integer && column.field.type != number) {
    context.diagnostics.error("bad-total", spec.total_span, fmt::format("\"{}\" holds no numbers to add up", spec.name))
        .expect("a column of type number or integer");
    return;
  }
  for (size_t row = 1; row < frame.rows(); ++row) {
    std::string first = unit_of(column, frame, 0), other = unit_of(column, frame, row);
    if (first == other) continue;
    context.diagnostics
        .error("bad-total", spec.total_span,
               fmt::format("the rows of \"{}\" are in \"{}\" and in \"{}\"", spec.name, first, other))
        .suggest("narrow the query to rows of one unit, or convert them in it");
    return;
  }
}

void check_scope_of_total(const ColumnSpec& spec, const ShownColumn& column, const quantity::Frame& frame,
                          Context& context) {
  auto scope_of = [&](size_t row) { return context.view.scope_of(column.field, frame.refs_of(row, column.index)); };
  std::optional<size_t> first_row;
  for (size_t row = 0; row < frame.rows(); ++row) {
    if (quantity::is_null(frame.at(row, column.index))) continue;  // adds nothing
    if (!first_row) first_row = row;
    quantity::Scope first = scope_of(*first_row), other = scope_of(row);
    if (first == other) continue;
    auto name = [](const quantity::Scope& scope) {
      return scope.is_stated() ? fmt::format("\"{}\"", scope.text()) : "what is not stated";
    };
    context.diagnostics
        .error("scope-mismatch", spec.total_span,
               fmt::format("the rows of \"{}\" cover different things: {} in row {}, {} in row {}", spec.name,
                           name(first), *first_row + 1, name(other), row + 1))
        .expect("rows that cover the same, to add them up")
        .suggest(fmt::format("state in the query what one row covers: -- @{} {{covers: …}}", spec.name));
    return;
  }
}

ShownColumn shown(const ColumnSpec& spec, const TableSpec& table, const quantity::Frame& frame, size_t index,
                  Context& context) {
  ShownColumn column(frame, index, context);
  if (spec.title) column.field.title = *spec.title;
  column.title_span = spec.title_span;
  if (!spec.format.empty()) column.use_format(frame, spec.format);
  if (spec.better) column.field.better = *spec.better;
  column.bar = spec.bar;
  column.span = spec.span;
  if (!spec.link.empty()) column.link = find_column(frame, spec.link, spec.span, context);
  column.group = spec.group;
  column.group_span = spec.group_span;
  column.missing = spec.missing.text;
  column.missing_span = spec.missing.span;
  column.missing_column = column_of(spec.missing, frame, context);
  column.footnote = spec.footnote.text;
  column.footnote_span = spec.footnote.span;
  column.footnote_column = column_of(spec.footnote, frame, context);
  column.mark_worst = spec.worst.value_or(table.worst);
  column.total = spec.total;
  if (spec.total) check_total(spec, column, frame, context);
  if (spec.total) check_scope_of_total(spec, column, frame, context);
  return column;
}

}  // namespace

void ShownColumn::use_format(const quantity::Frame& frame, std::string d3_format) {
  quantity::Frame copy = frame;  // rare, and only the column's field differs
  copy.fields[index].format = field.format = std::move(d3_format);
  format = quantity::ColumnFormat(copy, index);
}

std::vector<ShownColumn> choose_columns(const TableSpec& spec, const quantity::Frame& frame, Context& context) {
  std::vector<ShownColumn> columns;
  if (spec.columns.empty())
    for (size_t i = 0; i < frame.columns(); ++i)
      if (frame.fields[i].name != spec.group_by) columns.emplace_back(frame, i, context).mark_worst = spec.worst;
  for (const ColumnSpec& column : spec.columns)
    if (int index = find_column(frame, column.name, column.span, context); index >= 0)
      columns.push_back(shown(column, spec, frame, static_cast<size_t>(index), context));
  return columns;
}

std::string unit_beside(std::string_view title, std::string_view unit, const quantity::Units& units) {
  std::string label = quantity::unit_label(unit, units);
  std::string folded = base::fold_case(label), said = base::fold_case(title);
  if (folded == said) return "";
  if (folded.size() == label.size() && folded.ends_with(" " + said)) label.resize(label.size() - said.size() - 1);
  return label;
}

std::string unit_of(const ShownColumn& column, const quantity::Frame& frame, size_t row) {
  if (column.field.unit_field.empty()) return column.field.unit;
  int index = frame.find(column.field.unit_field);
  return index < 0 ? "" : quantity::to_text(frame.at(row, static_cast<size_t>(index)));
}

}  // namespace blocks
