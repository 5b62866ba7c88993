#include "blocks/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

#include "base/natural_order.h"
#include "base/suggest.h"
#include "base/text.h"
#include "blocks/comparability.h"

namespace blocks {
namespace {

// Reports rows of one group that are not adjacent, because a group can have only one heading.
void check_groups(const document::Text& group_by, const quantity::Frame& frame, size_t column, Context& context) {
  std::set<std::string> closed;
  for (size_t row = 1; row < frame.rows(); ++row) {
    if (frame.at(row, column) == frame.at(row - 1, column)) continue;
    closed.insert(quantity::to_text(frame.at(row - 1, column)));
    std::string value = quantity::to_text(frame.at(row, column));
    if (!closed.contains(value)) continue;
    context.diagnostics
        .error("rows-apart", group_by.span,
               fmt::format("the rows whose \"{}\" is \"{}\" are not adjacent: there is another in row {}",
                           group_by.text, value, row + 1))
        .suggest(fmt::format("begin the ORDER BY of the query with {}", group_by.text));
    return;
  }
}

// Returns the frame with the rows of each group in the order of `spec.sort`: numbers by value in one unit, dates by
// time, texts naturally, and empty cells last.
quantity::Frame sorted(const TableSpec& spec, const quantity::Frame& frame, int group_by, Context& context) {
  const std::string_view wanted = spec.sort.text;
  const bool descends = wanted.starts_with('-');
  const int index = find_column(frame, wanted.substr(descends), spec.sort.span, context.diagnostics);
  if (index < 0) return frame;
  const quantity::Units& units = context.view.units();
  const ShownColumn column(frame, static_cast<size_t>(index), context);
  const ColumnFacts facts = facts_of(column, frame, -1, units, [](size_t) { return false; });
  if (facts.mixed_units)
    context.diagnostics
        .error("not-comparable", spec.sort.span,
               fmt::format("the rows of \"{}\" are in units that do not convert, so they have no order",
                           column.field.name))
        .suggest("restrict the query to rows of one unit");
  struct Row {
    size_t at;
    std::optional<quantity::Exact> number;
    std::string text;
  };
  std::vector<Row> rows;
  for (size_t row = 0; row < frame.rows(); ++row) {
    const std::string text = sort_value(column, facts, frame, row, "", units);
    rows.push_back({row, column.is_number() ? quantity::Exact::parse(text) : std::nullopt,
                    text.empty() ? column.text_of(frame, row, units) : text});
  }
  const auto before = [&](const Row& a, const Row& b) {
    if (a.text.empty() || b.text.empty()) return !a.text.empty() && b.text.empty();
    const Row &first = descends ? b : a, &second = descends ? a : b;
    if (first.number && second.number) return *first.number < *second.number;
    return base::is_naturally_before(first.text, second.text);
  };
  quantity::Frame result = frame;
  result.cells.clear(), result.cell_refs.clear();
  for (const RowRange group : groups_of(frame, group_by)) {
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(group.first);
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(group.last);
    std::stable_sort(begin, end, before);
    for (const Row& row : std::span(begin, end))
      for (size_t at = row.at * frame.columns(); at < (row.at + 1) * frame.columns(); ++at) {
        result.cells.push_back(frame.cells[at]);
        result.cell_refs.push_back(frame.cell_refs[at]);
      }
  }
  return result;
}

// Reports highlighted names that the table does not have.
void check_highlight(const TableSpec& spec, const ShownColumn& column, const quantity::Frame& frame, Context& context) {
  std::set<std::string> names;
  for (size_t row = 0; row < frame.rows() && !spec.highlight.empty(); ++row)
    names.insert(column.text_of(frame, row, context.view.units()));
  for (size_t i = 0; i < spec.highlight.size(); ++i)
    if (const std::string& name = spec.highlight[i]; !names.contains(name))
      context.diagnostics
          .error("unknown-highlight", spec.highlight_spans[i],
                 fmt::format("the first column of this table has no \"{}\"", name))
          .suggest(base::did_you_mean(name, base::views(names)));
}

// Estimates the height of a table in an embed, where more than 500 px scroll (assets/embed.css).
double height_in_frame(const Shape& shape) {
  return shape.narrow == Narrow::cards ? 500 : std::min(500.0, 44.0 * static_cast<double>(shape.rows + 2));
}

}  // namespace

const quantity::Frame* find_frame(std::string_view data, base::Span span, Context& context) {
  const quantity::Frame* frame = context.view.frame(data);
  if (frame) return frame;
  const std::vector<std::string> queries = context.view.names("queries"), tables = context.view.names("tables");
  // If a query of the page failed, the error is already reported.
  if (std::find(queries.begin(), queries.end(), data) != queries.end()) return nullptr;
  std::vector<std::string_view> names = base::views(queries);
  names.insert(names.end(), tables.begin(), tables.end());
  context.diagnostics.error("unknown-query", span, fmt::format("there is no query, view or resource \"{}\"", data))
      .expect(names.empty() ? "a ```sql NAME block on this page" : "one of " + base::list_names(names, 20))
      .suggest(base::did_you_mean(data, names));
  return nullptr;
}

std::optional<TableFigure> table_figure(const TableSpec& spec, const TableView& view, Context& context) {
  size_t errors = context.diagnostics.errors();
  const quantity::Frame* frame = find_frame(spec.data.text, spec.data.span, context);
  if (!frame) return std::nullopt;
  const document::Text& by = spec.group_by;
  const int group_by = by.empty() ? -1 : find_column(*frame, by.text, by.span, context.diagnostics);
  if (group_by >= 0) check_groups(by, *frame, static_cast<size_t>(group_by), context);
  quantity::Frame in_order;
  if (!spec.sort.empty()) {
    in_order = sorted(spec, *frame, group_by, context);
    frame = &in_order;
  }
  const std::vector<ShownColumn> columns = choose_columns(spec, *frame, context);
  if (columns.empty() || context.diagnostics.errors() > errors) return std::nullopt;

  if (frame->rows() == 0)
    context.diagnostics
        .warning("table-empty", spec.data.span, fmt::format("the data \"{}\" have no rows", spec.data.text))
        .suggest("check the WHERE of the query, or state with `empty: …` that there are no rows");

  constexpr size_t kMaxCells = 20'000;
  const size_t shown_rows = view.rows.value_or(frame->rows());
  if (shown_rows * columns.size() > kMaxCells)
    context.diagnostics
        .warning("huge-table", spec.data.span,
                 fmt::format("this table has {} and {}, which is slow in browsers", base::count_of(shown_rows, "row"),
                             base::count_of(columns.size(), "column")))
        .expect("at most 20,000 cells")
        .suggest("choose rows in its query; the pages and downloads of a resource have all of them");

  Notes notes(view.name);
  const NotesOfBlock own_notes(context, notes);
  BlockParts parts{view.name,
                   {spec.caption.text, short_html(spec.caption.text, spec.caption.span, context)},
                   short_html(spec.note.text, spec.note.span, context),
                   comparability(spec.compared, *frame, context),
                   notes};
  check_highlight(spec, columns.front(), *frame, context);
  const Shape shape{shown_rows, group_by, spec.narrow, true, spec.highlight};
  const RowsHtml rows = rows_html(*frame, columns, shape, view.name, spec.caption.text, notes, context);
  const markup::SafeHtml all_rows = all_rows_html(view.all_rows, frame->rows(), context);
  std::vector<size_t> shown;
  std::vector<quantity::Field> fields;
  for (const ShownColumn& column : columns) shown.push_back(column.index), fields.push_back(column.field);
  if (spec.compared.differs.empty()) check_price_years(fields, {spec.caption, spec.note}, spec.span, context);
  parts.origins = origins_of(*frame, shown, context);

  TableFigure figure;
  if (view.embeds) figure.embed = make_embed(parts, false, rows.html, height_in_frame(shape), all_rows, context);
  markup::Writer out;
  out.open("figure").attr("class", "table").attr("id", view.name);
  if (!view.all_rows.empty()) out.attr("data-cut");  // the script must not sort or filter a part of the rows
  write_caption(parts, "span", out);
  out.html(rows.html).html(all_rows);
  About about{rows.as_of, table_files(view.name)};
  about.embed_height = figure.embed ? figure.embed->height : 0;
  about.computed = computed_html(spec.data.text, parts, context);
  write_about(parts, about, out, context);
  out.close();
  if (context.diagnostics.errors() > errors) return std::nullopt;
  figure.html = out.take();
  return figure;
}

markup::SafeHtml plain_table(const quantity::Frame& frame, const std::vector<size_t>& columns, std::string_view label,
                             Notes& notes, const std::string& anchor, Context& context) {
  std::vector<ShownColumn> shown;
  for (size_t column : columns) shown.emplace_back(frame, column, context).field.better = quantity::Better::neither;
  return rows_html(frame, shown, {frame.rows()}, anchor, label, notes, context).html;
}

}  // namespace blocks
