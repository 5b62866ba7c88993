// Finds delimiters of emphasis that were parsed as text, and signs that were parsed as delimiters.
#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "document/leftovers.h"

namespace document {
namespace {

bool is_ascii_word(char c) { return base::is_letter(c) || base::is_digit(c); }

// Whether a character is Chinese, Japanese or Korean, or their punctuation or a full-width form. These scripts have no
// spaces, so CommonMark's rule of flanking delimiters fails around their brackets.
bool is_cjk(char32_t c) {
  return (c >= 0x1100 && c <= 0x11FF) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xA960 && c <= 0xA97F) ||
         (c >= 0xAC00 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE4F) ||
         (c >= 0xFF00 && c <= 0xFFEF) || (c >= 0x20000 && c <= 0x3FFFF);
}

// A run of one delimiter character.
struct DelimiterRun {
  size_t begin;
  size_t end;
  char32_t before;  // the character before the run; 0 at the start of the block
  char32_t after;

  size_t size() const { return end - begin; }
};

bool is_gap(char32_t c) { return c == 0 || (c < 0x80 && base::is_space(static_cast<char>(c))); }
bool is_word_point(char32_t c) { return c < 0x80 && is_ascii_word(static_cast<char>(c)); }
bool may_open(const DelimiterRun& run) { return !is_gap(run.after); }
bool may_close(const DelimiterRun& run) { return !is_gap(run.before); }
bool is_within_word(const DelimiterRun& run) { return is_word_point(run.before) && is_word_point(run.after); }

std::vector<DelimiterRun> runs_of(std::string_view text, char sign) {
  std::vector<DelimiterRun> runs;
  for (size_t begin = text.find(sign); begin != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_not_of(sign, begin), text.size());
    std::string_view rest = text.substr(end);
    std::string_view last = begin == 0 ? std::string_view() : text.substr(base::code_point_start(text, begin - 1));
    runs.push_back(
        {begin, end, last.empty() ? 0 : base::take_code_point(last), rest.empty() ? 0 : base::take_code_point(rest)});
    begin = text.find(sign, end);
  }
  return runs;
}

void report_literal(const DelimiterRun& first, const DelimiterRun& last, Leftovers& found) {
  const bool is_pair = first.begin != last.begin;
  found
      .warning("literal-emphasis", first.begin, last.end,
               is_pair ? "these marks do not emphasise anything, and are shown as plain text"
                       : "this mark is never closed, and is shown as plain text")
      .expect(is_pair ? "no space inside the marks, and a space or punctuation outside them" : "the other mark")
      .suggest("for literal text, write \\ before each character");
}

// Finds "**", "__" and "~~" that were meant as marks: two of them, or a single one that begins a word.
void find_double(std::string_view text, char sign, Leftovers& found) {
  const std::vector<DelimiterRun> runs = runs_of(text, sign);
  for (size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].size() != 2 || !may_open(runs[i]) || is_within_word(runs[i])) continue;
    size_t close = i + 1;
    while (close < runs.size() && (runs[close].size() != 2 || !may_close(runs[close]) || is_within_word(runs[close])))
      ++close;
    if (close < runs.size()) {
      report_literal(runs[i], runs[close], found);
      i = close;
      continue;
    }
    const char32_t after = runs[i].after;
    const bool begins_word = after >= 0x80 || base::is_letter(static_cast<char>(after));
    if (sign == '*' && begins_word && is_gap(runs[i].before)) report_literal(runs[i], runs[i], found);
    return;  // a later delimiter would not find an end either
  }
}

// Finds single marks as in "*「…」*です". They are reported only next to scripts without spaces, because a lone star
// has other uses.
void find_single(std::string_view text, Leftovers& found) {
  const std::vector<DelimiterRun> runs = runs_of(text, '*');
  for (size_t i = 0; i + 1 < runs.size(); ++i) {
    const DelimiterRun& open = runs[i];
    const DelimiterRun& close = runs[i + 1];
    if (open.size() != 1 || close.size() != 1 || !may_open(open) || !may_close(close)) continue;
    if (!is_cjk(open.before) && !is_cjk(close.after)) continue;
    report_literal(open, close, found);
    ++i;
  }
}

// Whether two marks were paired by accident: "5*3 and 4*2", "2**3 and 3**2", "10~~20 GB, 30~~40 GB".
bool is_accidental(const BlockText& block, const BlockText::Range& range) {
  const std::string_view text = block.text;
  if (range.begin == 0 || range.end == text.size() || range.begin == range.end) return false;
  const char before = text[range.begin - 1];
  const char after = text[range.end];
  const char first = text[range.begin];
  const char last = text[range.end - 1];
  if ((base::is_digit(before) && base::is_digit(first)) || (base::is_digit(last) && base::is_digit(after))) return true;
  const bool is_phrase =
      text.substr(range.begin, range.end - range.begin).find_first_of(" \n") != std::string_view::npos;
  if (is_phrase && (is_ascii_word(before) || before == '/')) return true;
  return is_ascii_word(before) && is_ascii_word(after) &&
         (base::is_digit(before) || base::is_digit(after) || base::is_digit(first) || base::is_digit(last));
}

// Finds "** text **" within strong text, for which the parser paired the outer marks.
void find_inner(const BlockText& block, const BlockText::Range& range, Leftovers& found) {
  const std::string_view inside = std::string_view(block.text).substr(range.begin, range.end - range.begin);
  for (const DelimiterRun& run : runs_of(inside, '*')) {
    if (run.size() != 2 || (may_open(run) && may_close(run))) continue;
    const DelimiterRun there = {range.begin + run.begin, range.begin + run.end, run.before, run.after};
    return report_literal(there, there, found);
  }
}

}  // namespace

void find_broken_emphasis(const BlockText& block, Leftovers& found) {
  for (const BlockText::Range& range : block.emphases)
    if (is_accidental(block, range))
      found
          .error("accidental-emphasis", range.begin - 1, range.end + 1,
                 "these characters were read as emphasis, so the page does not show them")
          .expect("\\* for a star, \\~ for a tilde")
          .suggest("write × for a product, and a formula for a power: $`2^3`$");
  for (const BlockText::Range& range : block.emphases) find_inner(block, range, found);
  for (char sign : {'*', '_', '~'}) find_double(block.text, sign, found);
  find_single(block.text, found);
}

}  // namespace document
