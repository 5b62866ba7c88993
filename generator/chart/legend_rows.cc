#include "chart/legend_rows.h"

#include <algorithm>

#include "chart/short_labels.h"
#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kRow = 20, kSwatch = 14, kLineSwatch = 26, kBeforeLabel = 6, kBetween = 16, kRampHeight = 12;

double swatch_width(const Swatch& swatch) {
  const Look& look = swatch.look;
  if (look.bar || look.area) return kSwatch;
  return look.line ? kLineSwatch : std::max(kSwatch, 2 * swatch.radius);
}

std::vector<Shape> shapes_of(const Swatch& swatch) {
  const Look& look = swatch.look;
  std::vector<Shape> shapes;
  Shape shape;
  shape.opacity = swatch.opacity;
  if (look.bar || look.area) {
    shape.kind = Shape::Kind::rect;
    shape.width = shape.height = kSwatch;
    shape.y = -kSwatch / 2;
    shape.classes = mark_classes(look.bar ? "bar" : "area", swatch.colour) + (look.stacked ? " stacked" : "");
    shape.pattern = swatch.pattern;
    return {shape};
  }
  if (look.line) {
    shape.kind = Shape::Kind::line;
    shape.width = kLineSwatch;
    shape.classes = mark_classes("line", swatch.colour);
    if (swatch.series > 0) shape.dash = dash_of(swatch.series);
    shapes.push_back(shape);
  }
  if (look.point) {
    Shape point;
    point.kind = Shape::Kind::symbol;
    point.x = look.line ? kLineSwatch / 2 : std::max(kSwatch / 2, swatch.radius);
    point.radius = swatch.radius;
    point.symbol = swatch.symbol;
    point.opacity = swatch.opacity;
    point.classes = mark_classes("point", swatch.colour) + (look.hollow ? " hollow" : "");
    shapes.push_back(point);
  }
  return shapes;
}

}  // namespace

void LegendRows::new_row(double height) {
  if (x_ > 0) y_ += row_height_;
  x_ = 0, row_height_ = height;
}

void LegendRows::put(LegendEntry& entry, Shape shape, double dx) {
  shape.x += x_ + dx, shape.y += y_ + row_height_ / 2;
  entry.shapes.push_back(std::move(shape));
}

void LegendRows::add_text(LegendEntry& entry, const std::string& text, std::string_view classes, bool bold) {
  std::string shown = markup::shorten_text(text, kFontSize, std::max(20.0, width_ - x_), bold);
  Shape shape = text_shape(0, 0.35 * kFontSize, std::move(shown), classes, "");
  const double width = markup::text_width(shape.text, kFontSize, bold);
  put(entry, std::move(shape), 0);
  x_ += width;
  widest_ = std::max(widest_, x_);
}

void LegendRows::add_title(const std::string& title) {
  new_row(kRow);
  if (title.empty()) return;
  LegendEntry entry;
  add_text(entry, title, "legend-title", true);
  finish(std::move(entry));
  x_ += kBetween;
}

void LegendRows::add_block(const std::string& title, const std::vector<Swatch>& swatches) {
  add_title(title);
  std::vector<std::string> labels;
  double widest_mark = 0;
  for (const Swatch& swatch : swatches) {
    labels.push_back(swatch.label);
    widest_mark = std::max(widest_mark, swatch_width(swatch));
  }
  labels = shorten_apart(labels, kFontSize, std::max(20.0, width_ - widest_mark - kBeforeLabel));
  for (size_t i = 0; i < swatches.size(); ++i) {
    const Swatch& swatch = swatches[i];
    const double mark = swatch_width(swatch);
    const double label = std::min(width_, markup::text_width(swatch.label, kFontSize));
    const double height = std::max(kRow, 2 * swatch.radius + 4);
    if (x_ > 0 && (column_ || x_ + mark + kBeforeLabel + label > width_)) new_row(height);
    if (height > row_height_) row_height_ = height;
    LegendEntry entry;
    entry.label = swatch.label;
    entry.colour = swatch.series > 0 ? swatch.colour : "";
    entry.series = swatch.series;
    for (Shape& shape : shapes_of(swatch)) put(entry, std::move(shape), 0);
    x_ += mark + kBeforeLabel;
    add_text(entry, labels[i], "legend-label", false);
    finish(std::move(entry));
    x_ += kBetween;
  }
}

void LegendRows::add_ramp(const std::string& title, const Ramp& ramp) {
  add_title(title);
  const double length = ramp.step * static_cast<double>(ramp.colours.size());
  // Labels at the ends extend beyond the bar.
  double before = 0, after = 0;
  for (const Tick& tick : ramp.ticks) {
    const double half = tick.lines.empty() ? 0 : markup::text_width(tick.lines.front(), kFontSize) / 2;
    before = std::max(before, half - tick.at), after = std::max(after, tick.at + half - length);
  }
  if (x_ > 0 && (column_ || x_ + before + length + after > width_)) new_row(kRow);
  row_height_ = kRow;
  x_ += before;
  LegendEntry bar;
  for (size_t i = 0; i < ramp.colours.size(); ++i) {
    Shape cell;
    cell.kind = Shape::Kind::rect;
    cell.width = ramp.step, cell.height = kRampHeight;
    cell.y = -kRampHeight / 2;
    cell.classes = mark_classes("rect", ramp.colours[i]);
    put(bar, std::move(cell), static_cast<double>(i) * ramp.step);
  }
  finish(std::move(bar));
  for (const Tick& tick : ramp.ticks) {
    LegendEntry entry;
    entry.label = tick.label;
    if (!tick.lines.empty()) {
      Shape text = text_shape(0, kRampHeight / 2 + kFontSize + 2, tick.lines.front(), "legend-label", "middle");
      put(entry, std::move(text), tick.at);
    }
    finish(std::move(entry));
  }
  x_ += length + after;
  widest_ = std::max(widest_, x_);
  row_height_ = kRow + kFontSize + 4;
  x_ += kBetween;
}

Legend LegendRows::take() {
  legend_.height = legend_.entries.empty() ? 0 : y_ + (x_ > 0 ? row_height_ : 0);
  legend_.width = widest_;
  return std::move(legend_);
}

}  // namespace chart
