#include "blocks/flow_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/text.h"
#include "blocks/flow_layout.h"
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
constexpr double kMinWidth = 104;
constexpr double kCorner = 10;        // radius of a question's corners
constexpr double kHexagonPoint = 14;  // the width of an outcome's points at the left and right
constexpr double kAround = 8;
constexpr double kStartDot = 4.5, kStartStem = 16;  // the dot above the start, and the line to it
constexpr double kArrowHalf = 3.6;
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

// An answer that leads from one step to another.
struct Edge {
  size_t from, to;
  std::string way;  // the id of the answer: "NODE.ANSWER"
  TextBox label;
};

class Painter {
 public:
  explicit Painter(const FlowChart& chart) : chart_(chart) {
    std::map<std::string_view, size_t> index;
    for (const site::FlowStep& step : chart.steps) {
      index.emplace(step.id, titles_.size());
      TextBox& box = titles_.emplace_back(text_box(step.title, kStepTitle));
      box.width = std::max(box.width + (step.is_question ? 0 : kHexagonPoint), kMinWidth);
    }
    for (size_t from = 0; from < chart.steps.size(); ++from)
      for (const site::FlowAnswer& answer : chart.steps[from].answers) {
        const auto to = index.find(answer.to);
        if (to == index.end()) continue;
        edges_.push_back({from, to->second, fmt::format("{}.{}", chart.steps[from].id, answer.id),
                          base::trim(answer.label).empty() ? TextBox() : text_box(answer.label, kAnswerLabel)});
      }
  }

  base::Result<markup::SafeHtml, std::string> draw() {
    std::vector<LayoutBox> boxes;
    for (const TextBox& title : titles_) boxes.push_back({title.width, title.height});
    std::vector<LayoutLine> lines;
    for (const Edge& edge : edges_) lines.push_back({edge.from, edge.to, edge.label.width, edge.label.height});
    auto placed = lay_out(boxes, lines);
    if (!placed) return base::Failure{placed.error()};
    layout_ = std::move(placed).value();
    move_into_view();
    open_svg();
    svg_.open("g").attr("class", "flow-edges").attr("aria-hidden", "true");
    for (size_t i = 0; i < edges_.size(); ++i) draw_line(layout_.lines[i], edges_[i].way);
    svg_.close();
    for (const size_t step : reading_order()) {
      draw_step(step);
      for (size_t i = 0; i < edges_.size(); ++i)
        if (edges_[i].from == step && !edges_[i].label.lines.empty())
          draw_text(kAnswerLabel, edges_[i].label, layout_.lines[i].label, edges_[i].way);
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
    for (size_t i = 0; i < chart_.steps.size(); ++i)
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

  bool is_start(size_t step) const { return chart_.steps[step].address == chart_.start; }

  // Returns the steps from top to bottom, then from left to right. The keyboard visits them in this order.
  std::vector<size_t> reading_order() const {
    std::vector<size_t> order(chart_.steps.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      const Point& left = layout_.boxes[a];
      const Point& right = layout_.boxes[b];
      return left.y != right.y ? left.y < right.y : left.x < right.x;
    });
    return order;
  }

  void open_svg() {
    const std::string width = number(layout_.width), height = number(layout_.height);
    const std::string title = chart_.id + "-title", text = chart_.id + "-description";
    const auto questions = static_cast<size_t>(std::ranges::count(chart_.steps, true, &site::FlowStep::is_question));
    // role="img" would hide the links in the picture from screen readers.
    svg_.open("svg").attr("xmlns", "http://www.w3.org/2000/svg").attr("class", "flow-chart").attr("role", "group");
    svg_.attr("aria-labelledby", title).attr("aria-describedby", text);
    svg_.attr("width", width).attr("height", height).attr("viewBox", "0 0 " + width + " " + height);
    svg_.open("title").attr("id", title).text(chart_.title).close();
    svg_.open("desc").attr("id", text);
    svg_.text(fmt::format("{} and {}. Each is a link to its page.", base::count_of(questions, "question"),
                          base::count_of(chart_.steps.size() - questions, "outcome")));
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

  void draw_step(size_t index) {
    const site::FlowStep& step = chart_.steps[index];
    const TextBox& box = titles_[index];
    const Point centre = layout_.boxes[index];
    std::string classes = step.is_question ? "flow-node flow-question" : "flow-node flow-outcome";
    if (is_start(index)) classes += " flow-start";
    if (is_start(index)) draw_start_mark({centre.x, centre.y - box.height / 2});
    svg_.open("a").attr("class", classes).attr("data-way", step.id);
    svg_.url("href", site::relative_link(chart_.address, step.address));
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

  const FlowChart& chart_;
  std::vector<TextBox> titles_;  // one for each step
  std::vector<Edge> edges_;
  Layout layout_;
  markup::Writer svg_;
};

}  // namespace

base::Result<markup::SafeHtml, std::string> draw_flow_chart(const FlowChart& chart) { return Painter(chart).draw(); }

}  // namespace blocks
