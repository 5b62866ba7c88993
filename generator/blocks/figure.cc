#include "blocks/figure.h"

#include <fmt/format.h>

#include "base/text.h"
#include "quantity/figure_text.h"
#include "quantity/present.h"
#include "site/url.h"

namespace blocks {
namespace {

base::Span place_of(const document::Link& link) { return link.exact ? link.text_span : link.span; }

// "the source says …": where the value that disagrees comes from.
void explain(base::Diagnostic& diagnostic, const site::Cell& cell, Context& context) {
  for (const std::string& ref : cell.refs) {
    auto provenance = context.view.provenance(ref);
    if (!provenance || !provenance->source) continue;
    diagnostic.note({}, fmt::format("{}: {}, {}; {}", ref, short_name(*provenance->source), provenance->locator,
                                    date_text({std::string(provenance->as_of)}, context)));
  }
}

void check_number(const document::Link& link, std::string_view key, std::string_view text, const site::Cell& cell,
                  Context& context) {
  const quantity::Units& units = context.view.units();
  auto exact = quantity::Exact::parse(quantity::to_text(cell.value));
  if (!exact) return;
  quantity::FigureCheck check =
      quantity::check_figure(quantity::parse_figure(text, units), *exact, cell.field.unit, units);
  if (check.outcome == quantity::FigureOutcome::ok) return;
  std::string_view code = check.outcome == quantity::FigureOutcome::mismatch          ? "figure-mismatch"
                          : check.outcome == quantity::FigureOutcome::not_convertible ? "figure-unit"
                                                                                      : "figure-unreadable";
  auto& d = context.diagnostics.error(code, place_of(link), check.why);
  d.expect(fmt::format("{}, the value of {}", check.actual, key));
  if (!check.should_say.empty()) d.suggest(fmt::format("write \"{}\"", check.should_say));
  explain(d, cell, context);
}

void check_text(const document::Link& link, std::string_view key, std::string_view text, const site::Cell& cell,
                Context& context) {
  std::string value = quantity::to_text(cell.value);
  if (base::trim(text) == base::trim(value)) return;
  auto& d = context.diagnostics.error("figure-mismatch", place_of(link),
                                      fmt::format("the text says \"{}\", the data \"{}\"", text, value));
  explain(d.expect(fmt::format("the value of {}", key)), cell, context);
}

}  // namespace

document::LinkHtml prose_figure(const document::Link& link, std::string_view key, const markup::SafeHtml& content,
                                std::string_view text, Context& context) {
  document::LinkHtml html;
  const site::Cell* cell = context.view.cell(key);
  if (!cell) return html;  // reported when the cell was looked for
  markup::SafeHtml shown = content;
  if (base::trim(text).empty()) {
    if (!context.view.page().evaluation->from_data)
      context.diagnostics.error("figure-empty", link.span, fmt::format("the text that states {} is empty", key))
          .expect(quantity::present_with_unit(cell->value, cell->field, context.view.units()))
          .suggest("write the figure between the brackets");
    shown = markup::SafeHtml::text(quantity::present_with_unit(cell->value, cell->field, context.view.units()));
  } else if (quantity::is_null(cell->value)) {
    context.diagnostics.error("figure-mismatch", place_of(link), fmt::format("there is no value at {}", key))
        .expect("a cell that is not empty");
  } else if (quantity::is_number(cell->value)) {
    check_number(link, key, text, *cell, context);
  } else {
    check_text(link, key, text, *cell, context);
  }
  std::string note = context.figures.add(cell->refs, cell->field.resource.empty(), "", context);
  markup::Writer out;
  if (note.empty()) {
    html.replacement = std::move(shown);
    return html;
  }
  out.open("a").attr("class", "fig").attr("href", "#" + site::encode_fragment(note)).html(shown).close();
  html.replacement = out.take();
  return html;
}

}  // namespace blocks
