// Reports channels and keys without effect on the chart's data, such as offsets without bands, orders without stacks.
#include <algorithm>

#include <fmt/format.h>

#include "chart/channel_rules.h"

namespace chart {
namespace {

std::string type_in_words(const BoundChannel& bound) {
  const std::string name =
      bound.encoding->field.empty() ? std::string(channel_name(bound.encoding->channel)) : bound.encoding->field;
  return fmt::format("\"{}\" is {}", name, bound.is_value() ? "a fixed place" : type_name(bound.type));
}

// Whether the channel has an effect. An offset needs bands, and an order needs a stack.
bool has_effect(const BoundLayer& layer, const BoundChannel& bound) {
  const Channel channel = bound.encoding->channel;
  if (is_offset(channel)) {
    const BoundChannel* main = layer.find(first_end(channel));
    return main && !main->is_value() && !main->is_continuous();
  }
  return use_of(layer.mark, channel).when != Use::When::stacked || layer.stacked;
}

void report_offset(const BoundLayer& layer, const BoundChannel& nested, base::Diagnostics& diagnostics) {
  const Channel offset = nested.encoding->channel;
  const std::string_view name = channel_name(first_end(offset));
  const BoundChannel* main = layer.find(first_end(offset));
  no_effect(nested.encoding->span,
            main ? fmt::format("\"{}\" places marks within the bands of {}, but {}", channel_name(offset), name,
                               type_in_words(*main))
                 : fmt::format("\"{}\" places marks within the bands of {}, which this chart does not have",
                               channel_name(offset), name),
            diagnostics)
      .expect(fmt::format("categories on {}", name))
      .suggest(main && main->column >= 0 ? fmt::format("write type: ordinal for {}, or draw panels by column", name)
                                         : fmt::format("write \"{}\" instead of \"{}\"", name, channel_name(offset)));
}

void report_order(const BoundLayer& layer, const BoundChannel& bound, base::Diagnostics& diagnostics) {
  no_effect(bound.encoding->span,
            fmt::format("\"{}\" orders the parts of a stack, but this {} is not stacked",
                        channel_name(bound.encoding->channel), mark_name(layer.mark)),
            diagnostics)
      .suggest("add the field to \"tooltip\" to show it, or leave the channel out");
}

void check_second(const BoundLayer& layer, Channel second, Channel first, base::Diagnostics& diagnostics) {
  const BoundChannel *end = layer.find(second), *start = layer.find(first);
  if (!end || !start) return;
  const bool mixed = start->is_value() && !end->is_value();
  if (!mixed && (start->is_continuous() || start->is_value())) return;
  no_effect(end->encoding->span,
            fmt::format("\"{}\" is the other end of a range along {}, but {}", channel_name(second),
                        channel_name(first), type_in_words(*start)),
            diagnostics)
      .expect(fmt::format("numbers or dates on {}", channel_name(first)));
}

void check_two_ranges(const BoundLayer& layer, base::Diagnostics& diagnostics) {
  const BoundChannel* y2 = layer.find(Channel::y2);
  if (!y2 || !layer.find(Channel::x2)) return;
  if (layer.mark != MarkType::area && layer.mark != MarkType::errorbar) return;
  no_effect(y2->encoding->span, fmt::format("an {} has either \"x2\" or \"y2\"", mark_name(layer.mark)), diagnostics)
      .suggest("draw two layers, or a rect");
}

bool is_stack_asked(Stack stack) { return stack == Stack::zero || stack == Stack::normalize || stack == Stack::center; }

void check_stack(const BoundLayer& layer, base::Diagnostics& diagnostics) {
  for (const BoundChannel& bound : layer.channels) {
    const Channel channel = bound.encoding->channel;
    if (is_stack_asked(bound.encoding->stack) && layer.stacked != channel) {
      no_effect(bound.encoding->span,
                fmt::format("\"stack\" has no effect on this \"{}\": {}", channel_name(channel),
                            layer.stacked ? "the other axis is stacked"
                            : bound.type != Type::quantitative
                                ? type_in_words(bound)
                                : fmt::format("a {} with these channels is not stacked", mark_name(layer.mark))),
                diagnostics)
          .expect("amounts on a linear, sqrt or symlog scale, without x2 or y2");
    }
  }
}

void check_text_colour(const BoundLayer& layer, base::Diagnostics& diagnostics) {
  const BoundChannel* color = layer.mark == MarkType::text ? layer.find(Channel::color) : nullptr;
  if (!color || color->encoding->shared || !color->is_continuous()) return;
  no_effect(color->encoding->span, fmt::format("a text is not coloured by quantities, but {}", type_in_words(*color)),
            diagnostics)
      .suggest("light colours would be illegible; colour points or cells beside the texts instead");
}

void check_sizes(const BoundLayer& layer, base::Diagnostics& diagnostics) {
  const BoundChannel* size = layer.find(Channel::size);
  if (!size || size->is_value() || !size->is_continuous()) return;
  for (size_t row : layer.rows) {
    if (!(size->numbers[row] < 0)) continue;
    diagnostics
        .error("chart-type", size->encoding->span,
               fmt::format("a size cannot be negative, as \"{}\" is in row {}", size->encoding->field, row + 1))
        .suggest("show negative values by x, y or color");
    return;
  }
}

void check_sort(const BoundChannel& bound, base::Diagnostics& diagnostics) {
  const Encoding& encoding = *bound.encoding;
  if (!encoding.sort || encoding.sort->kind == SortSpec::Kind::none) return;
  const SortSpec::Kind kind = encoding.sort->kind;
  const bool simple = kind == SortSpec::Kind::ascending || kind == SortSpec::Kind::descending;
  const bool by_value = bound.is_continuous() || encoding.channel == Channel::order;
  if (by_value && !simple) {
    no_effect(encoding.sort->span,
              fmt::format("\"{}\" is in the order of its values: \"{}\" is {}", channel_name(encoding.channel),
                          encoding.field, type_name(bound.type)),
              diagnostics)
        .expect("\"ascending\" or \"descending\"")
        .suggest(encoding.channel == Channel::order ? "" : "write type: ordinal to order it as categories");
  } else if (!bound.is_continuous() && !encoding.scale.domain.empty() && kind != SortSpec::Kind::ascending) {
    no_effect(encoding.sort->span, "the domain already determines the order", diagnostics)
        .suggest("delete the sort order");
  }
}

// Returns the keys that the spec states, except those that only repeat the default.
std::vector<std::string_view> stated_keys(const ScaleSpec& scale) {
  const std::pair<bool, std::string_view> keys[] = {{scale.domain_min.has_value(), "domainMin"},
                                                    {scale.domain_max.has_value(), "domainMax"},
                                                    {scale.domain_mid.has_value(), "domainMid"},
                                                    {scale.zero.value_or(false), "zero"},
                                                    {scale.nice.value_or(false), "nice"},
                                                    {scale.reverse.value_or(false), "reverse"},
                                                    {scale.clamp.value_or(false), "clamp"},
                                                    {scale.padding.has_value(), "padding"},
                                                    {scale.padding_inner.has_value(), "paddingInner"},
                                                    {scale.padding_outer.has_value(), "paddingOuter"},
                                                    {scale.base.has_value(), "base"},
                                                    {scale.constant.has_value(), "constant"}};
  std::vector<std::string_view> stated;
  for (auto [is_stated, key] : keys)
    if (is_stated) stated.push_back(key);
  return stated;
}

}  // namespace

void check_bound_channels(const std::vector<BoundLayer>& layers, base::Diagnostics& diagnostics) {
  // A channel that the chart states for all layers is accepted if it has an effect on one of them.
  auto has_effect_elsewhere = [&](Channel channel) {
    return std::any_of(layers.begin(), layers.end(), [&](const BoundLayer& layer) {
      const BoundChannel* bound = layer.find(channel);
      return bound && has_effect(layer, *bound);
    });
  };
  for (const BoundLayer& layer : layers) {
    for (const BoundChannel& bound : layer.channels) {
      const Channel channel = bound.encoding->channel;
      if (has_effect(layer, bound) || (bound.encoding->shared && has_effect_elsewhere(channel))) continue;
      const bool offset = is_offset(channel);
      offset ? report_offset(layer, bound, diagnostics) : report_order(layer, bound, diagnostics);
    }
    check_second(layer, Channel::x2, Channel::x, diagnostics);
    check_second(layer, Channel::y2, Channel::y, diagnostics);
    check_two_ranges(layer, diagnostics);
    check_stack(layer, diagnostics);
    check_text_colour(layer, diagnostics);
    check_sizes(layer, diagnostics);
    for (const BoundChannel& bound : layer.channels) check_sort(bound, diagnostics);
  }
}

void check_scale_keys(const std::vector<BoundLayer>& layers, const std::map<Channel, ScaleType>& types,
                      base::Diagnostics& diagnostics) {
  for (const BoundLayer& layer : layers) {
    for (const BoundChannel& bound : layer.channels) {
      const Encoding& encoding = *bound.encoding;
      const std::string_view name = channel_name(encoding.channel);
      auto type = types.find(encoding.channel);
      if (type == types.end() || bound.is_value()) continue;
      for (std::string_view key : stated_keys(encoding.scale)) {
        if (uses_scale_key(encoding.channel, type->second, key)) continue;
        no_effect(encoding.scale.span,
                  fmt::format("\"{}\" has no effect on the scale of {}, which is {}", key, name,
                              scale_type_name(type->second)),
                  diagnostics);
      }
      auto of_axis = [&](bool stated, std::string_view key, base::Span at, std::string_view why) {
        if (stated)
          no_effect(at ? at : encoding.span, fmt::format("\"{}\" has no effect on {}: {}", key, name, why),
                    diagnostics);
      };
      of_axis(encoding.axis.label_angle && encoding.channel == Channel::y, "labelAngle", {},
              "labels beside an axis are not turned");
      if (bound.is_continuous()) continue;
      of_axis(!encoding.axis.format.empty(), "format", encoding.axis.format_span, "it shows categories");
      of_axis(encoding.axis.tick_count.has_value(), "tickCount", {}, "each category has its label");
      of_axis(!encoding.legend.format.empty(), "format", encoding.legend.format_span, "it shows categories");
    }
  }
}

}  // namespace chart
