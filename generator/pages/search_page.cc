// The page of search results. A script fills in the results. Without scripts, the page lists the content of the site.
#include "pages/kinds.h"
#include "pages/page_values.h"

namespace pages {

void add_search_values(KindContext& kind) {
  const site::Members top = kind.view.members("");
  std::vector<std::string_view> lists = top.sections;
  constexpr size_t kMaxPages = 12;  // pages outside sections, such as the glossary; if there are more, none are listed
  if (top.pages.size() <= kMaxPages) lists.insert(lists.end(), top.pages.begin(), top.pages.end());
  if (lists.empty()) lists.emplace_back("index.html");
  kind.values.set("lists", page_list(lists, kind.view));
}

}  // namespace pages
