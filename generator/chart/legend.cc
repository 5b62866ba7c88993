#include "chart/legend.h"

#include <algorithm>
#include <cmath>

#include "chart/axis.h"
#include "chart/marks.h"
#include "chart/scales.h"
#include "chart/tick_labels.h"
#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kRow = 20, kSwatch = 14, kLine = 26, kGap = 6, kBetween = 16;

struct Entry {
  std::string label;
  int series = 1;
  int symbol = 0;
  double radius = 4.2;
};

// What the layers draw of a series, so that the swatch looks like it.
struct Look {
  bool bar = false, line = false, point = false;
};

Look look_of(const std::vector<BoundLayer>& layers, Channel channel) {
  Look look;
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->is_value()) continue;
    switch (layer.mark) {
      case MarkType::bar:
      case MarkType::area:
      case MarkType::rect:
        look.bar = true;
        break;
      case MarkType::line:
        look.line = true, look.point |= layer.layer->mark.point;
        break;
      case MarkType::point:
        look.point = true;
        break;
      default:
        look.line |= layer.mark != MarkType::text;
    }
  }
  if (!look.bar && !look.line && !look.point) look.bar = true;
  return look;
}

class Rows {
 public:
  Rows(Legend& legend, double width) : legend_(legend), width_(width) {}

  void text(const std::string& text, std::string_view classes, bool bold) {
    Shape shape;
    shape.kind = Shape::Kind::text;
    shape.classes = classes;
    shape.text = markup::shorten_text(text, kFontSize, width_ - x_, bold);
    shape.x = x_, shape.y = y_ + 14;
    legend_.shapes.push_back(shape);
    x_ += markup::text_width(shape.text, kFontSize, bold);
  }
  void shape(Shape shape, double dx) {
    shape.x += x_ + dx, shape.y += y_ + kRow / 2;
    legend_.shapes.push_back(std::move(shape));
  }
  void advance(double by) { x_ += by; }
  // Begins a new row when `needed` px do not fit any more.
  void make_room(double needed) {
    if (x_ > 0 && x_ + needed > width_) new_row();
  }
  void new_row() {
    if (x_ > 0) y_ += kRow;
    x_ = 0;
  }
  double height() const { return y_ + (x_ > 0 ? kRow : 0); }

 private:
  Legend& legend_;
  double width_, x_ = 0, y_ = 0;
};

void add_swatch(Rows& rows, const Entry& entry, const Look& look, const std::string& id, bool several) {
  Shape shape;
  if (look.bar) {
    shape.kind = Shape::Kind::rect;
    shape.width = shape.height = kSwatch;
    shape.y = -kSwatch / 2;
    shape.classes = mark_classes("bar", entry.series);
    if (several && entry.series > 1) shape.pattern = pattern_id(id, entry.series);
    rows.shape(shape, 0);
    return;
  }
  if (look.line) {
    shape.kind = Shape::Kind::line;
    shape.width = kLine;
    shape.classes = mark_classes("line", entry.series);
    shape.dash = dash_of(entry.series);
    rows.shape(shape, 0);
  }
  if (look.point) {
    Shape point;
    point.kind = Shape::Kind::symbol;
    point.radius = entry.radius;
    point.symbol = entry.symbol;
    point.classes = mark_classes("point", entry.series);
    rows.shape(point, look.line ? kLine / 2 : std::max(kSwatch / 2, entry.radius));
  }
}

void add_block(Rows& rows, const std::string& title, const std::vector<Entry>& entries, const Look& look,
               const std::string& id, double width) {
  rows.new_row();
  if (!title.empty()) {
    rows.text(title, "legend-title", true);
    rows.advance(kBetween);
  }
  for (const Entry& entry : entries) {
    double swatch = look.bar ? kSwatch : look.line ? kLine : std::max(kSwatch, 2 * entry.radius);
    double label = std::min(width, markup::text_width(entry.label, kFontSize));
    rows.make_room(swatch + kGap + label);
    add_swatch(rows, entry, look, id, entries.size() > 1);
    rows.advance(swatch + kGap);
    rows.text(entry.label, "legend-label", false);
    rows.advance(kBetween);
  }
}

bool is_hidden(const std::vector<BoundLayer>& layers, Channel channel) {
  for (const BoundChannel* bound : scaled_channels(layers, channel)) {
    if (bound->encoding->legend.hidden) return true;
  }
  return false;
}

// A colour for each place of an axis tells nothing that the axis does not.
bool repeats_axis(const std::vector<BoundLayer>& layers, Channel channel) {
  for (const BoundLayer& layer : layers) {
    const BoundChannel* bound = layer.find(channel);
    if (!bound || bound->column < 0) continue;
    bool found = false;
    for (Channel axis : {Channel::x, Channel::y}) {
      const BoundChannel* other = layer.find(axis);
      if (other && !other->is_continuous() && other->column == bound->column) found = true;
    }
    if (!found) return false;
  }
  return true;
}

}  // namespace

Legend make_legend(const std::vector<BoundLayer>& layers, const std::map<Channel, Scale>& scales,
                   const std::map<std::string, int>& slots, const quantity::Frame& frame, const quantity::Units& units,
                   const std::string& id, double width) {
  Legend legend;
  Rows rows(legend, width);
  const auto color = scales.find(Channel::color), shape = scales.find(Channel::shape),
             size = scales.find(Channel::size);

  if (color != scales.end() && !is_hidden(layers, Channel::color) && !repeats_axis(layers, Channel::color)) {
    std::vector<Entry> entries;
    for (const std::string& category : color->second.categories) {
      int slot = slots.at(category);
      entries.push_back({category, slot, (slot - 1) % kSymbols});
    }
    add_block(rows, channel_title(layers, Channel::color, frame, units), entries, look_of(layers, Channel::color), id,
              width);
  }
  bool same_field = false;
  for (const BoundLayer& layer : layers) {
    const BoundChannel *a = layer.find(Channel::color), *b = layer.find(Channel::shape);
    if (a && b && a->column == b->column) same_field = true;
  }
  if (shape != scales.end() && !same_field && !is_hidden(layers, Channel::shape) &&
      !repeats_axis(layers, Channel::shape)) {
    std::vector<Entry> entries;
    for (size_t i = 0; i < shape->second.categories.size(); ++i) {
      entries.push_back({shape->second.categories[i], 1, static_cast<int>(i) % kSymbols});
    }
    add_block(rows, channel_title(layers, Channel::shape, frame, units), entries, Look{false, false, true}, id, width);
  }
  if (size != scales.end() && !is_hidden(layers, Channel::size)) {
    std::string why;
    auto text = tick_text(size->second, 3, "", &why);
    std::vector<Entry> entries;
    for (double value : size->second.ticks(3)) {
      double area = std::max(0.0, size->second.position(value));
      if (text) entries.push_back({(*text)(value), 1, 0, std::sqrt(area / 3.14159265358979)});
    }
    add_block(rows, channel_title(layers, Channel::size, frame, units), entries, Look{false, false, true}, id, width);
  }
  legend.height = rows.height();
  return legend;
}

}  // namespace chart
