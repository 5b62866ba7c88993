#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "base/suggest.h"
#include "chart/scales.h"
#include "chart/stack.h"

namespace chart {
namespace {

// The order of categories: by value, by position in a list, or by a number computed from their rows.
struct Order {
  enum class Kind { none, natural, listed, aggregate } kind = Kind::natural;
  bool descending = false;
  std::vector<std::string> list;
  int column = -1;
  std::string op;

  bool operator==(const Order&) const = default;
};

struct Category {
  std::string name;
  quantity::Value value;
  double key = 0;
};

std::optional<int> sort_column(const SortSpec& sort, const BoundLayer& layer, const quantity::Frame& frame,
                               base::Diagnostics& diagnostics) {
  if (sort.kind == SortSpec::Kind::channel) {
    const BoundChannel* by = layer.find(sort.channel);
    if (by && by->column >= 0) return by->column;
    diagnostics.error(
        "unknown-field", sort.span,
        fmt::format("the sort order uses the channel \"{}\", which has no field here", channel_name(sort.channel)));
    return std::nullopt;
  }
  int column = frame.find(sort.field);
  if (column >= 0) return column;
  std::vector<std::string_view> names;
  for (const quantity::Field& field : frame.fields) names.push_back(field.name);
  diagnostics
      .error("unknown-field", sort.span,
             fmt::format("the data \"{}\" has no field \"{}\" to sort by", frame.name, sort.field))
      .expect(base::list_names(names))
      .suggest(base::did_you_mean(sort.field, names));
  return std::nullopt;
}

bool is_stack_dimension(const BoundLayer& layer, int column) {
  for (const BoundChannel& channel : layer.channels) {
    Channel name = channel.encoding->channel;
    bool splits = name == Channel::color || name == Channel::shape || name == Channel::detail ||
                  name == Channel::order || name == Channel::size || name == Channel::opacity;
    bool dimension =
        (name == Channel::x || name == Channel::y || name == Channel::x_offset || name == Channel::y_offset) &&
        name != *layer.stacked;
    if ((splits || dimension) && channel.column == column) return true;
  }
  return false;
}

Order order_of(const BoundLayer& layer, const BoundChannel& channel, const quantity::Frame& frame,
               base::Diagnostics& diagnostics) {
  Order order;
  if (!channel.encoding->sort) return order;
  const SortSpec& sort = *channel.encoding->sort;
  switch (sort.kind) {
    case SortSpec::Kind::ascending:
      break;
    case SortSpec::Kind::descending:
      order.descending = true;
      break;
    case SortSpec::Kind::none:
      order.kind = Order::Kind::none;
      break;
    case SortSpec::Kind::listed:
      order.kind = Order::Kind::listed;
      for (const quantity::Value& value : sort.values) order.list.push_back(quantity::to_text(value));
      break;
    case SortSpec::Kind::channel:
    case SortSpec::Kind::field: {
      auto column = sort_column(sort, layer, frame, diagnostics);
      if (!column) break;
      order.kind = Order::Kind::aggregate;
      order.column = *column;
      order.descending = sort.descending;
      order.op = !sort.op.empty() ? sort.op : layer.stacked && !is_stack_dimension(layer, *column) ? "sum" : "min";
    }
  }
  return order;
}

// Returns the order of several layers, as in Vega-Lite: if they differ, the only one that is not a minimum, otherwise
// the natural order.
Order common_order(const std::vector<Order>& orders) {
  std::vector<Order> different;
  for (const Order& order : orders) {
    if (order.kind == Order::Kind::none) continue;
    if (std::find(different.begin(), different.end(), order) == different.end()) different.push_back(order);
  }
  if (different.empty()) return {Order::Kind::none};
  if (different.size() == 1) return different.front();
  const Order* special = nullptr;
  for (const Order& order : different) {
    if (order.kind != Order::Kind::aggregate) return {};
    if (order.op == "min") continue;
    if (special) return {};
    special = &order;
  }
  return special ? *special : Order{};
}

double aggregate(std::vector<double> values, std::string_view op) {
  if (op == "max") return *std::max_element(values.begin(), values.end());
  if (op == "median") {
    std::sort(values.begin(), values.end());
    const size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
  }
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  if (op == "sum") return sum;
  if (op == "mean" || op == "average") return sum / static_cast<double>(values.size());
  return *std::min_element(values.begin(), values.end());
}

// Computes numbers from all rows, because Vega-Lite sorts by the raw data. Categories without a number come last.
void set_aggregates(std::vector<Category>& categories, const Order& order, const BoundChannel& channel,
                    const quantity::Frame& frame) {
  std::map<std::string, std::vector<double>> values;
  for (size_t row = 0; row < frame.rows(); ++row) {
    const double value = quantity::to_double(frame.at(row, order.column));
    if (!std::isnan(value)) values[channel.categories[row]].push_back(value);
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (Category& category : categories) {
    auto found = values.find(category.name);
    category.key = found != values.end() ? aggregate(found->second, order.op)
                   : order.descending    ? -kInfinity
                                         : kInfinity;
  }
}

// Sorts by a column of text: the rank of a category is the position of its text in the sorted list of distinct texts.
bool set_text_ranks(std::vector<Category>& categories, const Order& order, const BoundChannel& channel,
                    const quantity::Frame& frame) {
  std::map<std::string, quantity::Value> least;
  bool any_text = false;
  for (size_t row = 0; row < frame.rows(); ++row) {
    const quantity::Value& value = frame.at(row, order.column);
    if (quantity::is_null(value)) continue;
    any_text |= !quantity::is_number(value);
    auto [at, added] = least.emplace(channel.categories[row], value);
    int compared = added ? 0 : compare_values(value, at->second);
    if (order.op == "max" ? compared > 0 : compared < 0) at->second = value;
  }
  if (!any_text) return false;
  std::vector<quantity::Value> sorted;
  for (const auto& [name, value] : least) sorted.push_back(value);
  auto less = [](const quantity::Value& a, const quantity::Value& b) { return compare_values(a, b) < 0; };
  std::sort(sorted.begin(), sorted.end(), less);
  for (Category& category : categories) {
    auto found = least.find(category.name);
    category.key =
        found == least.end()
            ? std::numeric_limits<double>::infinity()
            : static_cast<double>(std::lower_bound(sorted.begin(), sorted.end(), found->second, less) - sorted.begin());
  }
  return true;
}

}  // namespace

std::vector<std::string> ordered_categories(const std::vector<BoundLayer>& layers, Channel channel,
                                            const quantity::Frame& frame, base::Diagnostics& diagnostics) {
  std::vector<Category> categories;
  std::vector<Order> orders;
  const BoundChannel* first = nullptr;
  std::map<std::string, bool> seen;
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->is_value()) continue;
    if (bound->column < 0) {
      if (seen.emplace(quantity::to_text(*bound->encoding->datum), true).second) {
        categories.push_back({quantity::to_text(*bound->encoding->datum), *bound->encoding->datum});
      }
      continue;
    }
    if (!first) first = bound;
    orders.push_back(order_of(layer, *bound, frame, diagnostics));
    for (size_t row : layer.domain_rows) {
      if (seen.emplace(bound->categories[row], true).second) {
        categories.push_back({bound->categories[row], frame.at(row, bound->column)});
      }
    }
  }

  Order order = common_order(orders);
  switch (order.kind) {
    case Order::Kind::none:
      break;
    case Order::Kind::natural:
      std::stable_sort(categories.begin(), categories.end(), [&](const Category& a, const Category& b) {
        // Categories that the list does not contain come last.
        if (quantity::is_null(a.value) || quantity::is_null(b.value))
          return !quantity::is_null(a.value) && quantity::is_null(b.value);
        int compared = compare_values(a.value, b.value);
        return order.descending ? compared > 0 : compared < 0;
      });
      break;
    case Order::Kind::listed:
      for (Category& category : categories) {
        category.key =
            static_cast<double>(std::find(order.list.begin(), order.list.end(), category.name) - order.list.begin());
      }
      break;
    case Order::Kind::aggregate:
      if (first && !set_text_ranks(categories, order, *first, frame)) set_aggregates(categories, order, *first, frame);
      break;
  }
  if (order.kind == Order::Kind::listed || order.kind == Order::Kind::aggregate) {
    std::stable_sort(categories.begin(), categories.end(), [&](const Category& a, const Category& b) {
      return order.descending ? a.key > b.key : a.key < b.key;
    });
  }
  std::vector<std::string> names;
  for (Category& category : categories) names.push_back(std::move(category.name));
  return names;
}

}  // namespace chart
