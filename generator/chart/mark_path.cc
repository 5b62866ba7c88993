// Draws lines and areas: one path for each series, with gaps where values are missing.
#include <algorithm>
#include <cmath>
#include <map>

#include "chart/marks.h"
#include "chart/stack.h"

namespace chart {
namespace {

struct Vertex {
  double x, y;                // position along the line
  double x0, y0;              // position on the other side of the area
  std::optional<size_t> row;  // nullopt for a vertex that only closes an area
};

struct Series {
  std::vector<size_t> rows;
  std::vector<Filler> fillers;
};

std::vector<Series> split_series(const BoundLayer& layer, const quantity::Frame& frame) {
  std::vector<Series> all;
  std::map<SeriesKey, size_t> places;
  for (size_t row : layer.domain_rows) {
    auto [at, added] = places.emplace(series_key(layer, row, frame), all.size());
    if (added) all.emplace_back();
    all[at->second].rows.push_back(row);
  }
  for (const Filler& filler : layer.fillers) {
    auto found = places.find(series_key(layer, filler.like, frame));
    if (found != places.end()) all[found->second].fillers.push_back(filler);
  }
  return all;
}

// Sorts by the order channel if there is one, otherwise along the axis of the dimension.
void sort_rows(std::vector<size_t>& rows, const BoundLayer& layer, const MarkContext& context) {
  const BoundChannel* order = layer.find(Channel::order);
  if (order && order->column >= 0 && !layer.stacked) {
    bool descending = order->encoding->sort && order->encoding->sort->kind == SortSpec::Kind::descending;
    std::stable_sort(rows.begin(), rows.end(), [&](size_t a, size_t b) {
      int compared = compare_values(context.plot.frame.at(a, order->column), context.plot.frame.at(b, order->column));
      return descending ? compared > 0 : compared < 0;
    });
    return;
  }
  Channel dimension = layer.horizontal ? Channel::y : Channel::x;
  const BoundChannel* bound = layer.find(dimension);
  if (!bound || bound->column < 0) return;
  std::map<size_t, double> places;
  for (size_t row : rows) places[row] = place(layer, dimension, row, context);
  std::erase_if(rows, [&](size_t row) { return std::isnan(places[row]); });
  std::stable_sort(rows.begin(), rows.end(), [&](size_t a, size_t b) { return places[a] < places[b]; });
}

Vertex vertex_of(const BoundLayer& layer, size_t row, const MarkContext& context) {
  Vertex v{place(layer, Channel::x, row, context), place(layer, Channel::y, row, context), 0, 0, row};
  v.x0 = v.x;
  v.y0 = v.y;
  if (layer.mark == MarkType::area && !std::isnan(v.x + v.y)) {
    Reach reach = value_reach(layer, layer.horizontal ? Channel::x : Channel::y, row, context);
    if (layer.horizontal) {
      v.x0 = std::abs(reach.from - v.x) < 1e-9 ? reach.from + reach.length : reach.from;
    } else {
      v.y0 = std::abs(reach.from - v.y) < 1e-9 ? reach.from + reach.length : reach.from;
    }
  }
  return v;
}

std::vector<Vertex> vertices_of(const BoundLayer& layer, const Series& series, const MarkContext& context) {
  std::vector<Vertex> vertices;
  for (size_t row : series.rows) vertices.push_back(vertex_of(layer, row, context));
  if (series.fillers.empty()) return vertices;
  const Channel dimension = layer.horizontal ? Channel::y : Channel::x;
  const Scale& values = context.panel.scales.at(layer.horizontal ? Channel::x : Channel::y);
  for (const Filler& filler : series.fillers) {
    const double at = place(layer, dimension, filler.at, context), value = values.position(filler.value);
    const double x = layer.horizontal ? value : at, y = layer.horizontal ? at : value;
    vertices.push_back({x, y, x, y, std::nullopt});
  }
  std::stable_sort(vertices.begin(), vertices.end(),
                   [&](const Vertex& a, const Vertex& b) { return layer.horizontal ? a.y < b.y : a.x < b.x; });
  return vertices;
}

// Splits the vertices at those without a position, also on one side of an area only: a range with an unknown end.
std::vector<std::vector<Vertex>> runs_of(const std::vector<Vertex>& vertices) {
  std::vector<std::vector<Vertex>> runs(1);
  for (const Vertex& v : vertices) {
    if (!std::isnan(v.x + v.y + v.x0 + v.y0))
      runs.back().push_back(v);
    else if (!runs.back().empty())
      runs.emplace_back();
  }
  if (runs.back().empty()) runs.pop_back();
  return runs;
}

// Returns the points of a run, with the corners that steps add.
Points outline(const std::vector<Vertex>& run, const std::string& way, bool base) {
  Points points;
  for (size_t i = 0; i < run.size(); ++i) {
    double x = base ? run[i].x0 : run[i].x, y = base ? run[i].y0 : run[i].y;
    if (i > 0 && !way.empty()) {
      auto [px, py] = points.back();
      if (way == "step-before") {
        points.emplace_back(px, y);
      } else if (way == "step-after") {
        points.emplace_back(x, py);
      } else {
        // The value is on the straight part between two steps, where no corner is needed.
        if (i > 1) points.pop_back();
        points.emplace_back((px + x) / 2, py);
        points.emplace_back((px + x) / 2, y);
      }
    }
    points.emplace_back(x, y);
  }
  return points;
}

std::string series_name(const BoundLayer& layer, size_t row, const MarkContext& context) {
  std::string name;
  for (const BoundChannel* channel : layer.series()) {
    if (!name.empty()) name += ", ";
    name += channel->categories.empty()
                ? category_of(context.plot.frame.at(row, channel->column), context.plot.frame.fields[channel->column],
                              context.plot.units().locale())
                : channel->categories[row];
  }
  return name;
}

Shape point_at(const BoundLayer& layer, double x, double y, size_t row, const MarkContext& context) {
  Shape point;
  point.kind = Shape::Kind::symbol;
  point.x = x;
  point.y = y;
  point.radius = 3.2;
  point.symbol = symbol_of(layer, row, context);
  point.classes = mark_classes("point", colour_class(layer, row, context));
  point.title = tooltip_of(layer, row, context);
  point.row = row;
  mute(point, layer, row, context);
  return point;
}

}  // namespace

std::vector<Shape> draw_paths(const BoundLayer& layer, const MarkContext& context) {
  std::vector<Shape> shapes, points;
  const MarkSpec& mark = layer.layer->mark;
  const bool is_area = layer.mark == MarkType::area;
  const bool is_range = is_area && !layer.stacked && (layer.find(Channel::x2) || layer.find(Channel::y2));
  std::vector<Series> all = split_series(layer, context.plot.frame);
  for (Series& series : all) {
    sort_rows(series.rows, layer, context);
    if (series.rows.empty()) continue;
    const size_t first = series.rows.front();
    Shape shape = mark_shape(Shape::Kind::path, layer, first, context);
    shape.row.reset();  // it has several rows
    shape.closed = is_area;
    std::vector<Points> edges, bases;
    for (const std::vector<Vertex>& run : runs_of(vertices_of(layer, series, context))) {
      for (const Vertex& v : run) {
        if (!v.row) continue;
        shape.rows.push_back({*v.row, v.x, v.y});
        // A value between two gaps has no line, so it gets a point, a range one at each end.
        if (run.size() == 1 || mark.point) points.push_back(point_at(layer, v.x, v.y, *v.row, context));
        if (run.size() == 1 && is_range) points.push_back(point_at(layer, v.x0, v.y0, *v.row, context));
      }
      if (run.size() == 1) continue;
      edges.push_back(outline(run, mark.interpolate, false));
      shape.path.push_back(edges.back());
      if (!is_area) continue;
      bases.push_back(outline(run, mark.interpolate, true));
      shape.path.back().insert(shape.path.back().end(), bases.back().rbegin(), bases.back().rend());
    }
    if (shape.path.empty()) continue;
    const int slot = series_of(layer, first, context);
    if (context.plot.options.has_vertex_tips)
      for (const RowPlace& each : shape.rows) shape.tips.push_back(tooltip_of(layer, each.row, context));
    if (layer.stacked) shape.classes += " stacked";
    shape.title = series_name(layer, first, context);
    if (!is_area) {
      shape.stroke_width = stroke_width_of(layer, shape.muted);
      shape.dash = mark.stroke_dash.empty() ? std::string(dash_of(slot)) : dash_text(mark.stroke_dash);
    } else {
      shape.hatch = hatch_of(layer, first, context);
    }
    shapes.push_back(std::move(shape));
    const auto add_edge = [&](std::vector<Points> path, const char* classes, double width) -> Shape& {
      Shape edge;
      edge.kind = Shape::Kind::path;
      edge.path = std::move(path);
      edge.classes = mark_classes("line", colour_class(layer, first, context)) + classes;
      edge.stroke_width = width;
      mute(edge, layer, first, context);
      return shapes.emplace_back(std::move(edge));
    };
    // The fill of areas that may overlap, or of low opacity, is pale, so their edges carry the values.
    if (is_area && !mark.line && (!layer.stacked || mark.opacity.value_or(1) < 1)) add_edge(edges, " edge", 1);
    if (is_range) add_edge(bases, " edge", 1);
    if (is_area && mark.line) add_edge(edges, "", mark.stroke_width.value_or(0)).dash = dash_of(slot);
  }
  shapes.insert(shapes.end(), points.begin(), points.end());
  return shapes;
}

}  // namespace chart
