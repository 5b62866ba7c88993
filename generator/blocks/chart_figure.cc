#include "blocks/chart_figure.h"

#include <fmt/format.h>

#include "base/text.h"
#include "base/work.h"
#include "blocks/chart_labels.h"
#include "blocks/comparability.h"
#include "blocks/pictures.h"
#include "blocks/table.h"
#include "site/url.h"

namespace blocks {
namespace {

constexpr double kWide = 720, kNarrow = 320;
constexpr double kSmall = 400;         // width in px up to which a chart is shown beside the text on wide screens
constexpr uint64_t kWorkOfMark = 800;  // work of a row in a layer, in both drawings

chart::DrawOptions options(double width, std::string id, std::string description_id, bool data_elsewhere,
                           Context& context) {
  chart::DrawOptions options;
  options.width = width;
  options.description_id = std::move(description_id);
  options.colour_slots = context.view.config().colours;
  options.hatched = context.view.config().hatched_colours;
  options.lightness = context.pictures.lightness;
  options.light_colours = context.pictures.light_colours;
  options.id = std::move(id);
  options.language = context.view.config().lang;
  options.no_category = context.words["chart_no_category"];
  options.words = [&words = context.words](std::string_view key, size_t count) { return words.count(key, count); };
  options.units = &context.view.units();
  options.has_vertex_tips = data_elsewhere;
  return options;
}

// Whether a chart is accessible without the drawing: it has a title and its data.
bool is_complete(const chart::Drawing& drawing, const chart::Spec& spec, Context& context) {
  auto lacks = [&](const char* what, const char* expected) {
    context.diagnostics.error("chart-incomplete", spec.span, fmt::format("this chart has no {}", what))
        .expect(expected);
    return false;
  };
  if (base::trim(drawing.title).empty()) return lacks("title", "title: what the chart shows, in a sentence");
  if (drawing.columns.empty()) return lacks("data", "an encoding with a field of the data");
  return true;
}

std::vector<Download> chart_files(const std::string& name, const Context& context) {
  std::vector<Download> files;
  if (context.view.config().features.images) {
    PictureAddresses pictures(name);
    files = {{pictures.png, "png"}, {pictures.light, "svg"}, {pictures.dark, "svg_dark"}};
  }
  files.push_back({"charts/" + name + ".csv", "csv"});
  return files;
}

// Returns the table of the data, or a link to its page.
markup::SafeHtml data_html(const markup::SafeHtml& table, const ChartView& view, size_t rows, Context& context) {
  if (!view.data_page.empty()) return all_rows_html(view.data_page, rows, context);
  markup::Writer out;
  out.open("details").attr("class", "data");
  if (view.is_data_page) out.attr("open");
  return out.element("summary", context.words["chart_data"]).html(table).close().take();
}

markup::SafeHtml drawings_html(const chart::Drawing& wide, const chart::Drawing& narrow) {
  markup::Writer out;
  out.open("div").attr("class", "drawing wide").html(wide.svg).close();
  return out.open("div").attr("class", "drawing narrow").html(narrow.svg).close().take();
}

// Returns the texts around a separate picture: those on the page, except parts that only work there.
PictureWords picture_words(const chart::Spec& spec, const BlockParts& parts, Context& context) {
  const site::Config& config = context.view.config();
  PictureWords words;
  if (!spec.note.empty()) words.notes.push_back(spec.note);
  for (const ShownWords& each : parts.compared) words.notes.push_back(each.text);
  words.notes.insert(words.notes.end(), parts.notes.caveats().begin(), parts.notes.caveats().end());
  std::string from = origins_words(parts, Origins::kMaxNamed, context).text;
  const std::string when = as_of_text(parts.origins.dates, context);
  if (!when.empty()) from += (from.empty() ? "" : ". ") + when;
  from += ages_text(parts.origins.ages, context);
  if (!from.empty()) words.notes.push_back(from);
  words.site = config.title;
  words.language = config.lang;
  if (!config.base_url.empty()) {
    std::string url =
        site::absolute_url(config.base_url, context.view.address()) + "#" + site::encode_fragment(parts.name);
    words.address = url.substr(url.find("//") + 2);
  }
  return words;
}

}  // namespace

PictureAddresses::PictureAddresses(const std::string& name)
    : light("charts/" + name + ".svg"), dark("charts/" + name + "-dark.svg"), png("charts/" + name + ".png") {}

std::optional<ChartFigure> chart_figure(const chart::Spec& spec, const ChartView& view, Context& context) {
  const std::string& name = view.name;
  const quantity::Frame* frame = find_frame(spec.data, spec.data_span, context);
  if (!frame) return std::nullopt;
  if (!base::charge_work(kWorkOfMark * frame->rows() * spec.layers.size())) return std::nullopt;
  const bool data_elsewhere = !view.data_page.empty();
  const std::string id = context.ids.claim_chart(name), summary_id = id + "-description";
  chart::DrawOptions of_wide = options(kWide, id, summary_id, data_elsewhere, context);
  const std::optional<LabelledChart> labelled = label_categories(spec, *frame, context.view, of_wide);
  const chart::Spec& shown_spec = labelled ? labelled->spec : spec;
  const quantity::Frame& shown_frame = labelled ? labelled->frame : *frame;
  auto wide = chart::draw(shown_spec, shown_frame, of_wide, context.diagnostics);
  if (!wide || !is_complete(*wide, spec, context)) return std::nullopt;
  chart::DrawOptions of_narrow =
      options(kNarrow, context.ids.claim_chart(name + "-narrow"), summary_id, false, context);
  of_narrow.has_row_titles = spec.narrow != nullptr;  // otherwise assets/chart.js uses the wide drawing's titles
  of_narrow.colour_slots = of_wide.colour_slots;
  of_narrow.hatched = of_wide.hatched;
  auto narrow =
      chart::draw(shown_spec.narrow ? *shown_spec.narrow : shown_spec, shown_frame, of_narrow, context.diagnostics);
  if (!narrow) return std::nullopt;

  Notes notes(name);
  const NotesOfBlock own_notes(context, notes);
  const markup::SafeHtml title = short_html(wide->title, spec.title_span, context);
  const markup::SafeHtml subtitle = short_html(wide->subtitle, spec.subtitle_span, context);
  const markup::SafeHtml caption = short_html(spec.caption, spec.caption_span, context);
  std::vector<markup::SafeHtml> annotations;  // with the sources of their figures, which the drawing cannot link
  for (const chart::Annotation& each : spec.annotations)
    annotations.push_back(short_html(each.text, each.text_span, context));
  BlockParts parts{name,
                   {wide->title, title},
                   short_html(spec.note, spec.note_span, context),
                   comparability(spec.compared, *frame, context),
                   notes,
                   {wide->subtitle, subtitle}};
  std::vector<quantity::Field> fields;
  for (size_t column : wide->columns) fields.push_back(frame->fields[column]);
  for (ShownWords& line : covers_lines(fields, context)) parts.compared.push_back(std::move(line));
  if (spec.compared.differs.empty())
    check_price_years(fields,
                      {{wide->title, spec.title_span},
                       {wide->subtitle, spec.subtitle_span},
                       {spec.caption, spec.caption_span},
                       {spec.note, spec.note_span}},
                      spec.span, context);
  parts.origins = origins_of(*frame, wide->columns, context);
  markup::SafeHtml table;
  for (const quantity::Field& field : fields) notes.show_column(field);
  if (!view.data_page.empty())
    notes.mention(parts.origins.refs, name, context);
  else
    table = plain_table(*frame, wide->columns, wide->title, notes, name, context);

  const markup::SafeHtml drawings = drawings_html(*wide, *narrow);
  const markup::SafeHtml data = data_html(table, view, frame->rows(), context);
  ChartFigure figure;
  if (view.embeds) {
    markup::Writer shown;  // an embed shows only the drawing; the text is for screen readers
    shown.html(drawings).open("p").attr("class", "visually-hidden").attr("id", summary_id).text(wide->summary).close();
    figure.embed = make_embed(parts, true, shown.take(), std::max(wide->height, narrow->height), data, context);
    figure.embed->summary = wide->summary;
  }

  markup::Writer out, before;
  out.open("figure").attr("class", "chart").attr("id", name).attr_if(wide->width <= kSmall, "data-small", "");
  write_caption(parts, "span", out);
  out.html(drawings);
  before.open("p").attr("class", "summary").attr("id", summary_id).text(wide->summary).close();
  if (!spec.caption.empty()) before.open("p").attr("class", "chart-caption").html(caption).close();
  for (const markup::SafeHtml& annotation : annotations) before.open("p").html(annotation).close();
  write_about(
      parts,
      {as_of_text(parts.origins.dates, context), chart_files(name, context), figure.embed ? figure.embed->height : 0,
       before.take(), data, computed_html(spec.data, parts, context), view.is_data_page},
      out, context);
  figure.html = out.close().take();
  figure.narrow = *std::move(narrow);
  if (view.is_data_page || !context.view.config().features.images) return figure;
  PictureWords words = picture_words(spec, parts, context);
  words.summary_id = summary_id;
  const PictureStyles& styles = context.pictures;
  figure.light = chart_picture(*wide, words, styles.light);
  figure.dark = chart_picture(*wide, words, styles.dark);
  return figure;
}

}  // namespace blocks
