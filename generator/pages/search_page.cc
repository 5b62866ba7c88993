// The page of the search's results. Its results come by script; what it has without one are the lists of what there is.
#include "pages/kinds.h"
#include "pages/page_values.h"

namespace pages {

void add_search_values(KindContext& kind) {
  const site::Site& site = kind.site();
  std::vector<const site::Page*> lists;
  kind.context.view.members(site.top());
  for (const site::Section* section : site.top().sections)
    if (section->index) lists.push_back(section->index);
  // Such as the glossary; a site that keeps all its pages here is no list of lists.
  constexpr size_t kMostPages = 12;
  if (site.top().pages.size() <= kMostPages)
    lists.insert(lists.end(), site.top().pages.begin(), site.top().pages.end());
  if (lists.empty()) lists.push_back(site.find("index.html"));
  kind.values.set("lists", page_list(lists, kind.context.view));
}

}  // namespace pages
