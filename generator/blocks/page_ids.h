// The ids on one page. Authors choose the ids of headings, tables, charts and moved parts, which never change;
// generated ids avoid them.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace blocks {

class PageIds {
 public:
  // Reserves an id that an author chose. Call this before any id is generated.
  void reserve(std::string_view id) { taken_.emplace(id); }
  // Whether `id` is free.
  bool is_free(std::string_view id) const { return !taken_.contains(id); }
  // Returns `wanted`, with "~" appended if an author chose that id: an author's id cannot contain "~".
  std::string make(std::string wanted) const {
    while (taken_.contains(wanted)) wanted += '~';
    return wanted;
  }
  // Like make(), but a second call with the same `wanted` returns another id.
  std::string claim(std::string wanted) { return *taken_.insert(make(std::move(wanted))).first; }
  // Returns the prefix of a chart's ids: its name, unless "NAME-title" or another of its ids is already used.
  std::string claim_chart(std::string name) {
    const auto has_patterns = [&] {
      const auto at = taken_.lower_bound(name + "-pattern-");
      return at != taken_.end() && at->starts_with(name + "-pattern-");
    };
    while (!is_free(name + "-title") || !is_free(name + "-description") || !is_free(name + "-clip") || has_patterns())
      name += '~';
    taken_.insert(name + "-title");
    return name;
  }

 private:
  std::set<std::string, std::less<>> taken_;
};

}  // namespace blocks
