#include "base/glob.h"

#include <vector>

namespace base {

bool matches_glob(std::string_view path, std::string_view pattern) {
  // reached[i]: the pattern so far matches the first i bytes of the path.
  std::vector<bool> reached(path.size() + 1);
  reached[0] = true;
  for (size_t at = 0; at < pattern.size(); ++at) {
    std::vector<bool> next(path.size() + 1);
    const bool is_star = pattern[at] == '*';
    const bool crosses_folders = is_star && at + 1 < pattern.size() && pattern[at + 1] == '*';
    if (is_star) next[0] = reached[0];
    for (size_t i = 0; i < path.size(); ++i) {
      const bool is_within = path[i] != '/';
      if (is_star)
        next[i + 1] = reached[i + 1] || (next[i] && (is_within || crosses_folders));
      else
        next[i + 1] = reached[i] && (path[i] == pattern[at] || (pattern[at] == '?' && is_within));
    }
    reached = std::move(next);
    if (crosses_folders) ++at;
  }
  return reached[path.size()];
}

}  // namespace base
