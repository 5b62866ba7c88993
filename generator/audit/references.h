// What a published file links to or loads, as it is written there.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "audit/page.h"

namespace audit {

enum class Use : uint8_t {
  follow,    // readers do
  load,      // browsers do, to show the page
  lead,      // browsers go there by themselves: a redirect
  name,      // programs do: which page this is, where it is to be had in another form
  absolute,  // the same, and it must say on which host
};

struct Reference {
  std::string_view written;  // a part of the file's text
  std::string target;        // without what the file's own syntax adds: "a&amp;b" is "a&b"
  Use use = Use::follow;
};

using Visit = std::function<void(const Reference&)>;

// Of a page, or of a drawing in SVG; of JSON-LD what names an address by its host.
void html_references(const Page& page, const Visit& visit);
// url() and @import.
void css_references(std::string_view css, const Visit& visit);
// Of a feed or a sitemap.
void xml_references(const Page& document, const Visit& visit);
// Links, images and autolinks of Markdown; code is passed over.
void markdown_references(std::string_view markdown, const Visit& visit);
// "Sitemap:" of robots.txt.
void robots_references(std::string_view robots, const Visit& visit);

}  // namespace audit
