// Refuses Markdown on which libcmark-gfm 0.29 would spend time or memory out of all proportion: it is quadratic in the
// depth of nesting and in the number of delimiters within one paragraph, and fills missing table cells. No text that a
// person wrote comes near.
#pragma once
#include "base/diagnostic.h"
#include "base/source_text.h"

namespace document {

constexpr size_t kMostBytes = size_t{16} << 20;
constexpr unsigned kMostNesting = 100;        // quotes and lists within each other
constexpr size_t kMostIndentation = 400;      // columns in front of a list marker
constexpr unsigned kMostDelimiters = 10000;   // of each of [ * _ ` < ! @ ~ in a paragraph (lines without a blank one)
constexpr unsigned kMostColumns = 1000;       // of a table
constexpr unsigned kMostDelimiterRows = 200;  // lines like "| --- |" in a paragraph or table
constexpr size_t kMostParagraphBytes = size_t{1} << 20;

// False, with one diagnostic ("too-large", "too-deep", "too-long-paragraph", "too-wide-table", "nul-byte",
// "invalid-utf8"), when `markdown` must not be parsed. `span_of(offset, size)` says where a place in it is.
template <class SpanOf>
bool within_limits(std::string_view markdown, base::Diagnostics& diagnostics, SpanOf&& span_of);

struct Excess {
  std::string_view code;  // empty: none
  size_t offset = 0;
  size_t size = 0;
  std::string message;
  std::string expected;
  std::string help;
};
Excess find_excess(std::string_view markdown);

template <class SpanOf>
bool within_limits(std::string_view markdown, base::Diagnostics& diagnostics, SpanOf&& span_of) {
  Excess excess = find_excess(markdown);
  if (excess.code.empty()) return true;
  diagnostics.error(excess.code, span_of(excess.offset, excess.size), excess.message)
      .expect(excess.expected)
      .suggest(excess.help);
  return false;
}

}  // namespace document
