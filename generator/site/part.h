// A description of an anchor's target. It is recorded with the anchor, so that a build can report that an address now
// leads to something else.
//   "Install" under "Linux / Setup" ~3fa9c1      a heading, the headings above it, a hash of its first words
//   table                                        or chart, or estimate
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace site {

struct Part {
  std::string kind;  // the kind of a block: "table", "chart" or "estimate"; "" for a heading
  std::string title, above, opening;

  bool is_heading() const { return kind.empty(); }
  bool operator==(const Part&) const = default;
};

std::string_view kind_of_part(document::FenceKind kind);

// Returns the parts that the document's headings begin, in order.
std::vector<Part> heading_parts(const document::Document& document);

std::string to_text(const Part& part);
// Reads a part from the front of `text` and removes it. Returns false and leaves `text` unchanged if there is no part.
bool read_part(std::string_view& text, Part& part);

}  // namespace site
