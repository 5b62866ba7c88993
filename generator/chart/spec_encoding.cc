#include "chart/spec_reader.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "chart/channel_rules.h"
#include "quantity/decimal.h"

namespace chart {
namespace {

using notation::Kind;
using notation::Node;

constexpr auto kChannelNames =
    std::to_array<std::string_view>({"x", "y", "x2", "y2", "xOffset", "yOffset", "color", "shape", "size", "opacity",
                                     "text", "row", "column", "tooltip", "order", "detail"});
static_assert(kChannelNames.size() == kChannelCount, "in the order of Channel");
const Words kChannels(kChannelNames.begin(), kChannelNames.end());
const Words kTypes = {"quantitative", "nominal", "ordinal", "temporal"};
const Words kScales = {"linear", "log", "sqrt", "symlog", "time", "band", "point", "ordinal", "utc"};

// Reads a date in Vega-Lite's form of a datum: {year: 2025, month: 1, date: 20}, with month and date from 1.
std::optional<quantity::Value> date_time(const Node& node) {
  auto part = [&](const char* key, double otherwise) {
    const Node* value = node.find(key);
    return !value ? otherwise : value->kind == Kind::number ? value->as_double() : -1;
  };
  for (const notation::Entry& entry : node.entries)
    if (!contains({"year", "month", "date"}, entry.key)) return std::nullopt;
  const double year = part("year", -1), month = part("month", 1), date = part("date", 1);
  if (!(year >= 0 && year <= 9999 && month >= 1 && month <= 12 && date >= 1 && date <= 31)) return std::nullopt;
  return quantity::Value(fmt::format("{:04.0f}-{:02.0f}-{:02.0f}", year, month, date));
}

std::optional<quantity::Value> scalar(const Node& node) {
  switch (node.kind) {
    case Kind::map:
      return date_time(node);
    case Kind::null:
      return quantity::Value();
    case Kind::boolean:
      return quantity::Value(int64_t{node.as_bool()});
    case Kind::string:
      return quantity::Value(node.text);
    case Kind::number:
      return quantity::read_number(node.text).value_or(node.as_double());
    default:
      return std::nullopt;
  }
}

std::vector<quantity::Value> read_list(const Node& node, std::string_view what, base::Diagnostics& diagnostics) {
  std::vector<quantity::Value> values;
  if (!node.is_list()) wrong_type(node, what, "a list of values", diagnostics);
  for (const Node& item : node.items) {
    auto value = scalar(item);
    if (!value || quantity::is_null(*value)) {
      wrong_type(item, "a value of " + std::string(what), "a number or text", diagnostics);
    } else {
      values.push_back(std::move(*value));
    }
  }
  return values;
}

ScaleSpec read_scale(const Node* node, base::Diagnostics& diagnostics) {
  ScaleSpec scale;
  if (!node || !is_map(*node, "scale", diagnostics)) return scale;
  const MapReader map(*node, kScaleKeys, diagnostics);
  scale.span = node->span;
  for (const notation::Entry& entry : node->entries)
    if (entry.value.kind != Kind::boolean || entry.value.as_bool()) scale.stated.push_back(entry.key);
  if (const Node* type = node->find("type")) {
    static const Words kOthers = {"bin-ordinal", "identity", "pow", "quantile", "quantize", "sequential", "threshold"};
    int chosen = choose(*type, "scale type", kScales, kOthers, diagnostics);
    if (chosen >= 0) scale.type = kScales[chosen] == "utc" ? ScaleType::time : static_cast<ScaleType>(chosen);
  }
  scale.domain = map.list("domain");
  scale.domain_span = map.span("domain");
  scale.domain_min = map.value("domainMin");
  scale.domain_max = map.value("domainMax");
  scale.domain_mid = map.value("domainMid");
  scale.clamp = map.boolean("clamp");
  scale.zero = map.boolean("zero");
  scale.nice = map.boolean("nice");
  scale.reverse = map.boolean("reverse");
  scale.padding = map.number("padding");
  scale.padding_inner = map.number("paddingInner");
  scale.padding_outer = map.number("paddingOuter");
  scale.base = map.number("base");
  if (scale.base && !(*scale.base > 1 && *scale.base <= 1000))
    diagnostics.error("unknown-value", map.span("base"), "the base of a log scale must be between 1 and 1000");
  scale.constant = map.number("constant");
  if (scale.constant && !(*scale.constant > 0))
    diagnostics.error("unknown-value", map.span("constant"), "the constant of a symlog scale must be above 0");
  return scale;
}

// Values that only Vega-Lite supports.
const Words kLegendSides = {"top-left", "top-right", "bottom-left", "bottom-right", "none"};

// Reads an axis or a legend, whose keys are in `keys`.
GuideSpec read_guide(const Node* node, std::string_view what, const KeyTable& keys, const Words& sides,
                     base::Diagnostics& diagnostics) {
  GuideSpec guide;
  guide.hidden = node && node->is_null();
  if (!node || guide.hidden || !is_map(*node, what, diagnostics)) return guide;
  const MapReader map(*node, keys, diagnostics);
  guide.title = map.title();
  guide.format = map.text("format", &guide.format_span);
  guide.values = map.list("values");
  guide.values_span = map.span("values");
  guide.orient = map.choice("orient", sides, kLegendSides);
  guide.tick_count = map.number("tickCount");
  if (guide.tick_count && !(*guide.tick_count >= 0 && *guide.tick_count <= 200)) {
    diagnostics.error("unknown-value", map.span("tickCount"), "tickCount must be between 0 and 200");
    guide.tick_count.reset();
  }
  guide.label_angle = map.number("labelAngle");
  guide.grid = map.boolean("grid");
  guide.labels = map.boolean("labels");
  guide.ticks = map.boolean("ticks");
  return guide;
}

std::optional<Channel> channel_of(std::string_view name) {
  auto found = std::find(kChannels.begin(), kChannels.end(), name);
  if (found == kChannels.end()) return std::nullopt;
  return static_cast<Channel>(found - kChannels.begin());
}

std::optional<SortSpec> read_sort(const Node* node, base::Diagnostics& diagnostics) {
  if (!node) return std::nullopt;
  SortSpec sort;
  sort.span = node->span;
  if (node->is_null()) {
    sort.kind = SortSpec::Kind::none;
  } else if (node->is_list()) {
    sort.kind = SortSpec::Kind::listed;
    sort.values = read_list(*node, "sort", diagnostics);
  } else if (node->is_string()) {
    static const Words kOrders = {"ascending", "descending", "x",     "-x",     "y",    "-y",
                                  "size",      "-size",      "color", "-color", "text", "-text"};
    int chosen = choose(*node, "sort order", kOrders, {}, diagnostics);
    if (chosen < 0) return std::nullopt;
    if (chosen == 0) return sort;
    sort.kind = chosen == 1 ? SortSpec::Kind::descending : SortSpec::Kind::channel;
    if (chosen > 1) {
      std::string_view name = node->text;
      sort.descending = name.front() == '-';
      sort.channel = *channel_of(sort.descending ? name.substr(1) : name);
    }
  } else if (is_map(*node, "sort", diagnostics)) {
    sort.kind = SortSpec::Kind::field;
    const MapReader map(*node, kSortKeys, diagnostics);
    sort.field = map.text("field");
    sort.op = map.choice("op", {"min", "max", "sum", "mean", "average", "median"}, {"count", "distinct"});
    sort.descending = map.choice("order", {"ascending", "descending"}) == "descending";
    if (const Node* by = node->find("encoding")) {
      if (const auto channel = channel_of(by->text)) {
        sort.kind = SortSpec::Kind::channel;
        sort.channel = *channel;
      } else {
        choose(*by, "channel", kChannels, {}, diagnostics);
      }
    } else if (sort.field.empty()) {
      diagnostics.error("missing-key", node->span, "a sort order needs a \"field\" or an \"encoding\"");
    }
  } else {
    return std::nullopt;
  }
  return sort;
}

Stack read_stack(const Node* node, base::Diagnostics& diagnostics) {
  if (!node) return Stack::automatic;
  if (node->is_null()) return Stack::none;
  if (node->kind == Kind::boolean) return node->as_bool() ? Stack::zero : Stack::none;
  static constexpr std::array kStacks = {Stack::zero, Stack::normalize, Stack::center};
  const int chosen = choose(*node, "stack", {"zero", "normalize", "center"}, {}, diagnostics);
  return chosen < 0 ? Stack::automatic : kStacks[static_cast<size_t>(chosen)];
}

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
    if (!own.find(entry.key) && !(has_form && is_form(entry.key))) both.entries.push_back(entry);
  return both;
}

}  // namespace

void wrong_type(const Node& node, std::string_view what, std::string_view expected, base::Diagnostics& diagnostics) {
  diagnostics.error("wrong-type", node.span, fmt::format("{} is {}", what, notation::kind_name(node.kind)))
      .expect(std::string(expected));
}

bool is_map(const Node& node, std::string_view what, base::Diagnostics& diagnostics, std::string_view expected) {
  if (!node.is_map()) wrong_type(node, what, expected, diagnostics);
  return node.is_map();
}

Encoding parse_channel(Channel channel, base::Span span, const Node& node, base::Diagnostics& diagnostics) {
  Encoding encoding;
  encoding.channel = channel;
  encoding.span = span;
  if (!is_map(node, channel_name(channel), diagnostics)) return encoding;
  const MapReader map(node, kChannelKeys, diagnostics);
  check_channel_keys(node, channel, diagnostics);
  encoding.field = map.text("field", &encoding.field_span);
  encoding.datum = map.value("datum");
  encoding.value = map.value("value");
  if (encoding.value) check_value(channel, *encoding.value, map.span("value"), diagnostics);
  if (encoding.field.empty() && !node.find("datum") && !node.find("value")) {
    diagnostics.error("missing-key", span, fmt::format("the channel \"{}\" has no \"field\"", channel_name(channel)))
        .expect("the name of a column: {field: NAME}");
  }
  bool by_colour = channel == Channel::color || channel == Channel::shape;
  if (by_colour && encoding.value) {
    diagnostics
        .error("unsupported-value", map.span("value"),
               fmt::format("a fixed {} is not supported here", channel_name(channel)))
        .suggest("colours and shapes are the theme's; an entity gets its own under \"colours\" in data/site.json");
  }
  if (const Node* type = node.find("type")) {
    int chosen = choose(*type, "type", kTypes, {"geojson"}, diagnostics);
    if (chosen >= 0) encoding.type = static_cast<Type>(chosen);
    encoding.type_span = type->span;
  }
  encoding.title = map.title();
  encoding.format = map.text("format", &encoding.format_span);
  encoding.scale = read_scale(node.find("scale"), diagnostics);
  const Words sides = channel == Channel::y ? Words{"left", "right"} : Words{"bottom", "top"};
  encoding.axis = read_guide(node.find("axis"), "axis", kAxisKeys, sides, diagnostics);
  encoding.legend =
      read_guide(node.find("legend"), "legend", kLegendKeys, {"top", "bottom", "left", "right"}, diagnostics);
  encoding.sort = read_sort(node.find("sort"), diagnostics);
  encoding.stack = read_stack(node.find("stack"), diagnostics);
  return encoding;
}

std::optional<std::string> read_text(const Node& node, std::string_view what, base::Diagnostics& diagnostics) {
  if (node.is_string() || node.kind == Kind::number) return node.text;
  wrong_type(node, what, "text", diagnostics);
  return std::nullopt;
}

std::optional<double> read_number(const Node& node, std::string_view what, base::Diagnostics& diagnostics) {
  if (node.kind == Kind::number) return node.as_double();
  wrong_type(node, what, "a number", diagnostics);
  return std::nullopt;
}

base::Span MapReader::span(std::string_view key) const {
  const Node* node = map_.find(key);
  return node ? node->span : base::Span();
}

std::string MapReader::text(std::string_view key, base::Span* span) const {
  const Node* node = map_.find(key);
  if (node && span) *span = node->span;
  return node ? read_text(*node, key, diagnostics_).value_or("") : "";
}

std::optional<std::string> MapReader::title() const {
  const Node* node = map_.find("title");
  if (!node) return std::nullopt;
  return node->is_null() ? "" : read_text(*node, "title", diagnostics_);
}

std::optional<double> MapReader::number(std::string_view key) const {
  const Node* node = map_.find(key);
  return node ? read_number(*node, key, diagnostics_) : std::nullopt;
}

std::optional<bool> MapReader::boolean(std::string_view key) const {
  const Node* node = map_.find(key);
  if (!node) return std::nullopt;
  if (node->kind == Kind::boolean) return node->as_bool();
  wrong_type(*node, key, "true or false", diagnostics_);
  return std::nullopt;
}

std::optional<quantity::Value> MapReader::value(std::string_view key) const {
  const Node* node = map_.find(key);
  if (!node) return std::nullopt;
  auto value = scalar(*node);
  if (value && !quantity::is_null(*value)) return value;
  wrong_type(*node, key, "a number or text", diagnostics_);
  return std::nullopt;
}

std::vector<quantity::Value> MapReader::list(std::string_view key) const {
  const Node* node = map_.find(key);
  return node ? read_list(*node, key, diagnostics_) : std::vector<quantity::Value>();
}

std::string MapReader::choice(std::string_view key, const Words& ours, const Words& vega_lite) const {
  const Node* node = map_.find(key);
  const int chosen = node ? choose(*node, key, ours, vega_lite, diagnostics_) : -1;
  return chosen < 0 ? "" : std::string(ours[static_cast<size_t>(chosen)]);
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

std::string_view channel_name(Channel channel) { return kChannels[static_cast<size_t>(channel)]; }
std::string_view type_name(Type type) { return kTypes[static_cast<size_t>(type)]; }
std::string_view scale_type_name(ScaleType type) { return kScales[static_cast<size_t>(type)]; }

}  // namespace chart
