// Refuses Markdown on which libcmark-gfm 0.29 would spend time or memory out of all proportion: it is quadratic in the
// depth of nesting and in the number of delimiters within one paragraph, and fills missing table cells. No text that a
// person wrote comes near.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace document {

constexpr size_t kMostBytes = size_t{16} << 20;
constexpr unsigned kMostNesting = 100;        // quotes and lists within each other
constexpr size_t kMostIndentation = 400;      // columns in front of a list marker
constexpr unsigned kMostDelimiters = 10000;   // of each of [ * _ ` < ! @ ~ in a paragraph (lines without a blank one)
constexpr unsigned kMostColumns = 1000;       // of a table
constexpr unsigned kMostDelimiterRows = 200;  // lines like "| --- |" in a paragraph or table
constexpr size_t kMostParagraphBytes = size_t{1} << 20;

struct Excess {
  std::string_view code;  // empty: none
  size_t offset = 0;
  size_t size = 0;
  std::string message;
  std::string expected;
  std::string help;
};

// Why `markdown` must not be parsed. Codes: "too-large", "too-deep", "too-long-paragraph", "too-wide-table",
// "nul-byte", "invalid-utf8". `lines` gets where its lines begin (document/lines.h); where there is no excess, all of
// them.
Excess find_excess(std::string_view markdown, std::vector<uint32_t>& lines);

}  // namespace document
