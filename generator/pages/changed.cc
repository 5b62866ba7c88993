#include "pages/changed.h"

#include <algorithm>

namespace pages {

std::string_view changed_on(const site::Page& page) {
  if (!page.has_text() || page.evaluation->from_data) return "";
  const document::FrontMatter& front = page.content()->front;
  return front.updated.empty() ? front.date.text : front.updated.text;
}

std::vector<const site::Page*> dated_pages(const site::Site& site) {
  std::vector<const site::Page*> dated;
  for (const auto& page : site.pages)
    if (!changed_on(*page).empty()) dated.push_back(page.get());
  std::sort(dated.begin(), dated.end(), [](const site::Page* a, const site::Page* b) {
    return std::pair(changed_on(*b), std::string_view(a->address)) <
           std::pair(changed_on(*a), std::string_view(b->address));
  });
  return dated;
}

}  // namespace pages
