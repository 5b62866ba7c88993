// The keys of the channels of a chart: positions, colours, sizes, texts, facets (chart/spec_keys.h).
#include "chart/spec_keys.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "chart/spec_values.h"

namespace chart {
namespace {

using namespace notation::kinds;
using notation::Format;
using notation::Reader;
using notation::Value;

const Names<Channel> kChannelNames{
    {"x", Channel::x},
    {"y", Channel::y},
    {"x2", Channel::x2},
    {"y2", Channel::y2},
    {"xOffset", Channel::x_offset},
    {"yOffset", Channel::y_offset},
    {"color", Channel::color},
    {"shape", Channel::shape},
    {"size", Channel::size},
    {"opacity", Channel::opacity},
    {"text", Channel::text},
    {"row", Channel::row},
    {"column", Channel::column},
    {"tooltip", Channel::tooltip},
    {"order", Channel::order},
    {"detail", Channel::detail},
};
const Names<Type> kTypeNames{{"quantitative", Type::quantitative},
                             {"nominal", Type::nominal},
                             {"ordinal", Type::ordinal},
                             {"temporal", Type::temporal}};
const Names<ScaleType> kScaleNames{
    {"linear", ScaleType::linear}, {"log", ScaleType::log},         {"sqrt", ScaleType::sqrt},
    {"symlog", ScaleType::symlog}, {"time", ScaleType::time},       {"band", ScaleType::band},
    {"point", ScaleType::point},   {"ordinal", ScaleType::ordinal}, {"utc", ScaleType::time}};

const Names<Stack> kStackNames{{"zero", Stack::zero}, {"normalize", Stack::normalize}, {"center", Stack::center}};
const std::vector<std::string_view> kOrders{"ascending", "descending", "x",     "-x",     "y",    "-y",
                                            "size",      "-size",      "color", "-color", "text", "-text"};

// A map that may be null, for no axis or legend.
Value<Encoding> guide(GuideSpec Encoding::* place, const Format<GuideSpec>& format) {
  Value<Encoding> guide = map(place, format);
  guide.takes_null = true;
  guide.read = [place, read = guide.read](Reader& from, std::string_view key, Encoding& to) {
    (to.*place).hidden = from.node(key)->is_null();
    if (!(to.*place).hidden) read(from, key, to);
  };
  return guide;
}

// Null, with which Vega-Lite draws values as they are, is an error.
Value<Encoding> scale() {
  Value<Encoding> scale = map(&Encoding::scale, kScale);
  scale.type = notation::only_map(kScale);
  scale.takes_null = scale.refuses_null = true;
  scale.read = [read = scale.read](Reader& from, std::string_view key, Encoding& to) {
    from.node(key)->is_null() ? from.wrong_type(key, "a map") : read(from, key, to);
  };
  return scale;
}

void read_sort(Reader& from, std::string_view key, Encoding& to) {
  const notation::Node& node = *from.node(key);
  SortSpec sort;
  if (node.is_null()) {
    sort.kind = SortSpec::Kind::none;
  } else if (node.is_list()) {
    sort.kind = SortSpec::Kind::listed;
    sort.values = read_values(from, key);
  } else if (node.is_map()) {
    kSort.read(node, std::string(kSort.what()), sort, from.diagnostics());
  } else {
    const std::string order = from.choice(key, kOrders);
    if (order.empty()) return;
    sort.descending = order.starts_with('-');
    if (order == "descending") sort.kind = SortSpec::Kind::descending;
    if (const auto channel = channel_of(std::string_view(order).substr(sort.descending ? 1 : 0))) {
      sort.kind = SortSpec::Kind::channel;
      sort.channel = *channel;
    }
  }
  sort.span = node.span;
  to.sort = std::move(sort);
}

void read_stack(Reader& from, std::string_view key, Encoding& to) {
  const notation::Node& node = *from.node(key);
  if (node.is_null() || (node.kind == notation::Kind::boolean && !node.as_bool()))
    to.stack = Stack::none;
  else if (node.kind == notation::Kind::boolean)
    to.stack = Stack::zero;
  else
    choice(&Encoding::stack, kStackNames).read(from, key, to);
}

void note_stated_keys(ScaleSpec& scale, const notation::Node& map, base::Diagnostics&) {
  for (const notation::Entry& entry : map.entries)
    if (entry.value.kind != notation::Kind::boolean || entry.value.as_bool()) scale.stated.push_back(entry.key);
}

constexpr std::string_view kNumeric = "linear log sqrt symlog time";
constexpr std::string_view kPlaced = "linear log sqrt symlog time band point";

}  // namespace

// Values of `used_by` are types of scales.
const Format<ScaleSpec> kScale(
    "this scale",
    {
        {"type",
         without("bin-ordinal identity pow quantile quantize sequential threshold",
                 choice(&ScaleSpec::type, kScaleNames)),
         "by the type of the field", "The kind of scale."},
        {"domain", with_span(&ScaleSpec::domain_span, values(&ScaleSpec::domain)), "from the data",
         "The values at both ends, or all categories in order."},
        {"domainMin", value(&ScaleSpec::domain_min), "from the data", "The lower end.", kNumeric},
        {"domainMax", value(&ScaleSpec::domain_max), "from the data", "The upper end.", kNumeric},
        {"domainMid", value(&ScaleSpec::domain_mid), "none", "Of `color`: the value where two ramps of colours meet.",
         kNumeric},
        {"zero", flag(&ScaleSpec::zero), "by the mark", "Whether the scale includes zero.", "linear sqrt symlog"},
        {"nice", flag(&ScaleSpec::nice), "unless an end is stated", "Whether the ends are round values.", kNumeric},
        {"clamp", flag(&ScaleSpec::clamp), "`false`", "Whether values beyond the domain are drawn at its ends.",
         kNumeric},
        {"reverse", flag(&ScaleSpec::reverse), "`false`", "Whether the scale runs the other way.", kPlaced},
        {"padding", number(&ScaleSpec::padding), "automatic",
         "Space at both ends: in pixels, or of bands and points as a part of a step.", kPlaced},
        {"paddingInner", number(&ScaleSpec::padding_inner), "automatic", "Space between bands, as a part of a step.",
         "band"},
        {"paddingOuter", number(&ScaleSpec::padding_outer), "automatic", "Space at both ends, as a part of a step.",
         "band point"},
        {"base", number(&ScaleSpec::base, {.most = 1000, .above = 1}), "`10`", "The base of the logarithm.", "log"},
        {"constant", number(&ScaleSpec::constant, {.above = 0}), "`1`",
         "Where the scale changes from linear to logarithmic.", "symlog"},
    },
    {.check = note_stated_keys,
     .explain = vega_lite("align bins domainRaw exponent interpolate range rangeMax rangeMin round scheme")});

const Format<GuideSpec> kAxis(
    "this axis",
    {
        {"title", label(&GuideSpec::title), "the channel's", "The title; `null` removes it."},
        {"format", with_span(&GuideSpec::format_span, text(&GuideSpec::format)), "the field's",
         "Of numbers a d3-format, of dates a d3-time-format."},
        {"tickCount", number(&GuideSpec::tick_count, {0, 200}), "by the size",
         "About how many ticks an axis of numbers or dates has."},
        {"values", with_span(&GuideSpec::values_span, values(&GuideSpec::values)), "automatic",
         "The values with ticks. One that the axis does not reach is a warning."},
        {"grid", flag(&GuideSpec::grid), "by the scale", "Whether there are grid lines."},
        {"labels", flag(&GuideSpec::labels), "`true`", "Whether ticks have labels."},
        {"ticks", flag(&GuideSpec::ticks), "`true`", "Whether ticks are drawn."},
        {"labelAngle", number(&GuideSpec::label_angle), "automatic",
         "By how many degrees the labels of `x` are turned."},
        {"orient",
         without("top-left top-right bottom-left bottom-right none",
                 choice(&GuideSpec::orient, {"bottom", "top", "left", "right"})),
         "`bottom`, `left`", "The side: of `x` `bottom` or `top`, of `y` `left` or `right`."},
        {"better",
         choice(&GuideSpec::better,
                Names<quantity::Better>{{"higher", quantity::Better::higher}, {"lower", quantity::Better::lower}}),
         "none", "Which amounts are better: `higher` or `lower`. An arrow beside the title shows the direction."},
    },
    {.explain = vega_lite(
         "aria bandPosition description domain domainColor domainDash domainOpacity domainWidth formatType gridColor "
         "gridDash gridOpacity gridWidth labelAlign labelBaseline labelBound labelColor labelExpr labelFlush labelFont "
         "labelFontSize labelFontWeight labelLimit labelOffset labelOpacity labelOverlap labelPadding labelSeparation "
         "maxExtent minExtent offset position style tickBand tickColor tickExtra tickMinStep tickOffset tickOpacity "
         "tickRound tickSize tickWidth titleAlign titleAnchor titleAngle titleBaseline titleColor titleFont "
         "titleFontSize titleFontWeight titleLimit titleOpacity titlePadding titleX titleY translate zindex")});

const Format<GuideSpec> kLegend(
    "this legend",
    {
        {"title", label(&GuideSpec::title), "the channel's", "The title; `null` removes it."},
        {"format", with_span(&GuideSpec::format_span, text(&GuideSpec::format)), "the field's",
         "Of numbers a d3-format, of dates a d3-time-format."},
        {"values", with_span(&GuideSpec::values_span, values(&GuideSpec::values)), "automatic", "The entries."},
        {"orient",
         without("top-left top-right bottom-left bottom-right none",
                 choice(&GuideSpec::orient, {"top", "bottom", "left", "right"})),
         "automatic", "The side of the plot."},
    },
    {.explain = vega_lite(
         "aria clipHeight columnPadding columns cornerRadius description direction fillColor formatType gradientLength "
         "gradientOpacity gridAlign labelAlign labelColor labelExpr labelFont labelFontSize labelLimit labelOffset "
         "labelOverlap labelPadding legendX legendY offset padding rowPadding strokeColor symbolDash symbolFillColor "
         "symbolLimit symbolOffset symbolOpacity symbolSize symbolStrokeColor symbolStrokeWidth symbolType tickCount "
         "titleAlign titleAnchor titleColor titleFont titleFontSize titleOrient type zindex")});

namespace {

void check_sort(SortSpec& sort, const notation::Node& map, base::Diagnostics& diagnostics) {
  sort.kind = map.find("encoding") ? SortSpec::Kind::channel : SortSpec::Kind::field;
  if (sort.kind == SortSpec::Kind::field && sort.field.empty() && map.is_map())
    diagnostics.error("missing-key", map.span, "a sort order needs a \"field\" or an \"encoding\"");
}

}  // namespace

const Format<SortSpec> kSort(
    "this sort order",
    {
        {"field", text(&SortSpec::field), "none", "The column whose values order the categories."},
        {"op", without("count distinct", choice(&SortSpec::op, {"min", "max", "sum", "mean", "average", "median"})),
         "`min`; `sum` in stacks", "How the values of several rows are combined."},
        {"encoding", choice(&SortSpec::channel, kChannelNames), "none", "The channel whose values order them instead."},
        {"order", choice(&SortSpec::descending, Names<bool>{{"ascending", false}, {"descending", true}}), "`ascending`",
         "The direction."},
    },
    {.check = check_sort});

namespace {

void check_condition(Condition& condition, const notation::Node& map, base::Diagnostics& diagnostics) {
  const bool has_test =
      condition.equal || condition.lt || condition.lte || condition.gt || condition.gte || !condition.one_of.empty();
  if (!has_test && map.find("test"))
    diagnostics.error("missing-key", map.find("test")->span, "this test compares with nothing")
        .expect("equal, lt, lte, gt, gte or oneOf");
}

const Format<Condition> kTest("this test",
                              {
                                  {"field", with_span(&Condition::field_span, text(&Condition::field)),
                                   notation::kRequired, "The column whose values are tested."},
                                  {"equal", value(&Condition::equal), "none", "The value that they equal."},
                                  {"lt", value(&Condition::lt), "none", "The value that they are less than."},
                                  {"lte", value(&Condition::lte), "none", "The same, or equal."},
                                  {"gt", value(&Condition::gt), "none", "The value that they are greater than."},
                                  {"gte", value(&Condition::gte), "none", "The same, or equal."},
                                  {"oneOf", values(&Condition::one_of), "none", "The values of which they are one."},
                              },
                              {.explain = vega_lite("range valid timeUnit")});

const notation::Type kSortType =
    notation::either("order, list or map", {notation::choice_type(kOrders), kValuesType, notation::only_map(kSort)});
const notation::Type kStackType{"`zero`, `normalize`, `center`, `true`, `false`",
                                R"({"enum": ["zero", "normalize", "center", true, false]})"};

}  // namespace

const Format<Condition> kCondition(
    "this condition",
    {
        {"test", map(kTest), notation::kRequired, "What the values of a column must be: `{field: change, lt: 0}`."},
        {"value", choice(&Condition::colour, kFixedColours), notation::kRequired, "The colour of rows that pass it."},
    },
    {.check = check_condition, .explain = vega_lite("param selection empty")});

const Format<Encoding> kChannel(
    "this channel",
    {
        {"field", with_span(&Encoding::field_span, text(&Encoding::field)), "none", "A column of the data."},
        {"datum", value(&Encoding::datum), "none", "A value on the data's scale, instead of a column.",
         "x y x2 y2 xOffset yOffset color shape size opacity text"},
        {"value", value(&Encoding::value), "none",
         "A fixed value in pixels, an opacity, a text, or a colour: `accent`, `muted`, `good` or `bad`.",
         "x y x2 y2 color shape size opacity text"},
        {"condition", map(&Encoding::condition, kCondition), "none",
         "Beside a fixed colour: another one for rows that pass a test.", "color"},
        {"type", with_span(&Encoding::type_span, without("geojson", choice(&Encoding::type, kTypeNames))),
         "the column's", "How values are shown: as amounts, categories, ordered categories or dates."},
        {"title", label(&Encoding::title), "the column's", "The title; `null` removes it.",
         "x y color shape size opacity row column tooltip"},
        {"format", with_span(&Encoding::format_span, text(&Encoding::format)), "the column's",
         "Of numbers a d3-format, of dates a d3-time-format.", "text tooltip"},
        {"scale", scale(), "automatic", "How values become positions, colours or sizes: [a map](#scale).",
         "x y xOffset yOffset color shape size opacity"},
        {"axis", guide(&Encoding::axis, kAxis), "automatic", "The axis: [a map](#axis); `null` removes it.", "x y"},
        {"legend", guide(&Encoding::legend, kLegend), "automatic", "The legend: [a map](#axis); `null` removes it.",
         "color shape size opacity"},
        {"sort",
         {kSortType, read_sort, true},
         "`ascending`",
         "`ascending`, `descending`; for categories also `null` for the order of the rows, a list, a channel such as "
         "`-x`, or [a map](#axis).",
         "x y xOffset yOffset color shape size opacity row column order"},
        {"stack",
         {kStackType, read_stack, true},
         "by the mark",
         "How marks of one category are stacked; `null` draws them over each other. The parts follow the order of the "
         "legend.",
         "x y"},
    },
    {.explain = vega_lite("band bandPosition formatType header")});

namespace {

// Null, which removes a channel in Vega-Lite, is an error.
Value<Encoding> channel(notation::Type type = notation::only_map(kChannel)) {
  auto channel = unread<Encoding>(std::move(type));
  channel.refuses_null = true;
  return channel;
}

Value<Encoding> channels() {
  const notation::Type map = notation::only_map(kChannel);
  return channel(notation::either("map or list of maps", {map, notation::list_of("list", map)}));
}

}  // namespace

const Format<Encoding> kEncoding(
    "the encoding",
    {
        {"x", channel(), "none", "The position of a mark, or its start."},
        {"y", channel(), "none", "The position of a mark, or its start."},
        {"x2", channel(), "none", "The end of a mark, along numbers or dates."},
        {"y2", channel(), "none", "The end of a mark, along numbers or dates."},
        {"xOffset", channel(), "none", "The position within a band, on an axis of categories."},
        {"yOffset", channel(), "none", "The position within a band, on an axis of categories."},
        {"color", channel(), "none", "The colour: a series colour for a category, a ramp step for a number or date."},
        {"shape", channel(), "none", "The symbol."},
        {"size", channel(), "none", "The area of a point, the thickness of a line, the height of a text."},
        {"opacity", channel(), "none", "How opaque the mark is."},
        {"text", channel(), "none", "The text."},
        {"row", channel(), "none", "The row of panels."},
        {"column", channel(), "none", "The column of panels."},
        {"tooltip", channels(), "none", "What else readers see when they point at a mark."},
        {"order", channels(), "none", "The order in which a line connects rows, or a stack orders them."},
        {"detail", channels(), "none", "Which rows form a line or a part of a stack, without a colour."},
    },
    {.explain = vega_lite("angle description facet fill fillOpacity href key latitude latitude2 longitude longitude2 "
                          "radius radius2 stroke strokeDash strokeOpacity strokeWidth theta theta2 time url xError "
                          "xError2 yError yError2")});

const Format<Encoding> kFacet(
    "facet",
    {
        {"row", channel(), "none", "The field with a row of panels for each value."},
        {"column", channel(), "none", "The field with a column of panels for each value."},
        {"field", unread<Encoding>(notation::kText), "none", "The field with a panel for each value."},
        {"type", unread<Encoding>(kChannel.find("type")->type), "the column's", "How its values are shown."},
        {"title", unread<Encoding>(notation::kText), "the column's", "Its title; `null` removes it."},
        {"sort", unread<Encoding>(kSortType), "`ascending`", "The order of the panels."},
    },
    {.explain = vega_lite("header align center spacing")});

std::optional<Channel> channel_of(std::string_view name) {
  const auto found = std::ranges::find(kChannelNames, name, &Names<Channel>::value_type::first);
  return found == kChannelNames.end() ? std::nullopt : std::optional(found->second);
}

std::string_view channel_name(Channel channel) { return name_of(kChannelNames, channel); }
std::string_view type_name(Type type) { return name_of(kTypeNames, type); }
std::string_view scale_type_name(ScaleType type) { return name_of(kScaleNames, type); }

}  // namespace chart
