#include "chart/spec_encoding.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.h"
#include "chart/channel_rules.h"
#include "chart/spec_keys.h"
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

void wrong_type(const Node& node, std::string_view what, std::string_view expected, base::Diagnostics& diagnostics) {
  diagnostics.error("wrong-type", node.span, fmt::format("{} is {}", what, notation::kind_name(node.kind)))
      .expect(std::string(expected));
}

// A date as Vega-Lite wants it in a datum: {year: 2025, month: 1, date: 20}, month and date from 1.
std::optional<quantity::Value> date_time(const Node& node) {
  auto part = [&](const char* key, double otherwise) {
    const Node* value = node.find(key);
    return !value ? otherwise : value->kind == Kind::number ? value->as_double() : -1;
  };
  static const Words kParts = {"year", "month", "date"};
  for (const notation::Entry& entry : node.entries)
    if (std::find(kParts.begin(), kParts.end(), entry.key) == kParts.end()) return std::nullopt;
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

std::vector<quantity::Value> read_values(const Node* node, std::string_view what, base::Diagnostics& diagnostics) {
  std::vector<quantity::Value> values;
  if (!node) return values;
  if (!node->is_list()) {
    wrong_type(*node, what, "a list of values", diagnostics);
    return values;
  }
  for (const Node& item : node->items) {
    auto value = scalar(item);
    if (!value || quantity::is_null(*value)) {
      wrong_type(item, "a value of " + std::string(what), "a number or a text", diagnostics);
    } else {
      values.push_back(std::move(*value));
    }
  }
  return values;
}

std::optional<quantity::Value> read_value(const Node* node, std::string_view what, base::Diagnostics& diagnostics) {
  if (!node) return std::nullopt;
  auto value = scalar(*node);
  if (value && !quantity::is_null(*value)) return value;
  wrong_type(*node, what, "a number or a text", diagnostics);
  return std::nullopt;
}

std::string read_orient(const Node* node, const Words& ours, base::Diagnostics& diagnostics) {
  static const Words kOthers = {"none", "top-left", "top-right", "bottom-left", "bottom-right"};
  int chosen = node ? choose(*node, "orient", ours, kOthers, diagnostics) : -1;
  return chosen < 0 ? "" : std::string(ours[static_cast<size_t>(chosen)]);
}

// A title that may be switched off by null.
std::optional<std::string> read_title(const Node* node, std::string_view what, base::Diagnostics& diagnostics) {
  if (node && node->is_null()) return "";
  return read_text(node, what, diagnostics);
}

bool is_map(const Node& node, std::string_view what, base::Diagnostics& diagnostics) {
  if (node.is_map()) return true;
  wrong_type(node, what, "a map", diagnostics);
  return false;
}

ScaleSpec read_scale(const Node* node, base::Diagnostics& diagnostics) {
  ScaleSpec scale;
  if (!node || !is_map(*node, "scale", diagnostics)) return scale;
  check_keys(*node, scale_keys(), diagnostics);
  scale.span = node->span;
  if (const Node* type = node->find("type")) {
    static const Words kOthers = {"bin-ordinal", "identity", "pow", "quantile", "quantize", "sequential", "threshold"};
    int chosen = choose(*type, "scale type", kScales, kOthers, diagnostics);
    if (chosen >= 0) scale.type = kScales[chosen] == "utc" ? ScaleType::time : static_cast<ScaleType>(chosen);
  }
  if (const Node* domain = node->find("domain")) {
    scale.domain = read_values(domain, "domain", diagnostics);
    scale.domain_span = domain->span;
  }
  scale.domain_min = read_value(node->find("domainMin"), "domainMin", diagnostics);
  scale.domain_max = read_value(node->find("domainMax"), "domainMax", diagnostics);
  scale.domain_mid = read_value(node->find("domainMid"), "domainMid", diagnostics);
  scale.clamp = read_bool(node->find("clamp"), "clamp", diagnostics);
  scale.zero = read_bool(node->find("zero"), "zero", diagnostics);
  scale.nice = read_bool(node->find("nice"), "nice", diagnostics);
  scale.reverse = read_bool(node->find("reverse"), "reverse", diagnostics);
  scale.padding = read_number(node->find("padding"), "padding", diagnostics);
  scale.padding_inner = read_number(node->find("paddingInner"), "paddingInner", diagnostics);
  scale.padding_outer = read_number(node->find("paddingOuter"), "paddingOuter", diagnostics);
  scale.base = read_number(node->find("base"), "base", diagnostics);
  if (scale.base && !(*scale.base > 1 && *scale.base <= 1000)) {
    diagnostics.error("unknown-value", node->find("base")->span, "the base of a log scale is between 1 and 1000");
  }
  scale.constant = read_number(node->find("constant"), "constant", diagnostics);
  if (scale.constant && !(*scale.constant > 0)) {
    diagnostics.error("unknown-value", node->find("constant")->span, "the constant of a symlog scale is above 0");
  }
  return scale;
}

AxisSpec read_axis(const Node* node, Channel channel, base::Diagnostics& diagnostics) {
  AxisSpec axis;
  if (!node) return axis;
  if (node->is_null()) {
    axis.hidden = true;
    return axis;
  }
  if (!is_map(*node, "axis", diagnostics)) return axis;
  check_keys(*node, axis_keys(), diagnostics);
  axis.title = read_title(node->find("title"), "title", diagnostics);
  if (const Node* format = node->find("format")) {
    axis.format = read_text(format, "format", diagnostics).value_or("");
    axis.format_span = format->span;
  }
  axis.tick_count = read_number(node->find("tickCount"), "tickCount", diagnostics);
  if (axis.tick_count && !(*axis.tick_count >= 0 && *axis.tick_count <= 200)) {
    diagnostics.error("unknown-value", node->find("tickCount")->span, "tickCount is between 0 and 200");
    axis.tick_count.reset();
  }
  axis.values = read_values(node->find("values"), "values", diagnostics);
  axis.grid = read_bool(node->find("grid"), "grid", diagnostics);
  axis.labels = read_bool(node->find("labels"), "labels", diagnostics);
  axis.ticks = read_bool(node->find("ticks"), "ticks", diagnostics);
  axis.label_angle = read_number(node->find("labelAngle"), "labelAngle", diagnostics);
  axis.orient = channel == Channel::y ? read_orient(node->find("orient"), {"left", "right"}, diagnostics)
                                      : read_orient(node->find("orient"), {"bottom", "top"}, diagnostics);
  return axis;
}

LegendSpec read_legend(const Node* node, base::Diagnostics& diagnostics) {
  LegendSpec legend;
  if (!node) return legend;
  if (node->is_null()) {
    legend.hidden = true;
    return legend;
  }
  if (!is_map(*node, "legend", diagnostics)) return legend;
  check_keys(*node, legend_keys(), diagnostics);
  legend.title = read_title(node->find("title"), "title", diagnostics);
  if (const Node* format = node->find("format")) {
    legend.format = read_text(format, "format", diagnostics).value_or("");
    legend.format_span = format->span;
  }
  legend.values = read_values(node->find("values"), "values", diagnostics);
  legend.orient = read_orient(node->find("orient"), {"top", "bottom", "left", "right"}, diagnostics);
  return legend;
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
    sort.values = read_values(node, "sort", diagnostics);
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
    check_keys(*node, sort_keys(), diagnostics);
    sort.kind = SortSpec::Kind::field;
    sort.field = read_text(node->find("field"), "field", diagnostics).value_or("");
    if (const Node* op = node->find("op")) {
      static const Words kOps = {"min", "max", "sum", "mean", "average", "median"};
      int chosen = choose(*op, "op", kOps, {"count", "distinct"}, diagnostics);
      if (chosen >= 0) sort.op = kOps[chosen];
    }
    if (const Node* order = node->find("order")) {
      sort.descending = choose(*order, "order", {"ascending", "descending"}, {}, diagnostics) == 1;
    }
    if (const Node* by = node->find("encoding")) {
      auto channel = channel_of(by->text);
      if (channel) {
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
  static const Words kStacks = {"zero", "normalize", "center"};
  switch (choose(*node, "stack", kStacks, {}, diagnostics)) {
    case 0:
      return Stack::zero;
    case 1:
      return Stack::normalize;
    case 2:
      return Stack::center;
    default:
      return Stack::automatic;
  }
}

// A fixed value in terms of the picture.
void check_value(Channel channel, const quantity::Value& value, base::Span span, base::Diagnostics& diagnostics) {
  const bool along_x = channel == Channel::x || channel == Channel::x2;
  std::string expected;
  if (along_x || channel == Channel::y || channel == Channel::y2) {
    const std::string end = along_x ? "width" : "height";
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

// `what` is the channel's name, `span` that of its key.
Encoding read_channel(Channel channel, base::Span span, const Node& node, base::Diagnostics& diagnostics) {
  Encoding encoding;
  encoding.channel = channel;
  encoding.span = span;
  if (!is_map(node, channel_name(channel), diagnostics)) return encoding;
  check_keys(node, channel_keys(), diagnostics);
  check_channel_keys(node, channel, diagnostics);

  if (const Node* field = node.find("field")) {
    encoding.field = read_text(field, "field", diagnostics).value_or("");
    encoding.field_span = field->span;
  }
  for (auto [key, target] : {std::pair{"datum", &encoding.datum}, std::pair{"value", &encoding.value}}) {
    const Node* value = node.find(key);
    if (!value) continue;
    *target = scalar(*value);
    if (!*target || quantity::is_null(**target)) wrong_type(*value, key, "a number or a text", diagnostics);
  }
  if (encoding.value) check_value(channel, *encoding.value, node.find("value")->span, diagnostics);
  if (encoding.field.empty() && !encoding.datum && !encoding.value) {
    diagnostics.error("missing-key", span, fmt::format("the channel \"{}\" has no \"field\"", channel_name(channel)))
        .expect("the name of a column: {field: NAME}");
  }
  bool by_colour = channel == Channel::color || channel == Channel::shape;
  if (by_colour && encoding.value) {
    diagnostics
        .error("unsupported-value", node.find("value")->span,
               fmt::format("a fixed {} is not supported here", channel_name(channel)))
        .suggest("colours and shapes are the theme's; an entity gets its own under \"colours\" in data/site.json");
  }
  if (const Node* type = node.find("type")) {
    int chosen = choose(*type, "type", kTypes, {"geojson"}, diagnostics);
    if (chosen >= 0) encoding.type = static_cast<Type>(chosen);
    encoding.type_span = type->span;
  }
  encoding.title = read_title(node.find("title"), "title", diagnostics);
  if (const Node* format = node.find("format")) {
    encoding.format = read_text(format, "format", diagnostics).value_or("");
    encoding.format_span = format->span;
  }
  encoding.scale = read_scale(node.find("scale"), diagnostics);
  encoding.axis = read_axis(node.find("axis"), channel, diagnostics);
  encoding.legend = read_legend(node.find("legend"), diagnostics);
  encoding.sort = read_sort(node.find("sort"), diagnostics);
  encoding.stack = read_stack(node.find("stack"), diagnostics);
  return encoding;
}

// A layer's own channel takes what it does not say from the shared one; a fixed value takes nothing.
Node merged(const Node& shared, const Node& own) {
  if (!shared.is_map() || !own.is_map() || own.find("value")) return own;
  const bool has_form = own.find("field") || own.find("datum");
  Node both = own;
  for (const notation::Entry& entry : shared.entries) {
    const bool is_form = entry.key == "field" || entry.key == "datum" || entry.key == "value";
    if (!own.find(entry.key) && !(is_form && has_form)) both.entries.push_back(entry);
  }
  return both;
}

}  // namespace

Encoding parse_facet(Channel channel, base::Span span, const Node& node, base::Diagnostics& diagnostics) {
  return read_channel(channel, span, node, diagnostics);
}

std::optional<std::string> read_text(const Node* node, std::string_view what, base::Diagnostics& diagnostics) {
  if (!node) return std::nullopt;
  if (node->is_string() || node->kind == Kind::number) return node->text;
  wrong_type(*node, what, "text", diagnostics);
  return std::nullopt;
}

std::optional<double> read_number(const Node* node, std::string_view what, base::Diagnostics& diagnostics) {
  if (!node) return std::nullopt;
  if (node->kind == Kind::number) return node->as_double();
  wrong_type(*node, what, "a number", diagnostics);
  return std::nullopt;
}

std::optional<bool> read_bool(const Node* node, std::string_view what, base::Diagnostics& diagnostics) {
  if (!node) return std::nullopt;
  if (node->kind == Kind::boolean) return node->as_bool();
  wrong_type(*node, what, "true or false", diagnostics);
  return std::nullopt;
}

std::vector<Encoding> parse_encodings(const Node* shared, const Node* own, base::Diagnostics& diagnostics) {
  std::vector<Encoding> encodings;
  auto read = [&](const notation::Entry& entry, const Node& node) {
    auto channel = channel_of(entry.key);
    if (!channel) return;
    bool several = *channel == Channel::tooltip || *channel == Channel::order || *channel == Channel::detail;
    if (several && node.is_list()) {
      for (const Node& item : node.items) {
        encodings.push_back(read_channel(*channel, item.span, item, diagnostics));
      }
    } else {
      encodings.push_back(read_channel(*channel, entry.key_span, node, diagnostics));
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
