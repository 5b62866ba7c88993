#include "chart/axis.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "base/utf8.h"
#include "chart/scene.h"
#include "chart/tick_labels.h"
#include "chart/time_axis.h"
#include "quantity/number_format.h"
#include "quantity/present.h"

namespace chart {
namespace {

constexpr double kPixelsPerTickX = 80, kPixelsPerTickY = 50;  // Vega-Lite uses 40 px, which makes more ticks

// Merges the axis keys of all layers. Each key comes from the first layer that states it.
std::optional<AxisSpec> stated_axis(const std::vector<const BoundChannel*>& channels) {
  std::optional<AxisSpec> all;
  auto take = [&](auto& mine, const auto& other, auto is_stated) {
    if (!is_stated(mine) && is_stated(other)) mine = other;
  };
  auto has_value = [](const auto& value) { return value.has_value(); };
  auto is_filled = [](const auto& value) { return !value.empty(); };
  for (const BoundChannel* channel : channels) {
    const AxisSpec& axis = channel->encoding->axis;
    if (!all) all.emplace();
    take(all->title, axis.title, has_value);
    if (all->format.empty()) all->format = axis.format, all->format_span = axis.format_span;
    take(all->tick_count, axis.tick_count, has_value);
    if (all->values.empty()) all->values = axis.values, all->values_span = axis.values_span;
    take(all->grid, axis.grid, has_value);
    take(all->labels, axis.labels, has_value);
    take(all->ticks, axis.ticks, has_value);
    take(all->label_angle, axis.label_angle, has_value);
    take(all->orient, axis.orient, is_filled);
  }
  return all;
}

std::string format_of(const AxisSpec* axis, const std::vector<const BoundChannel*>& channels,
                      const quantity::Frame& frame) {
  if (axis && !axis->format.empty()) return axis->format;
  for (const BoundChannel* channel : channels) {
    if (channel->encoding->stack == Stack::normalize) return ".0%";
    if (channel->column < 0) continue;
    if (std::string format = tick_format(frame.fields[channel->column]); !format.empty()) return format;
  }
  return "";
}

// On a log scale d3 leaves some ticks without labels. Labels them if there is enough space.
void label_all(Axis& axis, const Scale& scale, const std::string& format) {
  std::string why;
  auto text = tick_text(scale, 10, format, &why, true);
  for (size_t i = 0; text && i < axis.ticks.size(); ++i) axis.ticks[i].text = (*text)(axis.values[i]);
}

void drop_rounded(Axis& axis, const TickText& text, bool stated) {
  std::vector<std::string> labels;
  for (const Tick& tick : axis.ticks) labels.push_back(tick.text);
  drop_rounded_labels(text, axis.values, stated, labels);
  for (size_t i = 0; i < labels.size(); ++i) axis.ticks[i].text = std::move(labels[i]);
}

// Adds the year to the first label if the ticks are months and days without a year.
void tell_year(Axis& axis) {
  if (axis.ticks.empty()) return;
  for (size_t i = 0; i < axis.ticks.size(); ++i) {
    const bool is_month = format_time(axis.values[i], "%B") == axis.ticks[i].text;
    const bool is_day = format_time(axis.values[i], "%b %d") == axis.ticks[i].text;
    const bool is_weekday = format_time(axis.values[i], "%a %d") == axis.ticks[i].text;
    if (!is_month && !is_day && !is_weekday) return;
  }
  Tick& first = axis.ticks.front();
  first.text =
      format_time(axis.values.front(), format_time(axis.values.front(), "%B") == first.text ? "%b %Y" : "%b %d, %Y");
}

bool states_domain(const std::vector<const BoundChannel*>& channels) {
  return std::any_of(channels.begin(), channels.end(), [](const BoundChannel* channel) {
    const ScaleSpec& scale = channel->encoding->scale;
    return !scale.domain.empty() || scale.domain_min || scale.domain_max;
  });
}

// Reports a stated tick that the axis does not reach. If the data determine the ends of the axis, a list of ticks may
// be longer than the axis.
void report_value(const quantity::Value& value, const AxisRequest& request, const AxisSpec& spec,
                  base::Diagnostics& diagnostics) {
  diagnostics
      .error("chart-domain", spec.values_span,
             fmt::format("the axis {} does not reach {}, which \"values\" lists", channel_name(request.channel),
                         quantity::to_text(value)))
      .suggest(request.scale.is_discrete() ? "list categories of the data"
                                           : "delete it from \"values\", or widen the domain");
}

void add_continuous_ticks(Axis& axis, const AxisRequest& request, const AxisSpec* spec,
                          const std::vector<const BoundChannel*>& channels, base::Diagnostics& diagnostics) {
  const Scale& scale = request.scale;
  const double automatic = std::ceil(request.length / (axis.along_x ? kPixelsPerTickX : kPixelsPerTickY));
  const double count = spec && spec->tick_count ? *spec->tick_count : automatic;
  if (spec && !spec->values.empty()) {
    for (const quantity::Value& value : spec->values) {
      double number = number_of(value, channels.front()->type);
      double at = scale.position(number);
      if (at >= std::floor(std::min(scale.range_from, scale.range_to)) &&
          at <= std::ceil(std::max(scale.range_from, scale.range_to))) {
        axis.values.push_back(number);
      } else if (request.has_all_values && (std::isnan(number) || states_domain(channels))) {
        report_value(value, request, *spec, diagnostics);
      }
    }
    std::sort(axis.values.begin(), axis.values.end());
  } else {
    axis.values = scale.ticks(count);
  }
  std::string format = format_of(spec, channels, request.frame), why;
  for (const BoundChannel* channel : channels) {
    if (channel->column < 0 || (spec && (!spec->values.empty() || !spec->format.empty()))) continue;
    if (channel->encoding->stack == Stack::normalize) break;
    const std::string whole = keep_whole_ticks(request.frame.fields[channel->column], axis.values);
    if (!whole.empty()) format = whole;
    break;
  }
  auto text = tick_text(scale, count, format, &why);
  if (!text) {
    diagnostics.error("chart-format", spec ? spec->format_span : base::Span(), why)
        .expect(scale.type == ScaleType::time ? "a time format such as \"%Y-%m\"" : "a number format such as \",.1f\"");
    return;
  }
  for (double value : axis.values) axis.ticks.push_back({scale.position(value), (*text)(value), (*text)(value), {}});
  if (scale.type == ScaleType::log) label_all(axis, scale, format);
  drop_rounded(axis, *text, spec && !spec->values.empty());
  if (scale.type == ScaleType::time && !(spec && !spec->format.empty())) tell_year(axis);
  const bool has_zero = scale.type != ScaleType::log && scale.type != ScaleType::time;
  const double zero = has_zero ? scale.position(0) : -1;
  const double edge = std::abs(zero - scale.range_from);
  if (zero >= -0.01 && zero <= request.length + 0.01 && edge > 0.01) axis.zero = zero;
}

// Whether an axis of categories shows this category. Without `values`, it shows all of them.
bool is_among(const std::string& name, const std::vector<quantity::Value>& values) {
  return values.empty() || std::any_of(values.begin(), values.end(),
                                       [&](const quantity::Value& value) { return quantity::to_text(value) == name; });
}

std::optional<std::string> stated_title(const Encoding& encoding) {
  return encoding.axis.title ? encoding.axis.title : encoding.legend.title ? encoding.legend.title : encoding.title;
}

// Whether any layer states a title. If so, only stated titles are shown.
bool states_title(const std::vector<BoundLayer>& layers, Channel channel) {
  return std::any_of(layers.begin(), layers.end(), [&](const BoundLayer& layer) {
    const BoundChannel* bound = layer.find(channel);
    return bound && !bound->is_value() && stated_title(*bound->encoding);
  });
}

}  // namespace

// The number of digits depends on the ticks.
std::string tick_format(const quantity::Field& field) {
  auto format = quantity::NumberFormat::parse(field.format);
  if (format && format->is_percent()) return "%";
  return format && format->has_symbol() ? "$,f" : "";
}

std::string channel_title(const std::vector<BoundLayer>& layers, Channel channel, const quantity::Frame& frame,
                          const quantity::Units& units) {
  std::vector<std::string> titles;
  const bool stated = states_title(layers, channel);
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->is_value()) continue;
    const Encoding& encoding = *bound->encoding;
    std::optional<std::string> title = stated_title(encoding);
    if (!title) {
      if (bound->column < 0 || stated) continue;
      const quantity::Field& field = frame.fields[bound->column];
      title = field.title;
      std::string unit = field.unit_field.empty() ? quantity::unit_label(field.unit, units) : "";
      bool share = encoding.stack == Stack::normalize;
      const bool has_unit =
          title->find('(' + unit + ')') != std::string::npos || base::fold_case(*title) == base::fold_case(unit);
      if (!unit.empty() && !share && !has_unit) *title += " (" + unit + ")";
    }
    if (!title->empty() && std::find(titles.begin(), titles.end(), *title) == titles.end()) titles.push_back(*title);
  }
  return base::join(titles, ", ");
}

Axis make_axis(const AxisRequest& request, base::Diagnostics& diagnostics) {
  Axis axis;
  axis.along_x = request.channel == Channel::x;
  axis.discrete = request.scale.is_discrete();
  std::vector<const BoundChannel*> channels;
  for (const BoundLayer& layer : request.layers) {
    const BoundChannel* bound = layer.find(request.channel);
    if (!bound || bound->is_value()) continue;
    if (bound->encoding->axis.hidden) axis.hidden = true;
    channels.push_back(bound);
  }
  if (axis.hidden) return axis;
  const std::optional<AxisSpec> stated = stated_axis(channels);
  const AxisSpec* spec = stated ? &*stated : nullptr;
  axis.title = channel_title(request.layers, request.channel, request.frame, request.units);
  axis.grid = spec ? spec->grid.value_or(!axis.discrete) : !axis.discrete;
  axis.opposite = spec && (spec->orient == "top" || spec->orient == "right");
  axis.tick_marks = spec && spec->ticks ? *spec->ticks : axis.along_x && !axis.discrete;

  if (axis.discrete) {
    for (const quantity::Value& value : spec ? spec->values : std::vector<quantity::Value>())
      if (request.has_all_values && request.scale.index_of(quantity::to_text(value)) < 0)
        report_value(value, request, *spec, diagnostics);
    for (size_t i = 0; i < request.scale.categories.size(); ++i) {
      const std::string& name = request.scale.categories[i];
      if (spec && !is_among(name, spec->values)) continue;
      axis.ticks.push_back({request.scale.centre(i), name, name, {}});
    }
  } else {
    add_continuous_ticks(axis, request, spec, channels, diagnostics);
  }
  axis.values_stated = spec && !spec->values.empty();
  bool labels = !(spec && spec->labels && !*spec->labels);
  std::optional<double> angle = spec ? spec->label_angle : std::nullopt;
  if (labels && axis.along_x) place_x_labels(axis, request.length, request.scale, angle);
  if (labels && !axis.along_x) place_y_labels(axis, request.length, request.scale, request.most_extent);
  return axis;
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
// axis are to the left or right.
void write_x_label(markup::Writer& out, const Axis& axis, const Tick& tick, double height) {
  const auto lines = static_cast<double>(tick.lines.size());
  const double first =
      axis.opposite ? -8 - axis.font_size * (0.15 + kLineHeight * (lines - 1)) : height + 8 + axis.font_size * 0.85;
  for (size_t i = 0; i < tick.lines.size(); ++i) {
    const double y = first + axis.font_size * kLineHeight * static_cast<double>(i);
    Shape label = text_shape(tick.at, y, tick.lines[i], "", "");
    label.font_size = axis.font_size;
    if (axis.angle != 0) {
      label.anchor = (axis.angle < 0) == !axis.opposite ? "end" : "start";
      label.angle = axis.angle;
      // The text ends below the tick, and its middle line points at the tick.
      const double radians = axis.angle * 3.14159265358979 / 180;
      label.x += 0.35 * axis.font_size * std::sin(-radians);
      label.y = (axis.opposite ? -10 : height + 10) + 0.35 * axis.font_size * std::cos(radians);
    }
    write_shape(out, label);
  }
}

void write_y_label(markup::Writer& out, const Axis& axis, const Tick& tick, double width) {
  const double line = kLineHeight * axis.font_size, last = static_cast<double>(tick.lines.size()) - 1;
  for (size_t i = 0; i < tick.lines.size(); ++i) {
    const double y = tick.at + 0.35 * axis.font_size + line * (static_cast<double>(i) - last / 2);
    Shape label = text_shape(axis.opposite ? width + 8 : -8, y, tick.lines[i], "", "");
    label.font_size = axis.font_size;
    write_shape(out, label);
  }
}

void write_line(markup::Writer& out, std::string_view classes, double x1, double y1, double x2, double y2) {
  out.open("line").attr("class", classes).attr("x1", svg_number(x1)).attr("y1", svg_number(y1));
  out.attr("x2", svg_number(x2)).attr("y2", svg_number(y2)).close();
}

void write_ticks(markup::Writer& out, const Axis& axis, const std::string& path) {
  if (axis.tick_marks && !path.empty()) out.open("path").attr("class", "tick").attr("d", path).close();
}

void write_x_axis(markup::Writer& out, const Axis& axis, double width, double height, bool labelled) {
  const double edge = axis.opposite ? 0 : height;
  if (axis.zero >= 0) write_line(out, "zero", axis.zero, 0, axis.zero, height);
  write_line(out, "axis-line", 0, edge, width, edge);
  std::string marks;
  for (const Tick& tick : axis.ticks)
    marks += fmt::format("M{},{}v{}", svg_number(tick.at), svg_number(edge), axis.opposite ? -5 : 5);
  write_ticks(out, axis, marks);
  for (const Tick& tick : axis.ticks)
    if (labelled) write_x_label(out, axis, tick, height);
}

void write_y_axis(markup::Writer& out, const Axis& axis, double width, double height, bool labelled) {
  const double edge = axis.opposite ? width : 0;
  if (axis.zero >= 0) write_line(out, "zero", 0, axis.zero, width, axis.zero);
  if (axis.discrete) write_line(out, "axis-line", edge, 0, edge, height);
  std::string marks;
  for (const Tick& tick : axis.ticks)
    marks += fmt::format("M{},{}h{}", svg_number(edge), svg_number(tick.at), axis.opposite ? 5 : -5);
  write_ticks(out, axis, marks);
  for (const Tick& tick : axis.ticks)
    if (labelled) write_y_label(out, axis, tick, width);
}

}  // namespace

void write_axis(markup::Writer& out, const Axis& axis, double width, double height, bool labelled) {
  if (axis.hidden) return;
  out.open("g").attr("class", axis.along_x ? "axis axis-x" : "axis axis-y");
  const std::string_view anchor = axis.along_x ? (axis.angle == 0 ? "middle" : "") : (axis.opposite ? "" : "end");
  out.attr_if(!anchor.empty(), "text-anchor", anchor);
  if (axis.along_x) {
    write_x_axis(out, axis, width, height, labelled);
  } else {
    write_y_axis(out, axis, width, height, labelled);
  }
  out.close();
}

}  // namespace chart
