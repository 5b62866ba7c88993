// What a search can find: a part of a page, a row, a figure. One entry is one line of the results.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace search {

// In the order in which the index holds them; results are grouped by it.
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
std::string_view kind_word(Kind kind);  // "page": also the key "search_page" of the theme's words

struct Entry {
  Kind kind = Kind::page;
  std::string address;
  std::string anchor;   // "" for the page itself
  std::string title;    // what it is called: counts most
  std::string context;  // where it stands, or what it belongs to: counts more than text
  std::string text;     // plain, as the page shows it
  std::string names;    // other words for it, found and never shown: counts as the title does
  // Of a figure: who says so, and where that stands.
  std::string source;
  std::string source_address;
};

}  // namespace search
