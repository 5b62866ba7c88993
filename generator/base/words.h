// Tables of words that are written as one text, with spaces between the words.
#pragma once
#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace base {

inline bool has_word(std::string_view words, std::string_view word) {
  for (size_t at = 0, end = 0; at < words.size(); at = end + 1) {
    end = std::min(words.find(' ', at), words.size());
    if (words.substr(at, end - at) == word) return true;
  }
  return false;
}

// Returns the word after `name` in a text of alternating names and values: "alpha α beta β"; "" if it has no `name`.
inline std::string_view word_after(std::string_view pairs, std::string_view name) {
  const std::vector<std::string_view> words = split(pairs, ' ');
  for (size_t i = 0; i + 1 < words.size(); i += 2)
    if (words[i] == name) return words[i + 1];
  return "";
}

}  // namespace base
