// "Did you mean …?"
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace base {

// The candidate nearest to `name` by edits (insert, delete, change, swap of neighbours), if it is near enough to be
// meant; else the longest that it begins with or that begins with it, but for paths below one another; else "". The
// first of equals wins.
std::string nearest(std::string_view name, const std::vector<std::string_view>& candidates);

// A sentence for Diagnostic::help: `did you mean "title"?`, or "" when nothing is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates);

// `"a", "b" or "c"`; after `most` names, "…".
std::string list_names(const std::vector<std::string_view>& names, size_t most = 12);

template <class Range>
std::vector<std::string_view> views(const Range& range) {
  return std::vector<std::string_view>(range.begin(), range.end());
}

}  // namespace base
