// Sixteen bytes of a text, looked at at once: compilers make one instruction of each comparison, on every machine that
// has such, and several on others.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace base {

using Piece = signed char __attribute__((vector_size(16)));

inline Piece piece_at(const char* bytes) {
  Piece piece;
  std::memcpy(&piece, bytes, sizeof(piece));
  return piece;
}

// Whether comparisons of pieces, such as `(a == 'x') | (b < ' ')`, hold for any of the bytes.
inline bool holds_any(Piece compared) {
  using Halves = uint64_t __attribute__((vector_size(16)));
  const auto halves = reinterpret_cast<Halves>(compared);
  return (halves[0] | halves[1]) != 0;
}

}  // namespace base
