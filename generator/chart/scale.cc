#include "chart/scale.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "chart/mark_traits.h"
#include "chart/plot.h"
#include "chart/stack.h"
#include "chart/ticks.h"

namespace chart {

double Scale::transform(double value) const {
  if (type == ScaleType::log) return value > 0 ? std::log(value) : std::numeric_limits<double>::quiet_NaN();
  if (type == ScaleType::sqrt) return std::copysign(std::sqrt(std::abs(value)), value);
  if (type == ScaleType::symlog) return std::copysign(std::log1p(std::abs(value / constant)), value);
  return value;
}

double Scale::invert(double transformed) const {
  if (type == ScaleType::log) return std::exp(transformed);
  if (type == ScaleType::sqrt) return std::copysign(transformed * transformed, transformed);
  if (type == ScaleType::symlog) return std::copysign(std::expm1(std::abs(transformed)) * constant, transformed);
  return transformed;
}

double Scale::position(double value) const {
  const double low = transform(from), high = transform(to), v = transform(value);
  auto part_of = [](double at, double start, double end) {
    // If the domain has a single value, that is in the middle of the range.
    return end == start ? (std::isnan(at) ? at : 0.5) : (at - start) / (end - start);
  };
  double part = part_of(v, low, high);
  if (mid) {
    const double middle = transform(*mid);
    part = (v < middle) == (low < high) ? part_of(v, low, middle) / 2 : 0.5 + part_of(v, middle, high) / 2;
  }
  if (clamp && !std::isnan(part)) part = std::clamp(part, 0.0, 1.0);
  return range_from + part * (range_to - range_from);
}

int Scale::index_of(const std::string& category) const {
  auto found = index.find(category);
  return found == index.end() ? -1 : static_cast<int>(found->second);
}

// The space of n bands is n - inner + 2 * outer steps; a point scale has inner padding 1.
double Scale::step() const {
  double inner = type == ScaleType::point ? 1 : padding_inner;
  double steps = static_cast<double>(categories.size()) - inner + 2 * padding_outer;
  return std::abs(range_to - range_from) / std::max(1.0, steps);
}

double Scale::bandwidth() const { return type == ScaleType::band ? step() * (1 - padding_inner) : 0; }

double Scale::band_start(size_t at) const {
  double inner = type == ScaleType::point ? 1 : padding_inner;
  double low = std::min(range_from, range_to), high = std::max(range_from, range_to);
  double used = step() * (static_cast<double>(categories.size()) - inner);
  double start = low + (high - low - used) / 2;
  size_t place = range_to < range_from ? categories.size() - 1 - at : at;
  return start + step() * static_cast<double>(place);
}

std::vector<double> Scale::ticks(double count) const {
  const double low = std::min(from, to), high = std::max(from, to);
  std::vector<double> values = type == ScaleType::log    ? log_ticks(low, high, base, count)
                               : type == ScaleType::time ? time_ticks(low, high, count)
                                                         : chart::ticks(low, high, count);
  if (to < from) std::reverse(values.begin(), values.end());
  return values;
}

void Scale::index_categories() {
  index.clear();
  for (size_t i = 0; i < categories.size(); ++i) index.emplace(categories[i], i);
}

namespace {

bool has_nested(const BoundLayer& layer, Channel channel) { return layer.find(offset_in(channel)) != nullptr; }

ScaleType default_scale_type(const BoundLayer& layer, const BoundChannel& bound) {
  Channel channel = bound.encoding->channel;
  if (bound.type == Type::quantitative) return ScaleType::linear;
  if (bound.type == Type::temporal) return ScaleType::time;
  if (!is_xy(channel) && !is_offset(channel)) return ScaleType::ordinal;
  const bool in_bands = traits_of(layer.mark).needs_bands || (is_xy(channel) && has_nested(layer, channel));
  return in_bands ? ScaleType::band : ScaleType::point;
}

bool can_show(ScaleType scale, Type type) {
  if (is_discrete(scale)) return type == Type::nominal || type == Type::ordinal;
  return type == (scale == ScaleType::time ? Type::temporal : Type::quantitative);
}

// Returns a property from the first layer that states it, or nullopt.
template <class T>
std::optional<T> stated(const std::vector<const BoundChannel*>& channels, std::optional<T> ScaleSpec::* member) {
  for (const BoundChannel* bound : channels) {
    if (bound->encoding->scale.*member) return bound->encoding->scale.*member;
  }
  return std::nullopt;
}

const ScaleSpec* stated_domain(const std::vector<const BoundChannel*>& channels) {
  for (const BoundChannel* bound : channels)
    if (!bound->encoding->scale.domain.empty()) return &bound->encoding->scale;
  return nullptr;
}

bool is_scaled(const BoundChannel* bound) { return bound && !bound->is_value(); }

// Returns the first layer whose channel has the scale.
const BoundLayer& first_layer(const std::vector<BoundLayer>& layers, Channel channel) {
  return *std::ranges::find_if(layers, [&](const BoundLayer& layer) { return is_scaled(layer.find(channel)); });
}

// Returns the channels of a layer that have the scale of `channel`: with x or y also the other end of a range.
std::vector<const BoundChannel*> parts_of(const BoundLayer& layer, Channel channel) {
  std::vector<const BoundChannel*> parts = {layer.find(channel)};
  if (is_xy(channel)) parts.push_back(layer.find(second_end(channel)));
  std::erase_if(parts, [](const BoundChannel* bound) { return !is_scaled(bound); });
  return parts;
}

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    if (std::isnan(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

void check_log_values(const BoundChannel& bound, const BoundLayer& layer, const quantity::Frame& frame,
                      base::Diagnostics& diagnostics) {
  auto is_bad = [&](size_t row) { return bound.numbers[row] <= 0; };
  const auto bad = std::ranges::count_if(layer.rows, is_bad);
  if (bad == 0 || bound.column < 0) return;
  const size_t first = *std::ranges::find_if(layer.rows, is_bad);
  const Encoding& encoding = *bound.encoding;
  diagnostics
      .error("chart-log-domain", encoding.field_span ? encoding.field_span : encoding.span,
             fmt::format("a log scale cannot show {}: \"{}\" in {}{}", quantity::to_text(frame.at(first, bound.column)),
                         encoding.field, row_name(frame, first), bad > 1 ? fmt::format(" and {} more", bad - 1) : ""))
      .expect("values above 0")
      .suggest("exclude these rows in the query, or use a linear, sqrt or symlog scale");
}

Extent data_extent(const std::vector<BoundLayer>& layers, Channel channel, ScaleType type, const quantity::Frame& frame,
                   base::Diagnostics& diagnostics) {
  Extent extent;
  for (const BoundLayer& layer : layers) {
    for (const BoundChannel* bound : parts_of(layer, channel)) {
      const bool is_stacked = layer.stacked == bound->encoding->channel;
      if (type == ScaleType::log) check_log_values(*bound, layer, frame, diagnostics);
      for (size_t row : layer.domain_rows) {
        extent.include(is_stacked ? layer.stack_from[row] : bound->numbers[row]);
        if (is_stacked) extent.include(layer.stack_to[row]);
      }
      if (is_stacked && bound->encoding->stack == Stack::normalize) {
        extent.include(0);
        extent.include(1);
      }
      if (bound->column < 0 && !bound->numbers.empty()) extent.include(bound->numbers.front());
    }
  }
  return extent;
}

bool default_zero(const BoundLayer& layer, Channel channel) {
  if (channel == Channel::size) return true;
  if (!is_xy(channel)) return false;
  return !(traits_of(layer.mark).has_baseline && channel == (layer.horizontal ? Channel::y : Channel::x));
}

// Returns whether a scale has a position for the part of a channel that a row shows.
bool is_inside(const Scale& scale, const BoundLayer& layer, const BoundChannel& bound, size_t row) {
  if (scale.is_discrete()) return scale.index_of(bound.categories[row]) >= 0;
  const double low = std::min(scale.from, scale.to), high = std::max(scale.from, scale.to);
  const double rounding = 1e-9 * (high - low);  // of sums such as 0.1 + 0.2
  auto within = [&](double value) {
    return std::isnan(value) || (value >= low - rounding && value <= high + rounding);
  };
  if (layer.stacked == bound.encoding->channel) return within(layer.stack_from[row]) && within(layer.stack_to[row]);
  return within(bound.numbers[row]);
}

// Whether the layer shows amounts on this channel by lengths or heights from zero.
bool shows_by_size(const BoundLayer& layer, Channel channel) {
  if (!traits_of(layer.mark).begins_at_zero || channel != (layer.horizontal ? Channel::x : Channel::y)) return false;
  const BoundChannel* bound = layer.find(channel);
  return is_scaled(bound) && bound->type == Type::quantitative && !layer.find(second_end(channel));
}

// Reports values beyond a stated domain, unless they are clamped or clipped, which a length would not show.
void check_domain(const Scale& scale, const std::vector<BoundLayer>& layers, Channel channel, base::Span domain,
                  const quantity::Frame& frame, base::Diagnostics& diagnostics) {
  for (const BoundLayer& layer : layers) {
    if ((scale.clamp || layer.layer->mark.clip) && !shows_by_size(layer, channel)) continue;
    for (const BoundChannel* bound : parts_of(layer, channel)) {
      if (bound->is_continuous() == scale.is_discrete()) continue;
      const auto row =
          std::ranges::find_if_not(layer.rows, [&](size_t each) { return is_inside(scale, layer, *bound, each); });
      if (row == layer.rows.end()) continue;
      const Encoding& encoding = *bound->encoding;
      if (encoding.datum)
        diagnostics
            .error("chart-domain", encoding.span,
                   fmt::format("the domain of {} leaves out the datum {}", channel_name(channel),
                               quantity::to_text(*encoding.datum)))
            .suggest("widen the domain, or delete this mark");
      else
        diagnostics
            .error("chart-domain", domain,
                   fmt::format("the domain leaves out {}: \"{}\" in {}",
                               quantity::to_text(frame.at(*row, bound->column)), encoding.field, row_name(frame, *row)))
            .suggest("widen the domain, or exclude the row in the query");
      return;
    }
  }
}

// Reports bars and areas whose size would not show their values, because they cannot begin at zero. Returns false if
// there are any.
bool check_baseline(const Scale& scale, const std::vector<BoundLayer>& layers, Channel channel, base::Span at,
                    base::Diagnostics& diagnostics) {
  const bool is_log = scale.type == ScaleType::log;
  if (!is_log && scale.reaches(0)) return true;
  for (const BoundLayer& layer : layers) {
    if (!shows_by_size(layer, channel)) continue;
    const std::string shows =
        layer.mark == MarkType::area ? "an area shows a value by its height" : "a bar shows a value by its length";
    const std::string why = is_log ? fmt::format("but {} is logarithmic and has no zero", channel_name(channel))
                                   : fmt::format("but the domain of {} leaves out zero", channel_name(channel));
    diagnostics
        .error("chart-baseline", at ? at : layer.find(channel)->encoding->span, fmt::format("{}, {}", shows, why))
        .suggest(fmt::format("{}, or draw {}",
                             is_log ? "use a linear, sqrt or symlog scale" : "widen the domain to zero",
                             layer.mark == MarkType::area ? "a line (mark: line)" : "points (mark: point)"));
    return false;
  }
  return true;
}

void pad_domain(Scale& scale, double padding) {
  double span = std::abs(scale.range_to - scale.range_from);
  if (!(padding > 0) || span <= 2 * padding || scale.from == scale.to) return;
  double factor = span / (span - 2 * padding);
  double low = scale.transform(scale.from), high = scale.transform(scale.to), middle = (low + high) / 2;
  scale.from = scale.invert(middle + (low - middle) * factor);
  scale.to = scale.invert(middle + (high - middle) * factor);
}

// Sets domainMin, domainMax and domainMid. Returns true if an end is stated.
bool set_stated_ends(Scale& scale, const std::vector<const BoundChannel*>& channels) {
  auto number = [&](std::optional<quantity::Value> ScaleSpec::* member) -> std::optional<double> {
    auto value = stated(channels, member);
    if (!value) return std::nullopt;
    double found = number_of(*value, channels.front()->type);
    return std::isnan(found) ? std::nullopt : std::optional(found);
  };
  auto low = number(&ScaleSpec::domain_min), high = number(&ScaleSpec::domain_max);
  if (low) scale.from = *low;
  if (high) scale.to = *high;
  scale.mid = number(&ScaleSpec::domain_mid);
  return low || high;
}

void set_continuous_domain(Scale& scale, const std::vector<BoundLayer>& layers, Channel channel,
                           const std::vector<const BoundChannel*>& channels, const quantity::Frame& frame,
                           base::Diagnostics& diagnostics) {
  const BoundLayer& first = first_layer(layers, channel);
  const ScaleSpec* domain = stated_domain(channels);
  scale.base = stated(channels, &ScaleSpec::base).value_or(10);
  scale.constant = stated(channels, &ScaleSpec::constant).value_or(1);
  scale.clamp = stated(channels, &ScaleSpec::clamp).value_or(false);
  Extent extent = data_extent(layers, channel, scale.type, frame, diagnostics);
  if (domain) {
    scale.from = number_of(domain->domain.front(), channels.front()->type);
    scale.to = number_of(domain->domain.back(), channels.front()->type);
    if (domain->domain.size() != 2 || std::isnan(scale.from) || std::isnan(scale.to)) {
      diagnostics
          .error("chart-domain", domain->domain_span, "the domain of a continuous scale must be a list of two values")
          .expect(scale.type == ScaleType::time ? "[2024-01-01, 2026-01-01]" : "[0, 100]");
      scale.from = 0;
      scale.to = 1;
    } else if (scale.type == ScaleType::log && (scale.from <= 0 || scale.to <= 0)) {
      diagnostics.error("chart-log-domain", domain->domain_span, "the domain of a log scale must be above 0");
      scale.from = 1;
      scale.to = 10;
    }
  } else if (std::isinf(extent.high - extent.low) && extent.low <= extent.high) {
    diagnostics.error(
        "chart-type", channels.front()->encoding->field_span,
        fmt::format("the values of \"{}\" or their sums are too large to draw", channels.front()->encoding->field));
  } else if (extent.low <= extent.high) {
    scale.from = extent.low;
    scale.to = extent.high;
  }

  const bool zero = stated(channels, &ScaleSpec::zero).value_or(!domain && default_zero(first, channel));
  if (zero && scale.has_zero()) {
    if (scale.from > 0 && scale.to > 0) (scale.from <= scale.to ? scale.from : scale.to) = 0;
    if (scale.from < 0 && scale.to < 0) (scale.from <= scale.to ? scale.to : scale.from) = 0;
  }
  const bool has_bars = std::any_of(layers.begin(), layers.end(), [&](const BoundLayer& layer) {
    return layer.mark == MarkType::bar && layer.find(channel) &&
           channel == (layer.horizontal ? Channel::y : Channel::x);
  });
  pad_domain(scale,
             stated(channels, &ScaleSpec::padding).value_or(is_xy(channel) && has_bars ? kContinuousBandSize : 0));

  const bool ends_stated = set_stated_ends(scale, channels);
  bool nice_by_default = is_xy(channel) && !domain && !ends_stated && scale.type != ScaleType::time;
  if (stated(channels, &ScaleSpec::nice).value_or(nice_by_default) && scale.from != scale.to) {
    const double low = std::min(scale.from, scale.to), high = std::max(scale.from, scale.to);
    auto ends = scale.type == ScaleType::log    ? nice_log(low, high, scale.base)
                : scale.type == ScaleType::time ? nice_time(low, high)
                                                : nice(low, high);
    if (scale.to < scale.from) std::swap(ends.first, ends.second);
    scale.from = ends.first;
    scale.to = ends.second;
  }
  base::Span stated_at = domain ? domain->domain_span : base::Span();
  for (const BoundChannel* bound : channels)
    if (!stated_at) stated_at = bound->encoding->scale.span;
  if (is_xy(channel) && scale.type != ScaleType::time &&
      !check_baseline(scale, layers, channel, stated_at, diagnostics))
    return;
  if (domain || ends_stated) check_domain(scale, layers, channel, stated_at, frame, diagnostics);
}

void set_paddings(Scale& scale, const std::vector<BoundLayer>& layers, Channel channel,
                  const std::vector<const BoundChannel*>& channels) {
  const BoundLayer& first = first_layer(layers, channel);
  auto both = stated(channels, &ScaleSpec::padding);
  double inner = 0, outer = 0;
  if (scale.type == ScaleType::point) {
    outer = is_xy(channel) || is_offset(channel) ? 0.5 : 0;
  } else if (is_xy(channel)) {
    if (has_nested(first, channel)) {
      inner = outer = 0.2;
    } else {
      inner = first.mark == MarkType::bar ? 0.1 : first.mark == MarkType::tick ? 0.25 : 0;
      outer = stated(channels, &ScaleSpec::padding_inner).value_or(inner) / 2;
    }
  }
  if (both) inner = outer = *both;
  scale.padding_inner = std::min(1.0, stated(channels, &ScaleSpec::padding_inner).value_or(inner));
  scale.padding_outer = stated(channels, &ScaleSpec::padding_outer).value_or(outer);
}

}  // namespace

std::vector<const BoundChannel*> scaled_channels(const std::vector<BoundLayer>& layers, Channel channel) {
  std::vector<const BoundChannel*> channels;
  for (const BoundLayer& layer : layers)
    if (const BoundChannel* bound = layer.find(channel); is_scaled(bound)) channels.push_back(bound);
  return channels;
}

std::optional<ScaleType> choose_scale_type(const std::vector<BoundLayer>& layers, Channel channel,
                                           base::Diagnostics& diagnostics) {
  std::optional<ScaleType> chosen;
  bool chosen_explicit = false;
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!is_scaled(bound)) continue;
    const ScaleSpec& spec = bound->encoding->scale;
    ScaleType type = spec.type.value_or(default_scale_type(layer, *bound));
    if (!can_show(type, bound->type)) {
      diagnostics
          .error("chart-type", spec.span ? spec.span : bound->encoding->span,
                 fmt::format("a {} scale cannot show \"{}\", which is {}", scale_type_name(type),
                             bound->encoding->field, type_name(bound->type)))
          .expect(bound->type == Type::quantitative ? "linear, log, sqrt or symlog"
                  : bound->type == Type::temporal   ? "time"
                                                    : "band or point");
      return std::nullopt;
    }
    if (!chosen) {
      chosen = type;
      chosen_explicit = spec.type.has_value();
      continue;
    }
    if (is_discrete(type) != is_discrete(*chosen) || (type == ScaleType::time) != (*chosen == ScaleType::time)) {
      diagnostics.error("chart-type", bound->encoding->span,
                        fmt::format("the layers do not agree on {}: one shows a {} scale, another a {} scale",
                                    channel_name(channel), scale_type_name(*chosen), scale_type_name(type)));
      return std::nullopt;
    }
    if (spec.type && !chosen_explicit) {
      chosen = type;
      chosen_explicit = true;
    }
    if (!spec.type && !chosen_explicit && type == ScaleType::band) chosen = type;
  }
  return chosen;
}

std::optional<Scale> build_scale(const Plot& plot, const std::vector<BoundLayer>& layers, Channel channel,
                                 double range_from, double range_to, base::Diagnostics& diagnostics) {
  const auto type = plot.types.find(channel);
  if (type == plot.types.end()) return std::nullopt;
  const quantity::Frame& frame = plot.frame;
  Scale scale;
  scale.type = type->second;
  scale.range_from = range_from;
  scale.range_to = range_to;
  auto channels = scaled_channels(layers, channel);
  const auto& sort = channels.front()->encoding->sort;
  bool descending = sort && sort->kind == SortSpec::Kind::descending;
  bool reverse = stated(channels, &ScaleSpec::reverse).value_or(descending && !scale.is_discrete());
  if (scale.is_discrete()) {
    const ScaleSpec* domain = stated_domain(channels);
    // Bars side by side are in the order of their legend.
    if (const auto colours = scaled_channels(layers, Channel::color);
        !domain && !sort && is_offset(channel) && !colours.empty() &&
        colours.front()->column == channels.front()->column)
      domain = stated_domain(colours);
    if (domain) {
      for (const quantity::Value& value : domain->domain) scale.categories.push_back(quantity::to_text(value));
    } else {
      scale.categories = ordered_categories(layers, channel, frame, diagnostics);
    }
    scale.index_categories();
    if (domain) check_domain(scale, layers, channel, domain->domain_span, frame, diagnostics);
    set_paddings(scale, layers, channel, channels);
  } else {
    set_continuous_domain(scale, layers, channel, channels, frame, diagnostics);
  }
  if (reverse) std::swap(scale.range_from, scale.range_to);
  return scale;
}

}  // namespace chart
