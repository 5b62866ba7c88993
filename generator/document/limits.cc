// Rejects Markdown on which libcmark-gfm 0.29 would spend excessive time or memory. The library is quadratic in the
// depth of nesting and in the number of delimiters within one paragraph, completes table rows to the width of the
// header, and copies the definition of a link to each reference. Normal texts are far below these limits.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "base/byte_set.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/work.h"
#include "document/converter.h"

namespace document {
namespace {

constexpr size_t kMaxBytes = size_t{16} << 20;
constexpr unsigned kMaxNesting = 100;    // nesting of quotes and lists
constexpr size_t kMaxIndentation = 400;  // columns before a list marker

// The cost of libcmark-gfm and of later steps, in units of work (base/work.h).
constexpr uint64_t kWorkOfCell = 128;              // work of a table cell, including cells added to complete a row
constexpr size_t kCheapParagraph = 4096;           // length in bytes up to which paragraphs are not checked
constexpr uint64_t kPairsOfDelimiters = 24;        // pairs of the same character in a paragraph that count as one unit
constexpr uint64_t kPairsOfBytes = 1 << 20;        // pairs of bytes in a paragraph that count as one unit
constexpr uint64_t kBytesBeforeDelimiterRow = 16;  // libcmark-gfm rereads the paragraph at lines like "| --- |"
constexpr uint64_t kBytesOfReferences = 2;

constexpr base::ByteSet kDelimiters("[*_`<!@~");                 // characters that begin or end an inline
constexpr base::ByteSet kNoRow = ~base::ByteSet("|-: \t\v\f>");  // characters that cannot occur in a delimiter row
constexpr base::ByteSet kText = ~base::ByteSet(" \t>");

std::vector<uint32_t> line_begins(std::string_view text) {
  std::vector<uint32_t> begins = {0};
  // find_first_of() searches the set for each byte, which costs 10 % of a build of plain pages; find() is memchr().
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

// Reports text that exceeds a limit, and returns false.
using Report = std::function<bool(std::string_view code, size_t at, size_t size, std::string message,
                                  std::string expected, std::string help)>;

class Scan {
 public:
  Scan(std::string_view text, const Report& report) : text_(text), report_(report) {}

  // Returns whether the text is within the limits.
  bool run(const std::vector<uint32_t>& lines) {
    for (size_t i = 0; i < lines.size() && !failed_; ++i) {
      size_t end = i + 1 < lines.size() ? lines[i + 1] : text_.size();
      while (end > lines[i] && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
      line(lines[i], text_.substr(lines[i], end - lines[i]));
    }
    end_paragraph(text_.size());
    charge_references();
    return !failed_;
  }

 private:
  void line(size_t at, std::string_view line) {
    const size_t content = nesting(at, line);
    if (failed_) return;
    if (content == line.size()) {
      end_paragraph(at);
      begin_ = at + line.size();
      is_blank_ = true;
      return;
    }
    if (is_blank_) is_html_ = line[content] == '<';
    is_blank_ = false;
    if (in_fence(at, line)) return;
    if (line[content] == '[') note_definition(at + content);
    if (columns_ > 0)
      charge(columns_ * kWorkOfCell, table_, 1, fmt::format("a table of {} columns", columns_),
             "put the data into data/ and show it by a ```table block");
    if (kNoRow.has(line.front()) || kNoRow.find(line) < line.size()) return;
    columns_ = cells_of(line);
    table_ = at;
    charge((at - begin_) / kBytesBeforeDelimiterRow, at, line.size(), "lines of dashes in one paragraph", kSplit);
  }

  // Returns the number of cells of a delimiter row such as "| --- |", which cannot contain an escaped "\|".
  static uint64_t cells_of(std::string_view line) {
    line = base::trim(line.substr(std::min(line.find_first_not_of("> \t"), line.size())));
    const auto bars = static_cast<uint64_t>(std::count(line.begin(), line.end(), '|'));
    return bars + 1 - std::min<uint64_t>(bars, (line.starts_with('|') ? 1 : 0) + (line.ends_with('|') ? 1 : 0));
  }

  // Records a definition [label]: destination "title", because its text is copied to each of its references.
  void note_definition(size_t at) {
    constexpr size_t kLongestLabel = 1000;  // the limit of libcmark-gfm
    if (label_end_ < at) label_end_ = std::min(text_.find("]:", at), text_.size());
    if (label_end_ == text_.size() || label_end_ - at > kLongestLabel || text_[at + 1] == '^') return;
    const auto skip = [&](std::string_view characters, size_t from) {
      return std::min(text_.find_first_not_of(characters, from), text_.size());
    };
    constexpr std::string_view kBetween = " \t\r\n>";  // also skips the markers of a quote
    const size_t destination = skip(kBetween, label_end_ + 2);
    const bool is_in_angles = destination < text_.size() && text_[destination] == '<';
    size_t end = std::min(text_.find_first_of(is_in_angles ? "\r\n>" : " \t\r\n", destination), text_.size());
    const size_t title = skip(kBetween, end);
    constexpr std::string_view kOpening = "\"'(", kClosing = "\"')";
    if (const size_t quote = title < text_.size() ? kOpening.find(text_[title]) : std::string_view::npos;
        quote != std::string_view::npos) {
      size_t& closing = closing_[quote];  // cached for all definitions before it
      if (closing <= title) closing = std::min(text_.find(kClosing[quote], title + 1), text_.size());
      end = closing;
    }
    longest_definition_ = std::max<uint64_t>(longest_definition_, end - destination);
    if (longest_definition_ == end - destination) definition_ = at;
  }

  void charge_references() {
    if (longest_definition_ == 0) return;
    const auto references = static_cast<uint64_t>(std::count(text_.begin(), text_.end(), '['));
    charge(references * longest_definition_ / kBytesOfReferences, definition_, 1,
           "many references to long definitions of links", "use shorter definitions, or split the page");
  }

  void charge(uint64_t units, size_t at, size_t size, std::string_view what, std::string_view help) {
    used_ += units;
    if (used_ > allowed_)
      fail("too-much-work", at, size,
           fmt::format("this text needs more work than a build may do for its size: {}", what),
           "text that a person can read", base::help_with_work(help));
  }

  // Reads the markers of quotes and lists at the start of a line. Returns the position after them.
  size_t nesting(size_t at, std::string_view line) {
    unsigned markers = 0;
    size_t indentation = 0;
    const auto is_blank = [&](size_t i) { return i < line.size() && (line[i] == ' ' || line[i] == '\t'); };
    size_t i = 0;
    for (; i < line.size(); ++i) {
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
        fail("too-deep", at + i, 1, "quotes and lists are nested too deeply here",
             fmt::format("at most {} levels", kMaxNesting), "");
    }
    return i;
  }

  // Whether the line is in a code block. The first line of a code block also ends the paragraph before it.
  bool in_fence(size_t at, std::string_view line) {
    const Marker marker = fence_marker(line);
    if (fence_.length > 0) {
      if (marker.character == fence_.character && marker.length >= fence_.length) fence_ = {};
      begin_ = at + line.size();
      return true;
    }
    if (marker.length == 0 || is_html_) return false;
    end_paragraph(at);
    fence_ = marker;
    begin_ = at + line.size();
    return true;
  }

  void end_paragraph(size_t end) {
    const std::string_view paragraph = text_.substr(begin_, end - begin_);
    columns_ = 0;
    if (paragraph.size() <= kCheapParagraph || fence_.length > 0) return;
    const uint64_t bytes = paragraph.size();
    std::array<uint64_t, 256> seen{};
    for (size_t i = kDelimiters.find(paragraph); i < bytes; i = kDelimiters.find(paragraph, i + 1))
      ++seen[static_cast<unsigned char>(paragraph[i])];
    uint64_t units = bytes * bytes / kPairsOfBytes;
    for (uint64_t count : seen) units += count * count / kPairsOfDelimiters;
    charge(units, begin_, 1, fmt::format("a paragraph of {} kB", bytes / 1000), kSplit);
  }

  // Reports the first violation.
  void fail(std::string_view code, size_t at, size_t size, std::string message, std::string expected,
            std::string help) {
    if (!failed_) report_(code, at, size, std::move(message), std::move(expected), std::move(help));
    failed_ = true;
  }

  static constexpr std::string_view kSplit =
      "put blank lines between its parts, or what is not Markdown into a fenced block (```)";

  std::string_view text_;
  const Report& report_;
  size_t begin_ = 0;      // start of the current paragraph
  uint64_t columns_ = 0;  // number of columns of the table in the paragraph; 0 if there is none
  size_t table_ = 0;      // start of the table
  bool is_html_ = false;  // whether the paragraph begins an HTML block, in which there are no fences
  bool is_blank_ = true;  // whether the previous line is blank
  Marker fence_;          // marker of the open code block
  bool failed_ = false;
  uint64_t longest_definition_ = 0;  // length of the longest definition in bytes
  size_t definition_ = 0;
  size_t label_end_ = 0;  // position of the next "]:"
  std::array<size_t, 3> closing_{};
  const uint64_t allowed_ = base::work_allowed_for_file(text_.size());
  uint64_t used_ = 0;
};

}  // namespace

bool check_limits(const Input& input, std::vector<uint32_t>& lines, base::Diagnostics& diagnostics) {
  const std::string_view markdown = input.text.substr(input.begin, input.end - input.begin);
  const Report report = [&](std::string_view code, size_t at, size_t size, std::string message, std::string expected,
                            std::string help) {
    diagnostics.error(code, input.span(input.begin + at, input.begin + at + size), std::move(message))
        .expect(std::move(expected))
        .suggest(std::move(help));
    return false;
  };
  if (markdown.size() > kMaxBytes)
    return report("too-large", 0, 1, fmt::format("the page is {} MB", markdown.size() >> 20),
                  fmt::format("at most {} MB", kMaxBytes >> 20),
                  "put data in data/ and show them with ```table blocks");
  if (auto bad = base::find_invalid_utf8(markdown))
    return report("invalid-utf8", *bad, 1,
                  fmt::format("the byte 0x{:02x} is not UTF-8 here", static_cast<unsigned char>(markdown[*bad])),
                  "text in UTF-8", "save the file as UTF-8");
  if (size_t nul = markdown.find('\0'); nul != std::string_view::npos)
    return report("nul-byte", nul, 1, "the text contains a NUL byte (U+0000)", "text",
                  "delete it; if this is not a text file, rename it");
  lines = line_begins(markdown);
  return Scan(markdown, report).run(lines);
}

}  // namespace document
