// The ids on one page. Authors choose the ids of headings, tables, charts and moved parts, and these never change;
// generated ids avoid them.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace blocks {

class PageIds {
 public:
  // Reserves an id that an author chose. Call it before any id is generated.
  void reserve(std::string_view id) { taken_.emplace(id); }
  // Whether `id` is free.
  bool is_free(std::string_view id) const { return !taken_.contains(id); }
  // Returns `wanted`, with "~" appended if an author chose it: an author's id cannot contain that.
  std::string make(std::string wanted) const;
  // Like make(), but a second call with the same `wanted` returns another id.
  std::string claim(std::string wanted);
  // The prefix of the ids of a chart: its name, unless "NAME-title" or another such id is already used.
  std::string claim_chart(std::string name);

 private:
  bool has_prefix(const std::string& prefix) const;

  std::set<std::string, std::less<>> taken_;
};

}  // namespace blocks
