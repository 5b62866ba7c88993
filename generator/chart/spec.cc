#include "chart/spec.h"

#include <algorithm>

#include <fmt/format.h>

#include "chart/channel_rules.h"
#include "chart/spec_keys.h"
#include "chart/spec_reader.h"

namespace chart {
namespace {

using notation::Node;

void check_required_channels(const Layer& layer, base::Span span, base::Diagnostics& diagnostics) {
  if (!layer.find(Channel::x) && !layer.find(Channel::y)) {
    diagnostics.error("missing-key", span, "this chart encodes neither \"x\" nor \"y\"")
        .expect("encoding: {x: {field: …}, y: {field: …}}");
  }
  if (layer.mark.type == MarkType::text && !layer.find(Channel::text) && layer.mark.text.empty()) {
    diagnostics.error("missing-key", layer.mark.span, "a text mark needs the channel \"text\"")
        .expect("encoding: {text: {field: …}}, or mark: {type: text, text: …}");
  }
  if ((layer.mark.type == MarkType::errorbar || layer.mark.is_band) && !layer.find(Channel::x2) &&
      !layer.find(Channel::y2)) {
    diagnostics
        .error("missing-key", layer.mark.span,
               fmt::format("an {} needs both ends of its interval", layer.mark.is_band ? "errorband" : "errorbar"))
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

void check_encoding_keys(const Node* encoding, base::Diagnostics& diagnostics) {
  if (encoding) kEncoding.read(*encoding, diagnostics);
}

// Reads the mark or the layers of a chart, or of the spec of a facet.
void read_layers(const Node& node, std::string_view what, Spec& spec, base::Diagnostics& diagnostics) {
  const size_t errors_before = diagnostics.errors();
  const Node* shared = given(node, "encoding");
  check_encoding_keys(shared, diagnostics);
  const Node* layers = given(node, "layer");
  auto add_layer = [&](Layer layer, base::Span span, const Node* general, const Node* own) {
    layer.encodings = parse_encodings(general, own, diagnostics);
    check_channels(layer, own, diagnostics);
    if (diagnostics.errors() == errors_before) check_required_channels(layer, span, diagnostics);
    spec.layers.push_back(std::move(layer));
  };
  if (const Node* mark = given(node, "mark")) {
    if (layers) diagnostics.error("unknown-key", layers->span, "a chart has either \"mark\" or \"layer\"");
    Layer layer;
    notation::Reader reader(node, std::string(what), diagnostics);
    read_mark(reader, "mark", layer);
    return add_layer(std::move(layer), mark->span, nullptr, shared);
  }
  if (!layers || !layers->is_list() || layers->items.empty()) {
    diagnostics.error("missing-key", node.span, "this chart has no \"mark\"").expect(mark_names());
    return;
  }
  for (const Node& item : layers->items) {
    Layer layer = layer_format().read(item, diagnostics);
    if (!item.is_map() || !given(item, "mark")) continue;
    const Node* own = given(item, "encoding");
    check_encoding_keys(own, diagnostics);
    add_layer(std::move(layer), item.span, shared, own);
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
  const Node* inner = given(node, "spec");
  if (!facet.is_map() || !inner || !inner->is_map()) {
    diagnostics.error("missing-key", facet.span, "\"facet\" needs a \"spec\", both of them maps")
        .expect("facet: {column: {field: …}} and spec: {mark: …, encoding: …}");
    return;
  }
  kFacet.read(facet, diagnostics);
  facet_spec_format().read(*inner, std::string(facet_spec_format().what()), spec, diagnostics);
  read_layers(*inner, facet_spec_format().what(), spec, diagnostics);
  std::vector<Encoding> channels;
  for (auto [key, channel] : {std::pair{"row", Channel::row}, std::pair{"column", Channel::column}}) {
    if (const Node* each = facet.find(key)) channels.push_back(parse_channel(channel, each->span, *each, diagnostics));
  }
  if (channels.empty())
    channels.push_back(parse_channel(Channel::column, facet.span, facet, diagnostics));
  else
    spec.wrap.reset();
  for (Layer& layer : spec.layers) layer.encodings.insert(layer.encodings.end(), channels.begin(), channels.end());
}

// Reads marks, channels and panels.
void read_picture(const Node& node, Spec& spec, base::Diagnostics& diagnostics) {
  if (const Node* facet = given(node, "facet")) {
    read_facet(node, *facet, spec, diagnostics);
  } else {
    spec.wrap.reset();
    read_layers(node, "this chart", spec, diagnostics);
  }
  const bool has_panels = std::any_of(spec.layers.begin(), spec.layers.end(), [](const Layer& layer) {
    return layer.find(Channel::row) || layer.find(Channel::column);
  });
  if ((spec.independent_x || spec.independent_y) && !has_panels) {
    diagnostics
        .error("unsupported-value", node.find("resolve")->span,
               "layers share their scales here; only panels can have separate scales")
        .expect("row, column or facet beside it")
        .suggest("with two scales in one plot, crossings mean nothing; draw two charts, or panels by row");
  }
}

// Checks keys that only a chart with panels uses, and keys that belong in the spec of such a chart.
void check_facet_keys(const Node& node, base::Diagnostics& diagnostics) {
  const Node* facet = given(node, "facet");
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

// Returns the picture for narrow screens. A different mark, layer or facet replaces all three, which exclude one
// another.
Node narrowed(const Node& node, const Node& narrow) {
  auto is_drawn = [](std::string_view key) { return key == "mark" || key == "layer" || key == "facet"; };
  const bool redrawn = std::ranges::any_of(narrow.entries, is_drawn, &notation::Entry::key);
  Node both = narrow;
  for (const notation::Entry& entry : node.entries)
    if (narrow_format().find(entry.key) && !narrow.find(entry.key) && !(redrawn && is_drawn(entry.key)))
      both.entries.push_back(entry);
  return both;
}

// `texts` has the keys that are not about the picture.
void read_narrow(const Node& node, Spec texts, Spec& spec, base::Diagnostics& diagnostics) {
  const Node* narrow = given(node, "narrow");
  if (!narrow) return;
  const Node picture = narrowed(node, *narrow);
  narrow_format().read(picture, "narrow", texts, diagnostics);
  if (!narrow->is_map()) return;
  read_picture(picture, texts, diagnostics);
  spec.narrow = std::make_shared<const Spec>(std::move(texts));
}

}  // namespace

const Encoding* Layer::find(Channel channel) const {
  auto found = std::find_if(encodings.begin(), encodings.end(),
                            [&](const Encoding& encoding) { return encoding.channel == channel; });
  return found == encodings.end() ? nullptr : &*found;
}

std::optional<Spec> parse_spec(const Node& node, base::Diagnostics& diagnostics) {
  size_t errors_before = diagnostics.errors();
  Spec spec;
  spec.span = node.span;
  chart_format().read(node, "this chart", spec, diagnostics);
  if (!node.is_map()) return std::nullopt;
  check_facet_keys(node, diagnostics);
  Spec texts = spec;
  texts.width = texts.height = texts.width_step = texts.height_step = std::nullopt;
  texts.wrap = std::nullopt;
  texts.independent_x = texts.independent_y = false;
  read_picture(node, spec, diagnostics);
  if (diagnostics.errors() == errors_before) read_narrow(node, std::move(texts), spec, diagnostics);
  if (diagnostics.errors() > errors_before) return std::nullopt;
  return spec;
}

}  // namespace chart
