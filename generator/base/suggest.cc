#include "base/suggest.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/utf8.h"

namespace base {
namespace {

// Optimal string alignment distance, in bytes.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

// How often each letter stands in a text; letters that share a place count together.
using Letters = std::array<int, 64>;

Letters letters_of(std::string_view text) {
  Letters letters{};
  for (char c : text) ++letters[static_cast<unsigned char>(c) % letters.size()];
  return letters;
}

// No distance is less: each step adds a letter that is too few, or takes one that is too many, or does both.
size_t least_distance(const Letters& a, const Letters& b) {
  int more = 0;
  int fewer = 0;
  for (size_t i = 0; i < a.size(); ++i) (a[i] > b[i] ? more : fewer) += std::abs(a[i] - b[i]);
  return static_cast<size_t>(std::max(more, fewer));
}

// How many letters two names begin with, where these are the whole of the shorter; else 0. What stands below a name is
// another.
size_t size_alike(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  return b.starts_with(a) && !b.substr(a.size()).starts_with('/') ? a.size() : 0;
}

constexpr size_t kLongestCompared = 200;
constexpr size_t kLeastAlike = 3;  // letters that two names begin with

}  // namespace

std::string nearest(std::string_view name, const std::vector<std::string_view>& candidates) {
  if (name.empty() || name.size() > kLongestCompared) return "";
  std::string folded = fold_case(name);
  const Letters letters = letters_of(folded);
  size_t best = std::max<size_t>(1, folded.size() / 3) + 1;
  std::string_view found;
  std::string_view alike;  // begins as the name does
  size_t most_alike = kLeastAlike - 1;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > kLongestCompared) continue;
    std::string other = fold_case(candidate);
    if (const size_t size = size_alike(folded, other); size > most_alike) most_alike = size, alike = candidate;
    // A site has thousands of names, and may have thousands of mistakes: most names are told apart at a glance.
    if (least_distance(letters, letters_of(other)) >= best) continue;
    size_t d = distance(folded, other);
    if (d < best) best = d, found = candidate;
  }
  return std::string(found.empty() ? alike : found);
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates) {
  std::string found = nearest(name, candidates);
  return found.empty() ? "" : "did you mean \"" + found + "\"?";
}

std::string list_names(const std::vector<std::string_view>& names, size_t most) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i == most) return out + ", …";
    if (i > 0) out += i + 1 == names.size() ? " or " : ", ";
    out += '"' + std::string(names[i]) + '"';
  }
  return out;
}

}  // namespace base
