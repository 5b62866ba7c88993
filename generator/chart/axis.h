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
  std::vector<quantity::Value> beyond;  // stated ticks that the axis does not reach
  double zero = -1;                     // position of 0 if it is within the axis and not at its start; otherwise -1
  double angle = 0;                     // angle of the labels in degrees: 0, -45, -90, or that in the spec; 0 for y
  double font_size = kFontSize;
  double between = 6;            // the least distance between two labels on the same line
  double extent = 0;             // space for ticks and labels, without the title
  double before = 0, after = 0;  // the space that labels need beyond the ends of the axis
};

struct Plot;
struct Panel;

// Builds the axis of a panel along `channel`, x or y. `most_extent` is the maximum extent of the labels of a y axis.
// Error "chart-no-effect": layers that disagree.
Axis make_axis(const Plot& plot, const Panel& panel, Channel channel, double most_extent,
               base::Diagnostics& diagnostics);

// Reports stated ticks that no panel's axis reaches. Code "chart-domain": a warning if the data determine where the
// axis ends, otherwise an error.
void check_ticks(const Plot& plot, base::Diagnostics& diagnostics);

// Wraps, rotates, shortens or omits labels until none overlap. Sets `lines`, angle, extent, before and after from
// `label` and `at`; part of make_axis(). `angle` is the spec's.
void place_x_labels(Axis& axis, double length, const Scale& scale, std::optional<double> angle);
void place_y_labels(Axis& axis, double length, const Scale& scale, double most_extent);

// Returns the title that a spec gives to a channel.
std::optional<std::string> stated_title(const Encoding& encoding);
// Joins the titles of all layers' channels with their units: "Price (US$ per hour)".
std::string channel_title(const Plot& plot, Channel channel);

// write_grid() writes the grid lines, before the marks. write_axis() writes the line, ticks and labels, after the
// marks. The corner of the plotting area is the origin.
void write_grid(markup::Writer& out, const Axis& axis, double width, double height);
void write_axis(markup::Writer& out, const Axis& axis, double width, double height, bool labelled = true);

}  // namespace chart
