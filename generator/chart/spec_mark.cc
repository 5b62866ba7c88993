#include "chart/spec_mark.h"

#include "base/suggest.h"
#include "chart/channel_rules.h"
#include "chart/spec_encoding.h"
#include "chart/spec_keys.h"

namespace chart {
namespace {

using notation::Node;

const Words& mark_words() {
  static const Words words = [] {
    Words names;
    for (size_t i = 0; i < kMarkTypes; ++i) names.push_back(mark_name(static_cast<MarkType>(i)));
    return names;
  }();
  return words;
}

std::vector<double> read_dash(const Node* node, base::Diagnostics& diagnostics) {
  std::vector<double> lengths;
  if (!node) return lengths;
  for (const Node& item : node->items) {
    auto length = read_number(&item, "a length of strokeDash", diagnostics);
    if (length && *length >= 0) lengths.push_back(*length);
  }
  if (!node->is_list() || lengths.size() != node->items.size() || lengths.size() > 8) {
    diagnostics.error("wrong-type", node->span, "strokeDash is a list of up to 8 lengths in px").expect("[4, 3]");
  }
  return lengths;
}

}  // namespace

std::string_view mark_name(MarkType mark) {
  switch (mark) {
    case MarkType::bar:
      return "bar";
    case MarkType::line:
      return "line";
    case MarkType::point:
      return "point";
    case MarkType::area:
      return "area";
    case MarkType::rule:
      return "rule";
    case MarkType::tick:
      return "tick";
    case MarkType::text:
      return "text";
    case MarkType::rect:
      return "rect";
    case MarkType::errorbar:
      return "errorbar";
  }
  return "";
}

MarkSpec read_mark(const Node& node, base::Diagnostics& diagnostics) {
  static const Words kOtherMarks = {"arc", "boxplot", "circle", "errorband", "geoshape", "image", "square", "trail"};
  MarkSpec mark;
  mark.span = node.span;
  const Node* type = &node;
  if (node.is_map()) {
    check_keys(node, mark_keys(), diagnostics);
    type = node.find("type");
    if (!type) {
      diagnostics.error("missing-key", node.span, "this mark has no \"type\"").expect(base::list_names(mark_words()));
      return mark;
    }
  }
  int chosen = choose(*type, "mark", mark_words(), kOtherMarks, diagnostics);
  if (chosen >= 0) mark.type = static_cast<MarkType>(chosen);
  if (!node.is_map()) return mark;

  mark.point = read_bool(node.find("point"), "point", diagnostics).value_or(false);
  if (const Node* interpolate = node.find("interpolate")) {
    static const Words kWays = {"linear", "step", "step-before", "step-after"};
    static const Words kCurves = {"basis", "bundle", "cardinal", "catmull-rom", "monotone", "natural"};
    int way = choose(*interpolate, "interpolate", kWays, kCurves, diagnostics);
    if (way > 0) mark.interpolate = kWays[way];
  }
  if (const Node* orient = node.find("orient")) {
    static const Words kOrients = {"horizontal", "vertical"};
    int way = choose(*orient, "orient", kOrients, {}, diagnostics);
    if (way >= 0) mark.orient = kOrients[way];
  }
  mark.line = read_bool(node.find("line"), "line", diagnostics).value_or(false);
  mark.clip = read_bool(node.find("clip"), "clip", diagnostics).value_or(false);
  mark.filled = read_bool(node.find("filled"), "filled", diagnostics);
  mark.size = read_number(node.find("size"), "size", diagnostics);
  mark.opacity = read_number(node.find("opacity"), "opacity", diagnostics);
  mark.stroke_width = read_number(node.find("strokeWidth"), "strokeWidth", diagnostics);
  mark.corner_radius = read_number(node.find("cornerRadius"), "cornerRadius", diagnostics);
  mark.dx = read_number(node.find("dx"), "dx", diagnostics);
  mark.dy = read_number(node.find("dy"), "dy", diagnostics);
  mark.angle = read_number(node.find("angle"), "angle", diagnostics);
  mark.font_size = read_number(node.find("fontSize"), "fontSize", diagnostics);
  mark.text = read_text(node.find("text"), "text", diagnostics).value_or("");
  mark.stroke_dash = read_dash(node.find("strokeDash"), diagnostics);
  if (const Node* weight = node.find("fontWeight")) {
    mark.bold = choose(*weight, "fontWeight", {"normal", "bold"}, {"lighter", "bolder"}, diagnostics) == 1;
  }
  if (const Node* align = node.find("align")) {
    static const Words kAligns = {"left", "center", "right"};
    int way = choose(*align, "align", kAligns, {}, diagnostics);
    if (way >= 0) mark.align = kAligns[way];
  }
  if (const Node* baseline = node.find("baseline")) {
    static const Words kBaselines = {"top", "middle", "bottom", "alphabetic"};
    int way = choose(*baseline, "baseline", kBaselines, {"line-top", "line-bottom"}, diagnostics);
    if (way >= 0) mark.baseline = kBaselines[way];
  }
  if (chosen >= 0) check_mark_keys(node, mark, diagnostics);
  return mark;
}

std::string mark_names() { return base::list_names(mark_words()); }

}  // namespace chart
