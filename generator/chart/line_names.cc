// Names at the ends of lines, instead of a legend (chart/layout.h).
#include "chart/layout.h"

#include <algorithm>
#include <cmath>

#include "chart/tick_labels.h"
#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kMinNamedWidth = 480;  // minimum width of a picture with line names
constexpr double kFarthestEnd = 0.88;   // position on the x axis, as a share, that the shortest line must reach
constexpr double kNameHeight = 14;      // distance between two names
constexpr double kBeforeName = 8;       // distance from the end of a line to its name
constexpr double kMaxNameShare = 0.4;   // maximum share of the plotting area for a name

const BoundLayer* line_layer(const std::vector<BoundLayer>& layers) {
  const BoundLayer* found = nullptr;
  for (const BoundLayer& layer : layers) {
    const BoundChannel* color = layer.find(Channel::color);
    if (!color || color->column < 0 || color->is_continuous()) continue;
    if (layer.mark == MarkType::point || layer.mark == MarkType::text) continue;
    if (layer.mark != MarkType::line || found) return nullptr;
    found = &layer;
  }
  return found;
}

// Whether a layer of texts already names each series.
bool names_series(const std::vector<BoundLayer>& layers, size_t series) {
  return std::any_of(layers.begin(), layers.end(), [&](const BoundLayer& layer) {
    return layer.mark == MarkType::text && shows_data(layer) && layer.rows.size() >= series;
  });
}

struct Name {
  std::string text;
  std::string colour;
  double end_x, end_y;  // end of the line
  double y;             // position of the name
};

// Separates names that are too close to each other. If possible, all stay within the plot.
void spread(std::vector<Name>& names, double height) {
  std::stable_sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.end_y < b.end_y; });
  // Names that touch form a block, centred on the mean of their lines' ends.
  struct Block {
    double sum, size, top;
    size_t first, count;
  };
  std::vector<Block> blocks;
  for (size_t i = 0; i < names.size(); ++i) {
    blocks.push_back({names[i].end_y, kNameHeight, names[i].end_y - kNameHeight / 2, i, 1});
    while (true) {
      Block& last = blocks.back();
      const double middle = last.sum / static_cast<double>(last.count);
      last.size = kNameHeight * static_cast<double>(last.count);
      last.top = std::clamp(middle - last.size / 2, -kNameHeight / 2,
                            std::max(-kNameHeight / 2, height + kNameHeight / 2 - last.size));
      if (blocks.size() < 2) break;
      Block& before = blocks[blocks.size() - 2];
      if (before.top + before.size <= last.top) break;
      before.sum += last.sum;
      before.count += last.count;
      blocks.pop_back();
    }
  }
  for (const Block& block : blocks)
    for (size_t i = 0; i < block.count; ++i)
      names[block.first + i].y = block.top + kNameHeight * (static_cast<double>(i) + 0.5);
}

}  // namespace

bool wants_line_names(const Plot& plot) {
  if (plot.options.width < kMinNamedWidth || plot.panels.size() > 1) return false;
  const BoundLayer* lines = line_layer(plot.layers);
  if (!lines || lines->horizontal || plot.colours.slots.size() < 2) return false;
  if (names_series(plot.layers, plot.colours.slots.size())) return false;
  for (const BoundChannel* color : scaled_channels(plot.layers, Channel::color))
    if (color->encoding->legend.is_stated()) return false;
  const BoundChannel* x = lines->find(Channel::x);
  base::Diagnostics ignored;
  const auto scale = build_scale(plot, plot.layers, Channel::x, 0, 1, ignored);
  if (!x || x->column < 0 || !scale) return false;

  const BoundChannel& color = *lines->find(Channel::color);
  std::map<std::string, double> ends;
  for (size_t row : lines->rows) {
    const double at = scale->is_discrete() ? scale->centre(std::max(0, scale->index_of(x->categories[row])))
                                           : scale->position(x->numbers[row]);
    auto [end, added] = ends.emplace(color.categories[row], at);
    end->second = std::max(end->second, at);
  }
  double last = 0;
  for (const auto& [name, at] : ends) last = std::max(last, at);
  return std::all_of(ends.begin(), ends.end(), [&](const auto& end) { return end.second >= last * kFarthestEnd; });
}

void name_lines(Panel& panel, const MarkContext& context) {
  const BoundLayer* lines = line_layer(panel.layers);
  if (!lines) return;
  const BoundChannel& color = *lines->find(Channel::color);
  std::map<std::string, RowPlace> ends;
  auto consider = [&](const RowPlace& place) {
    if (is_muted(*lines, place.row, context.plot.spec.highlight)) return;
    // A name at the end of one of several lines without a category would seem to be that of this line.
    if (series_of(*lines, place.row, context) == kNeutral && lines->series().size() > 1) return;
    auto [end, added] = ends.emplace(color.categories[place.row], place);
    if (place.x > end->second.x) end->second = place;
  };
  for (const Shape& shape : panel.shapes) {
    for (const RowPlace& place : shape.rows) consider(place);
    if (shape.kind == Shape::Kind::symbol && shape.row) consider({*shape.row, shape.x, shape.y});
  }
  std::vector<Name> names;
  double right = 0;
  std::vector<std::string> categories;
  for (const auto& [category, end] : ends) categories.push_back(category);
  const std::vector<std::string> shown = shorten_apart(categories, kFontSize, panel.width * kMaxNameShare);
  for (const auto& [category, end] : ends) {
    names.push_back({shown[names.size()], colour_class(*lines, end.row, context), end.x, end.y, end.y});
    right = std::max(right, end.x);
  }
  spread(names, panel.height);
  for (const Name& name : names) {
    Shape text = text_shape(right + kBeforeName, name.y + 0.35 * kFontSize, name.text, "line-name " + name.colour, "");
    if (std::abs(name.y - name.end_y) > 3 || right - name.end_x > 3)
      panel.shapes.push_back(line_shape(name.end_x + 3, name.end_y, text.x - 2, name.y, "leader"));
    panel.shapes.push_back(std::move(text));
  }
}

}  // namespace chart
