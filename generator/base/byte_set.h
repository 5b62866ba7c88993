// A set of bytes, and the search for the first byte of a text that is in it.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

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

  // Returns the position of the first byte of the set from `from` on, or the text's size. Skips eight bytes at a time,
  // in an expression without a loop or branch, because most texts of a site are searched for several sets.
  constexpr size_t find(std::string_view text, size_t from = 0) const {
    while (from + 8 <= text.size() && !has_any(&text[from], std::make_index_sequence<8>())) from += 8;
    while (from < text.size() && !has(text[from])) ++from;
    return from;
  }

 private:
  template <size_t... I>
  constexpr bool has_any(const char* bytes, std::index_sequence<I...>) const {
    return (has(bytes[I]) | ...);
  }

  std::array<bool, 256> in_ = {};
};

}  // namespace base
