#include "chart/legend.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "chart/axis.h"
#include "chart/legend_rows.h"
#include "chart/marks.h"
#include "chart/scales.h"
#include "chart/tick_labels.h"
#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kRampStep = 22;  // width in px of a step of the ramp
constexpr double kMinRampGap = 10;

const LegendSpec* stated_legend(const std::vector<BoundLayer>& layers, Channel channel) {
  for (const BoundChannel* bound : scaled_channels(layers, channel)) {
    if (bound->encoding->legend.is_stated()) return &bound->encoding->legend;
  }
  return nullptr;
}

bool draws(const BoundLayer& layer, const BoundChannel& bound, const std::string& category) {
  return std::any_of(layer.domain_rows.begin(), layer.domain_rows.end(),
                     [&](size_t row) { return bound.categories[row] == category; });
}

// Returns the marks with which layers draw a category, for its swatch. Without a category, returns all marks.
Look look_of(const std::vector<BoundLayer>& layers, Channel channel, const std::string& category = "") {
  Look look;
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->is_value()) continue;
    if (!category.empty() && !bound->categories.empty() && !draws(layer, *bound, category)) continue;
    switch (layer.mark) {
      case MarkType::bar:
      case MarkType::rect:
        look.bar = true;
        break;
      case MarkType::area:
        look.area = true, look.stacked |= layer.stacked.has_value();
        break;
      case MarkType::line:
        look.line = true, look.point |= layer.layer->mark.point;
        break;
      case MarkType::point:
        look.point = true, look.hollow |= !layer.layer->mark.filled.value_or(true);
        break;
      case MarkType::rule:
      case MarkType::tick:
      case MarkType::errorbar:
        look.line = true;
        break;
      case MarkType::text:
        break;
    }
  }
  if (look.bar || look.area || look.line || look.point) return look;
  if (!category.empty()) return look_of(layers, channel);
  look.bar = look.plain = true;  // a plain swatch shows the colour of texts
  return look;
}

// Whether a legend would repeat an axis, because each of the axis's categories has its own colour.
bool repeats_axis(const std::vector<BoundLayer>& layers, Channel channel) {
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->is_value()) continue;
    bool found = false;
    for (Channel axis : {Channel::x, Channel::y, Channel::row, Channel::column}) {
      const BoundChannel* other = layer.find(axis);
      if (other && !other->is_continuous() && other->column == bound->column) found = true;
    }
    if (!found) return false;
  }
  return true;
}

// Whether both channels have the same field or datum in each layer.
bool tell_the_same(const std::vector<BoundLayer>& layers, Channel one, Channel other) {
  bool any = false;
  for (const BoundLayer& layer : layers) {
    const BoundChannel *a = layer.find(one), *b = layer.find(other);
    if (!a || !b || a->is_value() || b->is_value()) continue;
    const bool same = a->column == b->column && (a->column >= 0 || quantity::to_text(*a->encoding->datum) ==
                                                                       quantity::to_text(*b->encoding->datum));
    if (!same) return false;
    any = true;
  }
  return any;
}

class Builder {
 public:
  Builder(const LegendRequest& request, Side side, base::Diagnostics& diagnostics)
      : request_(request), diagnostics_(diagnostics), rows_(request.width, side == Side::left || side == Side::right) {}

  void add_colours() {
    const Scale* scale = scale_of(Channel::color);
    if (!scale || request_.lines_named) return;
    if (!scale->is_discrete()) return add_ramp(*scale);
    std::vector<Swatch> swatches;
    for (size_t i = 0; i < scale->categories.size(); ++i) {
      const std::string& category = scale->categories[i];
      if (!is_listed(Channel::color, category)) continue;
      Swatch swatch{category};
      swatch.series = request_.colours.slots.at(category);
      swatch.symbol = look_of_series(swatch.series, kSymbols);
      swatch.colour = category_class(request_.colours, *scale, category);
      swatch.look = look_of(request_.layers, Channel::color, category);
      if (!swatch.look.plain && !request_.colours.ordered && swatch.series > 1 && scale->categories.size() > 1)
        swatch.pattern = pattern_id(request_.id, swatch.series);
      swatches.push_back(std::move(swatch));
    }
    add(Channel::color, swatches);
  }

  void add_shapes() {
    const Scale* scale = scale_of(Channel::shape);
    if (!scale || tell_the_same(request_.layers, Channel::color, Channel::shape)) return;
    std::vector<Swatch> swatches;
    for (size_t i = 0; i < scale->categories.size(); ++i) {
      if (!is_listed(Channel::shape, scale->categories[i])) continue;
      swatches.push_back(
          {.label = scale->categories[i], .symbol = static_cast<int>(i) % kSymbols, .look = Look{.point = true}});
    }
    add(Channel::shape, swatches);
  }

  void add_sizes() {
    const Scale* scale = scale_of(Channel::size);
    if (!scale) return;
    std::vector<Swatch> swatches;
    const Look look{.point = true, .hollow = look_of(request_.layers, Channel::size).hollow};
    for (auto& [value, label] : ticks(Channel::size, *scale, 3)) {
      // Shows only values within the data, so there is no dot for a zero that no row has.
      if (label.empty() || !is_among(value, Channel::size)) continue;
      const double radius = std::sqrt(std::max(0.0, scale->position(value)) / std::numbers::pi);
      swatches.push_back({.label = label, .radius = radius, .look = look});
    }
    add(Channel::size, swatches);
  }

  void add_opacities() {
    const Scale* scale = scale_of(Channel::opacity);
    if (!scale) return;
    std::vector<Swatch> swatches;
    const Look look = look_of(request_.layers, Channel::opacity);
    auto add_one = [&](const std::string& label, double part) {
      swatches.push_back({.label = label, .opacity = opacity_of_part(part), .look = look});
    };
    if (scale->is_discrete()) {
      const size_t last = std::max<size_t>(1, scale->categories.size() - 1);
      for (size_t i = 0; i < scale->categories.size(); ++i)
        if (is_listed(Channel::opacity, scale->categories[i]))
          add_one(scale->categories[i], static_cast<double>(i) / static_cast<double>(last));
    } else {
      for (auto& [value, label] : ticks(Channel::opacity, *scale, 4)) add_one(label, scale->position(value));
    }
    add(Channel::opacity, swatches);
  }

  LegendRows& rows() { return rows_; }

 private:
  const Scale* scale_of(Channel channel) const {
    auto found = request_.scales.find(channel);
    if (found == request_.scales.end()) return nullptr;
    const LegendSpec* spec = stated_legend(request_.layers, channel);
    if (spec) return spec->hidden ? nullptr : &found->second;
    return repeats_axis(request_.layers, channel) ? nullptr : &found->second;
  }

  bool is_listed(Channel channel, const std::string& category) const {
    const LegendSpec* spec = stated_legend(request_.layers, channel);
    return !spec || spec->values.empty() ||
           std::any_of(spec->values.begin(), spec->values.end(),
                       [&](const quantity::Value& value) { return quantity::to_text(value) == category; });
  }

  // Returns the values that a continuous scale's entries show, with their labels.
  std::vector<std::pair<double, std::string>> ticks(Channel channel, const Scale& scale, double count,
                                                    bool all = false) {
    const LegendSpec* spec = stated_legend(request_.layers, channel);
    const BoundChannel& bound = *scaled_channels(request_.layers, channel).front();
    std::string format = spec ? spec->format : "";
    std::vector<double> values;
    if (spec)
      for (const quantity::Value& value : spec->values) values.push_back(number_of(value, bound.type));
    std::erase_if(values, [](double value) { return std::isnan(value); });
    const bool stated = !values.empty();
    if (!stated) values = scale.ticks(count);
    if (format.empty() && bound.column >= 0) {
      const quantity::Field& field = request_.frame.fields[bound.column];
      const std::string whole = stated ? "" : keep_whole_ticks(field, values);
      format = whole.empty() ? tick_format(field) : whole;
    }
    std::string why;
    auto text = tick_text(scale, count, format, &why, all);
    if (!text) {
      diagnostics_.error("chart-format", spec ? spec->format_span : base::Span(), why)
          .expect("a number format such as \",.1f\"");
      return {};
    }
    std::vector<std::string> labels;
    for (double value : values) labels.push_back((*text)(value));
    drop_rounded_labels(*text, values, true, labels);
    std::vector<std::pair<double, std::string>> result;
    for (size_t i = 0; i < values.size(); ++i) result.emplace_back(values[i], labels[i]);
    return result;
  }

  bool is_among(double value, Channel channel) const {
    const LegendSpec* spec = stated_legend(request_.layers, channel);
    if (spec && !spec->values.empty()) return true;
    double least = 1e300, greatest = -1e300;
    for (const BoundLayer& layer : request_.layers) {
      const BoundChannel* bound = layer.find(channel);
      if (!bound || bound->is_value()) continue;
      for (size_t row : layer.rows) {
        least = std::min(least, bound->numbers[row]);
        greatest = std::max(greatest, bound->numbers[row]);
      }
    }
    return value >= least && value <= greatest;
  }

  std::string title(Channel channel) const {
    return channel_title(request_.layers, channel, request_.frame, request_.units);
  }

  void add(Channel channel, const std::vector<Swatch>& swatches) {
    if (!swatches.empty()) rows_.add_block(title(channel), swatches);
  }

  // Adds nine cells in a row, with ticks below them at the positions of their values.
  void add_ramp(const Scale& scale) {
    Ramp ramp;
    for (int step = 0; step < kRampSteps; ++step) ramp.colours.push_back(ramp_step_class(scale, step));
    const double width = kRampStep * kRampSteps;
    double end = -1e9;
    const auto all = ticks(Channel::color, scale, 5, true);
    size_t at_tick = 0;
    for (auto& [value, label] : ticks(Channel::color, scale, 5)) {
      // There may be enough space here for labels that d3 omits on a log scale.
      const std::string& shown = all[at_tick++].second;
      const double part = scale.position(value);
      if (!(part >= -0.001 && part <= 1.001)) continue;
      const double half = markup::text_width(shown, kFontSize) / 2, at = part * width;
      const bool crowded = shown.empty() || at - half < end;
      ramp.ticks.push_back({at, label, shown, crowded ? std::vector<std::string>() : std::vector{shown}});
      if (!crowded) end = at + half + kMinRampGap;
    }
    ramp.step = kRampStep;
    rows_.add_ramp(title(Channel::color), ramp);
  }

  const LegendRequest& request_;
  base::Diagnostics& diagnostics_;
  LegendRows rows_;
};

}  // namespace

Side legend_side(const std::vector<BoundLayer>& layers, bool beside) {
  for (Channel channel : {Channel::color, Channel::shape, Channel::size, Channel::opacity}) {
    const LegendSpec* spec = stated_legend(layers, channel);
    if (!spec || spec->orient.empty()) continue;
    if (spec->orient == "bottom") return Side::bottom;
    if (beside && spec->orient == "right") return Side::right;
    if (beside && spec->orient == "left") return Side::left;
  }
  return Side::top;
}

Legend make_legend(const LegendRequest& request, base::Diagnostics& diagnostics) {
  const Side side = legend_side(request.layers, request.beside);
  Builder builder(request, side, diagnostics);
  builder.add_colours();
  builder.add_shapes();
  builder.add_sizes();
  builder.add_opacities();
  Legend legend = builder.rows().take();
  legend.side = side;
  return legend;
}

void write_legend(markup::Writer& out, const Legend& legend, double x, double y) {
  if (legend.empty()) return;
  out.open("g")
      .attr("class", "legend")
      .attr("transform", fmt::format("translate({},{})", svg_number(x), svg_number(y)));
  for (const LegendEntry& entry : legend.entries) {
    const bool stands_for_marks = !entry.colour.empty();
    if (stands_for_marks) out.open("g").attr("class", "legend-entry " + entry.colour);
    if (stands_for_marks && entry.series > 0) out.attr("data-series", std::to_string(entry.series));
    for (const Shape& shape : entry.shapes) write_shape(out, shape);
    if (stands_for_marks) out.close();
  }
  out.close();
}

}  // namespace chart
