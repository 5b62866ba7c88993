// Finds texts of a drawing that readers can't read (chart/layout.h).
#include <algorithm>

#include <fmt/format.h>

#include "chart/boxes.h"
#include "chart/layout.h"

namespace chart {
namespace {

constexpr double kLeastFontSize = 9;  // px
constexpr double kMaxOutside = 2;     // px beyond the edge of the picture
constexpr double kMaxShared = 0.2;    // of the smaller text, that two texts share
constexpr size_t kMaxTextsCompared = 600;

struct DrawnText {
  std::string text;
  double font_size;
  Box box;  // in px of the picture
};

class Texts {
 public:
  explicit Texts(const Plot& plot) {
    for (const auto* shapes : {&plot.headers, &plot.axis_titles, &plot.notes}) add_all(*shapes, 0, 0);
    for (const LegendEntry& entry : plot.legend.entries) add_all(entry.shapes, plot.legend_left, plot.legend_top);
    for (const Panel& panel : plot.panels) {
      add_all(panel.shapes, panel.left, panel.top);
      if (panel.x_axis && panel.labels_x) add_labels(*panel.x_axis, panel);
      if (panel.y_axis && panel.labels_y) add_labels(*panel.y_axis, panel);
    }
  }
  const std::vector<DrawnText>& all() const { return texts_; }

 private:
  // Turned and clipped texts are left out.
  void add(Shape text, double dx, double dy) {
    if (text.kind != Shape::Kind::text || text.angle != 0 || text.clipped || text.text.empty()) return;
    text.x += dx;
    text.y += dy;
    const auto [left, right] = ends_of(text);
    texts_.push_back({text.text, text.font_size, {left, text.y - kCapitals * text.font_size, right, text.y}});
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

  std::vector<DrawnText> texts_;
};

double area(const Box& box) { return (box.right - box.left) * (box.bottom - box.top); }

}  // namespace

void check_legibility(const Plot& plot, base::Diagnostics& diagnostics) {
  const bool is_phone = plot.options.width < kNarrow;
  const auto warn = [&](std::string message, std::string_view remedy) {
    if (is_phone) message += ", on phones";
    diagnostics.warning("chart-illegible", plot.spec.title_span ? plot.spec.title_span : plot.spec.span, message)
        .suggest(std::string(remedy));
  };
  const std::vector<DrawnText> texts = Texts(plot).all();
  for (const DrawnText& text : texts) {
    const Box& box = text.box;
    const bool is_outside = box.left < -kMaxOutside || box.top < -kMaxOutside ||
                            box.right > plot.full_width + kMaxOutside || box.bottom > plot.full_height + kMaxOutside;
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
      return other.text != texts[i].text &&
             overlap(texts[i].box, other.box) > kMaxShared * std::min(area(texts[i].box), area(other.box));
    };
    const auto end = texts.begin() + static_cast<std::ptrdiff_t>(i);
    const auto other = std::find_if(texts.begin(), end, covers);
    if (other == end) continue;
    warn(fmt::format("the texts \"{}\" and \"{}\" of this chart are over each other", other->text, texts[i].text),
         "place one of them elsewhere by align, dx and dy, or leave it out in narrow");
    break;
  }
}

}  // namespace chart
