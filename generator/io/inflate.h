// Decompression of gzip by zlib.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace io {

// Decompresses. Returns nullopt if the bytes are not complete, or decompress to more than `max` bytes.
std::optional<std::string> inflate(std::string_view bytes, size_t max);

// How many bytes a table may have that is compressed to `packed` bytes: small files have a small cost.
constexpr size_t max_unpacked(size_t packed) {
  constexpr size_t kMax = size_t{512} << 20, kFactor = 50, kAlways = size_t{1} << 20;
  return packed > kMax / kFactor ? kMax : kAlways + kFactor * packed;
}

}  // namespace io
