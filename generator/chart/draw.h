// Folder chart/: charts as SVG. A spec is bound to channels, scales are built from the channels of all layers, then
// margins; marks only draw, and axes and legends read the scales. There is no function per type of chart.
//
// The drawing is static SVG without styles or scripts: theme and print colour it by the classes
//   chart (with fixed where the spec states a width), axis, axis-x, axis-y, axis-line, axis-title, grid,
//   tick, zero, marks, facet-title, line-name, leader, chart-note, legend, legend-entry, legend-title, legend-label,
//   mark-bar, mark-line, mark-point (with hollow for rings), mark-area (with stacked), mark-rule, mark-tick, mark-text
//   (with on-cell, on-far), mark-rect (with reference for bands at stated places), mark-errorbar,
//   series-1 … series-8, ramp-0 … ramp-8, div-0 … div-8, neutral (the colour of marks and swatches),
//   hatch (the <pattern>s of series 2 to 8, whose paths need a stroke or fill) and pattern (shapes covered by them).
// A line's data-tips have a line for each value, with tabs; a part that is empty is that of the value before.
// Marks carry data-row, the row of the frame that they show; lines and areas data-points, "ROW X Y …" in px of their
// group. Names of series carry data-series. A group of marks in named rows carries data-rows, because
// readers go through these from the top down.
// Dashes are attributes. Without the theme all is black, so a line needs `fill: none` and a stroke from it.
// Text sizes are attributes, in px of the view box. Draw twice (720 and 360 px wide) for screens of both sizes.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/spec.h"
#include "markup/html.h"
#include "quantity/frame.h"
#include "quantity/unit.h"

namespace chart {

struct DrawOptions {
  double width = 720;  // of the whole picture, in px; overridden by the spec's `width`, which is the plotting area's
  // The same entity has the same colour on the whole site: category -> slot 1 to 8. Others get the free slots, in
  // order.
  std::map<std::string, int> colour_slots;
  std::string id = "chart";  // prefix of the ids in the SVG; unique on the page
  std::string language = "en";
  // Texts in the readers' language: the category of rows without one; how many labels did not fit.
  std::string no_category = "Not stated";
  std::string label_left_out = "{count} label is omitted for lack of space.";
  std::string labels_left_out = "{count} labels are omitted for lack of space.";
  // Whether lines and areas have a tooltip for each value (data-tips), on pages without a table of the data.
  bool has_vertex_tips = false;
  // Whether a mark of a row has its values as a title.
  bool has_row_titles = true;
  const quantity::Units* units =
      nullptr;  // the site's, for titles of axes and for tooltips; the built-in ones when null
};

struct Drawing {
  markup::SafeHtml svg;  // its accessible name is the title; the page shows the summary
  std::string title, subtitle, summary;
  std::vector<size_t> columns;  // the frame's fields that are shown, in reading order: for the data table
  double width = 0, height = 0;
};

// Codes: "unknown-field", "chart-type" (a scale that cannot show the values), "chart-log-domain", "chart-domain"
// (a stated domain that leaves values out), "chart-empty", "chart-title", "chart-series", "chart-format". Nothing is
// returned after an error. Pure, so it may be called from any thread.
std::optional<Drawing> draw(const Spec& spec, const quantity::Frame& frame, const DrawOptions& options,
                            base::Diagnostics& diagnostics);

}  // namespace chart
