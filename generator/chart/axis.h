// Axes: from a scale to ticks with their positions and labels, and the space that they need.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/channels.h"
#include "chart/scale.h"
#include "chart/scene.h"
#include "chart/tick_labels.h"
#include "markup/html.h"
#include "quantity/unit.h"

namespace chart {

inline constexpr double kLineHeight = 1.2;  // relative to the font size

struct Axis {
  bool hidden = false;
  bool along_x = true;
  bool discrete = false;
  bool grid = false;
  bool tick_marks = false;
  bool opposite = false;  // whether the axis is above the plot (x) or to the right of it (y)
  std::string title;
  std::vector<Tick> ticks;
  double zero = -1;  // position of 0 if it is within the axis and not at its start; otherwise -1
  double angle = 0;  // angle of the labels in degrees: 0, -45, -90, or that in the spec; 0 for y
  double font_size = kFontSize;
  double extent = 0;             // space for ticks and labels, without the title
  double before = 0, after = 0;  // the space that labels need beyond the ends of the axis
};

struct AxisRequest {
  const std::vector<BoundLayer>& layers;
  const quantity::Frame& frame;
  const quantity::Units& units;
  Channel channel;  // x or y
  const Scale& scale;
  double length = 0;           // length of the axis
  double most_extent = 0;      // maximum extent of the labels of a y axis
  bool has_all_values = true;  // whether each value in `values` must be within the axis
};

// Builds an axis. Errors: "chart-domain" (a stated value that is not within the axis).
Axis make_axis(const AxisRequest& request, base::Diagnostics& diagnostics);

// Wraps, rotates, shortens or omits labels until none overlap. Sets `lines`, angle, extent, before and after from
// `label` and `at`; part of make_axis(). `angle` is the spec's.
void place_x_labels(Axis& axis, double length, const Scale& scale, std::optional<double> angle);
void place_y_labels(Axis& axis, double length, const Scale& scale, double most_extent);

// Joins the titles of all layers' channels with their units: "Price (US$ per hour)".
std::string channel_title(const std::vector<BoundLayer>& layers, Channel channel, const quantity::Frame& frame,
                          const quantity::Units& units);

// write_grid() writes the grid lines, before the marks. write_axis() writes the line, ticks and labels, after the
// marks. The corner of the plotting area is the origin.
void write_grid(markup::Writer& out, const Axis& axis, double width, double height);
void write_axis(markup::Writer& out, const Axis& axis, double width, double height, bool labelled = true);

}  // namespace chart
