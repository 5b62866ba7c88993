// A page's text with the files that it includes, and with code and marks of other programs as Sourcebook writes them.
// Each part knows the file that it comes from, so that messages name it, and corrections change it.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace document {

struct Expanded {
  // The part of `text` that begins at `begin`. A copy has the bytes of `written`; any other is made from them.
  struct Piece {
    uint32_t begin;
    base::Span written;
    bool is_copy;
  };
  std::string text;
  std::vector<Piece> pieces;  // in their order, the first at 0

  // Returns where bytes [from, to) of `text` are written: their place in a file if they are a copy of adjacent bytes,
  // or from the first to the last if both are in one file; otherwise the place of the first.
  base::Span span(size_t from, size_t to) const;
  bool is_copy(size_t from, size_t to) const;
};

// Returns the file that `path`, written in `from`, names; null if there is none that may be included.
using FindIncluded = std::function<const base::SourceText*(const base::SourceText& from, std::string_view path)>;

// Expands a Markdown text that ends with its file. What is before it in the file is copied, so that offsets remain
// those of the file up to the first change. Returns null if there is nothing to expand. Codes: "bad-include",
// "foreign-syntax", "code-option".
std::shared_ptr<const Expanded> expand(base::Span markdown, const FindIncluded& find, base::Diagnostics& diagnostics);

}  // namespace document
