#include "pages/day_counts.h"

namespace pages {
namespace {

// Of a table that is new or gone the rows are counted, not listed.
size_t rows_of(const site::TableChange& table) {
  if (table.kind == site::ChangeKind::added) return table.rows_after;
  return table.kind == site::ChangeKind::gone ? table.rows_before : table.rows.size();
}

}  // namespace

std::vector<std::string> day_counts(const site::Changes& changes, const site::Words& words) {
  size_t rows = 0;
  for (const site::TableChange& table : changes.tables) rows += rows_of(table);
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
