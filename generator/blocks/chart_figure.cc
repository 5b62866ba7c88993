#include "blocks/chart_figure.h"

#include "blocks/comparability.h"
#include "blocks/table.h"
#include "chart/draw.h"
#include "site/url.h"

namespace blocks {
namespace {

constexpr double kWide = 720, kNarrow = 360;

chart::DrawOptions options(double width, std::string id, Context& context) {
  chart::DrawOptions options;
  options.width = width;
  options.colour_slots = context.view.config().colours;
  options.id = std::move(id);
  options.language = context.view.config().lang;
  options.units = &context.view.units();
  return options;
}

void write_caption(markup::Writer& out, const chart::Drawing& drawing, const std::string& name, Context& context) {
  out.open("figcaption").open("span").attr("class", "caption").text(drawing.title).close().text(" ");
  out.open("a").attr("class", "anchor").attr("href", "#" + site::encode_fragment(name));
  out.attr("aria-label", context.words.fill("link_to", {{"title", drawing.title}})).text("#").close();
  if (!drawing.subtitle.empty()) out.open("span").attr("class", "subtitle").text(drawing.subtitle).close();
  out.close();
}

// The dates of all that the chart shows.
std::string dates(const quantity::Frame& frame, const std::vector<size_t>& columns, Context& context) {
  std::set<std::string> all;
  for (size_t row = 0; row < frame.rows(); ++row)
    for (size_t column : columns)
      if (frame.fields[column].is_measure()) all.merge(dates_of(frame.refs_of(row, column), context));
  return date_text(all, context);
}

}  // namespace

std::optional<markup::SafeHtml> chart_figure(const chart::Spec& spec, const std::string& name, Context& context) {
  const quantity::Frame* frame = find_frame(spec.data, spec.data_span, context);
  if (!frame) return std::nullopt;
  auto wide = chart::draw(spec, *frame, options(kWide, name, context), context.diagnostics);
  if (!wide) return std::nullopt;
  auto narrow = chart::draw(spec, *frame, options(kNarrow, name + "-narrow", context), context.diagnostics);
  if (!narrow) return std::nullopt;

  auto compared = comparability(spec.same, {spec.span}, spec.differs, {spec.span}, *frame, context);
  Notes notes(name);
  markup::SafeHtml data = plain_table(*frame, wide->columns, wide->title, notes, name, context);

  markup::Writer out;
  out.open("figure").attr("class", "chart").attr("id", name);
  write_caption(out, *wide, name, context);
  out.open("div").attr("class", "drawing wide").html(wide->svg).close();
  out.open("div").attr("class", "drawing narrow").html(narrow->svg).close();
  out.open("p").attr("class", "summary").text(wide->summary).close();
  if (!spec.caption.empty()) out.open("p").attr("class", "chart-caption").text(spec.caption).close();
  if (std::string when = dates(*frame, wide->columns, context); !when.empty())
    out.open("p").attr("class", "as-of").text(context.words.fill("as_of", {{"date", when}})).close();
  write_caveats(spec.note, compared, notes, out);
  out.open("p").attr("class", "downloads").text(context.words["download"]).text(" ");
  out.open("a").url("href", site::relative_link(context.address(), "charts/" + name + ".csv")).attr("download");
  out.text("CSV").close().close();
  out.open("details").attr("class", "data").element("summary", context.words["chart_data"]).html(data).close();
  out.html(notes.list(context.words["where_from"], false, context)).html(computed_html(spec.data, context)).close();
  return out.take();
}

}  // namespace blocks
