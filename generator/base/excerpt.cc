#include "base/excerpt.h"

#include <algorithm>

#include "base/utf8.h"

namespace base {
namespace {

constexpr size_t kWidth = 110;

}  // namespace

Excerpt excerpt_of(Span span) {
  const Position position = span.source->position(span.begin);
  const std::string_view line = span.source->line(position.line);
  const size_t start = span.source->line_start(position.line);
  const size_t begin = std::min<size_t>(span.begin - start, line.size());
  const size_t end = std::clamp<size_t>(span.end > start ? span.end - start : 0, begin, line.size());
  size_t from = 0;
  if (line.size() > kWidth && begin > kWidth / 2) from = code_point_start(line, begin - kWidth / 2);
  const size_t to = line.size() - from > kWidth ? code_point_start(line, from + kWidth) : line.size();
  Excerpt excerpt;
  excerpt.before = (from > 0 ? "…" : "") + visible(line.substr(from, std::min(begin, to) - from));
  excerpt.marked = visible(line.substr(std::min(begin, to), std::min(end, to) - std::min(begin, to)));
  excerpt.after = visible(line.substr(std::min(end, to), to - std::min(end, to))) + (to < line.size() ? "…" : "");
  return excerpt;
}

}  // namespace base
