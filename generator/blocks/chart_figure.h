// A chart on a page: a <figure> with the drawing (for wide and for narrow screens), a summary computed from the data,
// the data as a table, sources, downloads, and how it was computed; and the chart as a separate picture.
#pragma once
#include <optional>
#include <string>

#include "blocks/context.h"
#include "blocks/embed.h"
#include "chart/draw.h"
#include "chart/spec.h"

namespace blocks {

struct ChartView {
  std::string name;           // in the site
  std::string data_page;      // the address of the page with the data, which the figure then omits; "" for none
  bool is_data_page = false;  // whether this is that page: it shows the data, without pictures
  bool embeds = false;        // whether it has an embed too
};

struct ChartFigure {
  markup::SafeHtml html;
  std::string light, dark;  // SVG files; "" when site.json's features switch images off
  std::optional<Embed> embed;
  chart::Drawing narrow;
};

// Returns nullopt after an error. Code: "chart-incomplete", and those of chart::draw().
std::optional<ChartFigure> chart_figure(const chart::Spec& spec, const ChartView& view, Context& context);

// The addresses of a chart's pictures: "charts/NAME.svg", "charts/NAME-dark.svg", "charts/NAME.png".
struct PictureAddresses {
  explicit PictureAddresses(const std::string& name);
  std::string light, dark, png;
};

}  // namespace blocks
