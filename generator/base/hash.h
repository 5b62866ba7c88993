// 128-bit content hashes (XXH3). Equal hashes are treated as equal content. Not for secrets, and not safe against
// deliberate collisions.
#pragma once
#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace base {

struct Hash {
  uint64_t high = 0;
  uint64_t low = 0;
  auto operator<=>(const Hash&) const = default;
  std::string hex() const;  // returns 32 lower-case digits
};

Hash hash_bytes(std::string_view bytes);

// Hashes a sequence of values. Each is preceded by its length, so that ("ab", "c") and ("a", "bc") differ.
class Hasher {
 public:
  Hasher();
  Hasher& add(std::string_view bytes);
  Hasher& add(uint64_t number);
  Hasher& add(const Hash& hash);
  // Appends bytes without their length: if nothing is added, the hash is hash_bytes() of the concatenation.
  Hasher& append(std::string_view bytes);
  Hash finish() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace base

template <>
struct std::hash<base::Hash> {
  size_t operator()(const base::Hash& hash) const noexcept { return hash.low; }
};
