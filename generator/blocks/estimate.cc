#include "blocks/estimate.h"

#include <fmt/format.h>

#include "blocks/comparability.h"
#include "blocks/downloads.h"
#include "blocks/estimate_form.h"
#include "blocks/estimate_table.h"
#include "blocks/short_text.h"
#include "blocks/table.h"
#include "blocks/table_rows.h"
#include "site/url.h"

namespace blocks {
namespace {

// The cases, or what the inputs are preset to where there are none.
void add_cases(EstimateModel& model, EstimateTable& table, Context& context) {
  auto add = [&](const std::string& who, base::Span span, const EstimateModel::Settings& settings) {
    std::string said = settings_text(model, settings, context);
    if (table.add_sorted(who.empty() ? said : fmt::format("{} ({})", who, said), settings)) return;
    context.diagnostics.error("estimate-choice", span, fmt::format("no row fits this case: {}", said))
        .expect("choices that at least one row has together");
  };
  if (model.spec().cases.empty()) add("", model.spec().table.span, model.presets());
  for (const EstimateCase& each : model.spec().cases) add(each.who, each.span, model.settings_of(each));
}

markup::SafeHtml rows_html(const EstimateTable& table, int group_by, const std::string& name,
                           const std::string& caption, Notes& notes, Context& context, std::string* dates = nullptr) {
  TableRows rows(table.frame(), table.columns(), {table.frame().rows(), group_by}, name, context);
  if (dates) *dates = rows.single_date();
  std::string_view label = group_by < 0 ? "estimate_rows_of" : "estimate_cases_of";
  return rows.html(context.words.fill(label, {{"title", caption}}), notes);
}

void write_caption(const TableSpec& spec, markup::Writer& out, Context& context) {
  out.open("figcaption").open("span").attr("class", "caption");
  out.html(short_html(spec.caption, spec.caption_span, context)).close().close();
}

// The formulas as their author wrote them, and the query.
void write_computed(const EstimateSpec& spec, markup::Writer& out, Context& context) {
  out.open("details").attr("class", "computed").element("summary", context.words["how_computed"]).open("ul");
  for (const EstimateResult& result : spec.results) {
    out.open("li").text(result.title).text(": ");
    out.element("code", fmt::format("{} = {}", result.name, result.formula.text)).close();
  }
  out.close().html(query_html(spec.table.data, context)).close();
}

}  // namespace

std::optional<markup::SafeHtml> estimate_figure(const EstimateSpec& spec, const std::string& name, Context& context) {
  size_t errors = context.diagnostics.errors();
  const quantity::Frame* frame = find_frame(spec.table.data, spec.table.data_span, context);
  if (!frame) return std::nullopt;
  std::vector<ShownColumn> columns = choose_columns(spec.table, *frame, context);
  auto model = EstimateModel::make(spec, *frame, context);
  if (!model || columns.empty() || context.diagnostics.errors() > errors) return std::nullopt;
  // Which rate is the best says nothing of which result is.
  std::vector<quantity::Field> fields;
  for (ShownColumn& column : columns) {
    column.field.better = quantity::Better::neither;
    fields.push_back(column.field);
    column.field.covers.clear();  // stated below the table, once for all that the script shows
  }
  for (size_t i = 0; i < spec.results.size(); ++i) {
    quantity::Field field;
    field.title = spec.results[i].title;
    field.covers = model->results()[i].scope.text();
    fields.push_back(std::move(field));
  }

  EstimateTable all(*model, columns, context), cases(*model, columns, context);
  add_cases(*model, cases, context);
  if (context.diagnostics.errors() > errors) return std::nullopt;
  all.add_all(model->presets());

  Notes notes(name);
  const NotesOfBlock own_notes(context, notes);
  auto compared = comparability(spec.table.same, spec.table.same_spans, spec.table.differs, spec.table.differs_spans,
                                *frame, context);
  for (ShownWords& line : covers_lines(fields, context)) compared.push_back(std::move(line));
  std::string dates;
  markup::SafeHtml of_cases =
      rows_html(cases, static_cast<int>(cases.head_column()), name, spec.table.caption, notes, context);
  markup::SafeHtml of_all = rows_html(all, -1, name, spec.table.caption, notes, context, &dates);
  markup::Writer out;
  out.open("figure").attr("class", "estimate").attr("id", name);
  write_caption(spec.table, out, context);
  out.html(estimate_form(*model, name, all.columns(), context));
  out.open("p").attr("class", "said").attr("role", "status").close();
  out.open("template").html(of_all).close();
  out.open("details").attr("class", "cases").attr("open");
  out.element("summary", context.words[spec.cases.empty() ? "estimate_preset" : "estimate_cases"]);
  out.html(of_cases).close();
  if (!dates.empty()) out.open("p").attr("class", "as-of").text(context.words.fill("as_of", {{"date", dates}})).close();
  write_caveats(short_html(spec.table.note, spec.table.note_span, context), compared, notes, out);
  write_downloads(table_files(name), name, spec.table.caption, 0, out, context);
  out.html(notes.list(context.words["where_from"], false, context));
  write_computed(spec, out, context);
  out.close();
  if (context.diagnostics.errors() > errors) return std::nullopt;
  return out.take();
}

}  // namespace blocks
