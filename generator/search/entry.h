// An entry is one search result: a part of a page, a row or a figure.
#pragma once
#include <cstdint>
#include <string>

namespace search {

// The kinds in the order of the index; results are grouped by kind.
enum class EntryKind : uint8_t {
  page,    // a page, or the part of a page below one heading
  answer,  // a question of the FAQ
  term,    // a term of the glossary
  step,    // a question or an outcome of a decision flow
  figure,  // a value of a named thing, with its source
  row,     // a row of a table on a page
  source,
};
inline constexpr size_t kKinds = 7;

struct Entry {
  EntryKind kind = EntryKind::page;
  std::string address;
  std::string anchor;   // the anchor; "" if the result is the page itself
  std::string title;    // the title, which has the highest weight
  std::string context;  // the title of the entry's page, section or table; has a higher weight than `text`
  std::string text;     // plain text that the page shows
  std::string names;    // other words for the entry, which are never shown; weighted like the title
  std::string column;   // other words for a figure's title, weighted like the context
  std::string source;   // the source of a figure
  std::string source_address;
  double importance = 1;  // the importance of the entry's page, up to 1; multiplies the weights of its words
};

}  // namespace search
