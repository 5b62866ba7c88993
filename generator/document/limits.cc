#include "document/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_set.h"
#include "base/utf8.h"
#include "document/lines.h"

namespace document {
namespace {

// What one run of lines without a blank line among them holds.
struct Paragraph {
  size_t begin = 0;
  unsigned delimiter_rows = 0;
  bool html = false;                    // fences within an HTML block are none
  std::vector<std::string_view> lines;  // whose delimiters are not counted yet, being fewer than their bytes
  size_t bytes = 0;                     // of all lines so far
  std::array<unsigned, 256> seen{};

  void start(size_t at) {
    if (bytes > kMostDelimiters) seen.fill(0);
    begin = at;
    delimiter_rows = 0;
    html = false;
    lines.clear();
    bytes = 0;
  }
};

constexpr size_t kUsualLines = 32;  // of a paragraph

constexpr base::ByteSet kDelimiters("[*_`<!@~");                 // what may start or end something in a line
constexpr base::ByteSet kNoRow = ~base::ByteSet("|-: \t\v\f>");  // what stands in no line below a table's header
constexpr base::ByteSet kText = ~base::ByteSet(" \t>");          // what is no quote's marker, and not before one

// A code fence's marker at the start of a line, within quotes and lists: its character and length.
struct Marker {
  char character = 0;
  size_t length = 0;
};

Marker fence_marker(std::string_view line) {
  size_t at = 0;
  while (at < line.size() && !kText.has(line[at])) ++at;
  if (at == line.size() || (line[at] != '`' && line[at] != '~')) return {};
  size_t end = line.find_first_not_of(line[at], at);
  size_t length = (end == std::string_view::npos ? line.size() : end) - at;
  return length >= 3 ? Marker{line[at], length} : Marker{};
}

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) { paragraph_.lines.reserve(kUsualLines); }

  Excess run(const std::vector<uint32_t>& lines) {
    for (size_t i = 0; i < lines.size(); ++i) {
      const size_t at = lines[i];
      size_t end = i + 1 < lines.size() ? lines[i + 1] : text_.size();
      if (end > at && text_[end - 1] == '\n') --end;
      if (end > at && text_[end - 1] == '\r') --end;
      if (auto excess = line(at, text_.substr(at, end - at))) return *excess;
    }
    return {};
  }

 private:
  std::optional<Excess> line(size_t at, std::string_view line) {
    size_t content = 0;
    if (auto excess = nesting(at, line, content)) return excess;
    if (content == line.size()) {
      paragraph_.start(at + line.size());
      fresh_ = true;
      return {};
    }
    if (fresh_) paragraph_.html = line[content] == '<';
    fresh_ = false;
    if (in_fence(line)) return {};
    if (at + line.size() - paragraph_.begin > kMostParagraphBytes)
      return Excess{"too-long-paragraph",
                    paragraph_.begin,
                    1,
                    fmt::format("a paragraph of more than {} kilobytes", kMostParagraphBytes >> 10),
                    "paragraphs that a person can read",
                    "put blank lines between its parts"};
    return delimiters(at, line);
  }

  // The markers of quotes and lists in front of a line; `content` is where they end.
  std::optional<Excess> nesting(size_t at, std::string_view line, size_t& content) {
    unsigned markers = 0;
    size_t indentation = 0;
    size_t i = 0;
    while (i < line.size()) {
      char c = line[i];
      if (c == ' ' || c == '\t') {
        indentation += c == '\t' ? 4 : 1;
      } else if (c == '>' || ((c == '-' || c == '*' || c == '+') && i + 1 < line.size() &&
                              (line[i + 1] == ' ' || line[i + 1] == '\t'))) {
        ++markers;
        if (indentation > kMostIndentation) markers = kMostNesting + 1;
      } else if (c >= '0' && c <= '9') {
        size_t digits = line.find_first_not_of("0123456789", i);
        if (digits == std::string_view::npos || digits - i > 9 || (line[digits] != '.' && line[digits] != ')')) break;
        if (digits + 1 < line.size() && line[digits + 1] != ' ' && line[digits + 1] != '\t') break;
        i = digits;
        ++markers;
        if (indentation > kMostIndentation) markers = kMostNesting + 1;
      } else {
        break;
      }
      if (markers > kMostNesting && fence_.length == 0)
        return Excess{"too-deep",
                      at + i,
                      1,
                      "quotes and lists are nested too deeply here",
                      fmt::format("at most {} of them within each other", kMostNesting),
                      ""};
      ++i;
    }
    content = i;
    return {};
  }

  bool in_fence(std::string_view line) {
    Marker marker = fence_marker(line);
    if (fence_.length > 0) {
      if (marker.character == fence_.character && marker.length >= fence_.length) fence_ = {};
      return true;
    }
    if (marker.length == 0 || paragraph_.html) return false;
    fence_ = marker;
    return true;
  }

  // A line's cells, whether it is a row of dashes, and what may start or end something in its paragraph.
  std::optional<Excess> delimiters(size_t at, std::string_view line) {
    if (line.size() > kMostColumns) {
      auto pipes = std::count(line.begin(), line.end(), '|');
      if (pipes > kMostColumns)
        return Excess{"too-wide-table",
                      at,
                      line.size(),
                      fmt::format("a table of {} columns", pipes),
                      fmt::format("at most {} columns", kMostColumns),
                      "put the data into data/ and show it by a ```table block"};
    }
    const bool is_row = !kNoRow.has(line.front()) && kNoRow.find(line) == line.size();
    if (is_row && ++paragraph_.delimiter_rows > kMostDelimiterRows)
      return Excess{"too-long-paragraph",
                    at,
                    line.size(),
                    fmt::format("more than {} lines of dashes without a blank line between them", kMostDelimiterRows),
                    "",
                    "put blank lines between them, or what is no Markdown into a fenced block (```)"};
    paragraph_.lines.push_back(line);
    paragraph_.bytes += line.size();
    if (paragraph_.bytes <= kMostDelimiters) return {};
    for (std::string_view uncounted : std::exchange(paragraph_.lines, {}))
      if (auto excess = count(uncounted)) return excess;
    return {};
  }

  std::optional<Excess> count(std::string_view line) {
    for (size_t i = kDelimiters.find(line); i < line.size(); i = kDelimiters.find(line, i + 1))
      if (++paragraph_.seen[static_cast<unsigned char>(line[i])] > kMostDelimiters)
        return Excess{"too-long-paragraph",
                      static_cast<size_t>(line.data() - text_.data()) + i,
                      1,
                      fmt::format("more than {} times \"{}\" in one paragraph", kMostDelimiters, line[i]),
                      "paragraphs that a person can read",
                      "put blank lines between its parts, or what is no Markdown into a fenced block (```)"};
    return {};
  }

  std::string_view text_;
  Paragraph paragraph_;
  Marker fence_;
  bool fresh_ = true;
};

}  // namespace

Excess find_excess(std::string_view markdown, std::vector<uint32_t>& lines) {
  if (markdown.size() > kMostBytes)
    return {"too-large",
            0,
            1,
            fmt::format("the page has {} megabytes", markdown.size() >> 20),
            fmt::format("at most {} megabytes", kMostBytes >> 20),
            "put data into data/ and show it by ```table blocks"};
  if (auto bad = base::find_invalid_utf8(markdown))
    return {"invalid-utf8",
            *bad,
            1,
            fmt::format("the byte 0x{:02x} is no UTF-8 here", static_cast<unsigned char>(markdown[*bad])),
            "text in UTF-8",
            "save the file in the encoding UTF-8"};
  if (size_t nul = markdown.find('\0'); nul != std::string_view::npos)
    return {
        "nul-byte", nul, 1, "a NUL byte (U+0000) in the text", "text", "delete it; if the file is no text, rename it"};
  lines = line_begins(markdown);
  return Scan(markdown).run(lines);
}

}  // namespace document
