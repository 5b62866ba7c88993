// Axes: from a scale to ticks with their positions and labels, and the space that these need.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/channels.h"
#include "chart/scale.h"
#include "chart/scene.h"
#include "markup/html.h"
#include "quantity/unit.h"

namespace chart {

inline constexpr double kLineHeight = 1.2;  // of the font's size

struct Tick {
  double at = 0;                   // px along the axis, from the plotting area's corner
  std::string label;               // as Vega writes it
  std::string text;                // in full, in our notation
  std::vector<std::string> lines;  // as drawn; empty if there was no space
};

struct Axis {
  bool hidden = false;
  bool along_x = true;
  bool discrete = false;
  bool grid = false;
  bool tick_marks = false;
  bool opposite = false;  // x: above the plot; y: right of it
  std::string title;
  std::vector<Tick> ticks;
  std::vector<double> values;  // of the ticks, for continuous scales
  bool values_stated = false;  // by the spec
  double zero = -1;            // where 0 is, if within the axis and not at its start; otherwise -1
  double angle = 0;            // of the labels: 0, -45, -90 or the spec's
  double font_size = kFontSize;
  double extent = 0;             // room for ticks and labels, without the title
  double before = 0, after = 0;  // how far labels reach beyond the ends of the axis
};

struct AxisRequest {
  const std::vector<BoundLayer>& layers;
  const quantity::Frame& frame;
  const quantity::Units& units;
  Channel channel;  // x or y
  const Scale& scale;
  double length = 0;       // of the axis
  double most_extent = 0;  // for the labels of a y axis
};

// Errors: "chart-format".
Axis make_axis(const AxisRequest& request, base::Diagnostics& diagnostics);

// Wraps, rotates, shortens or thins labels until none overlap. Sets `lines`, angle, extent, before and after from
// `label` and `at`; part of make_axis(). `angle` is the one that the spec states.
void place_x_labels(Axis& axis, double length, const Scale& scale, std::optional<double> angle);
void place_y_labels(Axis& axis, double length, const Scale& scale, double most_extent);

// The titles of all layers' channels with their units, as "Price (US$ per hour)".
std::string channel_title(const std::vector<BoundLayer>& layers, Channel channel, const quantity::Frame& frame,
                          const quantity::Units& units);

// Write the grid lines, before the marks, and the line, ticks and labels, after the marks. The plotting area's corner
// is the origin.
void write_grid(markup::Writer& out, const Axis& axis, double width, double height);
void write_axis(markup::Writer& out, const Axis& axis, double width, double height, bool labelled = true);

// The default d3-format of a field's ticks: the "%" or "$" of the field's format.
std::string tick_format(const quantity::Field& field);

}  // namespace chart
