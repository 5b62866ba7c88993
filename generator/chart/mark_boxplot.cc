// Draws box plots: the quartiles of the values of each category, computed as Vega-Lite does
// (https://vega.github.io/vega-lite/docs/boxplot.html).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "chart/marks.h"

namespace chart {
namespace {

constexpr double kBoxSize = 14;     // in px; Vega-Lite's
constexpr double kLeastBox = 2;     // length in px of a box whose quartiles are equal, which is its own median
constexpr double kLeastAround = 4;  // length in px of a box on both sides of whose median its colour is visible

// Interpolates linearly between the two nearest of the sorted values, as the SQL function quantile().
double quantile_of(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(at);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - static_cast<double>(below));
}

struct Box5 {
  double low = 0, first = 0, median = 0, third = 0, high = 0;  // ends of the whiskers, and quartiles
};

Box5 box_of_values(const std::vector<double>& sorted, std::optional<double> extent) {
  Box5 box{sorted.front(), quantile_of(sorted, 0.25), quantile_of(sorted, 0.5), quantile_of(sorted, 0.75),
           sorted.back()};
  if (!extent) return box;
  const double reach = *extent * (box.third - box.first);
  box.low = *std::ranges::find_if(sorted, [&](double value) { return value >= box.first - reach; });
  box.high = *std::find_if(sorted.rbegin(), sorted.rend(), [&](double value) { return value <= box.third + reach; });
  return box;
}

// The rows of each box, in the order of the data.
std::vector<std::vector<size_t>> rows_of_boxes(const BoundLayer& layer, Channel across, const MarkContext& context) {
  std::vector<std::pair<std::string, std::vector<size_t>>> boxes;
  for (size_t row : rows_of(layer)) {
    std::string key;
    for (Channel channel : {across, offset_in(across), Channel::color})
      if (const BoundChannel* bound = layer.find(channel); bound && bound->column >= 0)
        key += quantity::to_text(context.plot.frame.at(row, bound->column)) + '\n';
    auto box = std::ranges::find(boxes, key, &std::pair<std::string, std::vector<size_t>>::first);
    if (box == boxes.end()) box = boxes.insert(boxes.end(), {key, {}});
    box->second.push_back(row);
  }
  std::vector<std::vector<size_t>> rows;
  for (auto& [key, of_box] : boxes) rows.push_back(std::move(of_box));
  return rows;
}

}  // namespace

std::vector<Shape> draw_boxes(const BoundLayer& layer, const MarkContext& context) {
  std::vector<Shape> shapes;
  const Channel along = layer.horizontal ? Channel::x : Channel::y, across = layer.horizontal ? Channel::y : Channel::x;
  const BoundChannel& values = *layer.find(along);
  const Scale* const own = find_scale(context.panel.scales, along);
  if (!own) return shapes;
  const Scale& scale = *own;
  for (const std::vector<size_t>& rows : rows_of_boxes(layer, across, context)) {
    std::vector<double> sorted;
    for (size_t row : rows) sorted.push_back(values.numbers[row]);
    std::sort(sorted.begin(), sorted.end());
    const Box5 box = box_of_values(sorted, layer.layer->mark.extent);
    const size_t row = rows.front();
    const double middle = place(layer, across, row, context), size = fixed_size(layer).value_or(kBoxSize);
    if (std::isnan(middle)) continue;
    const auto text = [&](double value) {
      if (values.column < 0) return quantity::to_text(quantity::Value(value));
      return context.plot.formats[static_cast<size_t>(values.column)](quantity::Value(value));
    };
    const auto words = [&](std::string_view key) { return context.plot.options.words(key, rows.size()); };
    std::vector<std::string> names;
    for (Channel channel : {across, offset_in(across), Channel::color})
      if (const BoundChannel* bound = layer.find(channel); bound && !bound->categories.empty())
        if (names.empty() || names.back() != bound->categories[row]) names.push_back(bound->categories[row]);
    const std::string title = fmt::format(
        "{}{}{}: {}\n{}: {}, {}\n{}", fmt::join(names, ", "), names.empty() ? "" : "\n", words("chart_median"),
        text(box.median), words("chart_quartiles"), text(box.first), text(box.third), words("chart_count"));
    // Adds a shape between two values, as thick as `size`; a line if that is 0.
    const auto add = [&](Shape::Kind kind, double from, double to, double thick, const char* mark) {
      Shape shape = mark_shape(kind, layer, row, context);
      shape.row.reset();  // it shows several rows
      shape.classes = mark_classes(mark, colour_class(layer, row, context));
      const double begin = scale.position(from), end = scale.position(to);
      const double length = std::max(std::abs(end - begin), kind == Shape::Kind::rect ? kLeastBox : 0);
      const double low = (begin + end - length) / 2;
      shape.x = layer.horizontal ? low : middle - thick / 2;
      shape.y = layer.horizontal ? middle - thick / 2 : low;
      shape.width = layer.horizontal ? length : thick;
      shape.height = layer.horizontal ? thick : length;
      shape.title = title;
      shapes.push_back(std::move(shape));
    };
    add(Shape::Kind::line, box.low, box.first, 0, "rule");
    add(Shape::Kind::line, box.third, box.high, 0, "rule");
    add(Shape::Kind::rect, box.first, box.third, size, "bar");
    shapes.back().hatch = hatch_of(layer, row, context);
    // The median has the colour of the paper.
    if (std::abs(scale.position(box.third) - scale.position(box.first)) >= kLeastAround) {
      add(Shape::Kind::line, box.median, box.median, size, "tick");
      shapes.back().classes = "mark-median";
    }
    for (size_t each : rows) {
      if (values.numbers[each] >= box.low && values.numbers[each] <= box.high) continue;
      Shape outlier = mark_shape(Shape::Kind::symbol, layer, each, context);
      outlier.classes = mark_classes("point", colour_class(layer, each, context)) + " hollow";
      outlier.x = layer.horizontal ? scale.position(values.numbers[each]) : middle;
      outlier.y = layer.horizontal ? middle : scale.position(values.numbers[each]);
      outlier.radius = 3;
      outlier.title = tooltip_of(layer, each, context);
      shapes.push_back(std::move(outlier));
    }
  }
  return shapes;
}

}  // namespace chart
