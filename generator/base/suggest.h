// "Did you mean …?"
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace base {

// The candidate with the smallest edit distance to `name` (insert, delete, change, swap of neighbours), if it is small
// enough for a typing mistake. Otherwise the candidate that has the longest common beginning with `name`, if one of the
// two is the beginning of the other and is not its parent folder. Otherwise "". The first of equals wins.
std::string nearest(std::string_view name, const std::vector<std::string_view>& candidates);

// A sentence for Diagnostic::help: `did you mean "title"?`, or "" if no candidate is near.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates);

// `"a", "b" or "c"`; after `max` names, "…".
std::string list_names(const std::vector<std::string_view>& names, size_t max = 12);

// The texts of a range, or of a member of its elements: views(fields, &Field::name).
template <class Range, class Member = std::identity>
std::vector<std::string_view> views(const Range& range, Member member = {}) {
  std::vector<std::string_view> texts;
  for (const auto& each : range) texts.push_back(std::invoke(member, each));
  return texts;
}

}  // namespace base
