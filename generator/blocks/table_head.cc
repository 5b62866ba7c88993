#include "blocks/table_head.h"

#include "blocks/comparability.h"
#include "blocks/short_text.h"

namespace blocks {
namespace {

// Neighbours of one group, or a single column without.
struct Run {
  std::string group;
  std::vector<const ShownColumn*> columns;
};

std::vector<Run> runs_of(const std::vector<ShownColumn>& columns) {
  std::vector<Run> runs;
  for (const ShownColumn& column : columns) {
    if (column.group.empty() || runs.empty() || runs.back().group != column.group) runs.push_back({column.group, {}});
    runs.back().columns.push_back(&column);
  }
  return runs;
}

void write_column(const ShownColumn& column, bool over_two_rows, bool begins_group, TableKey& key, markup::Writer& out,
                  Context& context) {
  std::string classes = column.is_number() ? "number" : "";
  if (begins_group) classes += classes.empty() ? "begins" : " begins";
  out.open("th").attr("scope", "col").attr_if(!classes.empty(), "class", classes);
  out.attr_if(over_two_rows, "rowspan", "2").attr("data-column", column.field.name);
  if (column.field.better != quantity::Better::neither)
    out.attr("data-better", column.field.better == quantity::Better::higher ? "higher" : "lower");
  if (!column.field.description.empty()) out.attr("title", column.field.description);
  out.open("span").attr("class", "title").text(column.field.title).close();
  markup::SafeHtml footnote;
  auto add = [&](const markup::SafeHtml& html) {
    if (!footnote.empty() && !html.empty())
      footnote += markup::SafeHtml::text(footnote.str().ends_with('.') ? " " : ". ");
    footnote += html;
  };
  if (!column.footnote.empty()) add(short_html(column.footnote, column.footnote_span, context));
  if (!column.field.covers.empty())
    add(markup::SafeHtml::text(context.words.fill("covers", {{"what", shown_scope(column.field.covers)}})));
  // The script makes the title a button, which may not contain a link: the mark beside it leads to the sources.
  add(figures_html(column.field.title, column.title_span, context));
  if (!footnote.empty()) out.html(key.mark(std::move(footnote)));
  std::string unit = unit_beside(column.field.title, column.field.unit, context.view.units());
  if (!unit.empty()) out.text(" ").open("span").attr("class", "unit").text(unit).close();
  out.close();
}

}  // namespace

void write_head(const std::vector<ShownColumn>& columns, bool date_column, TableKey& key, markup::Writer& out,
                Context& context) {
  std::vector<Run> runs = runs_of(columns);
  bool grouped = false;
  for (const Run& run : runs) grouped |= !run.group.empty();
  if (grouped) {
    for (const Run& run : runs) out.open("colgroup").attr("span", std::to_string(run.columns.size())).close();
    if (date_column) out.open("colgroup").attr("span", "1").close();
  }
  out.open("thead").open("tr");
  for (const Run& run : runs) {
    if (run.group.empty()) {
      write_column(*run.columns[0], grouped, false, key, out, context);
      continue;
    }
    out.open("th").attr("class", "group begins").attr("scope", "colgroup");
    out.attr("colspan", std::to_string(run.columns.size()));
    out.html(short_html(run.group, run.columns[0]->group_span, context)).close();
  }
  if (date_column) {
    out.open("th").attr("scope", "col").attr_if(grouped, "rowspan", "2").attr("data-column", "as_of");
    out.open("span").attr("class", "title").text(context.words["as_of_column"]).close().close();
  }
  out.close();
  if (grouped) {
    out.open("tr");
    for (const Run& run : runs)
      for (const ShownColumn* column : run.columns)
        if (!run.group.empty()) write_column(*column, false, column == run.columns[0], key, out, context);
    out.close();
  }
  out.close();
}

}  // namespace blocks
