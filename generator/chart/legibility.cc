// Finds texts of a drawing that readers can't read, or would misread (chart/layout.h).
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "chart/boxes.h"
#include "chart/layout.h"

namespace chart {
namespace {

constexpr double kLeastFontSize = 9;  // px
constexpr double kMaxOutside = 2;     // px beyond the edge of the picture
constexpr double kMaxShared = 0.2;    // of the smaller text, that two texts share
constexpr double kOverAnother = 0.5;  // of a text, that is over the mark of another row
constexpr double kSamePlace = 0.9;    // of a text, that is over the same text drawn again
constexpr size_t kMaxTextsCompared = 600;

struct DrawnText {
  std::string text;
  double font_size;
  Box box;                    // in px of the picture
  std::optional<size_t> row;  // the row that it shows
  Box space;                  // where it is visible
  bool is_on_paper;           // whether it is the number of an annotation, on its disc
};

// A bar or a point of a row.
struct DrawnMark {
  size_t row;
  bool is_bar;
  Box box;
};

class Texts {
 public:
  explicit Texts(const Plot& plot) : picture_{0, 0, plot.full_width, plot.full_height} {
    for (const auto* shapes : {&plot.headers, &plot.axis_titles, &plot.notes}) add_all(*shapes, 0, 0);
    for (const LegendEntry& entry : plot.legend.entries) add_all(entry.shapes, plot.legend_left, plot.legend_top);
    for (const Panel& panel : plot.panels) {
      panel_ = {panel.left, panel.top, panel.left + panel.width, panel.top + panel.height};
      add_all(panel.shapes, panel.left, panel.top);
      for (const Shape& shape : panel.shapes) add_mark(shape, panel.left, panel.top);
      if (panel.x_axis && panel.labels_x) add_labels(*panel.x_axis, panel);
      if (panel.y_axis && panel.labels_y) add_labels(*panel.y_axis, panel);
    }
  }
  const std::vector<DrawnText>& all() const { return texts_; }
  const std::vector<DrawnMark>& marks() const { return marks_; }

 private:
  // Turned texts are left out, and texts outside the plotting area, where a chart that shows a part has no marks
  // either.
  void add(Shape text, double dx, double dy) {
    if (text.kind != Shape::Kind::text || text.angle != 0 || text.text.empty()) return;
    text.x += dx;
    text.y += dy;
    const auto [left, right] = ends_of(text);
    const Box box{left, text.y - kCapitals * text.font_size, right, text.y};
    if (text.clipped && overlap(box, panel_) == 0) return;
    texts_.push_back(
        {text.text, text.font_size, box, text.row, text.clipped ? panel_ : picture_, text.classes == "annotation"});
  }
  void add_mark(const Shape& shape, double dx, double dy) {
    if (!shape.row) return;
    if (shape.kind == Shape::Kind::symbol)
      marks_.push_back({*shape.row,
                        false,
                        {shape.x + dx - shape.radius, shape.y + dy - shape.radius, shape.x + dx + shape.radius,
                         shape.y + dy + shape.radius}});
    else if (shape.kind == Shape::Kind::rect && shape.classes.starts_with("mark-bar"))
      marks_.push_back(
          {*shape.row, true, {shape.x + dx, shape.y + dy, shape.x + dx + shape.width, shape.y + dy + shape.height}});
  }
  void add_all(const std::vector<Shape>& shapes, double dx, double dy) {
    for (const Shape& shape : shapes) add(shape, dx, dy);
  }
  void add_labels(const Axis& axis, const Panel& panel) {
    if (axis.hidden || axis.angle != 0 || axis.opposite) return;
    for (const Tick& tick : axis.ticks)
      for (size_t i = 0; i < tick.lines.size(); ++i) {
        // The positions of write_axis().
        const double line = axis.font_size * kLineHeight, number = static_cast<double>(i);
        const double middle = (static_cast<double>(tick.lines.size()) - 1) / 2;
        Shape label = axis.along_x ? text_shape(tick.at, panel.height + 8 + axis.font_size * 0.85 + line * number,
                                                tick.lines[i], "", "middle")
                                   : text_shape(-8, tick.at + 0.35 * axis.font_size + line * (number - middle),
                                                tick.lines[i], "", "end");
        label.font_size = axis.font_size;
        add(std::move(label), panel.left, panel.top);
      }
  }

  const Box picture_;
  Box panel_{};
  std::vector<DrawnText> texts_;
  std::vector<DrawnMark> marks_;
};

// Returns a label that an axis shows twice, without a year between that tells both apart; "" if there is none.
std::string repeated_label(const Axis& axis) {
  std::set<std::string> seen;
  for (const Tick& tick : axis.ticks) {
    const std::string label = base::join(tick.lines, " ");
    if (label.empty()) continue;
    if (label.size() == 4 && std::ranges::all_of(label, base::is_digit) && !seen.contains(label)) seen.clear();
    if (!seen.insert(label).second) return label;
  }
  return "";
}

// Returns a month that an axis of months shows where neither the year nor its reverse has it; "" if there is none.
std::string misplaced_month(const Axis& axis, const quantity::Locale& locale) {
  std::optional<size_t> last;
  size_t forward = 0, back = 0;
  std::string misplaced;
  for (const Tick& tick : axis.ticks) {
    std::optional<size_t> month;
    for (const auto* names : {&locale.months, &locale.months_alone, &locale.short_months})
      if (const auto name = std::ranges::find(*names, tick.text); name != names->end())
        month = static_cast<size_t>(name - names->begin());
    if (!month) return "";
    if (last) ++(*last < *month ? forward : back);
    last = month;
    // A year that begins in July goes back once.
    if (std::min(forward, back) > 1 && misplaced.empty()) misplaced = tick.text;
  }
  return misplaced;
}

double area(const Box& box) { return (box.right - box.left) * (box.bottom - box.top); }

}  // namespace

void check_legibility(const Plot& plot, base::Diagnostics& diagnostics) {
  const bool is_phone = plot.options.width < kNarrow;
  const auto warn = [&](std::string message, std::string_view remedy) {
    if (is_phone) message += ", on phones";
    diagnostics.warning("chart-illegible", plot.spec.title_span ? plot.spec.title_span : plot.spec.span, message)
        .suggest(std::string(remedy));
  };
  const Texts drawn(plot);
  const std::vector<DrawnText>& texts = drawn.all();
  for (const DrawnText& text : texts) {
    const Box& box = text.box;
    const Box& space = text.space;
    const bool is_outside = box.left < space.left - kMaxOutside || box.top < space.top - kMaxOutside ||
                            box.right > space.right + kMaxOutside || box.bottom > space.bottom + kMaxOutside;
    if (is_outside) {
      warn(fmt::format("the text \"{}\" of this chart is cut at the edge of its picture", text.text),
           "shorten it, or place it elsewhere by align, dx and dy");
      break;
    }
  }
  for (const DrawnText& text : texts)
    if (is_phone && text.font_size < kLeastFontSize) {
      warn(fmt::format("the text \"{}\" of this chart is less than {} px high", text.text, kLeastFontSize),
           "write a larger fontSize");
      break;
    }
  for (size_t i = 0; i < std::min(texts.size(), kMaxTextsCompared); ++i) {
    const auto covers = [&](const DrawnText& other) {
      const double shared = overlap(texts[i].box, other.box), least = std::min(area(texts[i].box), area(other.box));
      return shared > kMaxShared * least && (other.text != texts[i].text || shared < kSamePlace * least);
    };
    const auto end = texts.begin() + static_cast<std::ptrdiff_t>(i);
    const auto other = std::find_if(texts.begin(), end, covers);
    if (other == end) continue;
    warn(fmt::format("the texts \"{}\" and \"{}\" of this chart are over each other", other->text, texts[i].text),
         "place one of them elsewhere by align, dx and dy, or leave it out in narrow");
    break;
  }
  const auto is_over_another = [&](const DrawnText& text) {
    return std::ranges::any_of(drawn.marks(), [&](const DrawnMark& mark) {
      return mark.row != text.row && (text.row || (mark.is_bar && !text.is_on_paper)) &&
             overlap(text.box, mark.box) > kOverAnother * area(text.box);
    });
  };
  const auto misread = texts.size() > kMaxTextsCompared ? texts.end() : std::ranges::find_if(texts, is_over_another);
  if (misread != texts.end())
    warn(fmt::format("the text \"{}\" of this chart is over {}", misread->text,
                     misread->row ? "the mark of another row" : "a bar"),
         misread->row ? "place it beside its own mark by align, dx and dy, or by the offset of its mark"
                      : "write it into annotations, which are placed beside the marks");
  for (const Panel& panel : plot.panels)
    for (const auto* axis : {&panel.x_axis, &panel.y_axis}) {
      if (!*axis || (*axis)->hidden) continue;
      if (const std::string label = repeated_label(**axis); !label.empty()) {
        warn(fmt::format("an axis of this chart shows \"{}\" at several ticks", label),
             "write a format or values by which readers tell them apart");
        return;
      }
      if (const std::string month = misplaced_month(**axis, plot.units().locale()); !month.empty()) {
        warn(fmt::format("an axis of this chart has \"{}\" where the calendar does not", month),
             "list the months in sort");
        return;
      }
    }
}

}  // namespace chart
