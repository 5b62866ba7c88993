#include "base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>  // the same hashes, with the instructions that the machine at hand has
#endif

#include <algorithm>
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

Hasher::Hasher() = default;
Hasher::~Hasher() = default;

Hasher& Hasher::append(std::string_view bytes) {
  if (!long_ && size_ + bytes.size() <= short_.size()) {
    std::copy(bytes.begin(), bytes.end(), short_.begin() + size_);
    size_ += bytes.size();
    return *this;
  }
  if (!long_) {
    long_ = std::make_unique<State>();
    XXH3_128bits_update(long_->xxh, short_.data(), size_);
  }
  XXH3_128bits_update(long_->xxh, bytes.data(), bytes.size());
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
  if (!long_) return hash_bytes({short_.data(), size_});
  XXH128_hash_t hash = XXH3_128bits_digest(long_->xxh);
  return {hash.high64, hash.low64};
}

}  // namespace base
