#include "notation/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace notation {
namespace {

// Up to this many keys, comparing each with each is faster than sorting.
constexpr size_t kFewKeys = 12;

void report(const Entry& first, const Entry& again, base::Diagnostics& diagnostics) {
  diagnostics.error("duplicate-key", again.key_span, fmt::format("the key \"{}\" stands twice in one map", again.key))
      .note(first.key_span, "first here");
}

}  // namespace

void report_duplicate_keys(const Node& map, base::Diagnostics& diagnostics) {
  const auto& entries = map.entries;
  if (entries.size() <= kFewKeys) {
    for (size_t i = 1; i < entries.size(); ++i) {
      auto end = entries.begin() + static_cast<std::ptrdiff_t>(i);
      auto first = std::find_if(entries.begin(), end, [&](const Entry& e) { return e.key == entries[i].key; });
      if (first != end) report(*first, entries[i], diagnostics);
    }
    return;
  }
  std::vector<size_t> order(entries.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return entries[a].key < entries[b].key; });
  for (size_t i = 1, first = 0; i < order.size(); ++i) {
    if (entries[order[i]].key == entries[order[first]].key)
      report(entries[order[first]], entries[order[i]], diagnostics);
    else
      first = i;
  }
}

void report_too_deep(base::Span at, base::Diagnostics& diagnostics) {
  diagnostics.error("too-deep", at, fmt::format("lists and maps are nested more than {} levels deep", kMaxDepth));
}

bool check_size(base::Span span, size_t most, std::string_view what, base::Diagnostics& diagnostics) {
  size_t size = span.source->text().size();
  if (size <= most || span.end - span.begin <= most) {
    if (size <= kMaxJsonBytes) return true;
  }
  diagnostics.error("too-large", span.source->path(),
                    fmt::format("{} of more than {} MiB is not read", what, std::min(most, kMaxJsonBytes) >> 20));
  return false;
}

}  // namespace notation
