// What to write instead of a mark or transform that only Vega-Lite has (chart/spec_reader.h).
#include "chart/spec_values.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace chart {
namespace {

struct Sentence {
  std::string_view words;  // words separated by spaces
  std::string_view text;
};

constexpr Sentence kSentences[] = {
    // Marks:
    {"arc donut doughnut pie", "mark: bar compares parts better than a pie; stack: normalize shows shares"},
    {"geoshape map", "there are no maps; mark: bar with one bar per place"},
    {"image", "an image in Markdown beside the chart"},
    {"trail", "mark: line; show the second quantity in another chart"},
    // Pictures that consist of several views:
    {"concat", "write one chart block for each picture, or small multiples by row and column"},
    {"hconcat", "write one chart block for each picture, or small multiples by column"},
    {"vconcat", "write one chart block for each picture, or small multiples by row"},
    {"repeat", "a query with one row for each field and value, and row or column by that field"},
    {"projection", "there are no maps"},
    // Keys that compute:
    {"$schema", "leave it out: a chart block is always Vega-Lite 6"},
    {"description", "leave it out: the description is computed from the data"},
    {"params", "leave it out: charts are drawn when the site is built; tooltips and highlights are automatic"},
    {"datasets", "data: the name of a query, view or resource"},
    {"labelExpr", "format, or a column of the query with the labels"},
    {"key", "detail"},
    {"facet", "row or column; with layers, facet beside spec"},
    {"href url", "links belong in the text and in tables (link: COLUMN)"},
    // Channels:
    {"angle", "shape shows categories; a text mark has angle as a property"},
    {"radius radius2 bandSize continuousBandSize discreteBandSize minBandSize", "size"},
    {"theta", "x with mark: bar and stack: normalize"},
    {"theta2", "x and x2"},
    {"latitude", "y; there are no maps"},
    {"latitude2", "y2; there are no maps"},
    {"longitude", "x; there are no maps"},
    {"longitude2", "x2; there are no maps"},
    {"fill stroke", "color"},
    {"fillOpacity strokeOpacity", "opacity"},
    {"strokeDash", "color, whose lines differ by dashes too"},
    {"strokeWidth", "size for points; lines are of one width"},
    {"xError xError2", "x and x2 from the query"},
    {"yError yError2", "y and y2 from the query"},
    {"time", "column, with one panel per moment"},
    // Scales:
    {"range", "reverse; colours and sizes are the theme's, an entity gets its own under \"colours\" in data/site.json"},
    {"rangeMax rangeMin", "reverse; sizes are the theme's"},
    {"scheme",
     "domainMid for two ramps; colours are the theme's, an entity gets its own under \"colours\" in data/site.json"},
    {"bins", "axis: {values: […]}"},
    {"domainRaw", "domain"},
    {"exponent", "type: sqrt"},
    {"pow", "sqrt"},
    {"identity", "{value: …} in the channel"},
    {"bin-ordinal quantile threshold", "ordinal, with classes that the query makes"},
    {"quantize", "linear: a ramp has nine steps"},
    {"sequential", "linear"},
    {"interpolate gradientLength", "leave it out: a ramp has nine steps"},
    {"round", "leave it out"},
    {"align", "padding"},
    // Axes and legends:
    {"labelOverlap labelSeparation", "leave it out: labels never overlap here"},
    {"labelLimit", "leave it out: labels wrap, turn or are thinned"},
    {"labelBound labelFlush", "leave it out: labels stay within the picture"},
    {"tickMinStep", "values or tickCount"},
    {"direction legendX legendY titleOrient", "orient"},
    {"columns", "leave it out: entries wrap; panels wrap by columns beside facet"},
    {"symbolLimit", "values"},
    {"formatType", "format: numbers take d3-format, dates d3-time-format"},
    {"header", "title beside row or column"},
    {"resolve", "resolve: {scale: {x: independent}} beside row, column or facet"},
    {"bandPosition", "dx and dy of a text mark"},
    {"band", "size of the mark, in px"},
    // Properties of marks:
    {"color", "the channel color; colours are the theme's, an entity gets its own under \"colours\" in data/site.json"},
    {"cornerRadiusEnd", "cornerRadius"},
    {"fontStyle", "fontWeight: bold"},
    {"thickness", "strokeWidth"},
    {"binSpacing", "paddingInner in the scale"},
    {"width height", "size of the mark; width and height of the plotting area are keys of the chart"},
    {"tooltip", "the channel tooltip; every mark has one by default"},
    {"order", "the channel order"},
    {"invalid", "leave it out: rows without a value leave a gap, and the summary mentions them"},
    {"shape", "the channel shape"},
    {"x", "the channel x"},
    {"x2", "the channel x2"},
    {"y", "the channel y"},
    {"y2", "the channel y2"},
    {"xOffset x2Offset", "the channel xOffset"},
    {"yOffset y2Offset", "the channel yOffset"},
    {"ticks", "the ends of error bars are drawn by default"},
    {"limit", "shorter text from the query"},
    {"lineHeight", "a separate layer for the second line"},
    // Values:
    {"basis bundle cardinal catmull-rom monotone natural", "linear: a curve shows values that nobody measured"},
    {"geojson", "nominal; there are no maps"},
    {"average", "mean"},
    {"median", "mean, or a column that the query computes"},
    {"count distinct", "sum of a column that the query counts"},
    {"line-top top-left top-right", "top"},
    {"line-bottom bottom-left bottom-right", "bottom"},
    {"none", "legend: null"},
};

}  // namespace

std::string nearest_to(std::string_view word) {
  auto found = std::find_if(std::begin(kSentences), std::end(kSentences), [&](const Sentence& each) {
    const std::vector<std::string_view> words = base::split(each.words, ' ');
    return std::find(words.begin(), words.end(), word) != words.end();
  });
  if (found == std::end(kSentences)) return "leave it out: how charts look is the theme's (templates/assets/chart.css)";
  // An instruction is already a sentence; the name of a feature is completed to one.
  for (std::string_view start : {"leave ", "write ", "there are "})
    if (found->text.starts_with(start)) return std::string(found->text);
  return fmt::format("the nearest here: {}", found->text);
}

}  // namespace chart
