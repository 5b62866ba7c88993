// A set of bytes, and the search for the first byte of a text that is in it.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>

namespace base {

class ByteSet {
 public:
  constexpr explicit ByteSet(std::string_view bytes) {
    for (char c : bytes) in_[static_cast<unsigned char>(c)] = true;
  }
  // Returns the set with the bytes from `first` to `last` added.
  constexpr ByteSet with(unsigned char first, unsigned char last) const {
    ByteSet more = *this;
    for (size_t c = first; c <= last; ++c) more.in_[c] = true;
    return more;
  }

  // Returns the complement.
  constexpr ByteSet operator~() const {
    ByteSet others = *this;
    for (bool& in : others.in_) in = !in;
    return others;
  }

  constexpr bool has(char c) const { return in_[static_cast<unsigned char>(c)]; }

  // Returns the position of the first byte of the set from `from` on, or the text's size. Skips eight bytes at a time.
  constexpr size_t find(std::string_view text, size_t from = 0) const {
    constexpr size_t kAtOnce = 8;
    for (; from + kAtOnce <= text.size(); from += kAtOnce) {
      bool any = false;
      for (size_t i = 0; i < kAtOnce; ++i) any |= has(text[from + i]);
      if (any) break;
    }
    while (from < text.size() && !has(text[from])) ++from;
    return from;
  }

 private:
  std::array<bool, 256> in_ = {};
};

}  // namespace base
