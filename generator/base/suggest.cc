#include "base/suggest.h"

#include <algorithm>
#include <numeric>

#include "base/utf8.h"

namespace base {
namespace {

// Returns the optimal string alignment distance in bytes, or `limit` if that is smaller.
size_t distance(std::string_view a, std::string_view b, size_t limit) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    // The minimum of a row never decreases, so most of thousands of names are rejected after a few letters.
    if (*std::min_element(now.begin(), now.end()) >= limit) return limit;
    std::swap(before, last);
    std::swap(last, now);
  }
  return std::min(last[b.size()], limit);
}

// Returns the size of the shorter name if the longer one begins with it, but 0 for a folder and a path in it.
size_t common_beginning(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  return b.starts_with(a) && !b.substr(a.size()).starts_with('/') ? a.size() : 0;
}

constexpr size_t kMaxCompared = 200;
constexpr size_t kMinBeginning = 3;

}  // namespace

std::string nearest(std::string_view name, const std::vector<std::string_view>& candidates) {
  if (name.empty() || name.size() > kMaxCompared) return "";
  const std::string folded = fold_case(name);
  size_t best = std::max<size_t>(1, folded.size() / 3) + 1;
  size_t beginning = kMinBeginning - 1;
  std::string_view found, with_beginning;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > kMaxCompared) continue;
    const std::string other = fold_case(candidate);
    if (const size_t size = common_beginning(folded, other); size > beginning) {
      beginning = size;
      with_beginning = candidate;
    }
    if (const size_t d = distance(folded, other, best); d < best) {
      best = d;
      found = candidate;
    }
  }
  return std::string(found.empty() ? with_beginning : found);
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates) {
  std::string found = nearest(name, candidates);
  return found.empty() ? "" : "did you mean \"" + found + "\"?";
}

std::string list_names(const std::vector<std::string_view>& names, size_t max) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i == max) return out + ", …";
    if (i > 0) out += i + 1 == names.size() ? " or " : ", ";
    out += '"' + std::string(names[i]) + '"';
  }
  return out;
}

}  // namespace base
