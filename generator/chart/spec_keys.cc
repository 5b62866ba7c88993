#include "chart/spec_keys.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.h"

namespace chart {
namespace {

bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view hint_for(std::string_view key) {
  if (key == "range" || key == "scheme" || key == "fill" || key == "stroke" || key == "color") {
    return "colours are the theme's; an entity gets its own under \"colours\" in data/site.json";
  }
  if (key == "description") return "the description is computed from the data";
  if (key == "facet" || key == "repeat" || key == "concat" || key == "hconcat" || key == "vconcat") {
    return "write one chart block for each picture";
  }
  return "";
}

}  // namespace

const KeyTable& top_keys() {
  static const KeyTable table{
      "this chart",
      {"data", "caption", "same", "differs", "note", "narrow", "mark", "encoding", "layer", "title", "width", "height"},
      {"$schema",    "align",    "autosize",    "background", "bounds",  "center",   "columns", "concat",
       "config",     "datasets", "description", "facet",      "hconcat", "name",     "padding", "params",
       "projection", "repeat",   "resolve",     "spacing",    "spec",    "usermeta", "vconcat", "view"},
      {"transform"}};
  return table;
}

const KeyTable& layer_keys() {
  static const KeyTable table{
      "this layer",
      {"mark", "encoding"},
      {"data", "description", "height", "layer", "name", "params", "projection", "resolve", "title", "view", "width"},
      {"transform"}};
  return table;
}

const KeyTable& mark_keys() {
  static const KeyTable table{"this mark",
                              {"type", "point", "interpolate", "orient", "filled", "size", "opacity", "strokeWidth",
                               "cornerRadius", "dx", "dy", "align", "baseline"},
                              {"angle",
                               "aria",
                               "aspect",
                               "bandSize",
                               "binSpacing",
                               "blend",
                               "clip",
                               "color",
                               "continuousBandSize",
                               "cornerRadiusEnd",
                               "cursor",
                               "description",
                               "discreteBandSize",
                               "fill",
                               "fillOpacity",
                               "font",
                               "fontSize",
                               "fontStyle",
                               "fontWeight",
                               "height",
                               "href",
                               "invalid",
                               "limit",
                               "line",
                               "lineHeight",
                               "minBandSize",
                               "order",
                               "outerRadius",
                               "radius",
                               "shape",
                               "stroke",
                               "strokeCap",
                               "strokeDash",
                               "strokeJoin",
                               "strokeOpacity",
                               "style",
                               "tension",
                               "text",
                               "theta",
                               "thickness",
                               "ticks",
                               "tooltip",
                               "url",
                               "width",
                               "x",
                               "x2",
                               "x2Offset",
                               "xOffset",
                               "y",
                               "y2",
                               "y2Offset",
                               "yOffset"},
                              {"extent"}};
  return table;
}

const KeyTable& encoding_keys() {
  static const KeyTable table{
      "the encoding",
      {"x", "y", "x2", "y2", "xOffset", "yOffset", "color", "shape", "size", "opacity", "text", "tooltip", "order",
       "detail"},
      {"angle", "column",   "description", "facet",         "fill",        "fillOpacity", "href",
       "key",   "latitude", "latitude2",   "longitude",     "longitude2",  "radius",      "radius2",
       "row",   "stroke",   "strokeDash",  "strokeOpacity", "strokeWidth", "theta",       "theta2",
       "time",  "url",      "xError",      "xError2",       "yError",      "yError2"},
      {}};
  return table;
}

const KeyTable& channel_keys() {
  static const KeyTable table{
      "this channel",
      {"field", "type", "title", "scale", "axis", "legend", "sort", "stack", "value", "datum", "format"},
      {"band", "bandPosition", "condition", "formatType", "header"},
      {"aggregate", "bin", "impute", "timeUnit"}};
  return table;
}

const KeyTable& scale_keys() {
  static const KeyTable table{
      "this scale",
      {"type", "domain", "zero", "nice", "reverse", "padding", "paddingInner", "paddingOuter", "base"},
      {"align", "bins", "clamp", "constant", "domainMax", "domainMid", "domainMin", "domainRaw", "exponent",
       "interpolate", "range", "rangeMax", "rangeMin", "round", "scheme"},
      {}};
  return table;
}

const KeyTable& axis_keys() {
  static const KeyTable table{
      "this axis",
      {"title", "format", "tickCount", "values", "grid", "labels", "ticks", "labelAngle"},
      {"aria",          "bandPosition",  "description",     "domain",          "domainColor",   "domainDash",
       "domainOpacity", "domainWidth",   "formatType",      "gridColor",       "gridDash",      "gridOpacity",
       "gridWidth",     "labelAlign",    "labelBaseline",   "labelBound",      "labelColor",    "labelExpr",
       "labelFlush",    "labelFont",     "labelFontSize",   "labelFontWeight", "labelLimit",    "labelOffset",
       "labelOpacity",  "labelOverlap",  "labelPadding",    "labelSeparation", "maxExtent",     "minExtent",
       "offset",        "orient",        "position",        "style",           "tickBand",      "tickColor",
       "tickExtra",     "tickMinStep",   "tickOffset",      "tickOpacity",     "tickRound",     "tickSize",
       "tickWidth",     "titleAlign",    "titleAnchor",     "titleAngle",      "titleBaseline", "titleColor",
       "titleFont",     "titleFontSize", "titleFontWeight", "titleLimit",      "titleOpacity",  "titlePadding",
       "titleX",        "titleY",        "translate",       "zindex"},
      {}};
  return table;
}

const KeyTable& legend_keys() {
  static const KeyTable table{"this legend",
                              {"title", "format"},
                              {"aria",
                               "clipHeight",
                               "columnPadding",
                               "columns",
                               "cornerRadius",
                               "description",
                               "direction",
                               "fillColor",
                               "formatType",
                               "gradientLength",
                               "gradientOpacity",
                               "gridAlign",
                               "labelAlign",
                               "labelColor",
                               "labelExpr",
                               "labelFont",
                               "labelFontSize",
                               "labelLimit",
                               "labelOffset",
                               "labelOverlap",
                               "labelPadding",
                               "legendX",
                               "legendY",
                               "offset",
                               "orient",
                               "padding",
                               "rowPadding",
                               "strokeColor",
                               "symbolDash",
                               "symbolFillColor",
                               "symbolLimit",
                               "symbolOffset",
                               "symbolOpacity",
                               "symbolSize",
                               "symbolStrokeColor",
                               "symbolStrokeWidth",
                               "symbolType",
                               "tickCount",
                               "titleAlign",
                               "titleAnchor",
                               "titleColor",
                               "titleFont",
                               "titleFontSize",
                               "titleOrient",
                               "type",
                               "values",
                               "zindex"},
                              {}};
  return table;
}

const KeyTable& title_keys() {
  static const KeyTable table{"the title",
                              {"text", "subtitle"},
                              {"align",
                               "anchor",
                               "angle",
                               "aria",
                               "baseline",
                               "color",
                               "dx",
                               "dy",
                               "font",
                               "fontSize",
                               "fontStyle",
                               "fontWeight",
                               "frame",
                               "limit",
                               "lineHeight",
                               "offset",
                               "orient",
                               "style",
                               "subtitleColor",
                               "subtitleFont",
                               "subtitleFontSize",
                               "subtitlePadding",
                               "zindex"},
                              {}};
  return table;
}

const KeyTable& sort_keys() {
  static const KeyTable table{"this sort order", {"field", "op", "order", "encoding"}, {}, {}};
  return table;
}

void check_keys(const notation::Node& map, const KeyTable& table, base::Diagnostics& diagnostics) {
  for (const notation::Entry& entry : map.entries) {
    if (contains(table.ours, entry.key)) continue;
    if (contains(table.queries, entry.key)) {
      diagnostics.error("use-sql", entry.key_span, fmt::format("charts do not compute: \"{}\" is refused", entry.key))
          .suggest("let a query compute it (```sql NAME), and give the query's name as `data`");
    } else if (contains(table.vega_lite, entry.key)) {
      diagnostics
          .error("unsupported-key", entry.key_span,
                 fmt::format("Vega-Lite's \"{}\" is not supported in {}", entry.key, table.what))
          .expect(base::list_names(table.ours, 20))
          .suggest(std::string(hint_for(entry.key)));
    } else {
      diagnostics.error("unknown-key", entry.key_span, fmt::format("unknown key \"{}\" in {}", entry.key, table.what))
          .expect(base::list_names(table.ours, 20))
          .suggest(base::did_you_mean(entry.key, table.ours));
    }
  }
}

int choose(const notation::Node& node, std::string_view what, const Words& ours, const Words& vega_lite,
           base::Diagnostics& diagnostics) {
  if (!node.is_string()) {
    diagnostics.error("wrong-type", node.span, fmt::format("{} is {}", what, notation::kind_name(node.kind)))
        .expect(base::list_names(ours, 20));
    return -1;
  }
  auto found = std::find(ours.begin(), ours.end(), node.text);
  if (found != ours.end()) return static_cast<int>(found - ours.begin());
  if (contains(vega_lite, node.text)) {
    diagnostics
        .error("unsupported-value", node.span,
               fmt::format("Vega-Lite's {} \"{}\" is not supported here", what, node.text))
        .expect(base::list_names(ours, 20));
  } else {
    diagnostics.error("unknown-value", node.span, fmt::format("unknown {} \"{}\"", what, node.text))
        .expect(base::list_names(ours, 20))
        .suggest(base::did_you_mean(node.text, ours));
  }
  return -1;
}

}  // namespace chart
