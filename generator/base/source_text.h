// A text that was read, with its path and its lines. Diagnostics and spans point into it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace base {

// A position in a text. Lines and columns start at 1; a column counts code points, as editors do.
struct Position {
  size_t line = 1;
  size_t column = 1;
};

// A text. Immutable and thread-safe. Neither movable nor copyable, because spans point to it.
class SourceText {
 public:
  // `path` is relative to the site's root, with '/' between its parts.
  SourceText(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {}
  SourceText(const SourceText&) = delete;
  SourceText& operator=(const SourceText&) = delete;

  const std::string& path() const { return path_; }
  std::string_view text() const { return text_; }

  Position position(size_t offset) const;
  // Returns only the line. Faster than position(), which counts the columns of a long line.
  size_t line_of(size_t offset) const;
  size_t line_count() const { return line_starts().size(); }
  // Returns the line's text without its line ending; `number` starts at 1 and is clamped to the last line.
  std::string_view line(size_t number) const;
  // Returns the offset at which a line starts, clamped to the size of the text.
  size_t line_start(size_t number) const;

 private:
  const std::vector<uint32_t>& line_starts() const;

  std::string path_;
  std::string text_;
  mutable std::once_flag indexed_;
  mutable std::vector<uint32_t> line_starts_;
};

// Bytes [begin, end) of a source; empty without a source. Does not own the text.
struct Span {
  const SourceText* source = nullptr;
  uint32_t begin = 0;
  uint32_t end = 0;

  std::string_view text() const { return source ? source->text().substr(begin, end - begin) : std::string_view(); }
  explicit operator bool() const { return source != nullptr; }
};

inline Span part_of(const SourceText& source, size_t begin, size_t end) {
  return {&source, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

inline Span whole(const SourceText& source) { return {&source, 0, static_cast<uint32_t>(source.text().size())}; }

}  // namespace base
