#include "document/leftovers.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/byte_set.h"
#include "base/text.h"

namespace document {
namespace {

constexpr base::ByteSet kLeftoverSigns("[{$*_~=+|^:\\");

bool is_row(std::string_view line) {
  return line.size() > 2 && line.starts_with('|') && line.ends_with('|') && line.find_first_not_of('|') < line.size();
}

bool is_delimiter_row(std::string_view line) {
  return line.find_first_not_of("|-: ") == std::string_view::npos && line.find("--") != std::string_view::npos &&
         line.find('|') != std::string_view::npos;
}

void report_table(size_t begin, size_t end, Leftovers& found) {
  found.warning("literal-block", begin, end, "this looks like a table and is shown as plain text")
      .expect("below its header, a line of dashes with as many cells: | --- | --- |")
      .suggest("if it is meant as text, write \\| for each |");
}

void report_heading(size_t begin, size_t end, std::string_view line, Leftovers& found) {
  const size_t level = line.find_first_not_of('#');
  found.warning("literal-block", begin, end, "this looks like a heading and is shown as plain text")
      .expect(fmt::format("a space behind the marks: {} {}", line.substr(0, level), line.substr(level)))
      .suggest("if it is meant as text, write \\#");
}

// "##Cost" is meant as a heading anywhere, "#Cost" only where it stands alone: otherwise it may be a hashtag.
bool is_literal_heading(std::string_view line, bool is_alone) {
  const size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level == 0 || level > 6 || level == line.size()) return false;
  const char first = line[level];
  const bool is_high = static_cast<unsigned char>(first) >= 0x80;
  if (level > 1) return base::is_letter(first) || is_high;
  return is_alone && ((first >= 'A' && first <= 'Z') || is_high) && line.find('#', 1) == std::string_view::npos;
}

}  // namespace

base::Diagnostic& Leftovers::add(Leftover found) {
  const bool overlaps = std::any_of(list_.begin(), list_.end(), [&](const Leftover& each) {
    return found.begin < each.end && each.begin < found.end;
  });
  if (overlaps || list_.size() == kMaxLeftovers) return (dropped_ = std::move(found)).what;
  return list_.emplace_back(std::move(found)).what;
}

base::Diagnostic& Leftovers::error(std::string_view code, size_t begin, size_t end, std::string message) {
  return add({begin, end, {.code = std::string(code), .message = std::move(message)}});
}

base::Diagnostic& Leftovers::warning(std::string_view code, size_t begin, size_t end, std::string message) {
  base::Diagnostic& what = error(code, begin, end, std::move(message));
  what.severity = base::Severity::warning;
  return what;
}

bool may_hold_leftovers(std::string_view text) {
  for (size_t at = kLeftoverSigns.find(text); at < text.size(); at = kLeftoverSigns.find(text, at + 1)) {
    const char before = at > 0 ? text[at - 1] : ' ';
    const char after = at + 1 < text.size() ? text[at + 1] : ' ';
    if (text[at] == '[' && after == '@') continue;  // a citation
    const bool is_plain_colon =
        text[at] == ':' && (base::is_letter(before) || base::is_digit(before) || (base::is_space(after) && at > 0));
    if (!is_plain_colon) return true;
  }
  for (std::string_view start : {"#", "!!!", "???", "--8<--", "<<<", ".. ", "@import ", "import ", "export "})
    if (text.starts_with(start)) return true;
  return false;
}

void find_broken_blocks(const BlockText& block, Leftovers& found) {
  if (block.is_heading) return;
  const std::string_view text = block.text;
  size_t rows = 0;
  size_t first_row = 0;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = base::trim(text.substr(begin, end - begin));
    if (is_delimiter_row(line)) {
      return report_table(begin, end, found);
    }
    rows = is_row(line) ? rows + 1 : 0;
    if (rows == 1) first_row = begin;
    if (rows == 2) return report_table(first_row, end, found);
    if (is_literal_heading(line, begin == 0 && end == text.size())) report_heading(begin, end, line, found);
    begin = end + 1;
  }
}

}  // namespace document
