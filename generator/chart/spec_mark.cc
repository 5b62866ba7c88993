#include <array>

#include "base/suggest.h"
#include "chart/channel_rules.h"
#include "chart/spec_reader.h"

namespace chart {
namespace {

using notation::Node;

constexpr auto kMarkNames =
    std::to_array<std::string_view>({"bar", "line", "point", "area", "rule", "tick", "text", "rect", "errorbar"});
static_assert(kMarkNames.size() == kMarkTypes, "in the order of MarkType");
const Words kMarkWords(kMarkNames.begin(), kMarkNames.end());

std::vector<double> read_dash(const Node* node, base::Diagnostics& diagnostics) {
  std::vector<double> lengths;
  if (!node) return lengths;
  for (const Node& item : node->items) {
    auto length = read_number(item, "a length of strokeDash", diagnostics);
    if (length && *length >= 0) lengths.push_back(*length);
  }
  if (!node->is_list() || lengths.size() != node->items.size() || lengths.size() > 8) {
    diagnostics.error("wrong-type", node->span, "strokeDash must be a list of up to 8 lengths in px").expect("[4, 3]");
  }
  return lengths;
}

}  // namespace

std::string_view mark_name(MarkType mark) { return kMarkNames[static_cast<size_t>(mark)]; }

std::string mark_names() { return base::list_names(kMarkWords); }

MarkSpec read_mark(const Node& node, base::Diagnostics& diagnostics) {
  static const Words kOtherMarks = {"arc", "boxplot", "circle", "errorband", "geoshape", "image", "square", "trail"};
  static const Words kCurves = {"basis", "bundle", "cardinal", "catmull-rom", "monotone", "natural"};
  MarkSpec mark;
  mark.span = node.span;
  const Node* type = &node;
  if (node.is_map()) {
    check_keys(node, kMarkKeys, diagnostics);
    type = node.find("type");
    if (!type) {
      diagnostics.error("missing-key", node.span, "this mark has no \"type\"").expect(mark_names());
      return mark;
    }
  }
  int chosen = choose(*type, "mark", kMarkWords, kOtherMarks, diagnostics);
  if (chosen >= 0) mark.type = static_cast<MarkType>(chosen);
  if (!node.is_map()) return mark;

  const MapReader map(node, diagnostics);
  mark.point = map.boolean("point").value_or(false);
  mark.interpolate = map.choice("interpolate", {"linear", "step", "step-before", "step-after"}, kCurves);
  if (mark.interpolate == "linear") mark.interpolate.clear();
  mark.orient = map.choice("orient", {"horizontal", "vertical"});
  mark.line = map.boolean("line").value_or(false);
  mark.clip = map.boolean("clip").value_or(false);
  mark.filled = map.boolean("filled");
  mark.size = map.number("size");
  mark.opacity = map.number("opacity");
  mark.stroke_width = map.number("strokeWidth");
  mark.corner_radius = map.number("cornerRadius");
  mark.dx = map.number("dx");
  mark.dy = map.number("dy");
  mark.angle = map.number("angle");
  mark.font_size = map.number("fontSize");
  mark.text = map.text("text");
  mark.stroke_dash = read_dash(node.find("strokeDash"), diagnostics);
  mark.bold = map.choice("fontWeight", {"normal", "bold"}, {"lighter", "bolder"}) == "bold";
  mark.align = map.choice("align", {"left", "center", "right"});
  mark.baseline = map.choice("baseline", {"top", "middle", "bottom", "alphabetic"}, {"line-top", "line-bottom"});
  if (chosen >= 0) check_mark_keys(node, mark, diagnostics);
  return mark;
}

}  // namespace chart
