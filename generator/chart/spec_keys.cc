#include "chart/spec_reader.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.h"
#include "base/text.h"
namespace chart {
namespace {

// Each parameter contains words separated by spaces.
KeyTable key_table(std::string_view what, std::string_view ours, std::string_view vega_lite = "",
                   std::string_view queries = "") {
  auto words = [](std::string_view text) { return text.empty() ? Words() : base::split(text, ' '); };
  return {what, words(ours), words(vega_lite), words(queries)};
}

}  // namespace

const KeyTable kTopKeys =
    key_table("this chart",
              "data caption holds same differs note empty narrow mark encoding layer title width height facet spec "
              "columns resolve",
              "$schema align autosize background bounds center concat config datasets description hconcat name padding "
              "params projection repeat spacing usermeta vconcat view",
              "transform");

const KeyTable kLayerKeys =
    key_table("this layer", "mark encoding",
              "data description height layer name params projection resolve title view width", "transform");

const KeyTable kMarkKeys =
    key_table("this mark",
              "type point interpolate orient filled size opacity strokeWidth cornerRadius dx dy align baseline angle "
              "clip fontSize fontWeight line strokeDash text",
              "aria aspect bandSize binSpacing blend color continuousBandSize cornerRadiusEnd cursor description "
              "discreteBandSize fill fillOpacity font fontStyle height href invalid limit lineHeight minBandSize order "
              "outerRadius radius shape stroke strokeCap strokeJoin strokeOpacity style tension theta thickness ticks "
              "tooltip url width x x2 x2Offset xOffset y y2 y2Offset yOffset",
              "extent");

const KeyTable kEncodingKeys = key_table(
    "the encoding", "x y x2 y2 xOffset yOffset color shape size opacity text tooltip order detail row column",
    "angle description facet fill fillOpacity href key latitude latitude2 longitude longitude2 radius "
    "radius2 stroke strokeDash strokeOpacity strokeWidth theta theta2 time url xError xError2 yError yError2");

const KeyTable kChannelKeys =
    key_table("this channel", "field type title scale axis legend sort stack value datum format",
              "band bandPosition condition formatType header", "aggregate bin impute timeUnit");

const KeyTable kScaleKeys =
    key_table("this scale",
              "type domain zero nice reverse padding paddingInner paddingOuter base clamp constant domainMax domainMid "
              "domainMin",
              "align bins domainRaw exponent interpolate range rangeMax rangeMin round scheme");

const KeyTable kAxisKeys =
    key_table("this axis", "title format tickCount values grid labels ticks labelAngle orient",
              "aria bandPosition description domain domainColor domainDash domainOpacity domainWidth formatType "
              "gridColor gridDash gridOpacity gridWidth labelAlign labelBaseline labelBound labelColor labelExpr "
              "labelFlush labelFont labelFontSize labelFontWeight labelLimit labelOffset labelOpacity labelOverlap "
              "labelPadding labelSeparation maxExtent minExtent offset position style tickBand tickColor tickExtra "
              "tickMinStep tickOffset tickOpacity tickRound tickSize tickWidth titleAlign titleAnchor titleAngle "
              "titleBaseline titleColor titleFont titleFontSize titleFontWeight titleLimit titleOpacity titlePadding "
              "titleX titleY translate zindex");

const KeyTable kLegendKeys =
    key_table("this legend", "title format values orient",
              "aria clipHeight columnPadding columns cornerRadius description direction fillColor formatType "
              "gradientLength gradientOpacity gridAlign labelAlign labelColor labelExpr labelFont labelFontSize "
              "labelLimit labelOffset labelOverlap labelPadding legendX legendY offset padding rowPadding strokeColor "
              "symbolDash symbolFillColor symbolLimit symbolOffset symbolOpacity symbolSize symbolStrokeColor "
              "symbolStrokeWidth symbolType tickCount titleAlign titleAnchor titleColor titleFont titleFontSize "
              "titleOrient type zindex");

const KeyTable kTitleKeys =
    key_table("the title", "text subtitle",
              "align anchor angle aria baseline color dx dy font fontSize fontStyle fontWeight frame limit lineHeight "
              "offset orient style subtitleColor subtitleFont subtitleFontSize subtitlePadding zindex");

const KeyTable kFacetKeys =
    key_table("facet", "row column field type title sort", "header align center spacing", "bin timeUnit");

const KeyTable kFacetSpecKeys = key_table("the spec of a facet", "mark encoding layer width height",
                                          "data description name params projection resolve title view", "transform");

const KeyTable kResolveKeys = key_table("resolve", "scale", "axis legend");

const KeyTable kResolveScaleKeys = key_table("resolve's scale", "x y", "color size shape opacity xOffset yOffset");

const KeyTable kNarrowKeys = key_table("narrow", "mark encoding layer facet spec columns resolve width height");

const KeyTable kSortKeys = key_table("this sort order", "field op order encoding");

bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

void check_keys(const notation::Node& map, const KeyTable& table, base::Diagnostics& diagnostics) {
  for (const notation::Entry& entry : map.entries) {
    if (contains(table.ours, entry.key)) continue;
    if (contains(table.queries, entry.key)) {
      diagnostics
          .error("use-sql", entry.key_span, fmt::format("charts do not compute: \"{}\" is not supported", entry.key))
          .suggest("compute it in a query (```sql NAME), and give the query's name as `data`");
    } else if (contains(table.vega_lite, entry.key)) {
      diagnostics
          .error("unsupported-key", entry.key_span,
                 fmt::format("Vega-Lite's \"{}\" is not supported in {}", entry.key, table.what))
          .expect(base::list_names(table.ours, 20))
          .suggest(nearest_to(entry.key));
    } else {
      diagnostics.error("unknown-key", entry.key_span, fmt::format("unknown key \"{}\" in {}", entry.key, table.what))
          .expect(base::list_names(table.ours, 20))
          .suggest(base::did_you_mean(entry.key, table.ours));
    }
  }
}

int choose(const notation::Node& node, std::string_view what, const Words& ours, const Words& vega_lite,
           base::Diagnostics& diagnostics) {
  if (!node.is_string()) return wrong_type(node, what, base::list_names(ours, 20), diagnostics), -1;
  auto found = std::find(ours.begin(), ours.end(), node.text);
  if (found != ours.end()) return static_cast<int>(found - ours.begin());
  if (contains(vega_lite, node.text)) {
    diagnostics
        .error("unsupported-value", node.span,
               fmt::format("Vega-Lite's {} \"{}\" is not supported here", what, node.text))
        .expect(base::list_names(ours, 20))
        .suggest(nearest_to(node.text));
  } else {
    diagnostics.error("unknown-value", node.span, fmt::format("unknown {} \"{}\"", what, node.text))
        .expect(base::list_names(ours, 20))
        .suggest(base::did_you_mean(node.text, ours));
  }
  return -1;
}

}  // namespace chart
