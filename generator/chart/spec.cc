#include "chart/spec.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

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

std::vector<std::string> read_texts(const Node* node, std::string_view what, base::Diagnostics& diagnostics,
                                    std::vector<base::Span>* spans = nullptr) {
  std::vector<std::string> texts;
  auto read = [&](const Node& item) {
    auto text = read_text(item, what, diagnostics);
    if (!text) return;
    texts.push_back(*text);
    if (spans) spans->push_back(item.span);
  };
  if (!node) return texts;
  if (!node->is_list()) read(*node);
  for (const Node& item : node->items) read(item);
  return texts;
}

void read_own_keys(const Node& node, Spec& spec, base::Diagnostics& diagnostics) {
  const MapReader map(node, diagnostics);
  const Node* data = node.find("data");
  spec.data_span = map.span("data");
  if (!data || data->is_map()) {
    diagnostics
        .error(data ? "unsupported-value" : "missing-key", data ? data->span : node.span,
               data ? "Vega-Lite's form of \"data\" is not supported here" : "this chart has no \"data\"")
        .expect("the name of a query, view or resource");
  } else {
    spec.data = map.text("data");
  }
  spec.caption = map.text("caption", &spec.caption_span);
  spec.compared.same = read_texts(node.find("same"), "same", diagnostics, &spec.compared.same_spans);
  spec.compared.differs = read_texts(node.find("differs"), "differs", diagnostics, &spec.compared.differs_spans);
  spec.note = map.text("note", &spec.note_span);
  spec.empty = map.text("empty", &spec.empty_span);
  read_texts(node.find("holds"), "holds", diagnostics);  // the page checks whether these asserts hold
}

void read_title(const Node& node, Spec& spec, base::Diagnostics& diagnostics) {
  const Node* title = node.find("title");
  if (!title) return;
  spec.title_span = title->span;
  if (!title->is_map()) {
    spec.title = read_text(*title, "title", diagnostics).value_or("");
    return;
  }
  const MapReader map(*title, kTitleKeys, diagnostics);
  spec.title = map.text("text", &spec.title_span);
  spec.subtitle = map.text("subtitle", &spec.subtitle_span);
}

std::optional<double> read_size(const Node& node, std::string_view key, base::Diagnostics& diagnostics) {
  const MapReader map(node, diagnostics);
  auto size = map.number(key);
  if (!size || (*size >= 40 && *size <= 4000)) return size;
  diagnostics.error("unknown-value", map.span(key), fmt::format("{} must be between 40 and 4000 px", key));
  return std::nullopt;
}

void check_encoding_map(const Node* encoding, base::Diagnostics& diagnostics) {
  if (encoding && is_map(*encoding, "encoding", diagnostics)) check_keys(*encoding, kEncodingKeys, diagnostics);
}

void check_required_channels(const Layer& layer, base::Span span, base::Diagnostics& diagnostics) {
  if (!layer.find(Channel::x) && !layer.find(Channel::y)) {
    diagnostics.error("missing-key", span, "this chart encodes neither \"x\" nor \"y\"")
        .expect("encoding: {x: {field: …}, y: {field: …}}");
  }
  if (layer.mark.type == MarkType::text && !layer.find(Channel::text) && layer.mark.text.empty()) {
    diagnostics.error("missing-key", layer.mark.span, "a text mark needs the channel \"text\"")
        .expect("encoding: {text: {field: …}}, or mark: {type: text, text: …}");
  }
  if (layer.mark.type == MarkType::errorbar && !layer.find(Channel::x2) && !layer.find(Channel::y2)) {
    diagnostics.error("missing-key", layer.mark.span, "an errorbar needs both ends of its interval")
        .expect("encoding: {y: {field: LOW}, y2: {field: HIGH}}, or x and x2");
  }
  if (const Encoding* text = layer.find(Channel::text); text && !layer.mark.text.empty()) {
    diagnostics.error("chart-no-effect", text->span, "the mark already has a fixed \"text\"")
        .suggest("remove one of the two");
  }
  for (auto [second, first] : {std::pair{Channel::x2, Channel::x}, std::pair{Channel::y2, Channel::y}}) {
    const Encoding* encoding = layer.find(second);
    if (encoding && !layer.find(first)) {
      diagnostics.error("missing-key", encoding->span,
                        fmt::format("\"{}\" needs \"{}\"", channel_name(second), channel_name(first)));
    }
  }
}

// Reports channels that the chart states for all layers but no layer uses.
void report_channels_without_layer(const Node& shared, const std::vector<Layer>& layers,
                                   base::Diagnostics& diagnostics) {
  base::Diagnostics read_before;
  for (const Encoding& encoding : parse_encodings(nullptr, &shared, read_before)) {
    const bool used =
        std::any_of(layers.begin(), layers.end(), [&](const Layer& layer) { return layer.find(encoding.channel); });
    if (!used) report_unused(encoding, layers.front().mark.type, diagnostics);
  }
}

// Reads the mark or the layers of a chart, or of the spec of a facet.
void read_layers(const Node& node, Spec& spec, base::Diagnostics& diagnostics) {
  const size_t errors_before = diagnostics.errors();
  const Node* shared = node.find("encoding");
  check_encoding_map(shared, diagnostics);
  const Node* layers = node.find("layer");
  auto add_layer = [&](const Node& item, const Node& mark, const Node* general, const Node* own) {
    Layer layer{read_mark(mark, diagnostics), parse_encodings(general, own, diagnostics)};
    check_channels(layer, own, diagnostics);
    if (diagnostics.errors() == errors_before) check_required_channels(layer, item.span, diagnostics);
    spec.layers.push_back(std::move(layer));
  };
  if (const Node* mark = node.find("mark")) {
    if (layers) diagnostics.error("unknown-key", layers->span, "a chart has either \"mark\" or \"layer\"");
    return add_layer(*mark, *mark, nullptr, shared);
  }
  if (!layers || !layers->is_list() || layers->items.empty()) {
    diagnostics.error("missing-key", node.span, "this chart has no \"mark\"").expect(mark_names());
    return;
  }
  for (const Node& item : layers->items) {
    if (!is_map(item, "a layer", diagnostics, "a map with mark and encoding")) continue;
    check_keys(item, kLayerKeys, diagnostics);
    const Node* own = item.find("encoding");
    check_encoding_map(own, diagnostics);
    if (const Node* mark = item.find("mark")) {
      add_layer(item, *mark, shared, own);
    } else {
      diagnostics.error("missing-key", item.span, "this layer has no \"mark\"").expect(mark_names());
    }
  }
  if (shared && !spec.layers.empty()) report_channels_without_layer(*shared, spec.layers, diagnostics);
  for (const Layer& layer : spec.layers) {
    for (Channel channel : {Channel::row, Channel::column}) {
      const Encoding* encoding = layer.find(channel);
      if (!encoding) continue;
      diagnostics
          .error("unsupported-key", encoding->span,
                 fmt::format("\"{}\" splits a chart with one mark, not one with layers", channel_name(channel)))
          .expect("facet: {row: …, column: …} beside spec: {layer: […]}");
      return;
    }
  }
}

// Reads the facet operator: {row, column}, or {field} for panels that wrap. Its channels are added to every layer.
void read_facet(const Node& node, const Node& facet, Spec& spec, base::Diagnostics& diagnostics) {
  const Node* inner = node.find("spec");
  if (!facet.is_map() || !inner || !inner->is_map()) {
    diagnostics.error("missing-key", facet.span, "\"facet\" needs a \"spec\", both of them maps")
        .expect("facet: {column: {field: …}} and spec: {mark: …, encoding: …}");
    return;
  }
  check_keys(facet, kFacetKeys, diagnostics);
  check_keys(*inner, kFacetSpecKeys, diagnostics);
  if (inner->find("width")) spec.width = read_size(*inner, "width", diagnostics);
  if (inner->find("height")) spec.height = read_size(*inner, "height", diagnostics);
  read_layers(*inner, spec, diagnostics);
  std::vector<Encoding> channels;
  for (auto [key, channel] : {std::pair{"row", Channel::row}, std::pair{"column", Channel::column}}) {
    if (const Node* each = facet.find(key)) channels.push_back(parse_channel(channel, each->span, *each, diagnostics));
  }
  if (channels.empty()) {
    channels.push_back(parse_channel(Channel::column, facet.span, facet, diagnostics));
    if (auto wrap = MapReader(node, diagnostics).number("columns")) {
      spec.wrap = static_cast<size_t>(std::clamp(*wrap, 1.0, 60.0));
    }
  }
  for (Layer& layer : spec.layers) layer.encodings.insert(layer.encodings.end(), channels.begin(), channels.end());
}

void read_resolve(const Node* node, Spec& spec, base::Diagnostics& diagnostics) {
  if (!node) return;
  const Node* scales = node->is_map() ? node->find("scale") : nullptr;
  if (!scales || !scales->is_map()) {
    diagnostics.error("wrong-type", node->span, "\"resolve\" must map channels to \"independent\" or \"shared\"")
        .expect("{scale: {y: independent}}");
    return;
  }
  check_keys(*node, kResolveKeys, diagnostics);
  check_keys(*scales, kResolveScaleKeys, diagnostics);
  auto independent = [&](const char* key) {
    const Node* way = scales->find(key);
    return way && choose(*way, "way to resolve", {"shared", "independent"}, {}, diagnostics) == 1;
  };
  spec.independent_x = independent("x");
  spec.independent_y = independent("y");
  const bool has_panels = std::any_of(spec.layers.begin(), spec.layers.end(), [](const Layer& layer) {
    return layer.find(Channel::row) || layer.find(Channel::column);
  });
  if ((spec.independent_x || spec.independent_y) && !has_panels) {
    diagnostics
        .error("unsupported-value", scales->span,
               "layers share their scales here; only panels can have separate scales")
        .expect("row, column or facet beside it")
        .suggest("with two scales in one plot, crossings mean nothing; draw two charts, or panels by row");
  }
}

void read_picture(const Node& node, Spec& spec, base::Diagnostics& diagnostics) {
  spec.width = read_size(node, "width", diagnostics);
  spec.height = read_size(node, "height", diagnostics);
  if (const Node* facet = node.find("facet")) {
    read_facet(node, *facet, spec, diagnostics);
  } else {
    read_layers(node, spec, diagnostics);
  }
  read_resolve(node.find("resolve"), spec, diagnostics);
}

// Checks keys that only a chart with panels uses, and keys that belong in the spec of such a chart.
void check_facet_keys(const Node& node, base::Diagnostics& diagnostics) {
  const Node* facet = node.find("facet");
  auto report = [&](std::string_view key, std::string_view message) {
    for (const notation::Entry& entry : node.entries)
      if (entry.key == key)
        diagnostics.error("chart-no-effect", entry.key_span, fmt::format("\"{}\" {}", key, message));
  };
  if (!facet) {
    for (std::string_view key : {"spec", "columns"}) report(key, "has no effect without \"facet\"");
    return;
  }
  for (std::string_view key : {"mark", "encoding", "layer"})
    report(key, "has no effect next to \"facet\": write it in \"spec\"");
  const bool grid = facet->find("row") || facet->find("column");
  if (grid) report("columns", "has no effect on panels by row or column");
  if (grid && facet->find("field"))
    diagnostics.error("chart-no-effect", facet->span, "a facet has either \"field\", or \"row\" and \"column\"");
}

// Returns the spec for narrow screens. A different mark, layer or facet replaces all three, which exclude one another.
Node narrowed(const Node& node, const Node& narrow) {
  auto is_picture = [](std::string_view key) { return key == "mark" || key == "layer" || key == "facet"; };
  const bool redrawn = std::ranges::any_of(narrow.entries, is_picture, &notation::Entry::key);
  Node both = narrow;
  for (const notation::Entry& entry : node.entries)
    if (entry.key != "narrow" && !narrow.find(entry.key) && !(redrawn && is_picture(entry.key)))
      both.entries.push_back(entry);
  return both;
}

void read_narrow(const Node& node, Spec& spec, base::Diagnostics& diagnostics) {
  const Node* narrow = node.find("narrow");
  if (!narrow || !is_map(*narrow, "narrow", diagnostics,
                         "a map with what differs on narrow screens, as encoding: {…} or height: 300"))
    return;
  check_keys(*narrow, kNarrowKeys, diagnostics);
  auto other = std::make_shared<Spec>(spec);
  other->layers.clear();
  other->wrap.reset();
  read_picture(narrowed(node, *narrow), *other, diagnostics);
  spec.narrow = std::move(other);
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

const Encoding* Layer::find(Channel channel) const {
  auto found = std::find_if(encodings.begin(), encodings.end(),
                            [&](const Encoding& encoding) { return encoding.channel == channel; });
  return found == encodings.end() ? nullptr : &*found;
}

std::optional<Spec> parse_spec(const Node& node, base::Diagnostics& diagnostics) {
  size_t errors_before = diagnostics.errors();
  Spec spec;
  spec.span = node.span;
  if (!is_map(node, "this chart", diagnostics, "a map with data, mark, encoding and title")) return std::nullopt;
  check_keys(node, kTopKeys, diagnostics);
  read_own_keys(node, spec, diagnostics);
  read_title(node, spec, diagnostics);
  check_facet_keys(node, diagnostics);
  read_picture(node, spec, diagnostics);
  if (diagnostics.errors() == errors_before) read_narrow(node, spec, diagnostics);
  if (diagnostics.errors() > errors_before) return std::nullopt;
  return spec;
}

}  // namespace chart
