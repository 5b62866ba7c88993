// Decompression of gzip by zlib.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace io {

// Decompresses. Returns nullopt if the bytes are not complete, or decompress to more than `max` bytes.
std::optional<std::string> inflate(std::string_view bytes, size_t max);

}  // namespace io
