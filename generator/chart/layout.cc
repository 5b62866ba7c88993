#include "chart/layout.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "base/text.h"
#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kMinPlotWidth = 80;           // width of the plotting area
constexpr double kMinPanelWidth = 120;         // width of each panel if all are in one row
constexpr double kMaxLabelShare = 0.36;        // share of the picture for the labels of a y axis
constexpr double kMaxNarrowLabelShare = 0.45;  // the same share of a narrow picture
constexpr size_t kMaxLabelLines = 3;
constexpr double kBetweenPanels = 18;
constexpr double kBesideGap = 20;  // distance between the plot and a legend to its side

std::set<std::string> categories_in(const std::vector<BoundLayer>& layers, Channel channel) {
  std::set<std::string> names;
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->is_value() || bound->categories.empty()) continue;
    for (size_t row : layer.domain_rows) names.insert(bound->categories[row]);
  }
  return names;
}

// Returns the length of an axis whose categories are `step` px apart.
std::optional<double> stepped_size(const Plot& plot, Channel channel, double step) {
  base::Diagnostics ignored;
  const auto unit = build_scale(plot, plot.layers, channel, 0, 1, ignored);
  return unit && unit->is_discrete() ? std::optional(std::clamp(step / unit->step(), 1.0, 4000.0)) : std::nullopt;
}

class Layout {
 public:
  Layout(Plot& plot, base::Diagnostics& diagnostics)
      : plot_(plot), diagnostics_(diagnostics), width_(stated_width(plot)) {}

  void run() {
    wrap();
    // The height does not depend on the width. So y axes can be made first, whose labels determine the remaining width.
    height_ = panel_height();
    for (Panel& panel : plot_.panels) {
      panel.height = height_;
      base::Diagnostics& diagnostics =
          &panel == &plot_.panels.front() || independent(Channel::y) ? diagnostics_ : ignored_;
      build_position(panel, Channel::y, diagnostics);
      if (has(Channel::y)) panel.y_axis = make_axis(plot_, panel, Channel::y, most_label_width(), diagnostics);
    }
    settle_widths();
    set_labelled();
  }

 private:
  bool has(Channel channel) const { return plot_.types.contains(channel); }
  bool is_discrete_channel(Channel channel) const {
    auto found = plot_.types.find(channel);
    return found != plot_.types.end() && is_discrete(found->second);
  }
  bool independent(Channel channel) const { return plot_.spec.is_independent(channel); }

  // Wraps panels into several lines if they would be too narrow on one line.
  void wrap() {
    size_t most = plot_.spec.wrap.value_or(0);
    const bool is_stated = most > 0 && plot_.options.width >= kNarrow;
    if (places_of(plot_.panels) > 1 && !width_ && !is_stated) {
      const double room = plot_.options.width * (1 - 0.12) + kBetweenPanels;
      const auto fit = static_cast<size_t>(std::max(1.0, std::floor(room / (kMinPanelWidth + kBetweenPanels))));
      most = most ? std::min(most, fit) : fit;
    }
    if (most > 0 && places_of(plot_.panels) > most) wrap_panels(plot_.panels, most);
  }

  // Returns the height of a panel. The default is a share of the width, or enough space for the label of each category.
  double panel_height() const {
    const Spec& spec = plot_.spec;
    if (spec.height) return *spec.height;
    if (spec.height_step)
      if (const auto height = stepped_size(plot_, Channel::y, *spec.height_step)) return *height;
    if (!has(Channel::y)) return 60;
    const double width = plot_.options.width / static_cast<double>(places_of(plot_.panels));
    const bool several = plot_.panels.size() > 1;
    if (!is_discrete_channel(Channel::y)) {
      return several ? std::round(std::clamp(width * 0.6, 90.0, 200.0))
                     : std::round(std::clamp(width * 0.45, 200.0, 340.0));
    }
    size_t count = 0;
    if (independent(Channel::y)) {
      for (const Panel& panel : plot_.panels) count = std::max(count, categories_in(panel.layers, Channel::y).size());
    } else {
      count = categories_in(plot_.layers, Channel::y).size();
    }
    const double nested =
        has(Channel::y_offset) ? static_cast<double>(categories_in(plot_.layers, Channel::y_offset).size()) : 1;
    const double labels = 14.4 * static_cast<double>(label_lines()) + 4;
    double step = 20;
    if (nested > 1)
      step = nested * 16 + 10;
    else if (!several && count <= 24)
      step = count <= 12 ? 32 : 26;
    step = std::max(labels, step);
    return std::max(several ? 30.0 : 60.0, static_cast<double>(count) * step);
  }

  void build_position(Panel& panel, Channel channel, base::Diagnostics& diagnostics) {
    const bool x = channel == Channel::x;
    const double length = x ? panel.width : panel.height;
    auto build = [&](Channel each, double from, double to) {
      auto scale = build_scale(plot_, independent(channel) ? panel.layers : plot_.layers, each, from, to, diagnostics);
      if (scale) panel.scales[each] = *std::move(scale);
    };
    // Numbers increase upwards, but lists are read downwards.
    const bool upwards = !x && !is_discrete_channel(channel);
    build(channel, upwards ? length : 0, upwards ? 0 : length);
    const Scale* scale = find_scale(panel.scales, channel);
    build(offset_in(channel), 0, scale ? scale->bandwidth() : length);
  }

  double most_label_width() const {
    const double width = plot_.options.width;
    return width * (width < kNarrow ? kMaxNarrowLabelShare : kMaxLabelShare) / std::sqrt(static_cast<double>(y_axes()));
  }

  // Returns the number of lines of the longest label of a discrete y axis.
  size_t label_lines() const {
    size_t lines = 1;
    for (const std::string& category : categories_in(plot_.layers, Channel::y))
      lines = std::max(lines, markup::wrap_text(category, kFontSize, most_label_width()).size());
    return std::min(lines, kMaxLabelLines);
  }

  // Returns the number of y axes side by side.
  size_t y_axes() const { return independent(Channel::y) ? places_of(plot_.panels) : 1; }

  void draw_layers(Panel& panel) {
    panel.shapes.clear();
    panel.labels_left_out = 0;
    const MarkContext context{plot_, panel};
    std::vector<Labels> labels;
    for (const BoundLayer& layer : panel.layers) {
      std::vector<Shape> shapes = draw_marks(layer, context);
      const size_t first = panel.shapes.size();
      std::ranges::move(shapes, std::back_inserter(panel.shapes));
      Labels of_layer{first, panel.shapes.size()};
      if (are_labels(layer, panel.layers, of_layer)) labels.push_back(of_layer);
      if (fills_cells(layer, panel.layers)) panel.labels_left_out += fit_in_cells(panel.shapes, first);
      if (layer.mark == MarkType::text) colour_on_fills(panel.shapes, first, plot_.options);
    }
    if (plot_.lines_named) name_lines(panel, context);
    panel.labels_left_out += place_labels(panel.shapes, labels, panel.width, panel.height);
    annotate(panel, plot_);
  }

  struct Room {
    double before = 0, between = kBetweenPanels, after = kEdge;
    bool holds(const Room& need) const {
      // The tolerance keeps rounding errors from causing another iteration.
      return need.before <= before + 0.01 && need.between <= between + 0.01 && need.after <= after + 0.01;
    }
    // Never returns space, so that the iteration cannot alternate between two layouts.
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
      if (panel.x_axis) {
        before = std::max(before, panel.x_axis->before);
        after = std::max(after, panel.x_axis->after);
      }
      for (const Shape& shape : panel.shapes) {  // texts and points may extend beyond the plotting area
        const bool is_text = shape.kind == Shape::Kind::text && shape.angle == 0;
        if (shape.clipped || (!is_text && shape.kind != Shape::Kind::symbol)) continue;
        const auto [start, end] = ends_of(shape);
        before = std::max(before, -start);
        after = std::max(after, end - panel.width);
      }
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
      const double free = plot_.options.width - corner - room.after - right - kEdge - (places - 1) * room.between;
      const double width = width_.value_or(std::max(kMinPlotWidth, free / places));
      for (Panel& panel : plot_.panels) {
        panel.width = width;
        panel.left = corner + static_cast<double>(panel.place) * (width + room.between);
        const bool first = &panel == &plot_.panels.front() || independent(Channel::x);
        base::Diagnostics& diagnostics = round == 0 && first ? diagnostics_ : ignored_;
        build_position(panel, Channel::x, diagnostics);
        panel.x_axis.reset();
        if (has(Channel::x)) panel.x_axis = make_axis(plot_, panel, Channel::x, 0, diagnostics);
        if (drawn) draw_layers(panel);
      }
      const double used = corner + places * width + (places - 1) * room.between + room.after + right + kEdge;
      plot_.full_width = width_ ? used : std::max(plot_.options.width, used);
      Room need = needed();
      if (room.holds(need) && drawn) break;
      // If the axes still have not settled after four rounds, the marks are drawn anyway, so that the remaining rounds
      // make space for both.
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
  base::Diagnostics& diagnostics_;
  const std::optional<double> width_;
  base::Diagnostics ignored_;  // errors that were already reported for another panel or in another iteration
  double height_ = 0;
};

}  // namespace

std::optional<double> stated_width(const Plot& plot) {
  const std::optional<double> width =
      plot.spec.width_step ? stepped_size(plot, Channel::x, *plot.spec.width_step) : plot.spec.width;
  const bool fits = plot.options.width >= kNarrow || width.value_or(0) <= plot.options.width;
  return fits ? width : std::nullopt;
}

void lay_out_panels(Plot& plot, base::Diagnostics& diagnostics) { Layout(plot, diagnostics).run(); }

// -- Heights --

namespace {

constexpr double kTextLine = 16;  // height of a line of a title or note
constexpr double kHeader = 22;    // height of a header above panels

// Adds a text, wrapped into lines below y, to some shapes of the picture. Returns where it ends.
double add_lines(const Plot& plot, std::vector<Shape>& shapes, const std::string& text, double x, double y,
                 std::string_view classes, std::string_view anchor) {
  for (std::string& line : markup::wrap_text(text, kFontSize, plot.full_width - 2 * kEdge)) {
    shapes.push_back(text_shape(x, y + 12, std::move(line), classes, anchor));
    y += kTextLine;
  }
  return y;
}

double add_title(Plot& plot, const Axis& axis, double x, double y, std::string_view anchor) {
  return add_lines(plot, plot.axis_titles, axis.title, x, y, "axis-title", anchor);
}

bool is_titled(const std::optional<Axis>& axis) { return axis && !axis->hidden && !axis->title.empty(); }

void add_header(Plot& plot, const Panel& panel, double y, const std::string& text) {
  if (text.empty()) return;
  std::string shown = markup::shorten_text(text, kFontSize, plot.full_width - panel.left, true);
  plot.headers.push_back(text_shape(panel.left, y + 14, std::move(shown), "facet-title", "start"));
}

}  // namespace

void lay_out_heights(Plot& plot) {
  const Panel& first = plot.panels.front();
  const std::optional<Axis>&x_axis = first.x_axis, &y_axis = first.y_axis;
  const bool top_axis = x_axis && !x_axis->hidden && x_axis->opposite;
  const bool has_rows = !scaled_channels(plot.layers, Channel::row).empty();
  const bool has_columns = !scaled_channels(plot.layers, Channel::column).empty();
  const double right = plot.panels.front().left + static_cast<double>(places_of(plot.panels)) * first.width;

  double y = kEdge;
  plot.legend_left = plot.legend.side == Side::right ? plot.full_width - plot.legend.width - kEdge : kEdge;
  plot.legend_top = kEdge;
  if (plot.legend.side == Side::top && !plot.legend.empty()) y += plot.legend.height + 8;
  if (is_titled(y_axis)) {
    y = y_axis->opposite ? add_title(plot, *y_axis, plot.full_width - kEdge, y, "end")
                         : add_title(plot, *y_axis, kEdge, y, "start");
    y += 4;
  }
  if (top_axis && is_titled(x_axis)) y = add_title(plot, *x_axis, right, y, "end") + 4;

  // Half of a label may be above the plotting area.
  const double above = y_axis && !y_axis->discrete && !y_axis->hidden ? 8 : 4;
  const size_t lines = lines_of(plot.panels);
  for (size_t line = 0; line < lines; ++line) {
    bool column_headers = false, labelled = false;
    double extent = 0, height = 0;
    for (Panel& panel : plot.panels) {
      if (panel.line != line) continue;
      column_headers |= has_columns && (!has_rows || line == 0);
      if (column_headers) add_header(plot, panel, y, panel.column);
      height = panel.height;
      if (panel.x_axis && !panel.x_axis->hidden && panel.labels_x) {
        labelled = true;
        extent = std::max(extent, panel.x_axis->extent);
      }
    }
    if (column_headers) y += kHeader;
    if (has_rows) {
      for (const Panel& panel : plot.panels)
        if (panel.line == line && panel.place == 0) add_header(plot, panel, y, panel.row);
      y += kHeader;
    }
    if (labelled && top_axis) y += extent;
    y += above;
    for (Panel& panel : plot.panels)
      if (panel.line == line) panel.top = y;
    y += height;
    if (labelled && !top_axis) {
      y += extent;
    } else {
      y += y_axis && !y_axis->discrete ? 8 : 6;
    }
    if (line + 1 < lines) y += 8;
  }
  if (!top_axis && x_axis && !x_axis->hidden) y += 4;
  if (!top_axis && is_titled(x_axis)) {
    double end = 0;
    for (const Panel& panel : plot.panels) end = std::max(end, panel.left + panel.width);
    y = add_title(plot, *x_axis, end, y + 2, "end") + 2;
  }
  if (plot.legend.side == Side::bottom && !plot.legend.empty()) {
    plot.legend_top = y + 8;
    y += 8 + plot.legend.height;
  }
  if (plot.legend.side == Side::left || plot.legend.side == Side::right) {
    plot.legend_top = first.top;
    y = std::max(y, first.top + plot.legend.height);
  }
  for (const std::string& text : first.annotation_key)
    y = add_lines(plot, plot.notes, text, kEdge, y + 4, "chart-note", "start");
  size_t left_out = 0, translucent = 0;
  for (const Panel& panel : plot.panels) {
    left_out += panel.labels_left_out;
    for (const BoundLayer& layer : panel.layers)
      if (is_crowded(layer)) translucent += layer.rows.size();
  }
  for (const auto& [key, count] : {std::pair{"chart_translucent", translucent}, {"chart_labels_left_out", left_out}})
    if (count > 0) y = add_lines(plot, plot.notes, plot.options.words(key, count), kEdge, y + 4, "chart-note", "start");
  plot.full_height = y + kEdge;
}

}  // namespace chart
