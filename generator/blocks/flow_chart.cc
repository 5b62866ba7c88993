#include "blocks/flow_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include "base/text.h"
#include "blocks/flow_layout.h"
#include "blocks/flow_parts.h"
#include "markup/text_width.h"
#include "site/url.h"

namespace blocks {
namespace {

// All sizes are in pixels, unless noted.
struct TextStyle {
  std::string_view classes;
  double size, leading;  // the font size, and the height of a line
  double max_width, padding_x, padding_y;
  bool bold;
};
constexpr TextStyle kStepTitle{"flow-title", 14, 18, 168, 16, 12, true};
constexpr TextStyle kAnswerLabel{"flow-label", 12.5, 16, 128, 5, 5, false};
constexpr double kMinWidth = 104, kMinLabel = 72;
constexpr double kCorner = 10;        // radius of a question's corners
constexpr double kHexagonPoint = 14;  // the width of an outcome's points at the left and right
constexpr double kAround = 8;
constexpr double kStartDot = 4.5, kStartStem = 16;  // the dot above the start, and the line to it
constexpr double kArrowHalf = 3.6;
constexpr double kBetween = 22;  // the space between two labels
// What a reader can follow: the width of a page on a tablet (768 px), and a little more than the height of a window.
constexpr double kMaxWidth = 736, kMaxHeight = 1100;
constexpr size_t kMaxSteps = 500, kMaxAnswers = 2000;
constexpr size_t kMaxBoxes = 48;    // bounds the work of finding out what fits
constexpr double kBaseline = 0.35;  // distance from the middle of a line to its baseline, relative to the font size

std::string number(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string pair(Point point) { return number(point.x) + "," + number(point.y); }

// Lines of text, and the size of their box.
struct TextBox {
  std::vector<std::string> lines;
  double width = 0;
  double height = 0;
};

double widest(const std::vector<std::string>& lines, const TextStyle& style) {
  double width = 0;
  for (const std::string& line : lines) width = std::max(width, markup::text_width(line, style.size, style.bold));
  return width;
}

// Wraps a text into lines of similar length: as narrow as possible without more lines.
std::vector<std::string> balanced(std::string_view text, const TextStyle& style) {
  std::vector<std::string> lines = markup::wrap_text(text, style.size, style.max_width, style.bold);
  for (double width = style.max_width - 8; width > style.max_width / 3; width -= 8) {
    std::vector<std::string> narrower = markup::wrap_text(text, style.size, width, style.bold);
    if (narrower.size() > lines.size() || widest(narrower, style) > width) break;
    lines = std::move(narrower);
  }
  return lines;
}

TextBox text_box(std::string_view text, const TextStyle& style) {
  TextBox box{balanced(text, style)};
  box.width = std::ceil(widest(box.lines, style) + 2 * style.padding_x);
  box.height = static_cast<double>(box.lines.size()) * style.leading + 2 * style.padding_y;
  return box;
}

class Painter {
 public:
  Painter(const FlowSteps& steps, std::string_view start, const FlowPart& part)
      : steps_(steps), start_(start), part_(part) {
    for (const FlowBox& each : part.boxes) {
      const site::FlowStep& step = steps[each.step];
      const char* arrow = each.answers == FlowPlace::here ? "" : each.answers == FlowPlace::above ? " ↑" : " ↓";
      TextBox& box = titles_.emplace_back(text_box(std::string(step.title) + arrow, kStepTitle));
      box.width = std::max(box.width + (step.is_question ? 0 : kHexagonPoint), kMinWidth);
    }
    for (const FlowArrow& arrow : part.arrows) {
      TextStyle style = kAnswerLabel;
      const double space =
          kMaxWidth / static_cast<double>(steps[part.boxes[arrow.from].step].answers.size()) - kBetween;
      style.max_width = std::clamp(space - 2 * style.padding_x, kMinLabel, style.max_width);
      labels_.push_back(base::trim(arrow.answer->label).empty() ? TextBox() : text_box(arrow.answer->label, style));
    }
  }

  base::Result<bool, std::string> lay_out() {
    std::vector<LayoutBox> boxes;
    for (const TextBox& title : titles_) boxes.push_back({title.width, title.height});
    std::vector<LayoutLine> lines;
    for (size_t i = 0; i < labels_.size(); ++i)
      lines.push_back({part_.arrows[i].from, part_.arrows[i].to, labels_[i].width, labels_[i].height});
    auto placed = blocks::lay_out(boxes, lines);
    if (!placed) return base::Failure{placed.error()};
    layout_ = std::move(placed).value();
    move_into_view();
    return true;
  }

  // REQUIRES: lay_out() succeeded.
  bool fits() const { return layout_.width <= kMaxWidth && layout_.height <= kMaxHeight; }

  // `address` is that of the page, and `link_to` returns the link to the drawing that continues with a step.
  // REQUIRES: lay_out() succeeded.
  markup::SafeHtml draw(const std::string& id, std::string_view title, std::string_view address,
                        const std::function<std::string(size_t)>& link_to) {
    open_svg(id, title);
    svg_.open("g").attr("class", "flow-edges").attr("aria-hidden", "true");
    for (size_t i = 0; i < labels_.size(); ++i) draw_line(layout_.lines[i], part_.arrows[i].way);
    svg_.close();
    for (const size_t box : reading_order()) {
      const FlowBox& each = part_.boxes[box];
      draw_step(box, each.answers != FlowPlace::here ? link_to(each.step)
                                                     : site::relative_link(address, steps_[each.step].address));
      for (size_t i = 0; i < labels_.size(); ++i)
        if (part_.arrows[i].from == box && !labels_[i].lines.empty())
          draw_text(kAnswerLabel, labels_[i], layout_.lines[i].label, part_.arrows[i].way);
    }
    svg_.close();
    return svg_.take();
  }

 private:
  // Adds a margin, and space for the mark above the start and for curves that leave the layout's bounds.
  void move_into_view() {
    Point least{0, 0}, most{layout_.width, layout_.height};
    const auto take_in = [&](double x, double y) {
      least = {std::min(least.x, x), std::min(least.y, y)};
      most = {std::max(most.x, x), std::max(most.y, y)};
    };
    for (const PlacedLine& line : layout_.lines)
      for (const Curve& curve : line.curves)
        for (const Point& point : curve) take_in(point.x, point.y);
    for (size_t i = 0; i < part_.boxes.size(); ++i)
      if (is_start(i)) take_in(layout_.boxes[i].x, layout_.boxes[i].y - titles_[i].height / 2 - kStartStem - kStartDot);
    const Point by{kAround - least.x, kAround - least.y};
    const auto move = [&](Point& point) { point = {point.x + by.x, point.y + by.y}; };
    for (Point& box : layout_.boxes) move(box);
    for (PlacedLine& line : layout_.lines) {
      move(line.label);
      move(line.tip);
      for (Curve& curve : line.curves) std::for_each(curve.begin(), curve.end(), move);
    }
    layout_.width = std::ceil(most.x - least.x + 2 * kAround);
    layout_.height = std::ceil(most.y - least.y + 2 * kAround);
  }

  bool is_start(size_t box) const { return steps_[part_.boxes[box].step].address == start_; }

  // Returns the boxes from top to bottom, then from left to right. The keyboard visits them in this order.
  std::vector<size_t> reading_order() const {
    std::vector<size_t> order(part_.boxes.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      const Point& left = layout_.boxes[a];
      const Point& right = layout_.boxes[b];
      return left.y != right.y ? left.y < right.y : left.x < right.x;
    });
    return order;
  }

  void open_svg(const std::string& id, std::string_view name) {
    const std::string width = number(layout_.width), height = number(layout_.height);
    const std::string title = id + "-title", text = id + "-description";
    std::set<size_t> questions, outcomes;
    for (const FlowBox& box : part_.boxes) (steps_[box.step].is_question ? questions : outcomes).insert(box.step);
    // role="img" would hide the links in the picture from screen readers.
    svg_.open("svg").attr("xmlns", "http://www.w3.org/2000/svg").attr("class", "flow-chart").attr("role", "group");
    svg_.attr("aria-labelledby", title).attr("aria-describedby", text);
    svg_.attr("width", width).attr("height", height).attr("viewBox", "0 0 " + width + " " + height);
    svg_.open("title").attr("id", title).text(name).close();
    svg_.open("desc").attr("id", text);
    const bool continues =
        std::ranges::any_of(part_.boxes, [](const FlowBox& box) { return box.answers != FlowPlace::here; });
    svg_.text(fmt::format("{} and {}. Each is a link to its page{}.", base::count_of(questions.size(), "question"),
                          base::count_of(outcomes.size(), "outcome"),
                          continues ? " or to the drawing of its answers" : ""));
    svg_.close();
  }

  void path(std::string_view class_name, const std::string& data, bool filled) {
    svg_.open("path").attr("class", class_name).attr("d", data);
    svg_.attr("fill", filled ? "currentColor" : "none");
    if (!filled) svg_.attr("stroke", "currentColor");
    svg_.close();
  }

  void draw_line(const PlacedLine& line, const std::string& way) {
    svg_.open("g").attr("data-way", way);
    for (const Curve& curve : line.curves) {
      std::string data = "M" + pair(curve.front());
      for (size_t i = 1; i < curve.size(); ++i) data += (i % 3 == 1 ? "C" : " ") + pair(curve[i]);
      path("flow-edge", data, false);
    }
    const Point base = line.curves.back().back();
    const double dx = line.tip.x - base.x, dy = line.tip.y - base.y;
    const double length = std::hypot(dx, dy);
    const Point side{-dy / length * kArrowHalf, dx / length * kArrowHalf};
    if (length > 0)
      path("flow-arrow",
           "M" + pair(line.tip) + "L" + pair({base.x + side.x, base.y + side.y}) + "L" +
               pair({base.x - side.x, base.y - side.y}) + "Z",
           true);
    svg_.close();
  }

  void draw_text(const TextStyle& style, const TextBox& box, Point centre, const std::string& way = "") {
    svg_.open("text").attr_if(!way.empty(), "data-way", way).attr("class", style.classes);
    svg_.attr("font-size", number(style.size)).attr("text-anchor", "middle");
    svg_.attr_if(style.bold, "font-weight", "bold").attr("fill", "currentColor");
    double y = centre.y - static_cast<double>(box.lines.size() - 1) * style.leading / 2 + style.size * kBaseline;
    for (size_t i = 0; i < box.lines.size(); ++i, y += style.leading) {
      svg_.open("tspan").attr("x", number(centre.x)).attr("y", number(y));
      svg_.text(box.lines[i] + (i + 1 < box.lines.size() ? " " : "")).close();
    }
    svg_.close();
  }

  void draw_step(size_t index, const std::string& href) {
    const FlowBox& drawn = part_.boxes[index];
    const site::FlowStep& step = steps_[drawn.step];
    const TextBox& box = titles_[index];
    const Point centre = layout_.boxes[index];
    std::string classes = step.is_question ? "flow-node flow-question" : "flow-node flow-outcome";
    if (is_start(index)) classes += " flow-start";
    if (drawn.answers != FlowPlace::here) classes += " flow-elsewhere";
    if (is_start(index)) draw_start_mark({centre.x, centre.y - box.height / 2});
    svg_.open("a")
        .attr("class", classes)
        .attr("data-way", drawn.reached.empty() ? step.id : base::join(drawn.reached, " "));
    svg_.url("href", href);
    if (step.is_question) {
      svg_.open("rect").attr("class", "flow-shape").attr("x", number(centre.x - box.width / 2));
      svg_.attr("y", number(centre.y - box.height / 2)).attr("width", number(box.width));
      svg_.attr("height", number(box.height)).attr("rx", number(kCorner));
      svg_.attr("fill", "none").attr("stroke", "currentColor").close();
    } else {
      path("flow-shape", hexagon(centre, box), false);
    }
    draw_text(kStepTitle, box, centre);
    svg_.close();
  }

  static std::string hexagon(Point centre, const TextBox& box) {
    const double left = centre.x - box.width / 2, right = centre.x + box.width / 2;
    const double top = centre.y - box.height / 2, bottom = centre.y + box.height / 2;
    return "M" + pair({left, centre.y}) + "L" + pair({left + kHexagonPoint, top}) + "L" +
           pair({right - kHexagonPoint, top}) + "L" + pair({right, centre.y}) + "L" +
           pair({right - kHexagonPoint, bottom}) + "L" + pair({left + kHexagonPoint, bottom}) + "Z";
  }

  void draw_start_mark(Point top) {
    svg_.open("g").attr("class", "flow-start-mark").attr("aria-hidden", "true");
    svg_.open("circle").attr("cx", number(top.x)).attr("cy", number(top.y - kStartStem)).attr("r", number(kStartDot));
    svg_.attr("fill", "currentColor").close();
    path("flow-edge", "M" + pair({top.x, top.y - kStartStem}) + "L" + pair(top), false);
    svg_.close();
  }

  const FlowSteps& steps_;
  const std::string_view start_;
  const FlowPart& part_;
  std::vector<TextBox> titles_;  // one for each box
  std::vector<TextBox> labels_;  // one for each arrow
  Layout layout_;
  markup::Writer svg_;
};

}  // namespace

base::Result<std::vector<FlowDrawing>, std::string> draw_flow_chart(const FlowChart& chart) {
  size_t answers = 0;
  for (const site::FlowStep& step : chart.steps) answers += step.answers.size();
  if (chart.steps.size() > kMaxSteps || answers > kMaxAnswers)
    return base::Failure{fmt::format("a flow has at most {} steps and {} answers", kMaxSteps, kMaxAnswers)};
  std::string error;
  const FlowDivision division(chart.steps, chart.start, [&](const FlowPart& part) {
    if (part.boxes.size() > kMaxBoxes || !error.empty()) return false;
    Painter painter(chart.steps, chart.start, part);
    const auto placed = painter.lay_out();
    if (!placed) error = placed.error();
    return placed && painter.fits();
  });
  std::vector<FlowDrawing> drawings;
  for (size_t i = 0; i < division.parts().size(); ++i) {
    const std::string name = chart.ids.make(i == 0 ? "flow" : fmt::format("flow-{}", i + 1));
    drawings.push_back({chart.ids.claim(chart.ids.claim_chart(name)), {}, {}});
  }
  for (size_t i = 0; i < drawings.size() && error.empty(); ++i) {
    const FlowPart& part = division.parts()[i];
    Painter painter(chart.steps, chart.start, part);
    if (const auto placed = painter.lay_out(); !placed) error = placed.error();
    if (!error.empty()) break;
    drawings[i].title = i == 0 ? chart.title : std::string(chart.steps[part.boxes.front().step].title);
    drawings[i].svg = painter.draw(drawings[i].id, drawings[i].title, chart.address,
                                   [&](size_t step) { return "#" + drawings[division.part_of(step)].id; });
  }
  if (!error.empty()) return base::Failure{error};
  return drawings;
}

}  // namespace blocks
