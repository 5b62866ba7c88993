// Reads the channels of a chart's encoding with their scales, axes and legends (chart/spec_reader.h).
#include "chart/spec_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "chart/channel_rules.h"
#include "chart/spec_keys.h"

namespace chart {
namespace {

using notation::Node;

// Checks a fixed value, which is in the units of the picture.
void check_value(Channel channel, const quantity::Value& value, base::Span span, base::Diagnostics& diagnostics) {
  std::string expected;
  if (is_position(channel)) {
    const std::string end = is_along_x(channel) ? "width" : "height";
    if (!quantity::is_number(value) && quantity::to_text(value) != end) expected = fmt::format("px, or \"{}\"", end);
  } else if (channel == Channel::size || channel == Channel::opacity) {
    const double number = quantity::is_number(value) ? quantity::to_double(value) : -1;
    if (!(number >= 0) || (channel == Channel::opacity && number > 1))
      expected = channel == Channel::size ? "px, from 0" : "0 to 1";
  }
  if (expected.empty()) return;
  diagnostics
      .error("unknown-value", span, fmt::format("\"{}\" cannot be {}", channel_name(channel), quantity::to_text(value)))
      .expect(expected);
}

// Adds the properties of the shared channel that the layer's own does not state, unless it is a fixed value.
Node merged(const Node& shared, const Node& own) {
  if (!shared.is_map() || !own.is_map() || own.find("value")) return own;
  const bool has_form = own.find("field") || own.find("datum");
  Node both = own;
  for (const notation::Entry& entry : shared.entries)
    if (!own.find(entry.key) && !(has_form && (is_form(entry.key) || entry.key == "condition")))
      both.entries.push_back(entry);
  return both;
}

}  // namespace

const Node* given(const Node& map, std::string_view key) {
  const Node* value = map.find(key);
  return value && !value->is_null() ? value : nullptr;
}

Encoding parse_channel(Channel channel, base::Span span, const Node& node, base::Diagnostics& diagnostics) {
  const std::string_view name = channel_name(channel);
  Encoding encoding;
  encoding.channel = channel;
  encoding.span = span;
  kChannel.read(node, fmt::format("the channel \"{}\"", name), encoding, diagnostics);
  if (!node.is_map() && !node.is_null()) return encoding;
  check_channel_keys(node, channel, diagnostics);
  const Node* value = given(node, "value");
  if (encoding.value) check_value(channel, *encoding.value, value->span, diagnostics);
  if (encoding.field.empty() && !given(node, "datum") && !value) {
    diagnostics.error("missing-key", span, fmt::format("the channel \"{}\" has no \"field\"", name))
        .expect("the name of a column: {field: NAME}");
  }
  const bool is_colour = encoding.value && channel == Channel::color &&
                         std::ranges::count(kFixedColours, quantity::to_text(*encoding.value)) > 0;
  if (encoding.condition && !encoding.value)
    diagnostics.error("missing-key", encoding.span, "a condition needs the colour of all other rows")
        .expect("value: muted, or another of accent, good and bad");
  if (encoding.value && !is_colour && (channel == Channel::color || channel == Channel::shape)) {
    diagnostics.error("unsupported-value", value->span, fmt::format("a fixed {} is not supported here", name))
        .expect(channel == Channel::color ? "\"accent\", \"muted\", \"good\" or \"bad\"" : "")
        .suggest("colours and shapes are the theme's; an entity gets its own under \"colours\" in data/site.json");
  }
  const std::string& side = encoding.axis.orient;
  const bool is_vertical = side == "left" || side == "right";
  if (!side.empty() && is_vertical != (channel == Channel::y)) {
    diagnostics
        .error("unknown-value", node.find("axis")->find("orient")->span,
               fmt::format("the axis of \"{}\" cannot be at the {}", name, side))
        .expect(channel == Channel::y ? "\"left\" or \"right\"" : "\"bottom\" or \"top\"");
  }
  return encoding;
}

std::vector<Encoding> parse_encodings(const Node* shared, const Node* own, base::Diagnostics& diagnostics) {
  std::vector<Encoding> encodings;
  auto read = [&](const notation::Entry& entry, const Node& node) {
    auto channel = channel_of(entry.key);
    if (!channel) return;
    bool several = *channel == Channel::tooltip || *channel == Channel::order || *channel == Channel::detail;
    if (several && node.is_list()) {
      for (const Node& item : node.items) {
        encodings.push_back(parse_channel(*channel, item.span, item, diagnostics));
      }
    } else {
      encodings.push_back(parse_channel(*channel, entry.key_span, node, diagnostics));
    }
  };
  if (shared && shared->is_map()) {
    for (const notation::Entry& entry : shared->entries) {
      if (!own || !own->find(entry.key)) read(entry, entry.value);
    }
  }
  if (own && own->is_map()) {
    for (const notation::Entry& entry : own->entries) {
      const Node* general = shared && shared->is_map() ? shared->find(entry.key) : nullptr;
      read(entry, general ? merged(*general, entry.value) : entry.value);
    }
  }
  return encodings;
}

}  // namespace chart
