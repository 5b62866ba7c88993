#include "document/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/byte_set.h"
#include "base/utf8.h"

namespace document {
namespace {

constexpr size_t kMaxBytes = size_t{16} << 20;
constexpr unsigned kMaxNesting = 100;        // quotes and lists within each other
constexpr size_t kMaxIndentation = 400;      // columns before a list marker
constexpr unsigned kMaxDelimiters = 10'000;  // of each of kDelimiters in a paragraph (lines without a blank one)
constexpr unsigned kMaxColumns = 1000;       // of a table
constexpr unsigned kMaxDelimiterRows = 200;  // lines like "| --- |" in a paragraph or table
constexpr size_t kMaxParagraphBytes = size_t{1} << 20;
constexpr size_t kUsualLine = 64;  // bytes

constexpr base::ByteSet kDelimiters("[*_`<!@~");                 // begin or end something within a line
constexpr base::ByteSet kNoRow = ~base::ByteSet("|-: \t\v\f>");  // not in the line below a table's header
constexpr base::ByteSet kText = ~base::ByteSet(" \t>");

std::vector<uint32_t> line_begins(std::string_view text) {
  std::vector<uint32_t> begins = {0};
  begins.reserve(text.size() / kUsualLine + 2);
  // memchr finds a single byte several times faster than find_first_of() one of two.
  const bool has_returns = text.find('\r') != std::string_view::npos;
  const auto next = [&](size_t from) { return has_returns ? text.find_first_of("\n\r", from) : text.find('\n', from); };
  for (size_t at = next(0); at != std::string_view::npos; at = next(at)) {
    at += text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
    begins.push_back(static_cast<uint32_t>(at));
  }
  return begins;
}

// The marker of a code fence at the start of a line, within quotes and lists.
struct Marker {
  char character = 0;
  size_t length = 0;
};

Marker fence_marker(std::string_view line) {
  const size_t at = kText.find(line);
  if (at == line.size() || (line[at] != '`' && line[at] != '~')) return {};
  const size_t length = std::min(line.find_first_not_of(line[at], at), line.size()) - at;
  return length >= 3 ? Marker{line[at], length} : Marker{};
}

std::optional<LimitViolation> violation(std::string_view code, size_t offset, size_t size, std::string message,
                                        std::string expected, std::string help) {
  return LimitViolation{code, offset, size, std::move(message), std::move(expected), std::move(help)};
}

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  std::optional<LimitViolation> run(const std::vector<uint32_t>& lines) {
    std::optional<LimitViolation> found;
    for (size_t i = 0; i < lines.size() && !found; ++i) {
      size_t end = i + 1 < lines.size() ? lines[i + 1] : text_.size();
      while (end > lines[i] && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
      found = line(lines[i], text_.substr(lines[i], end - lines[i]));
    }
    return found ? found : end_paragraph(text_.size());
  }

 private:
  std::optional<LimitViolation> line(size_t at, std::string_view line) {
    size_t content = 0;
    if (auto found = nesting(at, line, content)) return found;
    if (content == line.size()) {
      auto found = end_paragraph(at);
      begin_ = at + line.size();
      is_blank_ = true;
      return found;
    }
    if (is_blank_) is_html_ = line[content] == '<';
    is_blank_ = false;
    if (in_fence(at, line)) return violation_;
    const auto columns = line.size() > kMaxColumns ? std::count(line.begin(), line.end(), '|') : 0;
    if (columns > kMaxColumns)
      return violation("too-wide-table", at, line.size(), fmt::format("a table of {} columns", columns),
                       fmt::format("at most {} columns", kMaxColumns),
                       "put the data in data/ and show them with a ```table block");
    const bool is_row = !kNoRow.has(line.front()) && kNoRow.find(line) == line.size();
    if (is_row && ++rows_ > kMaxDelimiterRows)
      return violation("too-long-paragraph", at, line.size(),
                       fmt::format("more than {} lines of dashes without a blank line between them", kMaxDelimiterRows),
                       "", "put blank lines between them, or put text that is not Markdown in a fenced block (```)");
    return std::nullopt;
  }

  // The markers of quotes and lists at the start of a line; `content` is where they end.
  std::optional<LimitViolation> nesting(size_t at, std::string_view line, size_t& content) {
    unsigned markers = 0;
    size_t indentation = 0;
    const auto is_blank = [&](size_t i) { return i < line.size() && (line[i] == ' ' || line[i] == '\t'); };
    for (size_t& i = content; i < line.size(); ++i) {
      const char c = line[i];
      if (is_blank(i)) {
        indentation += c == '\t' ? 4 : 1;
        continue;
      }
      if (c >= '0' && c <= '9') {
        const size_t digits = std::min(line.find_first_not_of("0123456789", i), line.size() - 1);
        const bool is_end = digits + 1 == line.size() || is_blank(digits + 1);
        if (digits - i > 9 || (line[digits] != '.' && line[digits] != ')') || !is_end) break;
        i = digits;
      } else if (c != '>' && ((c != '-' && c != '*' && c != '+') || !is_blank(i + 1))) {
        break;
      }
      if (c != '>' && indentation > kMaxIndentation) markers = kMaxNesting;
      if (++markers > kMaxNesting && fence_.length == 0)
        return violation("too-deep", at + i, 1, "quotes and lists are nested too deeply here",
                         fmt::format("at most {} levels", kMaxNesting), "");
    }
    return std::nullopt;
  }

  // Whether the line is in a code block; its first line ends the paragraph before it.
  bool in_fence(size_t at, std::string_view line) {
    const Marker marker = fence_marker(line);
    if (fence_.length > 0) {
      if (marker.character == fence_.character && marker.length >= fence_.length) fence_ = {};
      begin_ = at + line.size();
      return true;
    }
    if (marker.length == 0 || is_html_) return false;
    violation_ = end_paragraph(at);
    fence_ = marker;
    begin_ = at + line.size();
    return true;
  }

  std::optional<LimitViolation> end_paragraph(size_t end) {
    const std::string_view paragraph = text_.substr(begin_, end - begin_);
    rows_ = 0;
    if (paragraph.size() <= kMaxDelimiters || fence_.length > 0) return std::nullopt;
    const std::string help =
        "put blank lines between its parts, or put text that is not Markdown in a fenced block (```)";
    if (paragraph.size() > kMaxParagraphBytes)
      return violation("too-long-paragraph", begin_, 1,
                       fmt::format("a paragraph of more than {} kB", kMaxParagraphBytes >> 10), "shorter paragraphs",
                       help);
    std::array<unsigned, 256> seen{};
    for (size_t i = kDelimiters.find(paragraph); i < paragraph.size(); i = kDelimiters.find(paragraph, i + 1))
      if (++seen[static_cast<unsigned char>(paragraph[i])] > kMaxDelimiters)
        return violation("too-long-paragraph", begin_ + i, 1,
                         fmt::format("more than {} times \"{}\" in one paragraph", kMaxDelimiters, paragraph[i]),
                         "shorter paragraphs", help);
    return std::nullopt;
  }

  std::string_view text_;
  size_t begin_ = 0;      // of the paragraph: lines without a blank one
  unsigned rows_ = 0;     // of dashes, in the paragraph
  bool is_html_ = false;  // the paragraph begins an HTML block, in which there are no fences
  bool is_blank_ = true;  // the line before
  Marker fence_;          // of the code block that is open
  std::optional<LimitViolation> violation_;
};

}  // namespace

std::optional<LimitViolation> find_limit_violation(std::string_view markdown, std::vector<uint32_t>& lines) {
  if (markdown.size() > kMaxBytes)
    return violation("too-large", 0, 1, fmt::format("the page is {} MB", markdown.size() >> 20),
                     fmt::format("at most {} MB", kMaxBytes >> 20),
                     "put data in data/ and show them with ```table blocks");
  if (auto bad = base::find_invalid_utf8(markdown))
    return violation("invalid-utf8", *bad, 1,
                     fmt::format("the byte 0x{:02x} is not UTF-8 here", static_cast<unsigned char>(markdown[*bad])),
                     "text in UTF-8", "save the file as UTF-8");
  if (size_t nul = markdown.find('\0'); nul != std::string_view::npos)
    return violation("nul-byte", nul, 1, "a NUL byte (U+0000) in the text", "text",
                     "delete it; if this is not a text file, rename it");
  lines = line_begins(markdown);
  return Scan(markdown).run(lines);
}

}  // namespace document
