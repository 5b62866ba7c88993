// The order of a scale's categories (chart/scale.h): as in Vega-Lite, but "L2" comes before "L10", as in tables.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "base/natural_order.h"
#include "chart/scale.h"
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
  quantity::Value key;  // the value by which it is sorted; categories without one come last
};

// Returns the column by which to sort, or -1 after an error.
int sort_column(const SortSpec& sort, const BoundLayer& layer, const quantity::Frame& frame,
                base::Diagnostics& diagnostics) {
  if (sort.kind == SortSpec::Kind::field) return find_field(frame, sort.field, sort.span, " to sort by", diagnostics);
  const BoundChannel* by = layer.find(sort.channel);
  if (by && by->column >= 0) return by->column;
  diagnostics.error(
      "unknown-field", sort.span,
      fmt::format("the sort order uses the channel \"{}\", which has no field here", channel_name(sort.channel)));
  return -1;
}

bool is_stack_dimension(const BoundLayer& layer, int column) {
  return std::ranges::any_of(layer.channels, [&](const BoundChannel& channel) {
    const Channel name = channel.encoding->channel;
    const bool splits = name == Channel::color || name == Channel::shape || name == Channel::detail ||
                        name == Channel::order || name == Channel::size || name == Channel::opacity;
    const bool places = (is_xy(name) || is_offset(name)) && name != layer.stacked;
    return (splits || places) && channel.column == column;
  });
}

Order order_of(const BoundLayer& layer, const BoundChannel& channel, const quantity::Frame& frame,
               base::Diagnostics& diagnostics) {
  using Kind = SortSpec::Kind;
  Order order;
  if (!channel.encoding->sort) return order;
  const SortSpec& sort = *channel.encoding->sort;
  order.descending = sort.kind == Kind::descending;
  if (sort.kind == Kind::none) order.kind = Order::Kind::none;
  if (sort.kind == Kind::listed) {
    order.kind = Order::Kind::listed;
    for (const quantity::Value& value : sort.values) order.list.push_back(quantity::to_text(value));
  }
  if (sort.kind == Kind::channel || sort.kind == Kind::field) {
    const int column = sort_column(sort, layer, frame, diagnostics);
    if (column < 0) return order;
    const bool sums = layer.stacked && !is_stack_dimension(layer, column);
    order = {Order::Kind::aggregate, sort.descending, {}, column, !sort.op.empty() ? sort.op : sums ? "sum" : "min"};
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

bool is_less(const quantity::Value& a, const quantity::Value& b) {
  const auto *text_a = std::get_if<std::string>(&a), *text_b = std::get_if<std::string>(&b);
  return text_a && text_b ? base::is_naturally_before(*text_a, *text_b) : compare_values(a, b) < 0;
}

// Returns the keys of the categories, computed from all rows, because Vega-Lite sorts by the raw data: a number or, for
// a column with texts, the first or last text.
std::map<std::string, quantity::Value> aggregates(const Order& order, const BoundChannel& channel,
                                                  const quantity::Frame& frame) {
  std::map<std::string, std::vector<quantity::Value>> values;
  bool any_text = false;
  for (size_t row = 0; row < frame.rows(); ++row) {
    const quantity::Value& value = frame.at(row, order.column);
    if (quantity::is_null(value)) continue;
    any_text |= !quantity::is_number(value);
    values[channel.categories[row]].push_back(value);
  }
  std::map<std::string, quantity::Value> keys;
  for (const auto& [category, all] : values) {
    std::vector<double> numbers;
    for (const quantity::Value& value : all) numbers.push_back(quantity::to_double(value));
    keys[category] = !any_text           ? quantity::Value(aggregate(std::move(numbers), order.op))
                     : order.op == "max" ? std::ranges::max(all, is_less)
                                         : std::ranges::min(all, is_less);
  }
  return keys;
}

}  // namespace

std::vector<std::string> ordered_categories(const std::vector<BoundLayer>& layers, Channel channel,
                                            const quantity::Frame& frame, base::Diagnostics& diagnostics) {
  std::vector<Category> categories;
  std::vector<Order> orders;
  const BoundChannel* first = nullptr;
  std::set<std::string> seen;
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->is_value()) continue;
    if (bound->column < 0) {
      const quantity::Value& datum = *bound->encoding->datum;
      if (seen.insert(quantity::to_text(datum)).second) categories.push_back({quantity::to_text(datum), datum});
      continue;
    }
    if (!first) first = bound;
    orders.push_back(order_of(layer, *bound, frame, diagnostics));
    for (size_t row : layer.domain_rows)
      if (seen.insert(bound->categories[row]).second)
        categories.push_back({bound->categories[row], frame.at(row, bound->column)});
  }

  const Order order = common_order(orders);
  if (order.kind == Order::Kind::listed)  // categories that are not in the list come last
    for (Category& category : categories)
      category.key = int64_t{std::ranges::find(order.list, category.name) - order.list.begin()};
  if (first && order.kind == Order::Kind::aggregate) {
    std::map<std::string, quantity::Value> keys = aggregates(order, *first, frame);
    for (Category& category : categories) category.key = keys[category.name];
  }
  if (order.kind != Order::Kind::none)
    std::ranges::stable_sort(categories, [&](const Category& a, const Category& b) {
      if (quantity::is_null(a.key) || quantity::is_null(b.key))
        return quantity::is_null(a.key) < quantity::is_null(b.key);
      return order.descending ? is_less(b.key, a.key) : is_less(a.key, b.key);
    });
  std::vector<std::string> names;
  for (Category& category : categories) names.push_back(std::move(category.name));
  return names;
}

}  // namespace chart
