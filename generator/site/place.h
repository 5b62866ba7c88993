// A link target: a page of the site, or a part of a page. In data/redirects.csv and data/permalinks.txt it is written
// as `lessons/cost.html#rent` in UTF-8. Only a space, '#' or '%' in a name is percent-encoded, but other
// percent-encoding, as browsers produce it, is accepted.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/source_text.h"

namespace site {

struct Place {
  std::string address;  // the address of a page: "lessons/cost.html"
  std::string anchor;   // the anchor: "rent"; "" for the page itself
  auto operator<=>(const Place&) const = default;
};

std::string to_text(const Place& place);
// The address and the anchor of a place as text, for a list of anchors.
std::string address_text(std::string_view address);
std::string anchor_text(std::string_view anchor);

// Parses a place. If `text` is not a place, returns an empty address and sets `objection`: "it begins with a slash".
Place parse_place(std::string_view text, std::string& objection);
// Parses an anchor without its '#'. Sets `objection` like parse_place().
std::string parse_anchor(std::string_view text, std::string& objection);

// Returns a correction for text that is not a place; "" if unknown.
std::string meant_place(std::string_view text);

// ---- links within the site, which are checked when all anchors are known

struct Page;

struct InternalLink {
  std::string address;  // the address of a page or file: "lessons/cost.html", "data/prices.csv"
  std::string anchor;   // the anchor; "" if there is none
  base::Span span;
  std::string ref = {};    // the record that contains the link if a table shows it; "" for a link in the text
  std::string query = {};  // "?run.size=7" as written; "" without one
};
using Links = std::vector<InternalLink>;  // the links of one page in the order in which they were added

// The links of a rendered page, and its anchors. Owns neither.
struct PageLinks {
  const Page* page = nullptr;
  const Links* links = nullptr;
  const std::vector<std::string>* anchors = nullptr;
  const std::vector<std::string>* parts = nullptr;        // the target of each anchor (site/part.h)
  const std::vector<std::string>* row_anchors = nullptr;  // anchors of data rows; may be null
};

}  // namespace site
