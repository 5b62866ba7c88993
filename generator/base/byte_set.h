// A set of bytes, to find the next of them in a text that has few.
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
  // With those from `first` to `last` as well.
  constexpr ByteSet with(unsigned char first, unsigned char last) const {
    ByteSet more = *this;
    for (size_t c = first; c <= last; ++c) more.in_[c] = true;
    return more;
  }

  // All bytes that are not in it.
  constexpr ByteSet operator~() const {
    ByteSet others = *this;
    for (bool& in : others.in_) in = !in;
    return others;
  }

  constexpr bool has(char c) const { return in_[static_cast<unsigned char>(c)]; }

  // The first at `from` or behind it; the text's size for none. Eight bytes are looked at before one is asked for.
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
