#include "chart/spec_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "chart/channel_rules.h"
#include "chart/spec_reader.h"
#include "chart/spec_values.h"

namespace chart {
namespace {

using namespace notation::kinds;
using notation::Format;
using notation::kRequired;
using notation::Reader;
using notation::Value;

const Names<MarkType> kMarkNames{
    {"bar", MarkType::bar},         {"line", MarkType::line},    {"point", MarkType::point},
    {"area", MarkType::area},       {"rule", MarkType::rule},    {"tick", MarkType::tick},
    {"text", MarkType::text},       {"rect", MarkType::rect},    {"errorbar", MarkType::errorbar},
    {"boxplot", MarkType::boxplot}, {"circle", MarkType::point}, {"square", MarkType::point},
    {"errorband", MarkType::area}};

Value<MarkSpec> dash() {
  return {{"list of numbers", R"({"type": "array", "items": {"type": "number", "minimum": 0}, "maxItems": 8})"},
          [](Reader& from, std::string_view key, MarkSpec& to) {
            const notation::Node& node = *from.node(key);
            for (const notation::Node& item : node.items)
              if (item.kind == notation::Kind::number && item.as_double() >= 0)
                to.stroke_dash.push_back(item.as_double());
            if (!node.is_list() || to.stroke_dash.size() != node.items.size() || to.stroke_dash.size() > 8)
              from.diagnostics()
                  .error("wrong-type", node.span, "strokeDash must be a list of up to 8 lengths in px")
                  .expect("[4, 3]");
          }};
}

Value<MarkSpec> whisker_extent() {
  return {{"number or `min-max`", R"({"anyOf": [{"type": "number", "minimum": 0}, {"const": "min-max"}]})"},
          [](Reader& from, std::string_view key, MarkSpec& to) {
            const std::string& word = from.node(key)->text;
            if (word == "min-max")
              to.extent.reset();
            else if (word == "ci" || word == "stderr" || word == "stdev" || word == "iqr")
              from.diagnostics()
                  .error("use-sql", from.span_of(key),
                         fmt::format("charts do not compute: \"{}\" is not supported", word))
                  .suggest(
                      "compute both ends in a query, such as ci_low(v) and ci_high(v), and encode them as y and y2, or "
                      "x and x2");
            else
              number(&MarkSpec::extent, {.least = 0}).read(from, key, to);
          }};
}

void check_mark(MarkSpec& mark, const notation::Node& map, base::Diagnostics& diagnostics) {
  if (mark.interpolate == "linear") mark.interpolate.clear();
  const notation::Node* type = given(map, "type");
  if (!type)
    diagnostics.error("missing-key", map.span, "this mark has no \"type\"").expect(mark_names());
  else if (std::ranges::find(kMarkNames, std::string_view(type->text), &Names<MarkType>::value_type::first) !=
           kMarkNames.end())
    check_mark_keys(map, mark, diagnostics);
}

Value<MarkSpec> mark_type() {
  return without("arc donut doughnut geoshape image map pie trail", choice(&MarkSpec::type, kMarkNames));
}

}  // namespace

const Format<MarkSpec> kMark(
    "this mark",
    {
        {"type", mark_type(), "required", "What is drawn."},
        {"opacity", number(&MarkSpec::opacity, {0, 1}), "by the mark", "0 to 1."},
        {"size", number(&MarkSpec::size, {.least = 0}), "automatic",
         "Area of a point; height of a text; thickness of a bar; length of a tick.", "bar point tick text boxplot"},
        {"extent", whisker_extent(), "`1.5`",
         "How far whiskers reach at most, in distances between the quartiles. Values beyond them are points; `min-max` "
         "reaches all.",
         "boxplot"},
        {"orient", choice(&MarkSpec::orient, {"horizontal", "vertical"}), "by the fields",
         "The direction, if the fields do not determine it.", "bar line area tick boxplot"},
        {"clip", flag(&MarkSpec::clip), "`false`", "Cuts marks at the edge of the plot."},
        {"point", flag(&MarkSpec::point), "`false`", "Draws a point at each value.", "line area"},
        {"line", flag(&MarkSpec::line), "`false`", "Draws a line along the edge.", "area"},
        {"interpolate",
         without("basis bundle cardinal catmull-rom monotone natural",
                 choice(&MarkSpec::interpolate, {"linear", "step", "step-before", "step-after"})),
         "`linear`", "How values are joined.", "line area"},
        {"strokeWidth", number(&MarkSpec::stroke_width, {.least = 0}), "automatic",
         "The width of the line in pixels, of an area with `line: true`.", "line area rule tick errorbar"},
        {"strokeDash", dash(), "none", "Lengths of dashes and gaps, such as `[4, 3]`.", "line rule tick errorbar"},
        {"filled", flag(&MarkSpec::filled), "`true`", "`false` draws rings.", "point"},
        {"cornerRadius", number(&MarkSpec::corner_radius, {.least = 0}), "`0`",
         "Rounds the corners; of a stack only the outer ones.", "bar rect"},
        {"text", text(&MarkSpec::text), "none", "A fixed text.", "text"},
        {"fontSize", number(&MarkSpec::font_size, {.least = 0}), "automatic", "The height of the text in pixels.",
         "text"},
        {"fontWeight",
         without("lighter bolder", choice(&MarkSpec::bold, Names<bool>{{"normal", false}, {"bold", true}})), "`normal`",
         "Its weight.", "text"},
        {"angle", number(&MarkSpec::angle), "`0`", "By how many degrees it is turned.", "text"},
        {"align", choice(&MarkSpec::align, {"left", "center", "right"}), "`center`",
         "Which part of it is at the point.", "text"},
        {"baseline",
         without("line-top line-bottom", choice(&MarkSpec::baseline, {"top", "middle", "bottom", "alphabetic"})),
         "`middle`", "Which line of it is at the point.", "text"},
        {"dx", number(&MarkSpec::dx), "`0`", "How far it is to the right of the point, in pixels.", "text"},
        {"dy", number(&MarkSpec::dy), "`0`", "How far it is below the point, in pixels.", "text"},
    },
    {.rules = R"({"required": ["type"]})",
     .check = check_mark,
     .explain = vega_lite("aria aspect bandSize binSpacing blend color continuousBandSize cornerRadiusEnd cursor "
                          "description discreteBandSize fill fillOpacity font fontStyle height href invalid limit "
                          "lineHeight minBandSize order outerRadius radius shape stroke strokeCap strokeJoin "
                          "strokeOpacity style tension theta thickness ticks tooltip url width x x2 x2Offset xOffset y "
                          "y2 y2Offset yOffset")});

void read_mark(Reader& from, std::string_view key, Layer& to) {
  const auto name = within(&Layer::mark, with_span(&MarkSpec::span, mark_type()));
  const notation::Node& node = *from.node(key);
  (node.is_map() ? map(&Layer::mark, kMark) : name).read(from, key, to);
  const notation::Node* type = node.is_map() ? given(node, "type") : &node;
  to.mark.square = type && type->text == "square";
  to.mark.is_band = type && type->text == "errorband";
}

namespace {

notation::Type mark_or_name() {
  return notation::either("name or map", {kMark.find("type")->type, notation::only_map(kMark)});
}

Value<Spec> data_name() {
  return {notation::kText, [](Reader& from, std::string_view key, Spec& to) {
            if (from.node(key)->is_map())
              from.diagnostics()
                  .error("unsupported-value", from.span_of(key), "Vega-Lite's form of \"data\" is not supported here")
                  .expect("the name of a query, view or resource");
            else
              to.data = from.text(key);
          }};
}

Value<Spec> panels_in_a_row() {
  return {notation::number_type(false, {}), [](Reader& from, std::string_view key, Spec& to) {
            if (const auto number = from.number(key)) to.wrap = static_cast<size_t>(std::clamp(*number, 1.0, 60.0));
          }};
}

notation::Type layers() {
  const notation::Type layer = notation::only_map(layer_format());
  return {"list of maps", R"({"type": "array", "minItems": 1, "items": )" + layer.schema + "}", layer.formats};
}

struct Step {
  std::optional<double> px;
};
const Format<Step> kStep("this size", {{"step", number(&Step::px, {1, 400}), kRequired, "The pixels of a category."}},
                         {.explain = vega_lite("for")});

// A length in pixels, or {step: the distance of categories}.
Value<Spec> px_or_step(std::optional<double> Spec::* px, std::optional<double> Spec::* step) {
  const Value<Spec> plain = number(px, {40, 4000});
  return {notation::either("number or `{step: …}`", {plain.type, notation::only_map(kStep)}),
          [=](Reader& from, std::string_view key, Spec& to) {
            const notation::Node& node = *from.node(key);
            if (node.is_map())
              to.*step = kStep.read(node, from.diagnostics()).px;
            else
              plain.read(from, key, to);
          }};
}

using SpecKeys = std::vector<notation::Key<Spec>>;

// Returns the keys of a plot, which may be a panel.
SpecKeys plot_keys() {
  return {
      {"mark", unread<Spec>(mark_or_name()), "required, or `layer`", "What to draw."},
      {"encoding", unread<Spec>(notation::map_type(kEncoding)), "none",
       "Which field controls what. Applies to all layers."},
      {"layer", unread<Spec>(layers()), "none", "Maps of `mark` and `encoding`, drawn on top of each other."},
      {"width", with_span(&Spec::width_span, px_or_step(&Spec::width, &Spec::width_step)), "automatic",
       "The width of the plotting area in pixels, `40` to `4000`, or `{step: 20}` for each category. A width beyond a "
       "small screen does not apply there. "
       "A chart of at most `400` pixels, with labels, is shown beside the text on wide screens: put it before the "
       "paragraphs that explain it."},
      {"height", with_span(&Spec::height_span, px_or_step(&Spec::height, &Spec::height_step)), "automatic",
       "The height of the plotting area, as the width."},
  };
}

const Names<bool> kSharing{{"shared", false}, {"independent", true}};

const Format<Spec> kResolveScale("resolve's scale",
                                 {
                                     {"x", choice(&Spec::independent_x, kSharing), "`shared`", "The scales of `x`."},
                                     {"y", choice(&Spec::independent_y, kSharing), "`shared`", "The scales of `y`."},
                                 },
                                 {.explain = vega_lite("color size shape opacity xOffset yOffset")});

const Format<Spec> kResolve("resolve", {{"scale", map(kResolveScale), kRequired, "Which scales the panels share."}},
                            {.explain = vega_lite("axis legend")});

// Returns the keys of a whole picture, which `narrow` may replace.
SpecKeys picture_keys() {
  return joined(plot_keys(),
                {
                    {"facet", unread<Spec>(notation::map_type(kFacet)), "none", "One panel for each value of a field."},
                    {"spec", unread<Spec>(notation::map_type(facet_spec_format())), "none",
                     "The contents of each panel, beside `facet`."},
                    {"columns", panels_in_a_row(), "by the width", "The number of panels in a row, beside `facet`."},
                    {"resolve", map(kResolve), "shared", "`{scale: {x: independent}}`: panels with their own scales."},
                });
}

const Format<Spec> kTitle(
    "the title",
    {
        {"text", with_span(&Spec::title_span, text(&Spec::title)), "required",
         "What the chart shows, as a sentence without numbers."},
        {"subtitle", with_span(&Spec::subtitle_span, text(&Spec::subtitle)), "none",
         "What is measured, in which unit."},
    },
    {.explain = vega_lite("align anchor angle aria baseline color dx dy font fontSize fontStyle fontWeight frame limit "
                          "lineHeight offset orient style subtitleColor subtitleFont subtitleFontSize subtitlePadding "
                          "zindex")});

Value<Spec> title() {
  const notation::Type type = notation::either("text or map", {notation::kText, notation::only_map(kTitle)});
  return with_span(&Spec::title_span, Value<Spec>(type, [](Reader& from, std::string_view key, Spec& to) {
    (from.node(key)->is_map() ? map(kTitle) : text(&Spec::title)).read(from, key, to);
  }));
}

void check_annotation(Annotation& annotation, const notation::Node& map, base::Diagnostics& diagnostics) {
  for (auto [end, first, name] :
       {std::tuple{&annotation.x2, &annotation.x, "x"}, std::tuple{&annotation.y2, &annotation.y, "y"}})
    if (*end && !*first) diagnostics.error("missing-key", map.span, fmt::format("\"{0}2\" needs \"{0}\"", name));
  if (!annotation.x && !annotation.y && !annotation.x2 && !annotation.y2)
    diagnostics.error("missing-key", map.span, "this annotation has no place")
        .expect("x, y or both, as values of the axes");
}

const Format<Annotation> kAnnotation(
    "this annotation",
    {
        {"text", with_span(&Annotation::text_span, text(&Annotation::text)), kRequired,
         "A sentence, whose figures are [checked](figures.md)."},
        {"x", value(&Annotation::x), "none", "The place on `x`. Without `y`, a line across the plot."},
        {"y", value(&Annotation::y), "none", "The place on `y`. Without `x`, a line across the plot."},
        {"x2", value(&Annotation::x2), "none", "The other end of a range along `x`."},
        {"y2", value(&Annotation::y2), "none", "The other end of a range along `y`."},
    },
    {.check = check_annotation});

}  // namespace

const Format<Layer>& layer_format() {
  static const Format<Layer> format(
      "this layer",
      {
          {"mark", {mark_or_name(), read_mark}, kRequired, "What to draw."},
          {"encoding", unread<Layer>(notation::map_type(kEncoding)), "none",
           "The channels of this layer. They replace those of the chart."},
      },
      {.explain = vega_lite("data description height layer name params projection resolve title "
                            "view width")});
  return format;
}

const Format<Spec>& facet_spec_format() {
  static const Format<Spec> format(
      "the spec of a facet", plot_keys(),
      {.explain = vega_lite("data description name params projection resolve title view")});
  return format;
}

const Format<Spec>& narrow_format() {
  static const Format<Spec> format("narrow", picture_keys());
  return format;
}

const Format<Spec>& chart_format() {
  static const Format<Spec> format(
      "this chart",
      joined(
          SpecKeys{
              {"data", with_span(&Spec::data_span, data_name()), kRequired,
               "A query of this page, a view or a resource."},
              {"title", title(), "required", "What the chart shows, as text or with a subtitle."},
              {"caption", with_span(&Spec::caption_span, text(&Spec::caption)), "none",
               "What the rows are. Shown below the chart."},
              {"same", within(&Spec::compared, texts(&Comparability::same, &Comparability::same_spans)), "none",
               "Columns in which all rows must agree, or a sentence."},
              {"highlight", texts(&Spec::highlight, &Spec::highlight_spans), "none",
               "Names of series, categories or panels that matter: all others are pale, thin and without a label."},
              {"annotations", list(&Spec::annotations, kAnnotation), "none",
               "Remarks beside what they are about; numbered, with the texts below, where there is no space."},
              {"differs", within(&Spec::compared, texts(&Comparability::differs, &Comparability::differs_spans)),
               "none", "Columns in which rows differ, or a sentence."},
              {"holds", unread_texts<Spec>(), "none",
               "[Asserts](figures.md#asserts) that support the text of the chart."},
              {"note", with_span(&Spec::note_span, text(&Spec::note)), "none", "What else readers need to know."},
              {"empty", with_span(&Spec::empty_span, text(&Spec::empty)), "none",
               "Text shown if the chart has no rows. Without it, an empty chart is an error."},
              {"narrow", unread<Spec>(notation::map_type(narrow_format())), "none", "Changes for small screens."},
          },
          picture_keys()),
      {.rules = R"({"oneOf": [{"required": ["mark"]}, {"required": ["layer"]}, {"required": ["facet", "spec"]}]})",
       .explain =
           vega_lite("$schema align autosize background bounds center concat config datasets description hconcat "
                     "name padding params projection repeat spacing usermeta vconcat view")});
  return format;
}

std::string mark_names() { return quoted_words(kMark.find("type")->type); }
std::string_view mark_name(MarkType mark) { return name_of(kMarkNames, mark); }

}  // namespace chart
