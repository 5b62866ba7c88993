#include "chart/colours.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "chart/mark_traits.h"
#include "chart/scene.h"

namespace chart {
namespace {

constexpr int kFirstOrderedStep = 2;  // lighter steps are too similar to the paper for thin marks
constexpr double kMinOpacity = 0.3, kMaxOpacity = 0.8;
constexpr double kClearDifference = 15;  // of lightness, for readers who see no hues

bool is_ordinal(const std::vector<BoundLayer>& layers) {
  auto channels = scaled_channels(layers, Channel::color);
  return !channels.empty() && std::all_of(channels.begin(), channels.end(),
                                          [](const BoundChannel* channel) { return channel->type == Type::ordinal; });
}

// Returns the class of the category at `index` of `count`. Categories are spread over the part of the ramp that
// contrasts with the paper.
std::string ordered_class(int index, size_t count) {
  const int last = kRampSteps - 1;
  const double part = count > 1 ? static_cast<double>(std::max(0, index)) / static_cast<double>(count - 1) : 0.5;
  return fmt::format("ramp-{}", kFirstOrderedStep + static_cast<int>(std::lround(part * (last - kFirstOrderedStep))));
}

}  // namespace

Colours choose_colours(const std::vector<BoundLayer>& layers, const Scale* scale,
                       const std::map<std::string, int>& entity_slots, const std::string& no_category,
                       const std::vector<std::string>& highlight, base::Diagnostics& diagnostics) {
  Colours colours;
  if (!scale || !scale->is_discrete()) return colours;
  std::vector<std::string> categories = scale->categories;
  if (!entity_slots.contains(no_category) && std::erase(categories, no_category) > 0)
    colours.slots[no_category] = kNeutral;
  std::erase_if(categories, [&](const std::string& category) {
    const bool muted = is_muted(layers, Channel::color, category, highlight);
    if (muted) colours.slots[category] = kNeutral;
    return muted;
  });
  std::set<int> taken;
  for (const std::string& category : categories) {
    auto slot = entity_slots.find(category);
    if (slot == entity_slots.end() || slot->second < 1 || slot->second > kMaxSeries) continue;
    // If two entities in a chart have the same colour, the second gets a free slot.
    if (taken.insert(slot->second).second) colours.slots[category] = slot->second;
  }
  colours.ordered = taken.empty() && is_ordinal(layers);
  const size_t most = colours.ordered ? kRampSteps - kFirstOrderedStep : kMaxSeries;
  if (categories.size() > most) {
    const Encoding& encoding = *scaled_channels(layers, Channel::color).front()->encoding;
    diagnostics
        .error("chart-series", encoding.field_span,
               fmt::format("\"{}\" has {} categories; a chart has at most {} colours", encoding.field,
                           categories.size(), most))
        .suggest(
            "exclude or aggregate some in the query, put them on an axis, or name those that matter: highlight: […]");
    return colours;
  }
  int next = 1;
  for (const std::string& category : categories) {
    if (colours.slots.contains(category)) continue;
    while (taken.contains(next)) ++next;
    taken.insert(next);
    colours.slots[category] = next;
  }
  return colours;
}

bool are_told_apart(const std::vector<BoundLayer>& layers, const Colours& colours,
                    const std::vector<std::array<double, 2>>& lightness) {
  const auto of_series = [&](int series, size_t scheme) {
    const auto at = static_cast<size_t>(series - 1);
    return series != kNeutral && at < lightness.size() ? lightness[at][scheme] : 0;
  };
  bool differ = true;
  for (const auto& [one, series] : colours.slots)
    for (const auto& [other, series2] : colours.slots)
      for (size_t scheme : {0, 1})
        differ &= one == other || std::abs(of_series(series, scheme) - of_series(series2, scheme)) >= kClearDifference;
  if (differ) return true;
  return std::ranges::all_of(layers, [&](const BoundLayer& layer) {
    const BoundChannel* color = layer.find(Channel::color);
    const bool is_filled = layer.mark == MarkType::bar || layer.mark == MarkType::rect ||
                           layer.mark == MarkType::area || layer.mark == MarkType::boxplot;
    if (!is_filled || !color || color->column < 0) return true;
    const auto shows_series = [&](const BoundLayer& each, Channel channel) {
      const BoundChannel* bound = each.find(channel);
      return bound && bound->column == color->column && each.rows.size() >= layer.rows.size();
    };
    for (Channel channel :
         {Channel::x, Channel::y, Channel::x_offset, Channel::y_offset, Channel::row, Channel::column})
      if (shows_series(layer, channel)) return true;
    return std::ranges::any_of(layers, [&](const BoundLayer& each) { return shows_series(each, Channel::text); });
  });
}

void check_shapes(const std::vector<BoundLayer>& layers, const Scale& scale, const std::vector<std::string>& highlight,
                  base::Diagnostics& diagnostics) {
  const auto needs_shape = [&](const std::string& category) {
    return !is_muted(layers, Channel::shape, category, highlight);
  };
  if (std::ranges::count_if(scale.categories, needs_shape) <= kSymbols) return;
  const Encoding& encoding = *scaled_channels(layers, Channel::shape).front()->encoding;
  diagnostics
      .error("chart-series", encoding.field_span,
             fmt::format("\"{}\" has {} categories; a chart has at most {} shapes", encoding.field,
                         scale.categories.size(), kSymbols))
      .suggest("exclude or aggregate some in the query, or put them on an axis");
}

void check_lines(const std::vector<BoundLayer>& layers, const quantity::Frame& frame, const std::string& no_category,
                 base::Diagnostics& diagnostics) {
  auto place_of = [](const BoundChannel& channel, size_t row) {
    return channel.is_continuous() ? fmt::format("{}", channel.numbers[row]) : channel.categories[row];
  };
  for (const BoundLayer& layer : layers) {
    const BoundChannel *color = layer.find(Channel::color),
                       *along = layer.find(layer.horizontal ? Channel::y : Channel::x);
    if (!traits_of(layer.mark).is_path || layer.stacked || layer.find(Channel::order) || !along || along->column < 0)
      continue;
    std::vector<const BoundChannel*> apart = layer.series();
    const bool is_single = apart.empty();
    const bool has_unnamed = color && color->column >= 0 && !color->is_continuous();
    if (!is_single && !has_unnamed) continue;
    for (Channel panel : {Channel::row, Channel::column})
      if (const BoundChannel* channel = layer.find(panel)) apart.push_back(channel);
    std::map<std::string, size_t> seen;
    for (size_t row : layer.rows) {
      if (!is_single && color->categories[row] != no_category) continue;
      std::string key = place_of(*along, row);
      for (const BoundChannel* channel : apart) key += '\t' + place_of(*channel, row);
      auto [other, added] = seen.emplace(std::move(key), row);
      if (added) continue;
      const std::string& position = along->encoding->field;
      if (is_single) {
        diagnostics
            .warning("chart-series", layer.layer->mark.span,
                     fmt::format("one {} would join {} and {}, which have the same value of \"{}\"",
                                 mark_name(layer.mark), row_name(frame, other->second), row_name(frame, row), position))
            .suggest(
                "combine these rows in the query (GROUP BY), separate their lines with color or detail, or state "
                "the order in which to join them with order");
        break;
      }
      const std::string& field = color->encoding->field;
      diagnostics
          .error("chart-series", color->encoding->field_span,
                 fmt::format("a line would join rows without \"{}\", although several of them share a value of \"{}\"",
                             field, position))
          .suggest(fmt::format("exclude them in the query (WHERE {} IS NOT NULL), or separate their lines with detail: "
                               "{{field: …}}",
                               field));
      break;
    }
  }
}

std::string series_class(int series) { return series == kNeutral ? "neutral" : "series-" + std::to_string(series); }

std::string category_class(const Colours& colours, const Scale& scale, const std::string& category) {
  auto slot = colours.slots.find(category);
  const int series = slot == colours.slots.end() ? 1 : slot->second;
  if (colours.ordered && series != kNeutral) return ordered_class(scale.index_of(category), scale.categories.size());
  return series_class(series);
}

int look_of_series(int series, int count) { return series == kNeutral ? 0 : (series - 1) % count; }

std::string ramp_step_class(const Scale& scale, int step) {
  return (scale.mid ? "div-" : "ramp-") + std::to_string(std::clamp(step, 0, kRampSteps - 1));
}

std::string ramp_class(const Scale& scale, double value) {
  double part = scale.position(value);
  if (std::isnan(part)) part = 0;
  return ramp_step_class(scale, static_cast<int>(std::clamp(part, 0.0, 1.0) * kRampSteps));
}

double opacity_at(const Scale& scale, const BoundChannel& channel, size_t row) {
  double part = 1;
  if (!scale.is_discrete()) {
    part = scale.position(channel.numbers[row]);
  } else if (scale.categories.size() > 1) {
    part = static_cast<double>(std::max(0, scale.index_of(channel.categories[row]))) /
           static_cast<double>(scale.categories.size() - 1);
  }
  return opacity_of_part(std::isnan(part) ? 1 : part);
}

double opacity_of_part(double part) { return kMinOpacity + std::clamp(part, 0.0, 1.0) * (kMaxOpacity - kMinOpacity); }

}  // namespace chart
