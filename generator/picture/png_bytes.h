// A PNG's bytes (https://www.w3.org/TR/png-3/), and a word in its metadata that leaves the pixels alone. Each pixel is
// a number in a palette of 256 colours, and rows are not filtered: our drawings are letters and flat colours. Where
// there are more colours, as antialiasing makes them, the rarest become the nearest of the others.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace picture {

struct Pixels {
  const unsigned char* rows;  // 4 bytes a pixel, a number 0xRRGGBB of this machine's order
  int width, height, stride;  // the stride in bytes
};

// zlib's compress2() and compressBound().
struct Deflate {
  int (*compress)(unsigned char* to, unsigned long* to_size, const unsigned char* from, unsigned long size, int level);
  unsigned long (*bound)(unsigned long size);
};

// Changes when the same pixels are written differently.
inline constexpr uint64_t kPngFormat = 3;

// "" when there is not enough memory.
std::string write_png(const Pixels& pixels, std::string_view key, const Deflate& deflate);

// The key that write_png() was given for these bytes; "" for what it has not written.
std::string_view read_key(std::string_view png);

}  // namespace picture
