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
    if (!changed_on(*page).empty() && site.config->search_of(page->address) == 0) dated.push_back(page.get());
  std::sort(dated.begin(), dated.end(), [](const site::Page* a, const site::Page* b) {
    return std::pair(changed_on(*b), std::string_view(a->address)) <
           std::pair(changed_on(*a), std::string_view(b->address));
  });
  return dated;
}

std::vector<std::string> day_counts(const site::Changes& changes, const site::Words& words) {
  size_t rows = 0;
  for (const site::TableChange& table : changes.tables)  // the rows of a new or removed table are not listed
    rows += table.kind == site::ChangeKind::added  ? table.rows_after
            : table.kind == site::ChangeKind::gone ? table.rows_before
                                                   : table.rows.size();
  const size_t pages = changes.pages_added.size() + changes.pages_changed.size() + changes.pages_gone.size();
  std::vector<std::string> counts;
  auto add = [&](const char* key, size_t count) {
    if (count > 0) counts.push_back(words.count(key, count));
  };
  add("changes_rows", rows);
  if (rows == 0) add("changes_tables", changes.tables.size());
  add("changes_pages_count", pages);
  return counts;
}

}  // namespace pages
