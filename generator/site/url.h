// Addresses within the site. An address is the path of a file below the output folder, in plain UTF-8:
// "lessons/cost.html". A link is the value of an href: relative to the page it is on, percent-encoded.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace site {

// Returns the link from one address to another: "cost.html", "../sources/index.html". It always has a file name.
// An `anchor` is the part of the page to which the link leads.
std::string relative_link(std::string_view from, std::string_view to, std::string_view anchor = "");
// Returns the relative URL from a page to the site's root: "", "../", "../../".
std::string root_prefix(std::string_view from);
// Returns the folder of an address: "lessons" for "lessons/cost.html", "" at the top.
std::string_view folder_of(std::string_view address);
std::string_view file_of(std::string_view address);

// Percent-encodes characters that are not allowed in a path (RFC 3986).
std::string encode_path(std::string_view path);
std::string encode_fragment(std::string_view anchor);
// Encodes a query as it was written, "?a=b%20c", without encoding its escapes again.
std::string encode_query(std::string_view query);
// Percent-encodes a key or a value of a query.
std::string encode_query_value(std::string_view value);
// Decodes percent-encoding. Returns nullopt if a '%' is not followed by two hexadecimal digits, or if the result is not
// valid UTF-8.
std::optional<std::string> decode_percent(std::string_view text);

// Resolves a relative reference against a folder, with "." and ".." removed. Returns nullopt if it leaves the root.
std::optional<std::string> join_path(std::string_view folder, std::string_view reference);

// The parts of a link as written: "b.md?x=1#y". `query` begins with '?' unless it is empty; `anchor` is after the '#'.
// `directive` is what browsers look for in the text of the page: ":~:text=words".
struct LinkParts {
  std::string_view path, query, anchor, directive;
};
LinkParts split_link(std::string_view destination);

// Whether a URL leads out of the site: "https://…", "mailto:…" and "//host".
bool is_external(std::string_view destination);

// Returns the absolute URL of an address; for an index.html, the URL of its folder.
std::string absolute_url(std::string_view base_url, std::string_view address);

}  // namespace site
