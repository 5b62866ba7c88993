#include "chart/layout.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kMinPlotWidth = 80;           // width of the plotting area
constexpr double kMinPanelWidth = 120;         // width of each panel if all are in one row
constexpr double kMaxLabelShare = 0.36;        // share of the picture for the labels of a y axis
constexpr double kMaxNarrowLabelShare = 0.45;  // the same share of a narrow picture
constexpr size_t kMaxLabelLines = 3;
constexpr size_t kMaxMarksWithTooltips = 1000;  // the greatest number of marks that have tooltips
constexpr double kBetweenPanels = 18;
constexpr double kBesideGap = 20;  // distance between the plot and a legend to its side

size_t count_categories(const std::vector<BoundLayer>& layers, Channel channel) {
  std::set<std::string> names;
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->is_value() || bound->categories.empty()) continue;
    for (size_t row : layer.domain_rows) names.insert(bound->categories[row]);
  }
  return names.size();
}

class Layout {
 public:
  Layout(Plot& plot, const LayoutRequest& request, base::Diagnostics& diagnostics)
      : plot_(plot),
        request_(request),
        diagnostics_(diagnostics),
        width_(stated_width(request.spec, request.options)) {}

  void run() {
    wrap();
    height_ = panel_height();
    for (Panel& panel : plot_.panels) {
      panel.height = height_;
      base::Diagnostics& diagnostics =
          &panel == &plot_.panels.front() || independent(Channel::y) ? diagnostics_ : ignored_;
      build_position(panel, Channel::y, diagnostics);
      if (has(Channel::y)) panel.y_axis = axis_of(panel, Channel::y, diagnostics);
    }
    settle_widths();
    set_labelled();
  }

 private:
  bool has(Channel channel) const { return request_.types.contains(channel); }
  bool is_discrete_channel(Channel channel) const {
    auto found = request_.types.find(channel);
    return found != request_.types.end() && is_discrete(found->second);
  }
  bool independent(Channel channel) const {
    return channel == Channel::x ? request_.spec.independent_x : request_.spec.independent_y;
  }

  // Wraps panels into several lines if they would be too narrow on one line.
  void wrap() {
    size_t most = request_.spec.wrap.value_or(0);
    if (places_of(plot_.panels) > 1 && !width_) {
      const double room = request_.options.width * (1 - 0.12) + kBetweenPanels;
      const auto fit = static_cast<size_t>(std::max(1.0, std::floor(room / (kMinPanelWidth + kBetweenPanels))));
      most = most ? std::min(most, fit) : fit;
    }
    if (most > 0 && places_of(plot_.panels) > most) wrap_panels(plot_.panels, most);
  }

  // Returns the height of a panel. The default is a share of the width, or enough space for the label of each category.
  double panel_height() const {
    const Spec& spec = request_.spec;
    if (spec.height) return *spec.height;
    if (!has(Channel::y)) return 60;
    const double width = request_.options.width / static_cast<double>(places_of(plot_.panels));
    const bool several = plot_.panels.size() > 1;
    if (!is_discrete_channel(Channel::y)) {
      return several ? std::round(std::clamp(width * 0.6, 90.0, 200.0))
                     : std::round(std::clamp(width * 0.45, 200.0, 340.0));
    }
    size_t count = 0;
    if (independent(Channel::y)) {
      for (const Panel& panel : plot_.panels) count = std::max(count, count_categories(panel.layers, Channel::y));
    } else {
      count = count_categories(plot_.layers, Channel::y);
    }
    const double nested =
        has(Channel::y_offset) ? static_cast<double>(count_categories(plot_.layers, Channel::y_offset)) : 1;
    const double labels = 14.4 * static_cast<double>(label_lines()) + 4;
    const double step = std::max(labels, nested > 1    ? nested * 16 + 10
                                         : several     ? 20
                                         : count <= 12 ? 32
                                         : count <= 24 ? 26
                                                       : 20.0);
    return std::max(several ? 30.0 : 60.0, static_cast<double>(count) * step);
  }

  void build(Panel& panel, Channel channel, double from, double to, bool own, base::Diagnostics& diagnostics) {
    auto type = request_.types.find(channel);
    if (type == request_.types.end()) return;
    panel.scales[channel] =
        build_scale(own ? panel.layers : plot_.layers, channel, type->second, from, to, request_.frame, diagnostics);
  }

  void build_position(Panel& panel, Channel channel, base::Diagnostics& diagnostics) {
    const bool x = channel == Channel::x, own = independent(channel);
    const double length = x ? panel.width : panel.height;
    // Numbers increase upwards, but lists are read downwards.
    const bool upwards = !x && !is_discrete_channel(channel);
    build(panel, channel, upwards ? length : 0, upwards ? 0 : length, own, diagnostics);
    const Scale* scale = find_scale(panel.scales, channel);
    const double band = scale ? scale->bandwidth() : length;
    build(panel, x ? Channel::x_offset : Channel::y_offset, 0, band, own, diagnostics);
  }

  Axis axis_of(const Panel& panel, Channel channel, base::Diagnostics& diagnostics) {
    return make_axis({independent(channel) ? panel.layers : plot_.layers, request_.frame, units_of(request_.options),
                      channel, panel.scales.at(channel), channel == Channel::x ? panel.width : panel.height,
                      most_label_width(), !independent(channel)},
                     diagnostics);
  }

  double most_label_width() const {
    const double width = request_.options.width;
    return width * (width < kNarrow ? kMaxNarrowLabelShare : kMaxLabelShare) / std::sqrt(static_cast<double>(y_axes()));
  }

  // Returns the number of lines of the longest label of a discrete y axis.
  size_t label_lines() const {
    size_t lines = 1;
    for (const BoundLayer& layer : plot_.layers) {
      const BoundChannel* y = layer.find(Channel::y);
      if (!y || y->is_value() || y->categories.empty()) continue;
      for (size_t row : layer.domain_rows)
        lines = std::max(lines, markup::wrap_text(y->categories[row], kFontSize, most_label_width()).size());
    }
    return std::min(lines, kMaxLabelLines);
  }

  // Whether marks have tooltips. If there are thousands of marks, nobody points at a single one, and their texts would
  // be larger than the page.
  bool has_tooltips() const {
    size_t marks = 0;
    for (const BoundLayer& layer : plot_.layers) marks += layer.rows.size();
    return marks <= kMaxMarksWithTooltips;
  }

  // Returns the number of y axes side by side.
  size_t y_axes() const { return independent(Channel::y) ? places_of(plot_.panels) : 1; }

  void draw_layers(Panel& panel) {
    panel.shapes.clear();
    panel.labels_left_out = 0;
    Scales scales = plot_.scales;
    scales.insert(panel.scales.begin(), panel.scales.end());
    MarkContext context{request_.frame,
                        scales,
                        panel.width,
                        panel.height,
                        plot_.colours,
                        units_of(request_.options),
                        plot_.formats,
                        request_.options.id,
                        request_.options.has_vertex_tips,
                        has_tooltips()};
    std::vector<Labels> labels;
    for (const BoundLayer& layer : panel.layers) {
      std::vector<Shape> shapes = draw_marks(layer, context);
      const size_t first = panel.shapes.size();
      std::ranges::move(shapes, std::back_inserter(panel.shapes));
      Labels of_layer{first, panel.shapes.size()};
      if (are_labels(layer, panel.layers, of_layer)) labels.push_back(of_layer);
      if (fills_cells(layer, panel.layers)) panel.labels_left_out += fit_in_cells(panel.shapes, first);
    }
    if (plot_.lines_named) name_lines(panel, context);
    panel.labels_left_out += place_labels(panel.shapes, labels, panel.width, panel.height);
  }

  struct Reach {
    double left = 0, right = 0;
  };
  // Returns how far texts and points extend beyond the sides of the plotting area.
  static Reach overhang(const Panel& panel) {
    Reach reach;
    for (const Shape& shape : panel.shapes) {
      if (shape.clipped) continue;
      double start = shape.x, end = shape.x;
      if (shape.kind == Shape::Kind::symbol) {
        start -= shape.radius, end += shape.radius;
      } else if (shape.kind == Shape::Kind::text && shape.angle == 0) {
        const double text = markup::text_width(shape.text, shape.font_size, shape.bold);
        start -= shape.anchor == "middle" ? text / 2 : shape.anchor == "end" ? text : 0;
        end = start + text;
      } else {
        continue;
      }
      reach.left = std::max(reach.left, -start);
      reach.right = std::max(reach.right, end - panel.width);
    }
    return reach;
  }

  struct Room {
    double before = 0, between = kBetweenPanels, after = kEdge;
    bool holds(const Room& need) const {
      return need.before <= before + 0.01 && need.between <= between + 0.01 && need.after <= after + 0.01;
    }
    void widen(const Room& need) {
      before = std::max(before, need.before);
      between = std::max(between, need.between);
      after = std::max(after, need.after);
    }
  };

  Room needed() const {
    Room need;
    double left_axis = 0, right_axis = 0, before = 0, after = kEdge;
    for (const Panel& panel : plot_.panels) {
      if (panel.y_axis && !panel.y_axis->hidden)
        (panel.y_axis->opposite ? right_axis : left_axis) =
            std::max(panel.y_axis->opposite ? right_axis : left_axis, panel.y_axis->extent);
      if (panel.x_axis) before = std::max(before, panel.x_axis->before), after = std::max(after, panel.x_axis->after);
      const Reach reach = overhang(panel);
      before = std::max(before, reach.left), after = std::max(after, reach.right);
    }
    need.before = std::max(left_axis, before);
    need.after = std::max(right_axis, after);
    const double axes = independent(Channel::y) ? left_axis + right_axis : 0;
    need.between = std::max({kBetweenPanels, axes + 10, before + after + 8});
    return need;
  }

  // Determines the widths. Labels and texts beyond the ends of an axis need space, which moves the ends, so this
  // iterates a few times.
  void settle_widths() {
    const auto places = static_cast<double>(places_of(plot_.panels));
    const Legend& legend = plot_.legend;
    const double left = legend.side == Side::left && !legend.empty() ? legend.width + kBesideGap : 0;
    const double right = legend.side == Side::right && !legend.empty() ? legend.width + kBesideGap : 0;
    Room room = needed();
    bool drawn = false;  // whether the marks are drawn; drawing is expensive, so the axes are determined first
    for (int round = 0; round < 8; ++round) {
      const double corner = kEdge + left + room.before;
      const double free = request_.options.width - corner - room.after - right - kEdge - (places - 1) * room.between;
      const double width = width_.value_or(std::max(kMinPlotWidth, free / places));
      for (Panel& panel : plot_.panels) {
        panel.width = width;
        panel.left = corner + static_cast<double>(panel.place) * (width + room.between);
        const bool first = &panel == &plot_.panels.front() || independent(Channel::x);
        base::Diagnostics& diagnostics = round == 0 && first ? diagnostics_ : ignored_;
        build_position(panel, Channel::x, diagnostics);
        panel.x_axis.reset();
        if (has(Channel::x)) panel.x_axis = axis_of(panel, Channel::x, diagnostics);
        if (drawn) draw_layers(panel);
      }
      const double used = corner + places * width + (places - 1) * room.between + room.after + right + kEdge;
      plot_.full_width = width_ ? used : std::max(request_.options.width, used);
      Room need = needed();
      if (room.holds(need) && drawn) break;
      if (room.holds(need) || round == 3) {
        drawn = true;
        for (Panel& panel : plot_.panels) draw_layers(panel);
        need = needed();
        if (room.holds(need)) break;
      }
      room.widen(need);
    }
  }

  // Determines which panels label their axes. A shared axis is labelled at the edge of the grid; if panels wrap, below
  // each panel.
  void set_labelled() {
    const size_t lines = lines_of(plot_.panels), places = places_of(plot_.panels);
    const bool wrapped = plot_.panels.size() > 1 && scaled_channels(plot_.layers, Channel::row).empty() && lines > 1;
    for (Panel& panel : plot_.panels) {
      if (panel.x_axis && !independent(Channel::x) && !wrapped)
        panel.labels_x = panel.x_axis->opposite ? panel.line == 0 : panel.line + 1 == lines;
      if (panel.y_axis && !independent(Channel::y))
        panel.labels_y = panel.y_axis->opposite ? panel.place + 1 == places : panel.place == 0;
    }
  }

  Plot& plot_;
  const LayoutRequest& request_;
  base::Diagnostics& diagnostics_;
  const std::optional<double> width_;
  base::Diagnostics ignored_;  // errors that were already reported for another panel or in another iteration
  double height_ = 0;
};

}  // namespace

std::optional<double> stated_width(const Spec& spec, const DrawOptions& options) {
  const bool fits = options.width >= kNarrow || spec.width.value_or(0) <= options.width;
  return fits ? spec.width : std::nullopt;
}

const quantity::Units& units_of(const DrawOptions& options) {
  return options.units ? *options.units : quantity::standard_units();
}

void lay_out_panels(Plot& plot, const LayoutRequest& request, base::Diagnostics& diagnostics) {
  Layout(plot, request, diagnostics).run();
}

}  // namespace chart
