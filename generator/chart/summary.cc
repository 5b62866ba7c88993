#include "chart/summary.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "chart/marks.h"
#include "quantity/present.h"

namespace chart {
namespace {

constexpr size_t kMostSeriesTold = 3;
constexpr size_t kMostGapsTold = 4;

// The layer that the summary is about: the first that shows data by a mark that is more than an addition to others.
const BoundLayer& main_layer(const Plot& plot) {
  auto shows_data = [](const BoundLayer& layer) {
    return std::any_of(layer.channels.begin(), layer.channels.end(),
                       [](const BoundChannel& channel) { return channel.column >= 0; });
  };
  auto is_addition = [](MarkType mark) {
    return mark == MarkType::text || mark == MarkType::rule || mark == MarkType::errorbar;
  };
  for (const BoundLayer& layer : plot.layers) {
    if (shows_data(layer) && !is_addition(layer.mark)) return layer;
  }
  for (const BoundLayer& layer : plot.layers) {
    if (shows_data(layer)) return layer;
  }
  return plot.layers.front();
}

std::string kind_of_chart(const BoundLayer& layer) {
  switch (layer.mark) {
    case MarkType::bar:
      return layer.horizontal ? "Horizontal bar chart" : "Bar chart";
    case MarkType::line:
      return "Line chart";
    case MarkType::area:
      return "Area chart";
    case MarkType::point: {
      const BoundChannel *x = layer.find(Channel::x), *y = layer.find(Channel::y);
      return x && y && x->is_continuous() && y->is_continuous() ? "Scatter plot" : "Dot plot";
    }
    case MarkType::rect:
      return "Grid of cells";
    default:
      return "Chart";
  }
}

struct Teller {
  const Plot& plot;
  const quantity::Frame& frame;
  const quantity::Units& units;
  const BoundLayer& layer;
  const BoundChannel* value;      // the measure
  const BoundChannel* dimension;  // what it is measured along

  std::string title(const BoundChannel& channel) const { return frame.fields[channel.column].title; }

  std::string amount(size_t row) const {
    const quantity::Field& field = frame.fields[value->column];
    int unit_column = field.unit_field.empty() ? -1 : frame.find(field.unit_field);
    std::string unit = unit_column < 0 ? field.unit : quantity::to_text(frame.at(row, unit_column));
    const quantity::ColumnFormat& format = plot.formats[static_cast<size_t>(value->column)];
    return field.is_measure() ? format.with_unit(frame.at(row, value->column), unit, units)
                              : format(frame.at(row, value->column));
  }

  std::string text(const BoundChannel& channel, size_t row) const {
    return quantity::present(frame.at(row, channel.column), frame.fields[channel.column]);
  }

  // The row's place and series: "Oslo, 2024".
  std::string name(size_t row) const {
    std::vector<std::string> parts;
    std::vector<int> told = {value->column};
    auto add = [&](const BoundChannel* channel) {
      if (!channel || channel->column < 0) return;
      if (std::find(told.begin(), told.end(), channel->column) != told.end()) return;
      told.push_back(channel->column);
      parts.push_back(text(*channel, row));
    };
    for (const BoundChannel* channel : layer.series()) add(channel);
    add(layer.find(Channel::x_offset));
    add(layer.find(Channel::y_offset));
    if (dimension && dimension->type != Type::quantitative) add(dimension);
    return base::join(parts, ", ");
  }

  std::string what() const;
  std::string range() const;
  std::string trend() const;
  std::string gaps() const;
};

std::string Teller::what() const {
  std::string sentence = kind_of_chart(layer) + " of " + title(*value);
  if (dimension && dimension->column >= 0) {
    sentence += dimension->type == Type::quantitative ? " against " : " by ";
    sentence += title(*dimension);
  }
  auto color = plot.scales.find(Channel::color);
  const BoundChannel* series = layer.find(Channel::color);
  if (color != plot.scales.end() && series && series->column >= 0 &&
      !(dimension && dimension->column == series->column) && color->second.categories.size() > 1) {
    sentence += fmt::format(" for {}: {}", base::count_of(color->second.categories.size(), "series", "series"),
                            base::join(color->second.categories, ", "));
  }
  return fmt::format("{}; {}.", sentence, base::count_of(layer.rows.size(), "value"));
}

std::string Teller::range() const {
  size_t least = layer.rows.front(), greatest = least;
  for (size_t row : layer.rows) {
    if (value->numbers[row] < value->numbers[least]) least = row;
    if (value->numbers[row] > value->numbers[greatest]) greatest = row;
  }
  auto told = [&](size_t row) {
    std::string at = name(row);
    return at.empty() ? amount(row) : fmt::format("{} ({})", amount(row), at);
  };
  if (layer.rows.size() == 1) return fmt::format("The value is {}.", told(least));
  if (value->numbers[least] == value->numbers[greatest]) return fmt::format("All values are {}.", amount(least));
  return fmt::format("From {} to {}.", told(least), told(greatest));
}

std::string change(double from, double to) {
  if (from == to) return "stayed at";
  return to > from ? "rose from" : "fell from";
}

std::string Teller::trend() const {
  if (!dimension || dimension->type != Type::temporal || dimension->column < 0) return "";
  struct Ends {
    size_t first, last;
    std::string name;
  };
  std::vector<Ends> all;
  std::map<std::string, size_t> places;
  for (size_t row : layer.rows) {
    std::string key;
    for (const BoundChannel* channel : layer.series()) key += (key.empty() ? "" : ", ") + text(*channel, row);
    auto [at, added] = places.emplace(key, all.size());
    if (added) all.push_back({row, row, key});
    Ends& ends = all[at->second];
    if (dimension->numbers[row] < dimension->numbers[ends.first]) ends.first = row;
    if (dimension->numbers[row] > dimension->numbers[ends.last]) ends.last = row;
  }
  std::erase_if(all, [&](const Ends& ends) { return dimension->numbers[ends.first] == dimension->numbers[ends.last]; });
  if (all.empty()) return "";
  if (all.size() > kMostSeriesTold) {
    size_t rose = 0, fell = 0;
    for (const Ends& ends : all) {
      rose += value->numbers[ends.last] > value->numbers[ends.first];
      fell += value->numbers[ends.last] < value->numbers[ends.first];
    }
    return fmt::format("Between first and last value, {} of {} series rose and {} fell.", rose, all.size(), fell);
  }
  std::vector<std::string> parts;
  for (const Ends& ends : all) {
    double from = value->numbers[ends.first], to = value->numbers[ends.last];
    std::string part = (ends.name.empty() ? title(*value) : ends.name) + ' ' + change(from, to) + ' ';
    if (from == to) {
      part += fmt::format("{} between {} and {}", amount(ends.first), text(*dimension, ends.first),
                          text(*dimension, ends.last));
    } else {
      part += fmt::format("{} ({}) to {} ({})", amount(ends.first), text(*dimension, ends.first), amount(ends.last),
                          text(*dimension, ends.last));
    }
    parts.push_back(part);
  }
  return base::join(parts, "; ") + ".";
}

std::string Teller::gaps() const {
  const size_t missing = frame.rows() - layer.rows.size();
  if (missing == 0) return "";
  std::vector<std::string> names;
  for (size_t row = 0; row < frame.rows(); ++row) {
    if (std::binary_search(layer.rows.begin(), layer.rows.end(), row)) continue;
    std::string at = name(row);
    if (!at.empty() && names.size() < kMostGapsTold) names.push_back(at);
  }
  std::string told = base::join(names, "; ");
  if (!told.empty() && names.size() < missing) told += "; …";
  return fmt::format("{} without a value {} left out{}.", base::count_of(missing, "row"), missing == 1 ? "is" : "are",
                     told.empty() ? "" : fmt::format(" ({})", told));
}

}  // namespace

std::string summarise(const Plot& plot, const quantity::Frame& frame, const quantity::Units& units) {
  const BoundLayer& layer = main_layer(plot);
  const BoundChannel* x = layer.find(Channel::x);
  const BoundChannel* y = layer.find(Channel::y);
  auto measures = [](const BoundChannel* channel) {
    return channel && channel->column >= 0 && channel->type == Type::quantitative;
  };
  const BoundChannel* value = measures(layer.horizontal ? x : y) ? (layer.horizontal ? x : y)
                              : measures(y)                      ? y
                              : measures(x)                      ? x
                                                                 : nullptr;
  if (layer.rows.empty()) return "";
  if (!value)
    return fmt::format("{} of {}.", kind_of_chart(layer), base::count_of(layer.rows.size(), "entry", "entries"));
  const BoundChannel* dimension = value == x ? y : x;
  if (dimension && dimension->column < 0) dimension = nullptr;
  Teller teller{plot, frame, units, layer, value, dimension};
  std::string summary = teller.what() + " " + teller.range();
  for (const std::string& more : {teller.trend(), teller.gaps()}) {
    if (!more.empty()) summary += " " + more;
  }
  return summary;
}

}  // namespace chart
