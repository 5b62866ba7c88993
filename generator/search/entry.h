// An entry is a search result: a part of a page, a row, a figure.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace search {

// The kinds in the order of the index; results are grouped by kind.
enum class Kind : uint8_t {
  page,    // a page, or a part of one under its heading
  answer,  // of the FAQ
  term,    // of the glossary
  step,    // a question or an outcome of a flow
  figure,  // a value of a named thing, with its source
  row,     // of a table that a page shows
  source,
};
inline constexpr size_t kKinds = 7;

struct Entry {
  Kind kind = Kind::page;
  std::string address;
  std::string anchor;   // "" for the page itself
  std::string title;    // has the highest weight
  std::string context;  // its page, section or table: has a higher weight than text
  std::string text;     // plain text, as the page shows it
  std::string names;    // other words for it, which are never shown; weighted like the title
  std::string column;   // of a figure: other words for its title, which is weighted like the context
  std::string source;   // of a figure
  std::string source_address;
  double importance = 1;  // of its page, up to 1; the weights of its words are multiplied by it
};

}  // namespace search
