#include "chart/summary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "chart/mark_traits.h"
#include "chart/marks.h"
#include "chart/ticks.h"
#include "quantity/present.h"

namespace chart {
namespace {

constexpr size_t kMaxSeriesInSummary = 3;
constexpr size_t kMaxNamesListed = 4;
constexpr size_t kMaxSeriesListed = 8;
constexpr size_t kMaxTies = 3;
constexpr size_t kMaxGroups = 12;
constexpr double kClearTendency = 0.7;
constexpr size_t kMaxCorrelated = 2000;

bool is_english(const Plot& plot) { return plot.options.language == "en" || plot.options.language.starts_with("en-"); }

struct ChartKind {
  std::string_view english;  // the beginning of the summary in English
  std::string_view key;      // that of the theme's word, for other languages
};

ChartKind kind_of_chart(const BoundLayer& layer) {
  switch (layer.mark) {
    case MarkType::bar:
      return {layer.horizontal ? "A horizontal bar chart" : "A bar chart", "chart_of_bars"};
    case MarkType::line:
      return {"A line chart", "chart_of_lines"};
    case MarkType::area:
      return {"An area chart", "chart_of_areas"};
    case MarkType::point: {
      const BoundChannel *x = layer.find(Channel::x), *y = layer.find(Channel::y);
      const bool is_scatter = x && y && x->is_continuous() && y->is_continuous();
      return {is_scatter ? "A scatter plot" : "A dot plot", "chart_of_points"};
    }
    case MarkType::rect:
      return {"A heat map", "chart_of_cells"};
    case MarkType::tick:
      return {"A strip plot", "chart_of_points"};
    case MarkType::boxplot:
      return {"A box plot", "chart_of_marks"};
    case MarkType::rule:
    case MarkType::text:
    case MarkType::errorbar:
      break;
  }
  return {"A chart", "chart_of_marks"};
}

void add_name(std::vector<std::string>& names, std::string name) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

struct SummaryWriter {
  const Plot& plot;
  const quantity::Frame& frame;
  const BoundLayer& layer;
  const BoundChannel* value;      // the channel of the measure
  const BoundChannel* dimension;  // the channel along which the measure runs; may be null
  int name_column;                // the column with the text next to the marks; -1 if there is none
  const BoundChannel* other_end;  // the value that marks extend to from `value`; may be null
  bool in_group = false;          // whether the rows are those of one of several groups, which is named elsewhere
  std::string common_name = {};   // a category of all rows, which is named elsewhere; "" if there is none

  // Returns the theme's sentence for a count, with {NAME} replaced.
  std::string say(std::string_view key, size_t count,
                  std::initializer_list<std::pair<std::string_view, std::string>> values) const {
    std::string sentence = plot.options.words(key, count);
    for (const auto& [name, text] : values)
      sentence = base::replace_all(std::move(sentence), fmt::format("{{{}}}", name), text);
    return sentence;
  }

  // Joins names as listed() does.
  std::string list_of(std::vector<std::string> names, size_t most) const {
    if (is_english(plot)) return listed(names, most);
    const size_t left_out = names.size() - std::min(names.size(), most);
    names.resize(names.size() - left_out);
    if (left_out > 0) names.push_back(plot.options.words("chart_others", left_out));
    const bool has_comma = std::ranges::any_of(names, [](auto& name) { return name.find(',') != std::string::npos; });
    return base::join(names, has_comma ? "; " : ", ");
  }

  // Returns the channel's title in the spec, otherwise in the data; "" for a column of a query without a title. The
  // title of a quantity with a unit is that of the data, because axes often state only the unit.
  std::string title(const BoundChannel& channel) const {
    const quantity::Field& field = frame.fields[channel.column];
    const auto cased = [&](const std::string& text) { return is_english(plot) ? in_sentence(text) : text; };
    const std::string own = field.title == field.name ? "" : cased(field.title);
    const auto& stated = channel.encoding->title;
    const bool has_unit = !field.unit_field.empty() || (!field.unit.empty() && field.unit != "1");
    const bool is_one_end = &channel == value && other_end && own != title(*other_end);
    const bool names_measure = (has_unit && !is_one_end) || (&channel == value && is_share());
    return !stated || stated->empty() || (names_measure && !own.empty()) ? own : cased(*stated);
  }

  // Returns the value that the mark of a row shows. This is the row's share if shares are drawn.
  double shown(size_t row) const {
    return is_share() ? std::abs(layer.stack_to[row] - layer.stack_from[row]) : value->numbers[row];
  }
  bool is_share() const { return layer.stacked && value->encoding->stack == Stack::normalize; }

  // Returns the first row with a value, because either end of a range may be unknown.
  size_t first_known() const {
    auto found = std::find_if(layer.rows.begin(), layer.rows.end(), [&](size_t row) { return value->present[row]; });
    return found == layer.rows.end() ? layer.rows.front() : *found;
  }

  std::string amount(size_t row) const {
    if (is_share()) {
      const std::string& format = value->encoding->axis.format;
      return (*quantity::NumberFormat::parse(format.empty() ? ".0%" : format))(shown(row), plot.units().locale());
    }
    return amount_of(*value, row);
  }

  std::string amount_of(const BoundChannel& channel, size_t row) const {
    quantity::Field field = frame.fields[channel.column];
    const quantity::Value& amount = frame.at(row, channel.column);
    const std::string unit = frame.unit_of(row, channel.column);
    std::string format_there = format_of_labels(channel.column);
    if (format_there.empty() && channel.encoding->axis.format.ends_with('%')) format_there = "~%";  // as on the axis
    if (!format_there.empty()) {
      field.format = format_there;
      return quantity::present_with_unit(amount, field, unit, plot.units());
    }
    const quantity::ColumnFormat& format = plot.formats[static_cast<size_t>(channel.column)];
    return field.is_measure() ? format.with_unit(amount, unit, plot.units()) : format(amount);
  }

  // Returns the format in which texts beside the marks show the values of a column; "" for the column's own.
  std::string format_of_labels(int column) const {
    for (const BoundLayer& each : plot.layers)
      if (const BoundChannel* text = each.find(Channel::text); text && text->column == column)
        return text->encoding->format;
    return "";
  }

  std::string text(const BoundChannel& channel, size_t row) const {
    const quantity::Value& value_there = frame.at(row, channel.column);
    if (quantity::is_null(value_there) && !channel.categories.empty()) return channel.categories[row];
    const std::string shown = quantity::present(value_there, frame.fields[channel.column], plot.units().locale());
    return channel.type == Type::temporal ? write_moment(shown, plot.units().locale()) : shown;
  }

  // Returns the texts of a row in some channels; each column is used only once.
  std::vector<std::string> texts(const std::vector<const BoundChannel*>& channels, size_t row) const {
    std::vector<std::string> parts;
    std::vector<int> columns = {-1, value->column};
    for (const BoundChannel* channel : channels) {
      if (!channel || std::find(columns.begin(), columns.end(), channel->column) != columns.end()) continue;
      columns.push_back(channel->column);
      if (channel->present[row]) parts.push_back(text(*channel, row));
    }
    return parts;
  }

  // Returns the name of the row's series: "Oslo"; "" if there is only one series.
  std::string series_name(size_t row) const {
    std::vector<const BoundChannel*> channels = layer.series();
    if (!in_group)
      for (Channel channel : {Channel::row, Channel::column}) channels.push_back(layer.find(channel));
    std::erase_if(channels, measures);
    return base::join(texts(channels, row), ", ");
  }

  // Returns the row's position and series: "Oslo, 2024".
  std::string name(size_t row) const {
    if (name_column >= 0 && !quantity::is_null(frame.at(row, name_column)) && !dimension_names())
      return quantity::present(frame.at(row, name_column), frame.fields[name_column], plot.units().locale());
    std::vector<const BoundChannel*> channels = layer.series();
    for (Channel channel :
         {Channel::x_offset, Channel::y_offset, Channel::x, Channel::y, Channel::row, Channel::column})
      if (is_offset(channel) || is_position(channel) || !in_group) channels.push_back(layer.find(channel));
    std::erase_if(channels, measures);
    std::vector<std::string> parts = texts(channels, row);
    std::erase(parts, common_name);
    // If a category contains the name of its series, only the category is used: "Oslo, ground".
    std::erase_if(parts, [&](const std::string& part) {
      return std::any_of(parts.begin(), parts.end(), [&](const std::string& more) {
        return more.size() > part.size() && more.starts_with(part) && !base::is_letter(more[part.size()]);
      });
    });
    return base::join(parts, ", ");
  }

  // Returns the names of rows after their count: " (Oslo, Bergen and 3 more)"; "" without names.
  std::string in_brackets(const std::vector<size_t>& rows) const {
    std::vector<std::string> names;
    for (size_t row : rows) add_name(names, name(row));
    return names.empty() ? "" : fmt::format(" ({})", list_of(names, kMaxNamesListed));
  }

  // Whether a category or a date along an axis already names each row.
  bool dimension_names() const { return dimension && dimension->type != Type::quantitative; }

  std::string what() const {
    if (!is_english(plot)) {
      const size_t count = layer.rows.size();
      return say("chart_values", count, {{"chart", plot.options.words(kind_of_chart(layer).key, count)}});
    }
    std::string sentence(kind_of_chart(layer).english);
    const auto name_of = [&](const BoundChannel& channel) {
      const std::string own = title(channel);
      return own.empty() ? frame.fields[channel.column].name : own;
    };
    const std::string measured = name_of(*value);
    const std::string reached = other_end && !value->encoding->title ? name_of(*other_end) : "";
    sentence += (is_share() ? " of shares of " : " of ") + measured;
    if (!reached.empty() && reached != measured) sentence += " to " + reached;
    std::vector<std::string> by;
    for (Channel channel : {Channel::x, Channel::y}) {
      const BoundChannel* bound = layer.find(channel);
      if (!bound || bound->column < 0 || bound == value || title(*bound).empty()) continue;
      if (bound->type == Type::quantitative) {
        sentence += " against " + title(*bound);
      } else {
        by.push_back(title(*bound));
      }
    }
    if (!by.empty()) sentence += " by " + listed(by, 4);
    const Scale* color = find_scale(plot.scales, Channel::color);
    const BoundChannel* series = layer.find(Channel::color);
    const bool repeats = dimension && series && dimension->column == series->column;
    if (color && series && series->column >= 0 && color->categories.size() > 1 && !repeats) {
      std::vector<std::string> names = color->categories;
      const auto others = std::erase_if(names, [&](const std::string& name) {
        return is_muted(plot.layers, Channel::color, name, plot.spec.highlight);
      });
      if (others > 0) names.push_back(base::count_of(others, "other"));
      sentence += fmt::format(", for {}", listed(names, kMaxSeriesListed));
    }
    if (plot.panels.size() > 1) {
      std::vector<std::string> facets;
      for (Channel channel : {Channel::row, Channel::column})
        if (const BoundChannel* facet = layer.find(channel); facet && !title(*facet).empty())
          facets.push_back(title(*facet));
      sentence += fmt::format(", in {} panels", plot.panels.size());
      if (!facets.empty()) sentence += " by " + listed(facets, 2);
    }
    if (!plot.spec.highlight.empty()) sentence += ", which highlights " + listed(plot.spec.highlight, kMaxSeriesListed);
    const quantity::Value count = static_cast<int64_t>(layer.rows.size());
    return fmt::format("{}; {} value{}.", sentence, quantity::plain_number(count, plot.units().locale()),
                       layer.rows.size() == 1 ? "" : "s");
  }

  // Returns a sentence about marks that extend from one value to another: the outermost ends.
  std::string ends() const {
    struct End {
      const BoundChannel* channel;
      size_t row;
      double number() const { return channel->numbers[row]; }
    };
    std::vector<End> all = {{value, first_known()}};
    for (const BoundChannel* channel : {value, other_end})
      for (size_t row : layer.rows)
        if (channel->present[row]) all.push_back({channel, row});
    auto describe = [&](const End& end) {
      const std::string at = name(end.row);
      return amount_of(*end.channel, end.row) + (at.empty() ? "" : " (" + at + ")");
    };
    return say("chart_ends", layer.rows.size(),
               {{"from", describe(*std::ranges::min_element(all, {}, &End::number))},
                {"to", describe(*std::ranges::max_element(all, {}, &End::number))}});
  }

  std::string range() const {
    if (other_end) return ends();
    size_t least = first_known(), greatest = least;
    for (size_t row : layer.rows) {
      if (shown(row) < shown(least)) least = row;
      if (shown(row) > shown(greatest)) greatest = row;
    }
    auto describe = [&](size_t extreme) {
      std::vector<std::string> names;
      for (size_t row : layer.rows)
        if (shown(row) == shown(extreme)) add_name(names, name(row));
      // If many dates have the same value, naming the series is enough.
      if (names.size() > 1 && dimension && dimension->type == Type::temporal) {
        names.clear();
        for (size_t row : layer.rows)
          if (shown(row) == shown(extreme)) add_name(names, series_name(row));
      }
      return names.empty() ? amount(extreme) : fmt::format("{} ({})", amount(extreme), list_of(names, kMaxTies));
    };
    const size_t count = layer.rows.size();
    if (count == 1) return say("chart_one", count, {{"value", describe(least)}});
    if (shown(least) == shown(greatest)) return say("chart_equal", count, {{"value", amount(least)}});
    return say("chart_extremes", count, {{"highest", describe(greatest)}, {"lowest", describe(least)}});
  }

  // Returns a sentence about each name that the spec highlights: its value, or the extremes of its values.
  std::vector<std::string> highlights() const {
    std::vector<std::string> sentences;
    for (const std::string& name : plot.spec.highlight) {
      BoundLayer part = layer;
      std::erase_if(part.rows, [&](size_t row) { return is_muted(layer, row, {name}); });
      if (part.rows.empty() || part.rows.size() == layer.rows.size()) continue;
      const size_t first = part.rows.front();
      if (part.rows.size() == 1 && !other_end) {
        if (value->present[first]) sentences.push_back(fmt::format("{}: {}.", name, amount(first)));
        continue;
      }
      std::string text =
          SummaryWriter{plot, frame, part, value, dimension, name_column, other_end, false, name}.range();
      if (is_english(plot)) text.front() = base::lower(text.front());
      sentences.push_back(fmt::format("{}: {}", name, text));
    }
    return sentences;
  }

  // Returns a sentence about two quantities: whether one tends to increase with the other.
  std::string tendency() const {
    if (!measures(dimension) || !frame.fields[dimension->column].unit_field.empty()) return "";
    std::vector<double> x, y;
    // An even sample of thousands of points shows the same tendency.
    const size_t stride = 1 + layer.rows.size() / kMaxCorrelated;
    std::vector<size_t> sample;
    for (size_t i = 0; i < layer.rows.size(); i += stride) sample.push_back(layer.rows[i]);
    for (size_t row : sample) {
      x.push_back(dimension->numbers[row]);
      y.push_back(value->numbers[row]);
    }
    auto less = [&](size_t a, size_t b) { return dimension->numbers[a] < dimension->numbers[b]; };
    const size_t low = *std::min_element(layer.rows.begin(), layer.rows.end(), less);
    const size_t high = *std::max_element(layer.rows.begin(), layer.rows.end(), less);
    std::string text;
    if (less(low, high))
      text = say("chart_runs", sample.size(),
                 {{"name", frame.fields[dimension->column].title},
                  {"from", amount_of(*dimension, low)},
                  {"to", amount_of(*dimension, high)}});
    const double correlation = rank_correlation(x, y);
    if (std::abs(correlation) < kClearTendency || title(*dimension).empty() || title(*value).empty()) return text;
    return text + " " +
           say(correlation > 0 ? "chart_higher" : "chart_lower", sample.size(),
               {{"name", title(*dimension)}, {"other", title(*value)}});
  }

  // Whether the values over time are those of one thing, and not of a separate thing at each date.
  bool joins_values() const {
    return layer.mark == MarkType::bar || std::ranges::any_of(plot.layers, [&](const BoundLayer& each) {
             const BoundChannel* bound = each.find(value->encoding->channel);
             return traits_of(each.mark).is_path && bound && bound->column == value->column;
           });
  }

  std::string trend() const {
    if (!dimension || dimension->type != Type::temporal || dimension->column < 0 || other_end || !joins_values())
      return "";
    struct Ends {
      size_t first, last;
      std::string name;
    };
    std::vector<Ends> all;
    std::map<std::string, size_t> places;
    for (size_t row : layer.rows) {
      if (!value->present[row] || is_muted(layer, row, plot.spec.highlight)) continue;
      const std::string key = series_name(row);
      auto [at, added] = places.emplace(key, all.size());
      if (added) all.push_back({row, row, key});
      Ends& ends = all[at->second];
      if (dimension->numbers[row] < dimension->numbers[ends.first]) ends.first = row;
      if (dimension->numbers[row] > dimension->numbers[ends.last]) ends.last = row;
    }
    std::erase_if(all, [&](const Ends& ends) {
      return dimension->numbers[ends.first] == dimension->numbers[ends.last] ||
             frame.unit_of(ends.first, value->column) != frame.unit_of(ends.last, value->column);
    });
    if (all.empty()) return "";
    if (all.size() > kMaxSeriesInSummary) {
      size_t rose = 0, fell = 0;
      for (const Ends& ends : all) {
        rose += value->numbers[ends.last] > value->numbers[ends.first];
        fell += value->numbers[ends.last] < value->numbers[ends.first];
      }
      return say("chart_series", all.size(), {{"rose", std::to_string(rose)}, {"fell", std::to_string(fell)}});
    }
    std::vector<std::string> parts;
    for (const Ends& ends : all) {
      double from = value->numbers[ends.first], to = value->numbers[ends.last];
      const std::string one = is_english(plot) ? "It" : title(*value), who = ends.name.empty() ? one : ends.name;
      if (who.empty()) continue;
      parts.push_back(say(from == to  ? "chart_stayed"
                          : to > from ? "chart_rose"
                                      : "chart_fell",
                          layer.rows.size(),
                          {{"name", who},
                           {"from", amount(ends.first)},
                           {"first", text(*dimension, ends.first)},
                           {"to", amount(ends.last)},
                           {"last", text(*dimension, ends.last)}}));
    }
    return base::join(parts, " ");
  }

  // Returns a sentence about rows that no layer shows.
  std::string gaps() const {
    std::vector<bool> shown_somewhere(frame.rows());
    for (const BoundLayer& each : plot.layers)
      if (shows_data(each))
        for (size_t row : each.rows) shown_somewhere[row] = true;
    std::vector<size_t> missing;
    for (size_t row = 0; row < frame.rows(); ++row)
      if (!shown_somewhere[row]) missing.push_back(row);
    if (missing.empty()) return "";
    return say("chart_gaps", missing.size(), {{"names", in_brackets(missing)}});
  }

  // Returns a sentence about ranges with one known end.
  std::string open_ends() const {
    std::vector<size_t> open;
    for (const BoundLayer& each : plot.layers)
      for (size_t row : each.rows)
        if (is_half_known(each, Channel::x2, row) || is_half_known(each, Channel::y2, row)) open.push_back(row);
    if (open.empty()) return "";
    return say("chart_open_ends", open.size(), {{"names", in_brackets(open)}});
  }
};

// Returns the value that the layer's marks extend to from `value` along the same axis. Returns null if there is none,
// or if it is a line from which all marks start.
const BoundChannel* other_end_of(const Plot& plot, const BoundLayer& main, const BoundChannel& value) {
  const bool along_x = main.find(Channel::x) == &value;
  for (const BoundLayer& layer : plot.layers) {
    const BoundChannel* from = layer.find(along_x ? Channel::x : Channel::y);
    const BoundChannel* to = layer.find(along_x ? Channel::x2 : Channel::y2);
    // A stroke with two ends on both axes connects two points.
    if (layer.mark == MarkType::rule && layer.find(along_x ? Channel::y2 : Channel::x2)) continue;
    if (!from || from->column != value.column || !to || to->column < 0 || to->column == value.column) continue;
    for (size_t row : main.rows)
      if (to->present[row] && (main.rows.size() == 1 || to->numbers[row] != to->numbers[main.rows.front()])) return to;
  }
  return nullptr;
}

// Returns the column of the text next to all of this layer's marks, or -1.
int name_column_of(const Plot& plot, const BoundLayer& main) {
  for (const BoundLayer& layer : plot.layers) {
    const BoundChannel* text = layer.find(Channel::text);
    if (layer.mark == MarkType::text && text && text->column >= 0 && text->type != Type::quantitative &&
        std::ranges::all_of(main.rows, [&](size_t row) { return text->present[row]; }))
      return text->column;
  }
  for (const BoundChannel& channel : main.channels)
    if (channel.encoding->channel == Channel::tooltip && channel.column >= 0 && channel.type == Type::nominal)
      return channel.column;
  return -1;
}

// -- Groups of rows whose values compare --

struct Group {
  std::string name;  // "" of a single group
  std::vector<size_t> rows;
};

// Returns groups of rows of one panel that have one unit and agree in the columns of the field's `comparable`. Panels
// are one group only if the data state what must agree, all rows agree in it, and the panels share the scale. Returns
// no groups if the frame lacks one of these columns, because nobody knows then which rows compare.
std::vector<Group> comparable_groups(const Plot& plot, const BoundLayer& layer, const BoundChannel& value) {
  const quantity::Frame& frame = plot.frame;
  std::vector<int> columns;
  for (const std::string_view part : base::split(frame.fields[value.column].comparable, ',')) {
    if (base::trim(part).empty()) continue;
    columns.push_back(frame.find(base::trim(part)));
    if (columns.back() < 0) return {};
  }
  using Key = std::vector<std::string>;  // the unit, and the values of the columns
  auto key_of = [&](size_t row) {
    Key key = {frame.unit_of(row, value.column)};
    for (int column : columns)
      key.push_back(quantity::present(frame.at(row, column), frame.fields[column], plot.units().locale()));
    return key;
  };
  std::set<Key> keys;
  for (size_t row : layer.rows) keys.insert(key_of(row));
  const Channel channel = value.encoding->channel;
  const bool shares_scale = !is_xy(channel) || !plot.spec.is_independent(channel);
  if (keys.size() == 1 && (plot.panels.size() == 1 || (shares_scale && !columns.empty()))) return {{"", layer.rows}};

  std::vector<Group> groups;
  for (const Panel& panel : plot.panels) {
    std::map<Key, std::vector<size_t>> parts;
    for (size_t row : panel.layers[static_cast<size_t>(&layer - plot.layers.data())].rows)
      parts[key_of(row)].push_back(row);
    const auto differs = [&](size_t i) {
      return std::ranges::any_of(parts, [&](const auto& part) { return part.first[i] != parts.begin()->first[i]; });
    };
    for (auto& [key, rows] : parts) {
      std::vector<std::string> names;
      for (const std::string& name : {panel.row, panel.column})
        if (!name.empty()) names.push_back(name);
      for (size_t i = 1; i < key.size(); ++i)
        if (differs(i)) names.push_back(key[i]);
      if (names.empty()) names.push_back(quantity::unit_label(key.front(), plot.units()));
      groups.push_back({base::join(names, ", "), std::move(rows)});
    }
  }
  return groups;
}

}  // namespace

const BoundChannel* measure_of(const BoundLayer& layer) {
  const BoundChannel *x = layer.find(Channel::x), *y = layer.find(Channel::y), *color = layer.find(Channel::color);
  if (layer.mark == MarkType::rect && measures(color)) return color;
  for (const BoundChannel* each : {layer.horizontal ? x : y, y, x})
    if (measures(each)) return each;
  return nullptr;
}

const BoundLayer& main_layer(const Plot& plot) {
  auto rank = [](const BoundLayer& layer) {
    return (layer.rows.empty() ? 0 : 8) + (shows_data(layer) ? 4 : 0) +
           (traits_of(layer.mark).is_addition || layer.layer->mark.is_band ? 0 : 2) + (measure_of(layer) ? 1 : 0);
  };
  return *std::ranges::max_element(plot.layers, {}, rank);
}

std::string summarise(const Plot& plot) {
  const BoundLayer& layer = main_layer(plot);
  const BoundChannel* value = measure_of(layer);
  if (!value && is_english(plot))
    return fmt::format("{} of {}.", kind_of_chart(layer).english,
                       base::count_of(layer.rows.size(), "entry", "entries"));
  if (!value) return SummaryWriter{plot, plot.frame, layer, nullptr, nullptr, -1, nullptr}.what();
  const BoundChannel* dimension = layer.find(value->encoding->channel == Channel::x ? Channel::y : Channel::x);
  if (dimension && dimension->column < 0) dimension = nullptr;
  const SummaryWriter writer{
      plot, plot.frame, layer, value, dimension, name_column_of(plot, layer), other_end_of(plot, layer, *value)};
  std::vector<std::string> sentences = {writer.what()};
  std::vector<Group> groups;
  if (!layer.adds_up) groups = comparable_groups(plot, layer, *value);
  if (groups.size() == 1 && writer.trend().empty())
    for (std::string& sentence : writer.highlights()) sentences.push_back(std::move(sentence));
  // The panels that are highlighted are described before others, of which only some are.
  std::ranges::stable_partition(groups, [&](const Group& group) {
    return std::ranges::any_of(group.rows, [&](size_t row) { return !is_muted(layer, row, plot.spec.highlight); });
  });
  for (const Group& group : groups) {
    if (groups.size() == 1) {
      sentences.push_back(writer.range());
      continue;
    }
    if (sentences.size() > kMaxGroups) {
      const size_t more = groups.size() - kMaxGroups;
      sentences.push_back(writer.say("chart_more_groups", more, {{"more", std::to_string(more)}}));
      break;
    }
    BoundLayer part = layer;
    part.rows = group.rows;
    std::string range =
        SummaryWriter{plot, plot.frame, part, value, dimension, writer.name_column, writer.other_end, true}.range();
    if (range.empty()) continue;
    if (is_english(plot)) range.front() = base::lower(range.front());
    sentences.push_back(fmt::format("{}: {}", group.name, range));
  }
  if (!layer.adds_up) sentences.push_back(writer.trend());
  if (groups.size() == 1) sentences.push_back(writer.tendency());
  sentences.push_back(writer.open_ends());
  sentences.push_back(writer.gaps());
  std::erase(sentences, "");
  return base::replace_all(base::join(sentences, " "), "。 ", "。");
}

}  // namespace chart
