#include "base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>  // computes the same hashes with the processor's fastest instructions
#endif

#include <array>
#include <new>

namespace base {

std::string Hash::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

Hash hash_bytes(std::string_view bytes) {
  XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

void Hasher::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

Hasher::Hasher() : state_(XXH3_createState()) {
  if (!state_) throw std::bad_alloc();
  XXH3_128bits_reset(state_.get());
}

Hasher& Hasher::append(std::string_view bytes) {
  XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
  return *this;
}

Hasher& Hasher::add(std::string_view bytes) { return add(uint64_t{bytes.size()}).append(bytes); }

Hasher& Hasher::add(uint64_t number) {
  std::array<char, 8> little_endian;
  for (unsigned i = 0; i < 8; ++i) little_endian[i] = static_cast<char>(number >> (8 * i));
  return append({little_endian.data(), little_endian.size()});
}

Hasher& Hasher::add(const Hash& hash) { return add(hash.high).add(hash.low); }

Hash Hasher::finish() const {
  XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
  return {hash.high64, hash.low64};
}

}  // namespace base
