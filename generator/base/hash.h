// 128-bit content hashes (XXH3): equal hashes are taken for equal content. Not for secrets or hostile collisions.
#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace base {

struct Hash {
  uint64_t high = 0;
  uint64_t low = 0;
  auto operator<=>(const Hash&) const = default;
  std::string hex() const;  // 32 lower-case digits
};

Hash hash_bytes(std::string_view bytes);

// Hashes a sequence of values; each is framed by its length, so that ("ab", "c") and ("a", "bc") differ. Most sequences
// are short: they are hashed at once, in the end.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher& add(std::string_view bytes);
  Hasher& add(uint64_t number);
  Hasher& add(const Hash& hash);
  // Without a frame: of pieces alone the hash is hash_bytes() of all of them in a row.
  Hasher& append(std::string_view bytes);
  Hash finish() const;

 private:
  std::array<char, 512> short_;
  size_t size_ = 0;  // of what is in it
  struct State;
  std::unique_ptr<State> long_;  // of what is too long for it; null for nothing
};

}  // namespace base

template <>
struct std::hash<base::Hash> {
  size_t operator()(const base::Hash& hash) const noexcept { return hash.low; }
};
