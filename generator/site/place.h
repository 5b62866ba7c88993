// A link target: a page of the site, or a part of it. Written in data/redirects.csv and data/permalinks.txt as
// `lessons/cost.html#rent`, plain UTF-8, in which a space, a '#' and a '%' of a name are
// percent-encoded; other percent-encoding, as by browsers, is accepted.
#pragma once
#include <string>
#include <string_view>

namespace site {

struct Place {
  std::string address;  // "lessons/cost.html"
  std::string anchor;   // "rent"; "" for the page itself
  auto operator<=>(const Place&) const = default;
};

std::string to_text(const Place& place);
// The two parts of that text, for a list of anchors.
std::string address_text(std::string_view address);
std::string anchor_text(std::string_view anchor);

// If the text can't be a place, returns an empty address and sets `objection`: "it begins with a slash".
Place parse_place(std::string_view text, std::string& objection);
// Parses an anchor in the same way, without its '#'.
std::string parse_anchor(std::string_view text, std::string& objection);

// A correction for text that is not a place; "" if unknown.
std::string meant_place(std::string_view text);

}  // namespace site
