#include "check/sources.h"

namespace check {

std::vector<const data::Source*> unused_sources(const data::Database& database,
                                                const std::set<std::string, std::less<>>& cited) {
  const data::Bibliography& bibliography = database.bibliography();
  std::set<const data::Source*> used;
  for (const data::Source& source : bibliography.sources()) {
    if (!cited.contains(source.id) && database.rows_from(source).empty()) continue;
    // What supersedes it is named wherever it is cited; and what supersedes that.
    for (const data::Source* next = &source; next && used.insert(next).second;)
      next = next->superseded_by.empty() ? nullptr : bibliography.find(next->superseded_by);
  }
  std::vector<const data::Source*> unused;
  for (const data::Source& source : bibliography.sources())
    if (!used.contains(&source)) unused.push_back(&source);
  return unused;
}

}  // namespace check
