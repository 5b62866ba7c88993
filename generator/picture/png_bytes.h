// Writes PNG files (https://www.w3.org/TR/png-3/) with a key in their metadata. Each pixel is a number in a palette of
// 128 colours, and rows are not filtered, because the drawings consist of letters and flat colours. All other colours,
// which are shades caused by antialiasing, become the nearest colour of the palette.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace picture {

struct Pixels {
  const unsigned char* rows;  // 4 bytes per pixel: 0xRRGGBB in this machine's byte order
  int width, height, stride;  // the size in pixels, and the length of a row in bytes
};

// zlib's compress2() and compressBound().
struct Deflate {
  int (*compress)(unsigned char* to, unsigned long* to_size, const unsigned char* from, unsigned long size, int level);
  unsigned long (*bound)(unsigned long size);
};

// The version of the format, to be increased if the same pixels are written differently.
inline constexpr uint64_t kPngFormat = 3;

// Returns "" if there is not enough memory.
std::string write_png(const Pixels& pixels, std::string_view key, const Deflate& deflate);

// Returns the key in a file that write_png() wrote; "" for other bytes.
std::string_view read_key(std::string_view png);

}  // namespace picture
