#include "base/source_text.h"

#include <algorithm>

#include "base/utf8.h"

namespace base {

const std::vector<uint32_t>& SourceText::line_starts() const {
  std::call_once(indexed_, [this] {
    line_starts_.push_back(0);
    for (size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1))
      line_starts_.push_back(static_cast<uint32_t>(at + 1));
  });
  return line_starts_;
}

size_t SourceText::line_of(size_t offset) const {
  const auto& starts = line_starts();
  return static_cast<size_t>(std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin());
}

Position SourceText::position(size_t offset) const {
  offset = std::min(offset, text_.size());
  const size_t line = line_of(offset), start = line_start(line);
  return {line, count_code_points(std::string_view(text_).substr(start, offset - start)) + 1};
}

size_t SourceText::line_start(size_t number) const {
  const auto& starts = line_starts();
  if (number == 0) return 0;
  return number > starts.size() ? text_.size() : starts[number - 1];
}

std::string_view SourceText::line(size_t number) const {
  const auto& starts = line_starts();
  number = std::clamp<size_t>(number, 1, starts.size());
  size_t begin = starts[number - 1];
  size_t end = number < starts.size() ? starts[number] - 1 : text_.size();
  std::string_view line = std::string_view(text_).substr(begin, end - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace base
