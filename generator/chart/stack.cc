#include "chart/stack.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "chart/mark_traits.h"
#include "quantity/decimal.h"

namespace chart {
namespace {

Stack wanted(const BoundChannel& channel, MarkType mark) {
  if (channel.encoding->stack != Stack::automatic) return channel.encoding->stack;
  return traits_of(mark).stacks ? Stack::zero : Stack::none;
}

// Returns the channel whose values are stacked, or null.
const BoundChannel* stacked_channel(const BoundLayer& layer) {
  if (!traits_of(layer.mark).can_stack) return nullptr;
  const BoundChannel* x = layer.find(Channel::x);
  const BoundChannel* y = layer.find(Channel::y);
  auto asked = [](const BoundChannel* channel) {
    return channel->encoding->stack != Stack::automatic && channel->encoding->stack != Stack::none;
  };
  if (measures(x) && measures(y)) {
    if (asked(x)) return x;
    if (asked(y)) return y;
    return traits_of(layer.mark).stacks ? (layer.horizontal ? x : y) : nullptr;
  }
  const BoundChannel* only = measures(x) ? x : measures(y) ? y : nullptr;
  // A bar across its only amount is at that place, and not as long as it.
  return only && !layer.layer->mark.orient.empty() && layer.horizontal != (only == x) ? nullptr : only;
}

struct SortKey {
  const BoundChannel* channel;
  const Scale* scale;  // the scale whose categories determine the order; null to sort by value
  bool descending;
};

std::vector<SortKey> stack_order(const BoundLayer& layer, bool along_y, const Scales& scales) {
  std::vector<SortKey> keys;
  for (const BoundChannel& channel : layer.channels) {
    if (channel.encoding->channel != Channel::order || channel.column < 0) continue;
    const auto& sort = channel.encoding->sort;
    keys.push_back({&channel, nullptr, sort && sort->kind == SortSpec::Kind::descending});
  }
  if (!keys.empty()) return keys;
  // Reverses the order along y, so that from top to bottom it is the same as in the legend.
  for (const BoundChannel* channel : layer.series()) {
    const Scale* scale = find_scale(scales, channel->encoding->channel);
    keys.push_back({channel, scale && scale->is_discrete() ? scale : nullptr, along_y});
  }
  return keys;
}

using Groups =
    // The key is the panel's row and column, the position, and the nested position.
    std::map<std::array<std::string, 4>, std::vector<size_t>>;

bool comes_before(size_t a, size_t b, const std::vector<SortKey>& order, const quantity::Frame& frame) {
  for (const SortKey& sort : order) {
    const BoundChannel& channel = *sort.channel;
    const int compared = sort.scale
                             ? sort.scale->index_of(channel.categories[a]) - sort.scale->index_of(channel.categories[b])
                             : compare_values(frame.at(a, channel.column), frame.at(b, channel.column));
    if (compared != 0) return sort.descending ? compared > 0 : compared < 0;
  }
  return false;
}

// Closes stacked areas: adds fillers at each position in a panel for series whose rows are elsewhere in the panel.
void fill_gaps(BoundLayer& layer, const Groups& groups, const std::vector<SortKey>& order,
               const quantity::Frame& frame) {
  std::map<std::pair<std::string, std::string>, std::map<SeriesKey, size_t>> members;  // the series of each panel
  // Without a filler, the area of such a series would be a straight line across this position, through the areas of the
  // other series.
  for (const auto& [key, rows] : groups)
    for (size_t row : rows) members[{key[0], key[1]}].emplace(series_key(layer, row, frame), row);
  for (const auto& [key, rows] : groups) {
    auto missing = members[{key[0], key[1]}];
    for (size_t row : rows) missing.erase(series_key(layer, row, frame));
    for (const auto& [series, like] : missing) {
      double value = layer.stack_from[rows.front()];
      for (size_t row : rows)
        if (!comes_before(like, row, order, frame)) value = layer.stack_to[row];
      layer.fillers.push_back({like, rows.front(), value});
    }
  }
}

// Returns what distinguishes a row from the others of its stack.
SeriesKey part_key(const BoundLayer& layer, size_t row, const quantity::Frame& frame) {
  SeriesKey key = series_key(layer, row, frame);
  for (const BoundChannel& channel : layer.channels)
    if (channel.encoding->channel == Channel::order && channel.column >= 0)
      key.push_back(quantity::to_text(frame.at(row, channel.column)));
  return key;
}

// Reports stacks whose parts readers would misread: negative shares, and rows that nothing distinguishes. Sets adds_up.
void check_stacks(BoundLayer& layer, const BoundChannel& channel, const Groups& groups, const quantity::Frame& frame,
                  base::Diagnostics& diagnostics) {
  const Stack stated = channel.encoding->stack;
  const std::string_view mark = mark_name(layer.mark);
  for (const auto& [key, rows] : groups) {
    std::map<SeriesKey, size_t> parts;
    for (size_t row : rows) {
      if ((stated == Stack::normalize || stated == Stack::center) && channel.numbers[row] < 0) {
        diagnostics
            .error("chart-stack", channel.encoding->span,
                   fmt::format("\"stack: {}\" shows parts of a whole, but \"{}\" is {} in {}",
                               stated == Stack::normalize ? "normalize" : "center", channel.encoding->field,
                               quantity::to_text(frame.at(row, channel.column)), row_name(frame, row)))
            .suggest("write stack: zero, which stacks negative values in the other direction, or exclude the row");
        return;
      }
      auto [other, added] = parts.emplace(part_key(layer, row, frame), row);
      layer.adds_up |= !added;
      if (stated != Stack::automatic || added) continue;
      diagnostics
          .warning("chart-stack", channel.encoding->span,
                   fmt::format("{} and {} would be one {} of their sum", row_name(frame, other->second),
                               row_name(frame, row), mark))
          .suggest(
              "combine these rows in the query (GROUP BY), distinguish them with color or an offset, or write "
              "stack: zero if their sum is meant");
      return;
    }
  }
}

}  // namespace

int compare_values(const quantity::Value& a, const quantity::Value& b) {
  auto rank = [](const quantity::Value& value) {
    return quantity::is_null(value) ? 0 : quantity::is_number(value) ? 1 : 2;
  };
  auto sign = [](auto order) { return order < 0 ? -1 : order > 0 ? 1 : 0; };
  if (rank(a) != rank(b)) return sign(rank(a) <=> rank(b));
  if (rank(a) == 0) return 0;
  return rank(a) == 1 ? sign(quantity::compare_numbers(a, b))
                      : sign(std::get<std::string>(a) <=> std::get<std::string>(b));
}

SeriesKey series_key(const BoundLayer& layer, size_t row, const quantity::Frame& frame) {
  SeriesKey key;
  for (const BoundChannel* channel : layer.series()) key.push_back(quantity::to_text(frame.at(row, channel->column)));
  return key;
}

void choose_stack(BoundLayer& layer) {
  const BoundChannel* channel = stacked_channel(layer);
  if (!channel) return;
  const bool along_y = channel->encoding->channel == Channel::y;
  if (layer.find(along_y ? Channel::y2 : Channel::x2)) return;
  if (channel->encoding->scale.type == ScaleType::log) return;
  const Stack offset = wanted(*channel, layer.mark);
  if (offset != Stack::none && offset != Stack::automatic) layer.stacked = channel->encoding->channel;
}

void stack(BoundLayer& layer, const quantity::Frame& frame, const Scales& scales, base::Diagnostics& diagnostics) {
  if (!layer.stacked) return;
  const BoundChannel* channel = layer.find(*layer.stacked);
  const bool along_y = *layer.stacked == Channel::y;
  const Stack offset = wanted(*channel, layer.mark);
  const BoundChannel* dimension = layer.find(along_y ? Channel::x : Channel::y);
  const BoundChannel* nested = layer.find(along_y ? Channel::x_offset : Channel::y_offset);
  const BoundChannel *line = layer.find(Channel::row), *place = layer.find(Channel::column);
  Groups groups;
  auto text_at = [&](const BoundChannel* part, size_t row) {
    return part && part->column >= 0 ? quantity::to_text(frame.at(row, part->column)) : std::string();
  };
  for (size_t row : layer.rows) {
    groups[{text_at(line, row), text_at(place, row), text_at(dimension, row), text_at(nested, row)}].push_back(row);
  }

  check_stacks(layer, *channel, groups, frame, diagnostics);
  layer.stack_from.assign(frame.rows(), std::numeric_limits<double>::quiet_NaN());
  layer.stack_to = layer.stack_from;
  const auto order = stack_order(layer, along_y, scales);
  double greatest = 0;
  std::map<const std::vector<size_t>*, double> sums;
  for (auto& [key, rows] : groups) {
    std::stable_sort(rows.begin(), rows.end(), [&](size_t a, size_t b) { return comes_before(a, b, order, frame); });
    double sum = 0;
    for (size_t row : rows) sum += std::abs(channel->numbers[row]);
    greatest = std::max(greatest, sum);
    sums[&rows] = sum;
  }
  for (const auto& [key, rows] : groups) {
    const double sum = sums[&rows];
    // Negative values extend from zero in the other direction, so that they do not shorten the bar of the positive
    // ones. Centred stacks are centred on the greatest one.
    double up = offset == Stack::center ? (greatest - sum) / 2 : 0, down = 0;
    for (size_t row : rows) {
      double value = channel->numbers[row];
      if (offset != Stack::zero) value = std::abs(value);
      double& end = value < 0 ? down : up;
      layer.stack_from[row] = end;
      end += offset == Stack::normalize ? (sum > 0 ? value / sum : 0) : value;
      layer.stack_to[row] = end;
    }
  }
  if (layer.mark == MarkType::area) fill_gaps(layer, groups, order, frame);
}

}  // namespace chart
