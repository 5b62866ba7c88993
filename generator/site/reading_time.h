// How long it takes to read so many words.
#pragma once
#include <algorithm>
#include <cstddef>

namespace site {

// Minutes, at 220 words a minute; at least 1.
inline unsigned reading_minutes(size_t words) {
  constexpr size_t kWordsAMinute = 220;
  return static_cast<unsigned>(std::max<size_t>(1, (words + kWordsAMinute / 2) / kWordsAMinute));
}

}  // namespace site
