#include "chart/spec.h"

#include <fmt/format.h>

#include "base/suggest.h"
#include "chart/spec_encoding.h"
#include "chart/spec_keys.h"

namespace chart {
namespace {

using notation::Kind;
using notation::Node;

const Words kMarks = {"bar", "line", "point", "area", "rule", "tick", "text", "rect", "errorbar"};

std::vector<std::string> read_texts(const Node* node, std::string_view what, base::Diagnostics& diagnostics) {
  std::vector<std::string> texts;
  if (!node) return texts;
  if (!node->is_list()) {
    if (auto text = read_text(node, what, diagnostics)) texts.push_back(*text);
    return texts;
  }
  for (const Node& item : node->items) {
    if (auto text = read_text(&item, what, diagnostics)) texts.push_back(*text);
  }
  return texts;
}

void read_own_keys(const Node& node, Spec& spec, base::Diagnostics& diagnostics) {
  if (const Node* data = node.find("data")) {
    spec.data_span = data->span;
    if (data->is_map()) {
      diagnostics.error("unsupported-value", data->span, "Vega-Lite's form of \"data\" is not supported here")
          .expect("the name of a query, view or resource");
    } else {
      spec.data = read_text(data, "data", diagnostics).value_or("");
    }
  } else {
    diagnostics.error("missing-key", node.span, "this chart has no \"data\"")
        .expect("the name of a query, view or resource");
  }
  spec.caption = read_text(node.find("caption"), "caption", diagnostics).value_or("");
  spec.same = read_texts(node.find("same"), "same", diagnostics);
  spec.differs = read_texts(node.find("differs"), "differs", diagnostics);
  spec.note = read_text(node.find("note"), "note", diagnostics).value_or("");
  spec.narrow = read_bool(node.find("narrow"), "narrow", diagnostics);
}

void read_title(const Node* node, Spec& spec, base::Diagnostics& diagnostics) {
  if (!node) return;
  spec.title_span = node->span;
  if (!node->is_map()) {
    spec.title = read_text(node, "title", diagnostics).value_or("");
    return;
  }
  check_keys(*node, title_keys(), diagnostics);
  spec.title = read_text(node->find("text"), "text", diagnostics).value_or("");
  spec.subtitle = read_text(node->find("subtitle"), "subtitle", diagnostics).value_or("");
}

std::optional<double> read_size(const Node* node, std::string_view what, base::Diagnostics& diagnostics) {
  auto size = read_number(node, what, diagnostics);
  if (size && !(*size >= 40 && *size <= 4000)) {
    diagnostics.error("unknown-value", node->span, fmt::format("{} is between 40 and 4000 px", what));
    size.reset();
  }
  return size;
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
      diagnostics.error("missing-key", node.span, "this mark has no \"type\"").expect(base::list_names(kMarks));
      return mark;
    }
  }
  int chosen = choose(*type, "mark", kMarks, kOtherMarks, diagnostics);
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
  mark.filled = read_bool(node.find("filled"), "filled", diagnostics);
  mark.size = read_number(node.find("size"), "size", diagnostics);
  mark.opacity = read_number(node.find("opacity"), "opacity", diagnostics);
  mark.stroke_width = read_number(node.find("strokeWidth"), "strokeWidth", diagnostics);
  mark.corner_radius = read_number(node.find("cornerRadius"), "cornerRadius", diagnostics);
  mark.dx = read_number(node.find("dx"), "dx", diagnostics);
  mark.dy = read_number(node.find("dy"), "dy", diagnostics);
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
  return mark;
}

void check_encoding_map(const Node* encoding, base::Diagnostics& diagnostics) {
  if (!encoding) return;
  if (encoding->is_map()) {
    check_keys(*encoding, encoding_keys(), diagnostics);
  } else {
    diagnostics.error("wrong-type", encoding->span, fmt::format("encoding is {}", notation::kind_name(encoding->kind)))
        .expect("a map");
  }
}

void check_required_channels(const Layer& layer, base::Span span, base::Diagnostics& diagnostics) {
  if (!layer.find(Channel::x) && !layer.find(Channel::y)) {
    diagnostics.error("missing-key", span, "this chart encodes neither \"x\" nor \"y\"")
        .expect("encoding: {x: {field: …}, y: {field: …}}");
  }
  if (layer.mark.type == MarkType::text && !layer.find(Channel::text)) {
    diagnostics.error("missing-key", layer.mark.span, "a text mark needs the channel \"text\"");
  }
  for (auto [second, first] : {std::pair{Channel::x2, Channel::x}, std::pair{Channel::y2, Channel::y}}) {
    const Encoding* encoding = layer.find(second);
    if (encoding && !layer.find(first)) {
      diagnostics.error("missing-key", encoding->span,
                        fmt::format("\"{}\" needs \"{}\"", channel_name(second), channel_name(first)));
    }
  }
}

}  // namespace

const Encoding* Layer::find(Channel channel) const {
  for (const Encoding& encoding : encodings) {
    if (encoding.channel == channel) return &encoding;
  }
  return nullptr;
}

std::string_view mark_name(MarkType mark) { return kMarks[static_cast<size_t>(mark)]; }

std::optional<Spec> parse_spec(const Node& node, base::Diagnostics& diagnostics) {
  size_t errors_before = diagnostics.errors();
  Spec spec;
  spec.span = node.span;
  if (!node.is_map()) {
    diagnostics.error("wrong-type", node.span, fmt::format("this chart is {}", notation::kind_name(node.kind)))
        .expect("a map with data, mark, encoding and title");
    return std::nullopt;
  }
  check_keys(node, top_keys(), diagnostics);
  read_own_keys(node, spec, diagnostics);
  read_title(node.find("title"), spec, diagnostics);
  spec.width = read_size(node.find("width"), "width", diagnostics);
  spec.height = read_size(node.find("height"), "height", diagnostics);

  const Node* shared = node.find("encoding");
  check_encoding_map(shared, diagnostics);
  const Node* layers = node.find("layer");
  if (const Node* mark = node.find("mark")) {
    if (layers) {
      diagnostics.error("unknown-key", layers->span, "a chart has either \"mark\" or \"layer\"");
    }
    Layer layer{read_mark(*mark, diagnostics), parse_encodings(nullptr, shared, diagnostics)};
    if (diagnostics.errors() == errors_before) check_required_channels(layer, mark->span, diagnostics);
    spec.layers.push_back(std::move(layer));
  } else if (layers && layers->is_list() && !layers->items.empty()) {
    for (const Node& item : layers->items) {
      if (!item.is_map()) {
        diagnostics.error("wrong-type", item.span, fmt::format("a layer is {}", notation::kind_name(item.kind)))
            .expect("a map with mark and encoding");
        continue;
      }
      check_keys(item, layer_keys(), diagnostics);
      const Node* own = item.find("encoding");
      check_encoding_map(own, diagnostics);
      const Node* own_mark = item.find("mark");
      if (!own_mark) {
        diagnostics.error("missing-key", item.span, "this layer has no \"mark\"").expect(base::list_names(kMarks));
        continue;
      }
      Layer layer{read_mark(*own_mark, diagnostics), parse_encodings(shared, own, diagnostics)};
      if (diagnostics.errors() == errors_before) check_required_channels(layer, item.span, diagnostics);
      spec.layers.push_back(std::move(layer));
    }
  } else {
    diagnostics.error("missing-key", node.span, "this chart has no \"mark\"").expect(base::list_names(kMarks));
  }
  if (diagnostics.errors() > errors_before) return std::nullopt;
  return spec;
}

}  // namespace chart
