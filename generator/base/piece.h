// Sixteen bytes of a text, looked at at once: compilers make one instruction of each comparison, on every machine that
// has such, and several on others.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace base {

using Piece = signed char __attribute__((vector_size(16)));
using Numbers = unsigned char __attribute__((vector_size(16)));  // from 0 to 255
using Halves = uint64_t __attribute__((vector_size(16)));        // of a piece

constexpr Piece kPlaces = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};  // within a piece

inline Piece piece_at(const char* bytes) {
  Piece piece;
  std::memcpy(&piece, bytes, sizeof(piece));
  return piece;
}

// The first eight and the last eight bytes. REQUIRES: a text that has eight.
inline Piece piece_of_ends(std::string_view text) {
  constexpr size_t kHalf = sizeof(Piece) / 2;
  uint64_t first = 0, last = 0;
  std::memcpy(&first, text.data(), kHalf);
  std::memcpy(&last, text.data() + text.size() - kHalf, kHalf);
  return reinterpret_cast<Piece>(Halves{first, last});
}

// Whether comparisons of pieces, such as `(a == 'x') | (b < ' ')`, hold for any of the bytes.
inline bool holds_any(Piece compared) {
  const auto halves = reinterpret_cast<Halves>(compared);
  return (halves[0] | halves[1]) != 0;
}

// The first byte whose highest bit is set; 16 for none.
inline size_t first_marked(Piece bytes) {
  constexpr uint64_t kMarks = 0x8080808080808080;
  constexpr size_t kHalf = sizeof(Piece) / 2, kBits = 8;
  const auto first_of = [](uint64_t marks) {  // kHalf for none
    const bool is_lowest_first = std::endian::native == std::endian::little;
    return static_cast<size_t>(is_lowest_first ? std::countr_zero(marks) : std::countl_zero(marks)) / kBits;
  };
  const auto halves = reinterpret_cast<Halves>(bytes);
  const size_t first = first_of(halves[0] & kMarks);
  return first < kHalf ? first : kHalf + first_of(halves[1] & kMarks);
}

inline size_t sum(Numbers numbers) {
  constexpr uint64_t kEven = 0x00FF00FF00FF00FF, kOnes = 0x0001000100010001;
  const auto halves = reinterpret_cast<Halves>(numbers);
  const Halves pairs = (halves & kEven) + ((halves >> 8) & kEven);
  return ((pairs[0] + pairs[1]) * kOnes) >> 48;
}

// The first place at `from` or behind it where `second` follows `first`; the text's size for none. Texts that have few
// of these, or none, are passed over four pieces at a time.
inline size_t find_pair(std::string_view text, char first, char second, size_t from = 0) {
  constexpr size_t kSize = sizeof(Piece), kAtOnce = 4 * kSize;
  const auto at = [&](size_t place) {
    const char* bytes = text.data() + place;
    return (piece_at(bytes) == first) & (piece_at(bytes + 1) == second);
  };
  for (; from + kAtOnce < text.size(); from += kAtOnce)
    if (holds_any(at(from) | at(from + kSize) | at(from + 2 * kSize) | at(from + 3 * kSize))) break;
  for (; from + 1 < text.size(); ++from)
    if (text[from] == first && text[from + 1] == second) return from;
  return text.size();
}

}  // namespace base
