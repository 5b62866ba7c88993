#include "blocks/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "base/text.h"
#include "blocks/diagram.h"
#include "chart/colours.h"
#include "chart/scene.h"
#include "markup/colour.h"
#include "markup/html.h"
#include "markup/stylesheet.h"
#include "markup/text_width.h"

namespace blocks {
namespace {

using chart::svg_number;
using markup::has_letters;

void write_rect(std::string_view classes, const std::string& width, const std::string& height, markup::Writer& out) {
  out.open("rect").attr("class", classes).attr("width", width).attr("height", height).close();
}

void write_text(std::string_view classes, double x, double y, double size, std::string_view line, markup::Writer& out) {
  out.open("text").attr("class", classes).attr("x", svg_number(x)).attr("y", svg_number(y));
  out.attr("font-size", svg_number(size)).text(line).close();
}

// Opens a part of a picture that has its own coordinates.
markup::Writer& open_part(double x, double y, double width, double height, markup::Writer& out) {
  out.open("svg").attr("x", svg_number(x)).attr("y", svg_number(y));
  return out.attr("width", svg_number(width)).attr("height", svg_number(height));
}

// Begins the SVG file of a picture. Sizes are in its units; `scale` is the size of a unit in px.
void open_picture(double width, double height, double scale, std::string_view language, markup::Writer& out,
                  std::string_view title, std::string_view summary, const std::string& style,
                  std::string_view summary_id = "") {
  const std::string paper_width = svg_number(width), paper_height = svg_number(height);
  out.open("svg").attr("xmlns", "http://www.w3.org/2000/svg").attr("class", "picture");
  out.attr("width", svg_number(width * scale)).attr("height", svg_number(height * scale));
  out.attr("viewBox", fmt::format("0 0 {} {}", paper_width, paper_height)).attr_if(!language.empty(), "lang", language);
  out.element("title", title);
  if (!summary.empty()) out.open("desc").attr_if(!summary_id.empty(), "id", summary_id).text(summary).close();
  out.element("style", style);
  write_rect("picture-paper", paper_width, paper_height, out);
}

std::string close_picture(markup::Writer& out) { return markup::xml_characters(out.close().take().str()) + "\n"; }

struct Type {
  std::string_view classes;
  double size, leading;  // font size and line height
  bool bold = false;
};

// Writes lines of text from `top` to `bottom`; cuts the last line if they do not fit. Returns where they end.
double write_lines(double x, double top, double bottom, double width, const Type& type, std::string_view words,
                   markup::Writer& out) {
  std::vector<std::string> all = markup::wrap_text(words, type.size, width, type.bold);
  const double room = std::max(0.0, std::floor((bottom - top) / type.leading));
  if (room == 0 || words.empty()) return top;
  if (static_cast<double>(all.size()) > room) {
    const auto last = static_cast<std::ptrdiff_t>(room) - 1;
    const std::string rest = base::join(std::vector(all.begin() + last, all.end()), " ");
    all.resize(static_cast<size_t>(room));
    all.back() = markup::shorten_text(rest, type.size, width, type.bold);
  }
  for (const std::string& line : all) {
    write_text(type.classes, x, top + type.size, type.size, line, out);
    top += type.leading;
  }
  return top;
}

// -- Charts --

constexpr Type kTitle{"picture-title", 20, 26, true};
constexpr Type kSubtitle{"picture-subtitle", 14, 20};
constexpr Type kNote{"picture-note", 12, 17};
constexpr Type kSite{"picture-site", 12, 17, true};
constexpr double kBetweenParts = 16;

// -- Cards --

constexpr double kMargin = 64, kAside = 440, kBetween = 48, kStrip = 12;
constexpr double kTop = 150, kBottom = kCardHeight - 92;  // bounds of the part between the site's title and its address
// Sizes of a title; the first one that fits is used. At the last size, a long title is cut.
constexpr std::array kTitleSizes = {76.0, 66.0, 58.0, 50.0, 44.0, 38.0};
constexpr double kTitleLeading = 1.14, kMaxTitle = 290;
constexpr Type kText{"picture-subtitle", 28, 38}, kSmall{"picture-subtitle", 24, 32};

Type title_type(double size) { return Type{"picture-title", size, size * kTitleLeading, true}; }

double title_size(std::string_view title, double width) {
  for (double size : kTitleSizes) {
    const std::vector<std::string> lines = markup::wrap_text(title, size, width, true);
    const bool fits = static_cast<double>(lines.size()) * size * kTitleLeading <= kMaxTitle;
    // If a word was cut, it may fit at a smaller size.
    const bool whole = base::join(lines, " ").size() == base::trim(title).size();
    if (fits && whole) return size;
  }
  return kTitleSizes.back();
}

void write_site(const CardWords& words, markup::Writer& out) {
  double x = kMargin;
  if (!words.mark.empty()) {
    open_part(x, 58, 44, 44, out).attr("viewBox", "0 0 32 32").html(words.mark).close();
    x += 60;
  }
  if (!has_letters(words.site)) return;
  const double width = kCardWidth - kMargin - x;
  write_text("picture-site", x, 90, kText.size, markup::shorten_text(words.site, kText.size, width, true), out);
}

void write_texts(const CardWords& words, double width, markup::Writer& out) {
  double y = kTop;
  if (has_letters(words.above))
    y = 6 + write_lines(kMargin, y, y + kSmall.leading, width, {"picture-accent", kSmall.size, kSmall.leading},
                        words.above, out);
  y = write_lines(kMargin, y, y + kMaxTitle + 1, width, title_type(title_size(words.title, width)), words.title, out);
  if (has_letters(words.description)) write_lines(kMargin, y + 22, kBottom, width, kText, words.description, out);
}

// Returns the factor by which a chart can be enlarged next to the text; 0 if it would be too small.
double chart_scale(const chart::Drawing* chart) {
  if (!chart || chart->width <= 0 || chart->height <= 0) return 0;
  const double scale = std::min({kAside / chart->width, (kBottom - kTop) / chart->height, 1.5});
  return scale < 0.75 ? 0 : scale;
}

void write_chart(const chart::Drawing& chart, double scale, markup::Writer& out) {
  const double width = chart.width * scale, height = chart.height * scale;
  const double x = kCardWidth - kMargin - kAside + (kAside - width) / 2, y = kTop + (kBottom - kTop - height) / 2;
  open_part(x, y, width, height, out)
      .attr("viewBox", fmt::format("0 0 {} {}", svg_number(chart.width), svg_number(chart.height)))
      .html(chart.svg)
      .close();
}

void write_figure(const KeyFigure& figure, markup::Writer& out) {
  const double x = kCardWidth - kMargin - kAside + 24, width = kAside - 24;
  out.open("rect").attr("class", "picture-accent").attr("x", svg_number(x - 24)).attr("y", svg_number(kTop));
  out.attr("width", "4").attr("height", svg_number(kBottom - kTop - 30)).close();
  double size = 76;
  while (size > 40 && markup::text_width(figure.value, size, true) > width) size -= 6;
  double y = write_lines(x, kTop + 30, kBottom, width, title_type(size), figure.value, out);
  y = write_lines(x, y + 14, kBottom, width, kText, figure.label, out);
  write_lines(x, y + 14, kBottom, width, kSmall, figure.source, out);
}

bool can_be_drawn(const KeyFigure& figure) {
  return has_letters(figure.value) && has_letters(figure.label) && has_letters(figure.source);
}

// Returns the CIE lightness of a series in a scheme, from 0 to 100; 0 for a colour that cannot be read.
// https://www.w3.org/TR/css-color-4/#cie-lab
double series_lightness(const markup::Tokens& tokens, int series, markup::Scheme scheme) {
  const auto value = tokens.resolve(scheme, fmt::format("var(--series-{})", series));
  const auto colour = value ? markup::parse_colour(*value) : std::nullopt;
  return colour ? std::max(0.0, 116 * std::cbrt(markup::luminance(*colour)) - 16) : 0;
}

// Returns the classes of charts' colours on which dark texts contrast more than light ones.
std::set<std::string, std::less<>> light_colours(const markup::Tokens& tokens, markup::Scheme scheme) {
  std::map<std::string, std::string> token_of = {{"neutral", "axis"}, {"mark-accent", "accent"}};
  for (int series = 1; series <= chart::kMaxSeries; ++series)
    token_of[chart::series_class(series)] = chart::series_class(series);
  for (const char* ramp : {"ramp", "div"})
    for (int step = 0; step < chart::kRampSteps; ++step)
      token_of[fmt::format("{}-{}", ramp, step)] = fmt::format("{}-{}", ramp, step);
  std::set<std::string, std::less<>> light;
  for (const auto& [name, token] : token_of) {
    const auto value = tokens.resolve(scheme, fmt::format("var(--{})", token));
    const auto colour = value ? markup::parse_colour(*value) : std::nullopt;
    if (colour && markup::luminance(*colour) > markup::kMiddleLuminance) light.insert(name);
  }
  return light;
}

}  // namespace

std::string chart_picture(const chart::Drawing& drawing, const PictureWords& words, const std::string& style) {
  const double width = drawing.width;
  double y = kPictureMargin;
  markup::Writer parts;
  const auto add = [&](const Type& type, std::string_view text) {
    y = write_lines(kPictureMargin, y, std::numeric_limits<double>::infinity(), width, type, text, parts);
  };
  add(kTitle, drawing.title);
  add(kSubtitle, drawing.subtitle);
  y += kBetweenParts;
  open_part(kPictureMargin, y, width, drawing.height, parts).html(drawing.svg).close();
  y += drawing.height + kBetweenParts;
  parts.open("line").attr("class", "picture-rule").attr("x1", svg_number(kPictureMargin)).attr("y1", svg_number(y));
  parts.attr("x2", svg_number(kPictureMargin + width)).attr("y2", svg_number(y)).close();
  y += kBetweenParts / 2;
  for (const std::string& note : words.notes) add(kNote, note);
  add(kSite, words.site);
  // The address is next to the site's title, or below it if they do not fit.
  const double address_width = markup::text_width(words.address, kNote.size, kNote.bold);
  const double both = markup::text_width(words.site, kSite.size, kSite.bold) + address_width;
  if (words.site.empty() || both + kBetweenParts > width)
    add(kNote, words.address);
  else
    write_text(kNote.classes, kPictureMargin + width - address_width, y - kSite.leading + kNote.size, kNote.size,
               words.address, parts);

  markup::Writer out;
  open_picture(width + 2 * kPictureMargin, y + kPictureMargin / 2, 1, words.language, out, drawing.title,
               drawing.summary, style, words.summary_id);
  out.html(parts.take());
  return close_picture(out);
}

PictureStyles picture_styles(const base::SourceText* tokens, const base::SourceText* chart) {
  if (!tokens || !chart) return {};
  PictureStyles styles;
  styles.tokens = markup::Tokens::read(*tokens);
  styles.light = markup::resolve_stylesheet(chart->text(), styles.tokens, markup::Scheme::light);
  styles.dark = markup::resolve_stylesheet(chart->text(), styles.tokens, markup::Scheme::dark);
  for (int series = 1; series <= chart::kMaxSeries; ++series)
    styles.lightness.push_back({series_lightness(styles.tokens, series, markup::Scheme::light),
                                series_lightness(styles.tokens, series, markup::Scheme::dark)});
  styles.light_colours = {light_colours(styles.tokens, markup::Scheme::light),
                          light_colours(styles.tokens, markup::Scheme::dark)};
  return styles;
}

std::string diagram_picture(const Diagram& diagram, std::string_view title, double scale, const PictureStyles& styles) {
  markup::Writer out;
  open_picture(diagram.wide, diagram.high, scale, "", out, title, "", styles.light);
  const auto light = [&](const std::string& text) {
    return styles.tokens.resolve(markup::Scheme::light, text).value_or(text);
  };
  out.open("g").attr("color", light("var(--ink)")).attr("fill", "currentColor");
  out.html(markup::SafeHtml::trusted(light(diagram.content.str()))).close();
  return close_picture(out);
}

std::string card_picture(const CardWords& words, const chart::Drawing* chart, const KeyFigure* figure,
                         const std::string& style) {
  const double scale = chart_scale(chart);
  const bool has_figure = scale == 0 && figure && can_be_drawn(*figure);
  const bool aside = scale > 0 || has_figure;
  markup::Writer out;
  open_picture(kCardWidth, kCardHeight, kCardScale, words.language, out, words.title, "", style);
  write_rect("picture-accent", svg_number(kCardWidth), svg_number(kStrip), out);
  write_site(words, out);
  write_texts(words, kCardWidth - 2 * kMargin - (aside ? kAside + kBetween : 0), out);
  if (scale > 0) write_chart(*chart, scale, out);
  if (has_figure) write_figure(*figure, out);
  if (has_letters(words.address))
    write_text(kSmall.classes, kMargin, kCardHeight - 40, kSmall.size,
               markup::shorten_text(words.address, kSmall.size, kCardWidth - 2 * kMargin), out);
  return close_picture(out);
}

}  // namespace blocks
