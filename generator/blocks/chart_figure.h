// A chart on a page: a <figure> with the drawing (for wide and for narrow screens), a summary computed from the data,
// the data as a table, sources, downloads, and how it was computed. Also creates the separate pictures of the chart.
#pragma once
#include <optional>
#include <string>

#include "blocks/block_parts.h"
#include "chart/draw.h"
#include "chart/spec.h"

namespace blocks {

struct ChartView {
  std::string name;           // the chart's name, unique in the site
  std::string data_page;      // the page with the data, which the figure then omits; "" if the figure contains the data
  bool is_data_page = false;  // whether this is the page with the data, on which drawings are not shown
  bool embeds = false;        // whether there is also an embed of the chart
};

struct ChartFigure {
  markup::SafeHtml html;
  std::string light, dark;  // the SVG files; "" if images are switched off in site.json
  std::optional<Embed> embed;
  chart::Drawing narrow;
};

// Returns nullopt after an error. Code: "chart-incomplete", and those of chart::draw().
std::optional<ChartFigure> chart_figure(const chart::Spec& spec, const ChartView& view, Context& context);

// The addresses of a chart's picture files: "charts/NAME.svg", "charts/NAME-dark.svg", "charts/NAME.png".
struct PictureAddresses {
  explicit PictureAddresses(const std::string& name);
  std::string light, dark, png;
};

}  // namespace blocks
