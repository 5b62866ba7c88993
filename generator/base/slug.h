// Names in addresses, as GitHub makes them from headings: so that a link to a heading works there and here.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>

namespace base {

// Lower case; letters, marks, numbers, '-' and '_' stay, a space becomes '-', all else goes. May be empty.
// Source: the behaviour of github.com, as in https://github.com/Flet/github-slugger.
std::string github_slug(std::string_view text);

// The same, then runs of '-' and '_' folded and trimmed: for the name of a file.
std::string file_slug(std::string_view text);

// Makes slugs unique within one page: "a", "a-1", "a-2".
class Slugger {
 public:
  std::string unique(const std::string& slug);
  // Returns false if it was taken already.
  bool reserve(const std::string& slug);

 private:
  std::unordered_map<std::string, unsigned> seen_;
};

}  // namespace base
