// Draws annotations: remarks of the author at places of the plot (chart/layout.h).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "chart/boxes.h"
#include "chart/layout.h"
#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kNoteWidth = 190, kNoteLine = 15;  // in px
constexpr double kNoteMargin = 3;                   // space around a text
constexpr double kNoteStep = 6;                     // distance of the places that are tried
constexpr double kMinLeader = 8;                    // the least length of a leader to a point
constexpr double kNumberRadius = 8;
constexpr double kRangeOpacity = 0.5;

// Returns a position on an axis; NaN if the axis does not reach the value.
double place_of(const Plot& plot, const Panel& panel, Channel channel, const std::optional<quantity::Value>& value) {
  const Scale* scale = find_scale(panel.scales, channel);
  const auto channels = scaled_channels(plot.layers, channel);
  if (!value || !scale || channels.empty()) return kNone;
  if (scale->is_discrete()) {
    const int index = scale->index_of(quantity::to_text(*value));
    return index < 0 ? kNone : scale->centre(static_cast<size_t>(index));
  }
  const double at = scale->position(number_of(*value, channels.front()->type));
  const bool is_within = at >= std::min(scale->range_from, scale->range_to) - 0.5 &&
                         at <= std::max(scale->range_from, scale->range_to) + 0.5;
  return is_within ? at : kNone;
}

// Where an annotation points: a point, or a range between two ends that may be equal.
struct Target {
  double x = 0, y = 0;
  bool is_point = true;
  double bottom = 0;  // how far down its number may be moved
};

// What a text must not cover.
class Obstacles {
 public:
  explicit Obstacles(const std::vector<Shape>& shapes) {
    for (const Shape& shape : shapes) add(shape);
  }
  void add(const Shape& shape) {
    switch (shape.kind) {
      case Shape::Kind::rect:
        if (shape.classes.ends_with("reference")) return;
        boxes_.push_back({shape.x, shape.y, shape.x + shape.width, shape.y + shape.height});
        break;
      case Shape::Kind::symbol:
        boxes_.push_back(
            {shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius});
        break;
      case Shape::Kind::text:
        if (shape.angle == 0) boxes_.push_back(box_of(shape));
        break;
      case Shape::Kind::line:
        lines_.push_back({shape.x, shape.y, shape.x + shape.width, shape.y + shape.height});
        break;
      case Shape::Kind::path:
        for (const Points& part : shape.path)
          for (size_t i = 1; i < part.size(); ++i)
            lines_.push_back({part[i - 1].first, part[i - 1].second, part[i].first, part[i].second});
    }
  }
  bool covers_area(const Box& box) const {
    return std::ranges::any_of(boxes_, [&](const Box& other) { return overlap(box, other) > 0; });
  }
  bool covers(const Box& box) const {
    return covers_area(box) || std::ranges::any_of(lines_, [&](const Segment& line) { return line.crosses(box); });
  }
  // Whether a leader that ends at its target crosses a mark or text there is not at the target itself.
  bool crosses(const Segment& leader) const {
    return std::ranges::any_of(boxes_, [&](const Box& other) {
      const Box around{other.left - 1, other.top - 1, other.right + 1, other.bottom + 1};
      return leader.crosses(other) && !around.contains({leader.x2, leader.y2, leader.x2, leader.y2});
    });
  }

 private:
  std::vector<Box> boxes_;
  std::vector<Segment> lines_;
};

class Annotator {
 public:
  Annotator(Panel& panel, const Plot& plot) : panel_(panel), plot_(plot), obstacles_(panel.shapes) {}

  void run() {
    const bool is_phone = plot_.options.width < kNarrow;
    for (const Annotation& each : plot_.spec.annotations) {
      const std::optional<Target> target = draw_target(each);
      if (!target) continue;
      if (is_phone || !place_text(each.text, *target)) add_number(each.text, *target);
    }
  }

 private:
  // Draws the line or range that an annotation is about. Returns nullopt if it is outside the axes.
  std::optional<Target> draw_target(const Annotation& each) {
    const double x = place_of(plot_, panel_, Channel::x, each.x), y = place_of(plot_, panel_, Channel::y, each.y);
    const double x2 = place_of(plot_, panel_, Channel::x, each.x2), y2 = place_of(plot_, panel_, Channel::y, each.y2);
    if ((each.x && std::isnan(x)) || (each.y && std::isnan(y))) return std::nullopt;
    if ((each.x2 && std::isnan(x2)) || (each.y2 && std::isnan(y2))) return std::nullopt;
    if (each.x && each.y && !each.x2 && !each.y2) return Target{x, y, true};
    const double left = each.x ? std::min(x, each.x2 ? x2 : x) : 0, top = each.y ? std::min(y, each.y2 ? y2 : y) : 0;
    const double right = each.x ? std::max(x, each.x2 ? x2 : x) : panel_.width;
    const double bottom = each.y ? std::max(y, each.y2 ? y2 : y) : panel_.height;
    if (right > left && bottom > top && (each.x2 || each.y2)) {
      Shape range{.kind = Shape::Kind::rect,
                  .x = left,
                  .y = top,
                  .width = right - left,
                  .height = bottom - top,
                  .classes = "mark-rect neutral reference",
                  .opacity = kRangeOpacity};
      panel_.shapes.insert(panel_.shapes.begin(), std::move(range));
      return Target{(left + right) / 2, top + kNoteLine, false, bottom};
    }
    panel_.shapes.push_back(line_shape(left, top, right, bottom, "mark-rule neutral"));
    obstacles_.add(panel_.shapes.back());
    return each.y ? Target{right, top, false} : Target{left, kNoteLine, false, bottom};
  }

  bool place_text(const std::string& text, const Target& target) {
    const std::vector<std::string> lines =
        markup::wrap_text(text, kFontSize, std::min(kNoteWidth, panel_.width * 0.45));
    double width = 0;
    for (const std::string& line : lines) width = std::max(width, markup::text_width(line, kFontSize));
    width += 2 * kNoteMargin;
    const double height = kNoteLine * static_cast<double>(lines.size()) + 2 * kNoteMargin;
    std::optional<Box> best;
    double least = 1e9;
    for (double left = 0; left + width <= panel_.width; left += kNoteStep) {
      for (double top = 0; top + height <= panel_.height; top += kNoteStep) {
        const Box box{left, top, left + width, top + height};
        const Segment leader = leader_to(target, box);
        const double length = std::hypot(leader.x2 - leader.x1, leader.y2 - leader.y1);
        // Of equal places, that in the middle of a range comes first.
        const double cost = length + (target.is_point ? 0 : 0.01 * std::abs(left + width / 2 - target.x));
        if (cost >= least || (target.is_point && length < kMinLeader)) continue;
        if (obstacles_.covers(box) || obstacles_.crosses(leader)) continue;
        least = cost;
        best = box;
      }
    }
    if (!best) return false;
    if (target.is_point) {
      const Segment leader = leader_to(target, *best);
      panel_.shapes.push_back(line_shape(leader.x1, leader.y1, leader.x2, leader.y2, "leader"));
    }
    const bool to_the_right = best->left >= target.x;
    for (size_t i = 0; i < lines.size(); ++i) {
      const double y = best->top + kNoteMargin + kNoteLine * static_cast<double>(i) + kFontSize;
      panel_.shapes.push_back(text_shape(to_the_right ? best->left + kNoteMargin : best->right - kNoteMargin, y,
                                         lines[i], "mark-text annotation", to_the_right ? "start" : "end"));
      obstacles_.add(panel_.shapes.back());
    }
    return true;
  }

  static Segment leader_to(const Target& target, const Box& box) {
    return {std::clamp(target.x, box.left, box.right), std::clamp(target.y, box.top, box.bottom), target.x, target.y};
  }

  void add_number(const std::string& text, const Target& target) {
    const std::string number = std::to_string(panel_.annotation_key.size() + 1);
    const double x = std::clamp(target.x, kNumberRadius, std::max(kNumberRadius, panel_.width - kNumberRadius));
    // The number of a line or range is where it covers no mark, if there is such a place.
    const auto is_covering = [&](double y) {
      return obstacles_.covers_area({x - kNumberRadius, y - kNumberRadius, x + kNumberRadius, y + kNumberRadius});
    };
    double y = target.y;
    while (is_covering(y) && y + kNumberRadius + kNoteStep <= target.bottom) y += kNoteStep;
    if (is_covering(y)) y = target.y;
    Shape circle{.kind = Shape::Kind::symbol, .x = x, .y = y, .classes = "mark-point hollow neutral"};
    circle.radius = kNumberRadius;
    obstacles_.add(circle);
    Shape digit = text_shape(x, y + 4, number, "annotation", "middle");
    panel_.shapes.push_back(std::move(circle));
    panel_.shapes.push_back(std::move(digit));
    panel_.annotation_key.push_back(number + " " + text);
  }

  Panel& panel_;
  const Plot& plot_;
  Obstacles obstacles_;
};

}  // namespace

void check_annotations(const Plot& plot, base::Diagnostics& diagnostics) {
  for (const Annotation& each : plot.spec.annotations) {
    if (plot.panels.size() > 1) {
      diagnostics.error("chart-no-effect", each.span, "a chart with several panels has no annotations")
          .suggest("write them into the note, or draw one of the panels as a chart with annotations");
      return;
    }
    const Panel& panel = plot.panels.front();
    for (auto [channel, value] : {std::pair{Channel::x, &each.x}, std::pair{Channel::y, &each.y},
                                  std::pair{Channel::x, &each.x2}, std::pair{Channel::y, &each.y2}}) {
      if (!*value || !std::isnan(place_of(plot, panel, channel, *value))) continue;
      const Scale* scale = find_scale(panel.scales, channel);
      diagnostics
          .error("chart-domain", each.span,
                 fmt::format("the axis {} does not reach {}, where this annotation is", channel_name(channel),
                             quantity::to_text(**value)))
          .suggest(scale && scale->is_discrete() ? "name a category of the chart" : "name a value of the axis");
    }
  }
}

void annotate(Panel& panel, const Plot& plot) {
  panel.annotation_key.clear();
  if (!plot.spec.annotations.empty() && plot.panels.size() == 1) Annotator(panel, plot).run();
}

}  // namespace chart
