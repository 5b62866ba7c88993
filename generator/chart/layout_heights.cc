// Lays a picture out vertically: legend, titles, headers and panels, one below the other.
#include <algorithm>

#include "base/text.h"
#include "chart/layout.h"
#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kTitleLine = 16;  // height of a line of an axis title
constexpr double kHeader = 22;     // height of a header above panels

// Adds the lines of an axis title; the first line is at y. Returns where they end.
double add_title(Plot& plot, const Axis& axis, double x, double y, std::string_view anchor) {
  for (std::string& line : markup::wrap_text(axis.title, kFontSize, plot.full_width - 2 * kEdge)) {
    plot.axis_titles.push_back(text_shape(x, y + 12, std::move(line), "axis-title", anchor));
    y += kTitleLine;
  }
  return y;
}

double add_note(Plot& plot, double y, const std::string& words, size_t count) {
  const std::string text = base::replace_all(words, "{count}", std::to_string(count));
  for (std::string& line : markup::wrap_text(text, kFontSize, plot.full_width - 2 * kEdge)) {
    plot.notes.push_back(text_shape(kEdge, y + 12, std::move(line), "chart-note", "start"));
    y += kTitleLine;
  }
  return y;
}

bool is_titled(const std::optional<Axis>& axis) { return axis && !axis->hidden && !axis->title.empty(); }

void add_header(Plot& plot, const Panel& panel, double y, const std::string& text) {
  if (text.empty()) return;
  std::string shown = markup::shorten_text(text, kFontSize, plot.full_width - panel.left, true);
  plot.headers.push_back(text_shape(panel.left, y + 14, std::move(shown), "facet-title", "start"));
}

}  // namespace

void lay_out_heights(Plot& plot, const DrawOptions& options) {
  const Panel& first = plot.panels.front();
  const std::optional<Axis>&x_axis = first.x_axis, &y_axis = first.y_axis;
  const bool top_axis = x_axis && !x_axis->hidden && x_axis->opposite;
  const bool has_rows = !scaled_channels(plot.layers, Channel::row).empty();
  const bool has_columns = !scaled_channels(plot.layers, Channel::column).empty();
  const double right = plot.panels.front().left + static_cast<double>(places_of(plot.panels)) * first.width;

  double y = kEdge;
  plot.legend_left = plot.legend.side == Side::right ? plot.full_width - plot.legend.width - kEdge : kEdge;
  plot.legend_top = kEdge;
  if (plot.legend.side == Side::top && !plot.legend.empty()) y += plot.legend.height + 8;
  if (is_titled(y_axis)) {
    y = y_axis->opposite ? add_title(plot, *y_axis, plot.full_width - kEdge, y, "end")
                         : add_title(plot, *y_axis, kEdge, y, "start");
    y += 4;
  }
  if (top_axis && is_titled(x_axis)) y = add_title(plot, *x_axis, right, y, "end") + 4;

  // Half of a label may be above the plotting area.
  const double above = y_axis && !y_axis->discrete && !y_axis->hidden ? 8 : 4;
  const size_t lines = lines_of(plot.panels);
  for (size_t line = 0; line < lines; ++line) {
    bool column_headers = false, labelled = false;
    double extent = 0, height = 0;
    for (Panel& panel : plot.panels) {
      if (panel.line != line) continue;
      column_headers |= has_columns && (!has_rows || line == 0);
      if (column_headers) add_header(plot, panel, y, panel.column);
      height = panel.height;
      if (panel.x_axis && !panel.x_axis->hidden && panel.labels_x)
        labelled = true, extent = std::max(extent, panel.x_axis->extent);
    }
    if (column_headers) y += kHeader;
    if (has_rows) {
      for (const Panel& panel : plot.panels)
        if (panel.line == line && panel.place == 0) add_header(plot, panel, y, panel.row);
      y += kHeader;
    }
    if (labelled && top_axis) y += extent;
    y += above;
    for (Panel& panel : plot.panels)
      if (panel.line == line) panel.top = y;
    y += height;
    if (labelled && !top_axis) {
      y += extent;
    } else {
      y += y_axis && !y_axis->discrete ? 8 : 6;
    }
    if (line + 1 < lines) y += 8;
  }
  if (!top_axis && x_axis && !x_axis->hidden) y += 4;
  if (!top_axis && is_titled(x_axis)) {
    double end = 0;
    for (const Panel& panel : plot.panels) end = std::max(end, panel.left + panel.width);
    y = add_title(plot, *x_axis, end, y + 2, "end") + 2;
  }
  if (plot.legend.side == Side::bottom && !plot.legend.empty()) {
    plot.legend_top = y + 8;
    y += 8 + plot.legend.height;
  }
  if (plot.legend.side == Side::left || plot.legend.side == Side::right) {
    plot.legend_top = first.top;
    y = std::max(y, first.top + plot.legend.height);
  }
  size_t left_out = 0;
  for (const Panel& panel : plot.panels) left_out += panel.labels_left_out;
  if (left_out > 0)
    y = add_note(plot, y + 4, left_out == 1 ? options.label_left_out : options.labels_left_out, left_out);
  plot.full_height = y + kEdge;
}

}  // namespace chart
