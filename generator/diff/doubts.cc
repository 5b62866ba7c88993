// Finds rows that are newer than their source, which a build accepts but a reviewer should see.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "check/sources.h"
#include "diff/sides.h"

namespace diff {

void find_doubts(const Sides& sides, std::vector<Doubt>& doubts) {
  std::set<std::string> known;
  for (const check::NewerRows& each : check::find_newer_rows(sides.old_data()))
    for (const std::string& ref : each.refs) known.insert(ref);
  for (const check::NewerRows& each : check::find_newer_rows(sides.new_data())) {
    const auto fresh = static_cast<size_t>(std::count_if(each.refs.begin(), each.refs.end(),
                                                         [&](const std::string& ref) { return !known.contains(ref); }));
    if (fresh == 0) continue;
    doubts.push_back({"data/" + each.resource->path,
                      fmt::format("{} of {} {} newer than the source \"{}\", whose \"{}\" is {}: {} is dated {}",
                                  base::count_of(fresh, "row"), each.resource->name, fresh == 1 ? "is" : "are",
                                  each.source->id, each.end.key, each.end.date, each.newest_ref, each.newest)});
  }
}

}  // namespace diff
