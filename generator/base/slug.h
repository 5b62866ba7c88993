// Names in addresses, as GitHub makes them from headings: so that a link to a heading works there and here.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace base {

// Lower case; letters, marks, numbers, '-' and '_' stay, a space becomes '-', all else goes. May be empty.
// Source: the behaviour of github.com, as in https://github.com/Flet/github-slugger.
std::string github_slug(std::string_view text);

// The same, then runs of '-' and '_' folded and trimmed: for the name of a file.
std::string file_slug(std::string_view text);

// Makes slugs unique within one page: "a", "a-1", "a-2".
class Slugger {
 public:
  // Lives as long as this does.
  const std::string& unique(std::string slug);
  // Returns false if it was taken already.
  bool reserve(std::string slug) { return seen_.try_emplace(std::move(slug), 1).second; }

 private:
  std::unordered_map<std::string, unsigned> seen_;
};

}  // namespace base
