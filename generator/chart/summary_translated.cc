// The summary of a chart in other languages than English: fewer sentences, which are strings of the theme.
#include <algorithm>

#include "base/text.h"
#include "chart/summary.h"

namespace chart {
namespace {

std::string_view key_of(MarkType mark) {
  switch (mark) {
    case MarkType::bar:
      return "chart_of_bars";
    case MarkType::line:
      return "chart_of_lines";
    case MarkType::area:
      return "chart_of_areas";
    case MarkType::point:
    case MarkType::tick:
      return "chart_of_points";
    case MarkType::rect:
      return "chart_of_cells";
    default:
      return "chart_of_marks";
  }
}

// Returns the categories and dates of a row: "Oslo, 2024".
std::string name_of(size_t row, const BoundLayer& layer, const Plot& plot) {
  std::vector<std::string> parts;
  for (const Channel channel : {Channel::x, Channel::y, Channel::color}) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->column < 0 || bound->type == Type::quantitative || !bound->present[row]) continue;
    std::string part =
        quantity::present(plot.frame.at(row, bound->column), plot.frame.fields[bound->column], plot.units().locale());
    if (std::ranges::find(parts, part) == parts.end()) parts.push_back(std::move(part));
  }
  return base::join(parts, ", ");
}

// Whether all values compare, so that one of them is the highest.
bool has_extremes(const BoundLayer& layer, const BoundChannel& value, const Plot& plot) {
  const quantity::Field& field = plot.frame.fields[value.column];
  return plot.panels.size() == 1 && !layer.stacked && field.unit_field.empty() && field.comparable.empty();
}

}  // namespace

std::string translated_summary(const Plot& plot) {
  const BoundLayer& layer = main_layer(plot);
  if (layer.rows.empty()) return "";
  const auto& words = plot.options.words;
  std::string text =
      base::replace_all(words("chart_values", layer.rows.size()), "{chart}", words(key_of(layer.mark), 0));
  const BoundChannel* value = measure_of(layer);
  if (!value || !has_extremes(layer, *value, plot)) return text;
  std::vector<size_t> rows;
  std::ranges::copy_if(layer.rows, std::back_inserter(rows), [&](size_t row) { return value->present[row]; });
  const auto number = [&](size_t row) { return value->numbers[row]; };
  if (rows.empty() || number(std::ranges::min(rows, {}, number)) == number(std::ranges::max(rows, {}, number)))
    return text;
  const auto described = [&](size_t row) {
    const std::string name = name_of(row, layer, plot);
    return plot.formats[static_cast<size_t>(value->column)].with_unit(
               plot.frame.at(row, value->column), plot.frame.unit_of(row, value->column), plot.units()) +
           (name.empty() ? "" : " (" + name + ")");
  };
  std::string extremes = base::replace_all(words("chart_extremes", rows.size()), "{highest}",
                                           described(std::ranges::max(rows, {}, number)));
  return text + " " + base::replace_all(extremes, "{lowest}", described(std::ranges::min(rows, {}, number)));
}

}  // namespace chart
