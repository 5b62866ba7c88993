#include "blocks/table.h"

#include <fmt/format.h>

#include <set>

#include "base/suggest.h"
#include "blocks/code.h"
#include "blocks/comparability.h"
#include "blocks/downloads.h"
#include "blocks/short_text.h"
#include "blocks/table_rows.h"
#include "site/url.h"

namespace blocks {
namespace {

// Rows of one group stand together, so that each group has one head.
void check_groups(const TableSpec& spec, const quantity::Frame& frame, size_t column, Context& context) {
  std::set<std::string> closed;
  for (size_t row = 1; row < frame.rows(); ++row) {
    if (frame.at(row, column) == frame.at(row - 1, column)) continue;
    closed.insert(quantity::to_text(frame.at(row - 1, column)));
    std::string value = quantity::to_text(frame.at(row, column));
    if (!closed.contains(value)) continue;
    context.diagnostics
        .error("rows-apart", spec.group_by_span,
               fmt::format("the rows whose \"{}\" is \"{}\" do not stand together: row {} does again", spec.group_by,
                           value, row + 1))
        .suggest(fmt::format("let the ORDER BY of the query begin with {}", spec.group_by));
    return;
  }
}

// About how high a table is in a frame, where more than 500 px scroll (assets/embed.css).
double height_in_frame(const Shape& shape) {
  return shape.cards ? 500 : std::min(500.0, 44.0 * static_cast<double>(shape.rows + 2));
}

std::vector<size_t> indices_of(const std::vector<ShownColumn>& columns) {
  std::vector<size_t> indices;
  for (const ShownColumn& column : columns) indices.push_back(column.index);
  return indices;
}

// The way to the page with all of them, where this shows some.
markup::SafeHtml all_rows_html(const TableView& view, size_t rows, Context& context) {
  if (view.all_rows.empty()) return {};
  markup::Writer out;
  out.open("p").attr("class", "all-rows").open("a");
  out.url("href", site::relative_link(context.address(), view.all_rows)).text(context.words.count("all_rows", rows));
  return out.close().close().take();
}

}  // namespace

const quantity::Frame* find_frame(std::string_view data, base::Span span, Context& context) {
  const quantity::Frame* frame = context.view.frame(data);
  if (frame) return frame;
  const std::vector<std::string> queries = context.view.names("queries"), tables = context.view.names("tables");
  // A query of the page that failed has been reported.
  if (std::find(queries.begin(), queries.end(), data) != queries.end()) return nullptr;
  std::vector<std::string_view> names = base::views(queries);
  names.insert(names.end(), tables.begin(), tables.end());
  context.diagnostics.error("unknown-query", span, fmt::format("there is no query, view or resource \"{}\"", data))
      .expect(names.empty() ? "a ```sql NAME block on this page" : "one of " + base::list_names(names, 20))
      .suggest(base::did_you_mean(data, names));
  return nullptr;
}

markup::SafeHtml query_html(std::string_view data, Context& context) {
  std::string_view sql;
  for (const document::Fence& fence : context.view.content()->document().fences())
    if (fence.kind == document::FenceKind::query && fence.name == data) sql = fence.body;
  if (sql.empty()) sql = context.view.view_sql(data);
  return sql.empty() ? markup::SafeHtml() : code_html("sql", sql, context);
}

markup::SafeHtml computed_html(std::string_view data, Context& context) {
  markup::SafeHtml query = query_html(data, context);
  if (query.empty()) return {};
  markup::Writer out;
  out.open("details").attr("class", "computed").element("summary", context.words["how_computed"]);
  return out.html(query).close().take();
}

void write_caveats(const markup::SafeHtml& note, const std::vector<ShownWords>& compared, const Notes& notes,
                   markup::Writer& out) {
  if (note.empty() && compared.empty() && notes.caveats().empty()) return;
  out.open("ul").attr("class", "caveats");
  if (!note.empty()) out.open("li").html(note).close();
  for (const ShownWords& line : compared) out.open("li").html(line.html).close();
  for (const std::string& caveat : notes.caveats()) out.element("li", caveat);
  out.close();
}

std::optional<TableFigure> table_figure(const TableSpec& spec, const TableView& view, Context& context) {
  size_t errors = context.diagnostics.errors();
  const quantity::Frame* frame = find_frame(spec.data, spec.data_span, context);
  if (!frame) return std::nullopt;
  std::vector<ShownColumn> columns = choose_columns(spec, *frame, context);
  int group_by = spec.group_by.empty() ? -1 : find_column(*frame, spec.group_by, spec.group_by_span, context);
  if (group_by >= 0) check_groups(spec, *frame, static_cast<size_t>(group_by), context);
  if (columns.empty() || context.diagnostics.errors() > errors) return std::nullopt;

  if (frame->rows() == 0)
    context.diagnostics.warning("table-empty", spec.data_span, fmt::format("the data \"{}\" have no rows", spec.data))
        .suggest("look at what the query's WHERE leaves over, or say with `empty: …` that there are none");

  Notes notes(view.name);
  const NotesOfBlock own_notes(context, notes);
  const markup::SafeHtml caption = short_html(spec.caption, spec.caption_span, context);
  const markup::SafeHtml note = short_html(spec.note, spec.note_span, context);
  auto compared = comparability(spec.same, spec.same_spans, spec.differs, spec.differs_spans, *frame, context);
  const std::vector<size_t> shown = indices_of(columns);
  Shape shape{view.rows.value_or(frame->rows()), group_by, spec.narrow == Narrow::cards};
  TableRows rows(*frame, std::move(columns), shape, view.name, context);
  markup::SafeHtml table = rows.html(spec.caption, notes);
  markup::SafeHtml all_rows = all_rows_html(view, frame->rows(), context);
  markup::SafeHtml where_from = notes.list(context.words["where_from"], false, context);

  TableFigure figure;
  if (view.embeds) {
    EmbedParts parts{view.name, {spec.caption, caption}, {}, false, table, {spec.note, note}, compared};
    parts.add_caveats(notes.caveats());
    parts.origins = origins_of(*frame, shown, context);
    parts.folded = {all_rows, where_from};
    parts.body_height = height_in_frame(shape);
    figure.embed = make_embed(std::move(parts), context);
  }
  markup::Writer out;
  out.open("figure").attr("class", "table").attr("id", view.name);
  // A part of the rows is not to be sorted or filtered as if it were all of them.
  if (!view.all_rows.empty()) out.attr("data-cut");
  out.open("figcaption");
  out.open("span").attr("class", "caption").html(caption).close().close();
  out.html(table);
  out.html(all_rows);
  if (std::string dates = rows.single_date(); !dates.empty())
    out.open("p").attr("class", "as-of").text(context.words.fill("as_of", {{"date", dates}})).close();
  write_caveats(note, compared, notes, out);
  const unsigned embed_height = figure.embed ? figure.embed->height : 0;
  write_downloads(table_files(view.name), view.name, spec.caption, embed_height, out, context);
  out.html(where_from).html(computed_html(spec.data, context)).close();
  if (context.diagnostics.errors() > errors) return std::nullopt;
  figure.html = out.take();
  return figure;
}

markup::SafeHtml plain_table(const quantity::Frame& frame, const std::vector<size_t>& columns, std::string_view label,
                             Notes& notes, std::string_view anchor, Context& context) {
  std::vector<ShownColumn> shown;
  for (size_t column : columns) shown.emplace_back(frame, column, context);
  return TableRows(frame, std::move(shown), {frame.rows()}, anchor, context).html(label, notes);
}

}  // namespace blocks
