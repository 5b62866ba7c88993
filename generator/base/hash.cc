#include "base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <new>

namespace base {

struct Hasher::State {
  XXH3_state_t* xxh = XXH3_createState();
  State() {
    if (!xxh) throw std::bad_alloc();
    XXH3_128bits_reset(xxh);
  }
  ~State() { XXH3_freeState(xxh); }
};

std::string Hash::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

Hash hash_bytes(std::string_view bytes) {
  XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

Hasher::Hasher() : state_(std::make_unique<State>()) {}
Hasher::~Hasher() = default;

Hasher& Hasher::add(std::string_view bytes) {
  add(uint64_t{bytes.size()});
  XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
  return *this;
}

Hasher& Hasher::add(uint64_t number) {
  unsigned char little_endian[8];
  for (unsigned i = 0; i < 8; ++i) little_endian[i] = static_cast<unsigned char>(number >> (8 * i));
  XXH3_128bits_update(state_->xxh, little_endian, sizeof little_endian);
  return *this;
}

Hasher& Hasher::add(const Hash& hash) { return add(hash.high).add(hash.low); }

Hash Hasher::finish() const {
  XXH128_hash_t hash = XXH3_128bits_digest(state_->xxh);
  return {hash.high64, hash.low64};
}

}  // namespace base
