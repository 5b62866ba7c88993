// The ids on one page. Authors choose those of headings, tables, charts and moved parts, and these never change; an id
// that the generator makes gives way to them.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace blocks {

class PageIds {
 public:
  // An id that an author chose. To be called before any id is made.
  void reserve(std::string_view id) { taken_.emplace(id); }
  // Whether no id is `id` yet.
  bool is_free(std::string_view id) const { return !taken_.contains(id); }
  // `wanted`, unless an author chose it; then with "~" behind it, which an author's id cannot contain.
  std::string make(std::string wanted) const;
  // The same, but a second call with `wanted` returns another id.
  std::string claim(std::string wanted);
  // What the ids of a chart start with: its name, unless "NAME-title" and the others are taken.
  std::string claim_chart(std::string name);

 private:
  bool has_prefix(const std::string& prefix) const;

  std::set<std::string, std::less<>> taken_;
};

}  // namespace blocks
