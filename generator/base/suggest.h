// Suggestions for misspelt names: "did you mean …?"
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace base {

// Returns the candidate with the smallest edit distance to `name` (insertions, deletions, changes, swaps of
// neighbours), if that is small enough for a typing error. Otherwise returns the candidate that has the longest common
// beginning with `name`, if one of the two is the beginning of the other and is not its parent folder. Otherwise
// returns "". Of equally good candidates, returns the first.
std::string nearest(std::string_view name, const std::vector<std::string_view>& candidates);

// Returns a sentence for Diagnostic::help: `did you mean "title"?`, or "" if no candidate is similar.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates);

// Lists names in quotes: `"a", "b" or "c"`; after `max` names, "…".
std::string list_names(const std::vector<std::string_view>& names, size_t max = 12);

// Returns the texts of a range, or of a member of its elements: views(fields, &Field::name).
template <class Range, class Member = std::identity>
std::vector<std::string_view> views(const Range& range, Member member = {}) {
  std::vector<std::string_view> texts;
  for (const auto& each : range) texts.push_back(std::invoke(member, each));
  return texts;
}

}  // namespace base
