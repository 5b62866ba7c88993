// Finds intended markup that was parsed as plain text: the syntax of other tools, links whose brackets do not match,
// emphasis that libcmark-gfm does not recognise. Each finder searches the text of one leaf block after parsing, without
// code, formulas and other recognised markup.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace document {

// The text of a paragraph, heading or table cell, including the text inside emphasis and links.
struct BlockText {
  struct Range {
    size_t begin;
    size_t end;
  };
  // Elements that are not text are each replaced by one byte.
  static constexpr char kObject = '\1';   // replaces an image, formula, HTML, footnote mark or bare URL
  static constexpr char kLinkEnd = '\3';  // follows the text of a link
  static constexpr char kCode = '\4';     // replaces a code span
  // Returns the byte that replaces an escaped character, which is plain text: \5 \6 for the brackets ( ), \7 \10 for [
  // ], \16 for a backslash, otherwise \2.
  static char escaped(char c) {
    const size_t bracket = std::string_view("()[]").find(c);
    if (c == '\\') return '\16';
    return bracket == std::string_view::npos ? '\2' : static_cast<char>('\5' + bracket);
  }

  std::string text;
  std::vector<Range> emphases;  // emphasised, strong or deleted text, without its delimiters
  // Where the text is: some forms mean something only there.
  enum Place : unsigned { anywhere = 1, in_paragraph = 2, begins_line = 4, in_item = 8, in_image = 16, defines = 32 };
  unsigned places = anywhere;
};

// Reports the findings in one block. If two overlap, the first is reported; at most kMaxLeftovers are reported.
class Leftovers {
 public:
  static constexpr size_t kMaxLeftovers = 100;
  // Returns the span of a range of BlockText::text.
  using SpanOf = std::function<base::Span(size_t begin, size_t end)>;

  Leftovers(SpanOf span_of, base::Diagnostics& diagnostics) : span_of_(std::move(span_of)), diagnostics_(diagnostics) {}

  // Reports a finding. The reference is valid until the next call.
  base::Diagnostic& report(std::string_view code, base::Severity severity, size_t begin, size_t end,
                           std::string message);
  base::Diagnostic& error(std::string_view code, size_t begin, size_t end, std::string message) {
    return report(code, base::Severity::error, begin, end, std::move(message));
  }
  base::Diagnostic& warning(std::string_view code, size_t begin, size_t end, std::string message) {
    return report(code, base::Severity::warning, begin, end, std::move(message));
  }

 private:
  SpanOf span_of_;
  base::Diagnostics& diagnostics_;
  std::vector<BlockText::Range> found_;
  base::Diagnostic dropped_;  // a finding that is not reported
};

// Whether a text node may contain anything that the finders search for.
bool may_hold_leftovers(std::string_view text);

// Reports "foreign-syntax": formulas, includes, shortcodes, template tags, admonitions, roles, attribute lists, wiki
// links. Reports "literal-block": table rows without a delimiter row, and headings without a space.
void find_foreign_syntax(const BlockText& block, Leftovers& found);

// Returns what an HTML comment means to another program, in which it does not vanish: "an include of VitePress"; "" for
// a plain comment.
std::string_view foreign_comment(std::string_view comment);

// Reports "broken-link-syntax" for an address with one of kSchemes in any brackets: "(fig:…)", "<fig:…>" and "[fig:…]".
// `literal_help` is the help for an address without spaces.
void find_broken_schemes(std::string_view text, std::string_view literal_help, Leftovers& found);

// Reports "broken-link-syntax" for a malformed link or image, and "undefined-footnote" for a mark without a note on a
// page that has `footnotes`.
void find_broken_links(const BlockText& block, const std::vector<std::string_view>& footnotes, Leftovers& found);

// Reports "literal-emphasis" for delimiters that were parsed as text, and "accidental-emphasis" for signs of
// multiplication, power or range that were parsed as delimiters and are not shown.
void find_broken_emphasis(const BlockText& block, Leftovers& found);

}  // namespace document
