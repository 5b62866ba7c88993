// Makes anchors and file names from headings. Anchors are GitHub's, so that a link to a heading works in both places.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace base {

// Returns a heading's slug: lower case, with each space replaced by '-', and everything except letters, marks, digits,
// '-' and '_' removed. May be empty. Source: the behaviour of github.com, as in https://github.com/Flet/github-slugger.
std::string github_slug(std::string_view text);

// Returns github_slug() with runs of '-' and '_' replaced by one '-', and trimmed, for the name of a file.
std::string file_slug(std::string_view text);

// Makes slugs unique within one page: "a", "a-1", "a-2".
class Slugger {
 public:
  // The reference is valid as long as the Slugger.
  const std::string& unique(std::string slug);
  // Returns false if the slug is already in use.
  bool reserve(std::string slug) { return seen_.try_emplace(std::move(slug), 1).second; }

 private:
  std::unordered_map<std::string, unsigned> seen_;
};

}  // namespace base
