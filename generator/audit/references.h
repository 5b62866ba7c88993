// Finds the addresses in a published file.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "audit/page.h"

namespace audit {

enum class Use : uint8_t {
  follow,    // a link that readers follow
  load,      // a file that browsers load to show the page
  redirect,  // a page to which browsers go automatically
  name,      // an address for programs: the page itself, or another version of it
  absolute,  // an address like `name`, but valid only with a host
};

struct Reference {
  std::string_view written;  // a part of the file's text
  std::string target;        // the address without the escapes of the file's syntax: "a&b" for "a&amp;b"
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
