// The target of an anchor, which is recorded with it, so that a build notices if an address leads to something else.
//
//   "Install" under "Linux / Setup" ~3fa9c1      a heading, those above it, a hash of the words that it begins with
//   table                                        or chart, or estimate
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace site {

struct Part {
  std::string kind;  // "table", "chart", "estimate"; "" for a heading
  std::string title, above, opening;

  bool is_heading() const { return kind.empty(); }
  bool operator==(const Part&) const = default;
};

std::string_view kind_of_part(document::FenceKind kind);

// The parts of the document's headings, in order.
std::vector<Part> heading_parts(const document::Document& document);

std::string to_text(const Part& part);
// Removes a part from the front of `text`; returns false and leaves `text` unchanged if there is none.
bool read_part(std::string_view& text, Part& part);

}  // namespace site
