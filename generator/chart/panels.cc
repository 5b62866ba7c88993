#include "chart/layout.h"

#include <algorithm>

#include <fmt/format.h>

namespace chart {
namespace {

constexpr size_t kMaxPanels = 60;

std::vector<std::string> categories_of(const std::vector<BoundLayer>& layers, Channel channel,
                                       const quantity::Frame& frame, base::Diagnostics& diagnostics) {
  if (scaled_channels(layers, channel).empty()) return {""};
  return ordered_categories(layers, channel, frame, diagnostics);
}

BoundLayer only_rows_of(const BoundLayer& layer, const Panel& panel) {
  BoundLayer part = layer;
  const BoundChannel *row = part.find(Channel::row), *column = part.find(Channel::column);
  auto elsewhere = [&](size_t at) {
    return (row && row->categories[at] != panel.row) || (column && column->categories[at] != panel.column);
  };
  std::erase_if(part.rows, elsewhere);
  std::erase_if(part.domain_rows, elsewhere);
  std::erase_if(part.fillers, [&](const Filler& filler) { return elsewhere(filler.at); });
  return part;
}

}  // namespace

std::vector<Panel> split_panels(const std::vector<BoundLayer>& layers, const quantity::Frame& frame,
                                base::Diagnostics& diagnostics) {
  const auto rows = categories_of(layers, Channel::row, frame, diagnostics);
  const auto columns = categories_of(layers, Channel::column, frame, diagnostics);
  std::vector<Panel> panels;
  if (rows.size() * columns.size() > kMaxPanels) {
    Channel many = rows.size() > columns.size() ? Channel::row : Channel::column;
    const Encoding& encoding = *scaled_channels(layers, many).front()->encoding;
    diagnostics
        .error("chart-panels", encoding.field_span,
               fmt::format("this makes {} panels; a chart has at most {}", rows.size() * columns.size(), kMaxPanels))
        .suggest("exclude or aggregate some in the query, or show them by color");
    return panels;
  }
  for (size_t line = 0; line < rows.size(); ++line) {
    for (size_t place = 0; place < columns.size(); ++place) {
      Panel panel;
      panel.line = line, panel.place = place;
      panel.row = rows[line], panel.column = columns[place];
      for (const BoundLayer& layer : layers) panel.layers.push_back(only_rows_of(layer, panel));
      panels.push_back(std::move(panel));
    }
  }
  return panels;
}

void wrap_panels(std::vector<Panel>& panels, size_t most_a_line) {
  if (lines_of(panels) > 1 || most_a_line == 0) return;
  for (size_t i = 0; i < panels.size(); ++i) panels[i].line = i / most_a_line, panels[i].place = i % most_a_line;
}

size_t lines_of(const std::vector<Panel>& panels) {
  size_t lines = 0;
  for (const Panel& panel : panels) lines = std::max(lines, panel.line + 1);
  return lines;
}

size_t places_of(const std::vector<Panel>& panels) {
  size_t places = 0;
  for (const Panel& panel : panels) places = std::max(places, panel.place + 1);
  return places;
}

}  // namespace chart
