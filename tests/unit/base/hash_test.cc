#include "base/hash.h"

#include <doctest/doctest.h>

namespace {

// Returns the bytes that a Hasher hashes for text: its length in little-endian order, then the text.
std::string framed(const std::string& text) {
  std::string bytes;
  for (unsigned i = 0; i < 8; ++i) bytes += static_cast<char>(uint64_t{text.size()} >> (8 * i));
  return bytes + text;
}

}  // namespace

TEST_CASE("a sequence of any length is hashed like its framed bytes") {
  for (size_t size : {0, 1, 7, 240, 495, 496, 503, 504, 505, 512, 513, 1000, 100'000}) {
    CAPTURE(size);
    const std::string text(size, 'x');
    CHECK(base::Hasher().add(text).finish() == base::hash_bytes(framed(text)));
    CHECK(base::Hasher().add(text).add("end").finish() == base::hash_bytes(framed(text) + framed("end")));
    CHECK(base::Hasher().add("begin").add(text).finish() == base::hash_bytes(framed("begin") + framed(text)));
  }
  base::Hasher many;
  std::string bytes;
  for (int i = 0; i < 200; ++i) {
    CHECK(many.finish() == base::hash_bytes(bytes));
    many.add("item " + std::to_string(i));
    bytes += framed("item " + std::to_string(i));
  }
}

TEST_CASE("appended pieces are hashed like their concatenation") {
  const std::string text(1000, 'x');
  for (size_t cut : {0, 1, 500, 512, 513, 1000})
    CHECK(base::Hasher().append(text.substr(0, cut)).append(text.substr(cut)).finish() == base::hash_bytes(text));
  CHECK(base::Hasher().append("").finish() == base::hash_bytes(""));
}

TEST_CASE("splitting the same bytes differently gives a different hash") {
  CHECK(base::Hasher().add("ab").add("c").finish() != base::Hasher().add("a").add("bc").finish());
  CHECK(base::Hasher().add("").add("a").finish() != base::Hasher().add("a").add("").finish());
  CHECK(base::Hasher().finish() != base::Hasher().add("").finish());
  CHECK(base::Hasher().add(uint64_t{1}).finish() != base::Hasher().add(uint64_t{2}).finish());
}

TEST_CASE("a hexadecimal hash starts with its high half") {
  CHECK(base::Hash{0x0123456789abcdef, 0xfedcba9876543210}.hex() == "0123456789abcdeffedcba9876543210");
}
