// llms.txt: what is here, for language models and other programs that read Markdown.
// Format: https://llmstxt.org (a title, a summary in a quote, words, and lists of links below headings; what stands
// below "Optional" may be skipped).
#pragma once
#include <string>

#include "site/site.h"

namespace pages {

// Links lead to the pages' twins, or to the pages where a site has none; they are absolute if the site has a base_url.
std::string llms_text(const site::Site& site, const site::Words& words);

}  // namespace pages
