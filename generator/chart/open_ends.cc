// Ranges of which one end is unknown: drawn from the known end, and visibly not to any other.
#include <cmath>

#include "chart/marks.h"

namespace chart {
namespace {

constexpr double kOpenLength = 14;  // px

}  // namespace

std::optional<OpenEnd> open_end(const BoundLayer& layer, Channel second, size_t row, const MarkContext& context) {
  if (!is_half_known(layer, second, row)) return std::nullopt;
  const Channel first = second == Channel::x2 ? Channel::x : Channel::y;
  // The layer's other ranges tell which of the two columns has the greater values.
  double sum = 0;
  for (size_t other : layer.rows) {
    const double length = place(layer, second, other, context) - place(layer, first, other, context);
    if (!std::isnan(length)) sum += length > 0 ? 1 : length < 0 ? -1 : 0;
  }
  if (sum == 0) sum = first == Channel::x ? 1 : -1;
  const bool first_known = layer.find(first)->present[row];
  return OpenEnd{place(layer, first_known ? first : second, row, context), (sum > 0) == first_known ? 1.0 : -1.0};
}

Shape open_stroke(const OpenEnd& end, double across, bool along_x) {
  Shape stroke;
  stroke.kind = Shape::Kind::line;
  stroke.x = along_x ? end.known : across, stroke.y = along_x ? across : end.known;
  (along_x ? stroke.width : stroke.height) = end.towards * kOpenLength;
  stroke.dash = "2 2";
  return stroke;
}

}  // namespace chart
