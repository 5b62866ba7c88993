// Short names of emoji, as on GitHub: ":tada:" is "🎉".
#pragma once
#include <cstddef>
#include <string_view>

namespace document {

struct EmojiName {
  size_t begin = 0;  // of the name with its colons
  size_t end = 0;    // equal to `begin` if there is none
  std::string_view character;
};

// Returns the first name at or after `from` that is known and stands alone: not in "10:30:45" or "std::x::y".
EmojiName find_emoji(std::string_view text, size_t from);

// Returns the name of a character that find_emoji() returned: "tada"; "" for any other text.
std::string_view emoji_name(std::string_view character);

}  // namespace document
