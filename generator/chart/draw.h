// Folder chart/: draws charts as SVG. A spec is bound to channels; scales are built from the channels of all layers,
// and then margins. Marks only draw, and axes and legends read the scales. There is no function for each type of chart.
//
// The drawing is static SVG without styles or scripts: theme and print colour it by the classes
//   chart (with fixed if the spec states a width), axis, axis-x, axis-y, axis-line, axis-title, grid,
//   tick, zero, marks, facet-title, line-name, leader, chart-note, legend, legend-entry, legend-title, legend-label,
//   mark-bar, mark-line, mark-point (with hollow for rings, crowded for one of thousands), mark-area (with stacked),
//   mark-rule, mark-tick, mark-text (with coloured, on-cell, on-far, on-light, on-dark), edged (what is coloured by a
//   quantity, or pale), mark-rect (with reference for bands at stated positions), mark-errorbar, series-1 … series-8,
//   ramp-0 … ramp-8, div-0 … div-8, neutral (the colour of marks and swatches), hatch (the <pattern>s of series, whose
//   paths need a stroke or fill) and pattern (shapes covered by them; with quiet where only print and forced colours
//   need them).
// A line's data-tips contain a line for each value, with parts separated by tabs. An empty part means the same part of
// the previous value.
// Marks have data-row, the row of the frame that they show; lines and areas have data-points, "ROW X Y …" in px of
// their group. Names of series have data-series. A group of marks in named rows has data-rows, because readers go
// through these from top to bottom. Dashes are attributes. Without the theme everything is black, so the theme must set
// `fill: none` and a stroke for lines. Text sizes are attributes, in px of the view box. Draw twice (720 and 360 px
// wide) for screens of both sizes.
#pragma once
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/spec.h"
#include "markup/html.h"
#include "quantity/frame.h"
#include "quantity/unit.h"

namespace chart {

struct DrawOptions {
  // Width of the whole picture in px; overridden by the spec's `width`, which is that of the plotting area, unless that
  // is too wide for a phone.
  double width = 720;
  // Maps categories to slots from 1 to 8, so that an entity has the same colour on the whole site. Other categories get
  // the free slots, in order.
  std::map<std::string, int> colour_slots;
  std::set<std::string> hatched;                 // the categories whose bars and areas are hatched on screens too
  std::vector<std::array<double, 2>> lightness;  // of the series, from 0 to 100, in the light and the dark scheme
  // The classes of colours on which texts are dark, in the light and the dark scheme.
  std::array<std::set<std::string, std::less<>>, 2> light_colours;
  std::string id = "chart";    // prefix of the ids in the SVG; unique on the page
  std::string description_id;  // the id of the element with the summary on the page; "" if there is none
  std::string language = "en";
  // Texts in the readers' language: the category of rows without a category, and those of a key with a count.
  std::string no_category = "Not stated";
  std::function<std::string(std::string_view key, size_t count)> words = [](std::string_view key, size_t count) {
    return std::string(key) + " " + std::to_string(count);
  };
  // Whether lines and areas have a tooltip for each value (data-tips), on pages without a table of the data.
  bool has_vertex_tips = false;
  // Whether the mark of a row has the row's values as a title.
  bool has_row_titles = true;
  const quantity::Units* units =
      nullptr;  // the site's units for titles of axes and for tooltips; null for the built-in units
};

struct Drawing {
  markup::SafeHtml svg;  // the drawing; its accessible name is the title, and the page shows the summary
  std::string title, subtitle, summary;
  std::vector<size_t> columns;  // columns of the frame for the data table, in reading order
  double width = 0, height = 0;
};

// Draws a chart. Returns nullopt after an error. Codes: "unknown-field", "chart-type" (a scale that cannot show the
// values), "chart-log-domain", "chart-domain" (a stated domain that does not include all values), "chart-empty",
// "chart-title", "chart-series", "chart-format", "unknown-highlight". A pure function, so it may be called from any
// thread.
std::optional<Drawing> draw(const Spec& spec, const quantity::Frame& frame, const DrawOptions& options,
                            base::Diagnostics& diagnostics);

}  // namespace chart
