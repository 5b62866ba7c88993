// A place that others link to: a page of the site, or a part of it. As people write it in data/redirects.csv and
// data/permalinks.txt: `lessons/cost.html#rent`, plain UTF-8, in which a space, a '#' and a '%' of a name are
// percent-encoded; what browsers encode besides is understood.
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
// Of its parts, for a list of anchors.
std::string address_text(std::string_view address);
std::string anchor_text(std::string_view anchor);

// An empty address, and in `objection` why, for what can't be a place: "it begins with a slash".
Place parse_place(std::string_view text, std::string& objection);
// The same of an anchor, without its '#'.
std::string parse_anchor(std::string_view text, std::string& objection);

// What an author may have meant by a text that is not a place; "" if that is unknown.
std::string meant_place(std::string_view text);

}  // namespace site
