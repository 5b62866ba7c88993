// Finds the addresses in a published file.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "audit/page.h"

namespace audit {

enum class Use : uint8_t {
  follow,    // readers follow it
  load,      // browsers load it to show the page
  redirect,  // browsers go there automatically
  name,      // programs read it: the page itself, or another version of it
  absolute,  // as `name`, but only valid with a host
};

struct Reference {
  std::string_view written;  // a part of the file's text
  std::string target;        // without the escapes of the file's syntax: "a&amp;b" is "a&b"
  Use use = Use::follow;
};

using Visit = std::function<void(const Reference&)>;

// Visits the references of a page or an SVG drawing.
void html_references(const Page& page, const Visit& visit);
// Visits url() and @import.
void css_references(std::string_view css, const Visit& visit);
// Visits the addresses in a feed or a sitemap.
void xml_references(const Page& document, const Visit& visit);
// Visits links and images of Markdown. Visits none in a text that exceeds the limits of document/limits.h.
void markdown_references(std::string_view markdown, const Visit& visit);
// Visits the "Sitemap:" lines of robots.txt.
void robots_references(std::string_view robots, const Visit& visit);

// Returns the address in <meta http-equiv="refresh" content="0; url=…">, as written; "" if there is none.
std::string_view refresh_url(std::string_view content);

}  // namespace audit
