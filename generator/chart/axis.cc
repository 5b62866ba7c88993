#include "chart/axis.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include <fmt/format.h>

#include "base/text.h"
#include "base/utf8.h"
#include "chart/plot.h"
#include "chart/ticks.h"
#include "quantity/present.h"

namespace chart {
namespace {

constexpr double kPixelsPerTickX = 80, kPixelsPerTickY = 50;  // Vega-Lite uses 40 px, which makes more ticks

// Merges the axis keys of all layers. Layers that state different values of a key are an error, because they share the
// axis.
GuideSpec merged_axis(const std::vector<const BoundChannel*>& channels, base::Diagnostics& diagnostics) {
  GuideSpec all;
  for (const BoundChannel* channel : channels) {
    const auto take = [&](std::string_view key, auto GuideSpec::* member) {
      const auto& own = channel->encoding->axis.*member;
      auto& merged = all.*member;
      const std::remove_cvref_t<decltype(own)> unstated{};
      if (merged == unstated) {
        merged = own;
      } else if (own != unstated && own != merged) {
        diagnostics
            .error("chart-no-effect", channel->encoding->span,
                   fmt::format("another layer states a different \"{}\" of the axis {}, which they share", key,
                               channel_name(channel->encoding->channel)))
            .suggest("state it in one layer");
      }
    };
    take("format", &GuideSpec::format);
    take("values", &GuideSpec::values);
    take("orient", &GuideSpec::orient);
    take("tickCount", &GuideSpec::tick_count);
    take("grid", &GuideSpec::grid);
    take("labels", &GuideSpec::labels);
    take("ticks", &GuideSpec::ticks);
    take("labelAngle", &GuideSpec::label_angle);
    take("better", &GuideSpec::better);
  }
  return all;
}

// Adds the year to the first label if the ticks are months and days without a year.
void tell_year(Axis& axis, const quantity::Locale& locale) {
  auto shows = [&locale](const Tick& tick, std::string_view format) {
    return format_time(tick.value, format, locale) == tick.text;
  };
  const bool no_year = std::ranges::all_of(axis.ticks, [&](const Tick& tick) {
    return shows(tick, "%B") || shows(tick, locale.day_format) || shows(tick, "%a %d");
  });
  if (axis.ticks.empty() || !no_year) return;
  Tick& first = axis.ticks.front();
  first.text = format_time(first.value, shows(first, "%B") ? locale.month_format : locale.date_format, locale);
}

bool states_domain(const std::vector<const BoundChannel*>& channels) {
  return std::any_of(channels.begin(), channels.end(), [](const BoundChannel* channel) {
    const ScaleSpec& scale = channel->encoding->scale;
    return !scale.domain.empty() || scale.domain_min || scale.domain_max;
  });
}

// Makes the axis of a panel along x or y.
struct AxisMaker {
  const Plot& plot;
  const Scale& scale;
  const double length;
  base::Diagnostics& diagnostics;
  const std::vector<const BoundChannel*> channels;
  const GuideSpec spec = merged_axis(channels, diagnostics);
  Axis axis = {};

  // Returns the stated values that the axis reaches.
  std::vector<double> stated_values() {
    std::vector<double> values;
    for (const quantity::Value& value : spec.values) {
      const double number = number_of(value, channels.front()->type), at = scale.position(number);
      if (at >= std::floor(std::min(scale.range_from, scale.range_to)) &&
          at <= std::ceil(std::max(scale.range_from, scale.range_to))) {
        values.push_back(number);
      } else {
        axis.beyond.push_back(value);
      }
    }
    std::sort(values.begin(), values.end());
    return values;
  }

  void add_categories() {
    for (const quantity::Value& value : spec.values)
      if (scale.index_of(quantity::to_text(value)) < 0) axis.beyond.push_back(value);
    for (size_t i = 0; i < scale.categories.size(); ++i) {
      const std::string& name = scale.categories[i];
      if (is_listed(name, spec.values)) axis.ticks.push_back({0, scale.centre(i), name, name, {}});
    }
  }

  void add_continuous_ticks() {
    const double automatic = std::ceil(length / (axis.along_x ? kPixelsPerTickX : kPixelsPerTickY));
    const double count = spec.tick_count.value_or(automatic);
    const bool stated = !spec.values.empty();
    std::vector<double> values = stated ? stated_values() : scale.ticks(count);
    std::string format = spec.format;
    if (!stated && format.ends_with('d') && scale.type != ScaleType::time) keep_whole(values);
    bool first = true;  // whether the column is the first, which decides whether ticks are whole numbers
    for (const BoundChannel* channel : channels) {
      if (!format.empty() || scale.type == ScaleType::time) break;
      if (channel->encoding->stack == Stack::normalize) format = ".0%";
      if (channel->column < 0 || !format.empty()) continue;
      format = tick_format(plot.frame.fields[channel->column], stated || !first, values, plot.units());
      first = false;
    }
    axis.ticks = labelled_ticks(scale, count, format, values, stated, plot.units().locale());
    if (scale.type == ScaleType::time && spec.format.empty()) tell_year(axis, plot.units().locale());
    const double zero = scale.has_zero() ? scale.position(0) : -1;
    const double edge = std::abs(zero - scale.range_from);
    if (zero >= -0.01 && zero <= length + 0.01 && edge > 0.01) axis.zero = zero;
  }

  // Adds to the title in which direction values are better: "Price · ← better".
  void add_direction() {
    const bool to_higher = spec.better == quantity::Better::higher;
    const bool onwards = (scale.position(scale.to) > scale.position(scale.from)) == (scale.to > scale.from);
    const char* const arrow = axis.along_x ? (onwards == to_higher ? "→" : "←") : (onwards == to_higher ? "↓" : "↑");
    const std::string word = plot.options.words("chart_better", 0);
    const bool after = std::string_view(arrow) == "→";
    axis.title += fmt::format("{}{} {}", axis.title.empty() ? "" : " · ", after ? word : arrow, after ? arrow : word);
  }

  Axis make(Channel channel, double most_extent) {
    axis.along_x = channel == Channel::x;
    axis.discrete = scale.is_discrete();
    axis.hidden = std::ranges::any_of(channels, [](const BoundChannel* each) { return each->encoding->axis.hidden; });
    if (axis.hidden) return axis;
    axis.title = channel_title(plot, channel);
    if (spec.better != quantity::Better::neither && !axis.discrete) add_direction();
    axis.grid = spec.grid.value_or(!axis.discrete);
    axis.opposite = spec.orient == "top" || spec.orient == "right";
    axis.tick_marks = spec.ticks.value_or(axis.along_x && !axis.discrete);
    if (axis.discrete)
      add_categories();
    else
      add_continuous_ticks();
    if (!spec.labels.value_or(true)) return axis;
    if (axis.along_x)
      place_x_labels(axis, length, scale, spec.label_angle);
    else
      place_y_labels(axis, length, scale, most_extent);
    return axis;
  }
};

}  // namespace

std::optional<std::string> stated_title(const Encoding& encoding) {
  return encoding.axis.title ? encoding.axis.title : encoding.legend.title ? encoding.legend.title : encoding.title;
}

std::string channel_title(const Plot& plot, Channel channel) {
  std::vector<std::string> titles;
  const std::vector<const BoundChannel*> channels = scaled_channels(plot.layers, channel);
  // If any layer states a title, only stated titles are shown.
  const bool stated = std::ranges::any_of(
      channels, [](const BoundChannel* bound) { return stated_title(*bound->encoding).has_value(); });
  for (const BoundChannel* bound : channels) {
    const Encoding& encoding = *bound->encoding;
    std::optional<std::string> title = stated_title(encoding);
    if (!title) {
      if (bound->column < 0 || stated) continue;
      const quantity::Field& field = plot.frame.fields[bound->column];
      title = field.title;
      std::string unit = field.unit_field.empty() ? quantity::unit_label(field.unit, plot.units()) : "";
      bool share = encoding.stack == Stack::normalize;
      const bool has_unit =
          title->find('(' + unit + ')') != std::string::npos || base::fold_case(*title) == base::fold_case(unit);
      if (!unit.empty() && !share && !has_unit) *title += " (" + unit + ")";
    }
    if (!title->empty() && std::find(titles.begin(), titles.end(), *title) == titles.end()) titles.push_back(*title);
  }
  return base::join(titles, ", ");
}

Axis make_axis(const Plot& plot, const Panel& panel, Channel channel, double most_extent,
               base::Diagnostics& diagnostics) {
  const bool own = plot.spec.is_independent(channel);
  return AxisMaker{plot, panel.scales.at(channel), channel == Channel::x ? panel.width : panel.height, diagnostics,
                   scaled_channels(own ? panel.layers : plot.layers, channel)}
      .make(channel, most_extent);
}

void check_ticks(const Plot& plot, base::Diagnostics& diagnostics) {
  for (const auto& [name, side] : {std::pair{Channel::x, &Panel::x_axis}, {Channel::y, &Panel::y_axis}}) {
    const std::optional<Axis>& axis = plot.panels.front().*side;
    if (!axis || axis->beyond.empty()) continue;
    const std::vector<const BoundChannel*> channels = scaled_channels(plot.layers, name);
    const auto stating =
        std::ranges::find_if(channels, [](auto* each) { return !each->encoding->axis.values.empty(); });
    const Scale& scale = plot.panels.front().scales.at(name);
    for (const quantity::Value& value : axis->beyond) {
      const auto reaches = [&](const Panel& panel) { return !std::ranges::count((panel.*side)->beyond, value); };
      if (std::ranges::any_of(plot.panels, reaches)) continue;
      const std::string what = fmt::format("the axis {} does not reach {}, which \"values\" lists", channel_name(name),
                                           quantity::to_text(value));
      const base::Span at = (*stating)->encoding->axis.values_span;
      if (axis->discrete) {
        diagnostics.error("chart-domain", at, what).suggest("list categories of the data");
      } else if (std::isnan(number_of(value, channels.front()->type)) || states_domain(channels)) {
        diagnostics.error("chart-domain", at, what).suggest("delete it from \"values\", or widen the domain");
      } else {
        // The data end the axis, and new data may reach what is listed.
        const auto end = [&](double number) {
          return scale.type == ScaleType::time ? format_time(number, "%Y-%m-%d", plot.units().locale())
                                               : fmt::format("{:.10g}", number);
        };
        diagnostics
            .warning("chart-domain", at, fmt::format("{}: it goes from {} to {}", what, end(scale.from), end(scale.to)))
            .suggest("widen it by domainMin or domainMax of its scale, or delete the value");
      }
    }
  }
}

void write_grid(markup::Writer& out, const Axis& axis, double width, double height) {
  if (axis.hidden || !axis.grid) return;
  const bool labelled =
      std::any_of(axis.ticks.begin(), axis.ticks.end(), [](const Tick& t) { return !t.lines.empty(); });
  std::string lines;
  for (const Tick& tick : axis.ticks) {
    if (labelled && tick.lines.empty()) continue;
    const std::string at = svg_number(tick.at);
    lines +=
        axis.along_x ? fmt::format("M{},0V{}", at, svg_number(height)) : fmt::format("M0,{}H{}", at, svg_number(width));
  }
  out.open("g").attr("class", "grid");
  if (!lines.empty()) out.open("path").attr("d", lines).close();
  out.close();
}

namespace {

// Writes a label of the x axis below the plot, or above it with additional lines extending upwards. Labels of the y
// axis are to the left or right. `far` is the height or width of the plot.
void write_label(markup::Writer& out, const Axis& axis, const Tick& tick, double far) {
  const double line = axis.font_size * kLineHeight, last = static_cast<double>(tick.lines.size()) - 1;
  const double first =
      axis.opposite ? -8 - axis.font_size * (0.15 + kLineHeight * last) : far + 8 + axis.font_size * 0.85;
  for (size_t i = 0; i < tick.lines.size(); ++i) {
    const auto number = static_cast<double>(i);
    Shape label = axis.along_x
                      ? text_shape(tick.at, first + line * number, tick.lines[i], "", "")
                      : text_shape(axis.opposite ? far + 8 : -8,
                                   tick.at + 0.35 * axis.font_size + line * (number - last / 2), tick.lines[i], "", "");
    label.font_size = axis.font_size;
    if (axis.angle != 0) {
      label.anchor = (axis.angle < 0) == !axis.opposite ? "end" : "start";
      label.angle = axis.angle;
      // The text ends below the tick, and its middle line points at the tick.
      const double radians = axis.angle * std::numbers::pi / 180;
      label.x += 0.35 * axis.font_size * std::sin(-radians);
      label.y = (axis.opposite ? -10 : far + 10) + 0.35 * axis.font_size * std::cos(radians);
    }
    write_shape(out, label);
  }
}

}  // namespace

void write_axis(markup::Writer& out, const Axis& axis, double width, double height, bool labelled) {
  if (axis.hidden) return;
  const double far = axis.along_x ? height : width;
  const double edge = axis.opposite == axis.along_x ? 0 : far;  // where the line of the axis is
  out.open("g").attr("class", axis.along_x ? "axis axis-x" : "axis axis-y");
  const std::string_view anchor = axis.along_x ? (axis.angle == 0 ? "middle" : "") : (axis.opposite ? "" : "end");
  out.attr_if(!anchor.empty(), "text-anchor", anchor);
  std::string marks;
  const std::string across = svg_number(edge);
  const int length = axis.opposite == axis.along_x ? -5 : 5;
  if (axis.along_x) {
    if (axis.zero >= 0) write_shape(out, line_shape(axis.zero, 0, axis.zero, height, "zero"));
    write_shape(out, line_shape(0, edge, width, edge, "axis-line"));
    for (const Tick& tick : axis.ticks) marks += fmt::format("M{},{}v{}", svg_number(tick.at), across, length);
  } else {
    if (axis.zero >= 0) write_shape(out, line_shape(0, axis.zero, width, axis.zero, "zero"));
    if (axis.discrete) write_shape(out, line_shape(edge, 0, edge, height, "axis-line"));
    for (const Tick& tick : axis.ticks) marks += fmt::format("M{},{}h{}", across, svg_number(tick.at), length);
  }
  if (axis.tick_marks && !marks.empty()) out.open("path").attr("class", "tick").attr("d", marks).close();
  for (const Tick& tick : axis.ticks)
    if (labelled) write_label(out, axis, tick, far);
  out.close();
}

}  // namespace chart
