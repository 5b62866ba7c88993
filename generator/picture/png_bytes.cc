#include "picture/png_bytes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace picture {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr std::string_view kKeyword("Sourcebook\0", 11);
constexpr size_t kHeaderSize = 13, kAround = 12;  // of a chunk: length, type, checksum
constexpr size_t kLengthAndType = 8;
constexpr size_t kAfterHeader = kSignature.size() + kHeaderSize + kAround;

std::string big_endian(uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>((number >> shift) & 0xff);
  return bytes;
}

size_t read_big_endian(std::string_view bytes) {
  size_t number = 0;
  for (char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

std::array<uint32_t, 256> checksum_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < table.size(); ++i) {
    table[i] = i;
    for (int bit = 0; bit < 8; ++bit) table[i] = (table[i] & 1) != 0 ? 0xedb88320 ^ (table[i] >> 1) : table[i] >> 1;
  }
  return table;
}

// Annex D of the specification.
uint32_t checksum(std::string_view bytes) {
  static const std::array<uint32_t, 256> table = checksum_table();
  uint32_t sum = 0xffffffff;
  for (char byte : bytes) sum = table[(sum ^ static_cast<unsigned char>(byte)) & 0xff] ^ (sum >> 8);
  return ~sum;
}

void add_chunk(std::string& png, std::string_view type, std::string_view bytes) {
  png += big_endian(static_cast<uint32_t>(bytes.size()));
  size_t begin = png.size();
  png.append(type).append(bytes);
  png += big_endian(checksum(std::string_view(png).substr(begin)));
}

// Calls visit(x, colour) for each pixel of a row; a colour is 0xRRGGBB.
template <class Visit>
void visit_row(const Pixels& pixels, int y, Visit visit) {
  const unsigned char* at = pixels.rows + static_cast<std::ptrdiff_t>(y) * pixels.stride;
  for (int x = 0; x < pixels.width; ++x, at += sizeof(uint32_t)) {
    uint32_t pixel = 0;
    std::memcpy(&pixel, at, sizeof pixel);
    visit(x, pixel & 0xffffff);
  }
}

constexpr size_t kPaletteSize = 256;

int distance(uint32_t a, uint32_t b) {
  int sum = 0;
  for (int shift : {16, 8, 0}) {
    const int apart = static_cast<int>(a >> shift & 0xff) - static_cast<int>(b >> shift & 0xff);
    sum += apart * apart;
  }
  return sum;
}

struct Palette {
  std::vector<uint32_t> colours;
  std::unordered_map<uint32_t, uint8_t> numbers;  // of each colour of the picture
};

// Neighbours mostly have one colour, so that it is looked up for the first of them alone, here and in rows_of().
Palette palette_of(const Pixels& pixels) {
  std::unordered_map<uint32_t, size_t> counts;
  size_t* count = &counts[0];
  for (int y = 0; y < pixels.height; ++y)
    visit_row(pixels, y, [&, last = uint32_t{0}](int x, uint32_t colour) mutable {
      if (x == 0 || colour != last) count = &counts[last = colour];
      ++*count;
    });
  if (counts[0] == 0) counts.erase(0);
  std::vector<std::pair<size_t, uint32_t>> often;
  for (auto [colour, times] : counts) often.emplace_back(times, colour);
  // Frequent ones first; of equals by value, so that the same picture has the same bytes.
  std::sort(often.begin(), often.end(), [](auto a, auto b) { return a.first != b.first ? a.first > b.first : a < b; });
  Palette palette;
  for (auto [times, colour] : often) {
    if (palette.colours.size() < kPaletteSize) {
      palette.numbers[colour] = static_cast<uint8_t>(palette.colours.size());
      palette.colours.push_back(colour);
      continue;
    }
    auto nearest = std::min_element(palette.colours.begin(), palette.colours.end(),
                                    [&](uint32_t a, uint32_t b) { return distance(a, colour) < distance(b, colour); });
    palette.numbers[colour] = static_cast<uint8_t>(nearest - palette.colours.begin());
  }
  return palette;
}

// The image data before compression: each row is a byte for "no filter" and a byte a pixel.
std::string rows_of(const Pixels& pixels, const Palette& palette) {
  const auto width = static_cast<size_t>(pixels.width) + 1;
  std::string rows(static_cast<size_t>(pixels.height) * width, '\0');
  for (int y = 0; y < pixels.height; ++y) {
    char* to = rows.data() + static_cast<size_t>(y) * width + 1;
    visit_row(pixels, y, [&, last = uint32_t{0}, number = char{0}](int x, uint32_t colour) mutable {
      if (x == 0 || colour != last) number = static_cast<char>(palette.numbers.at(last = colour));
      to[x] = number;
    });
  }
  return rows;
}

}  // namespace

std::string write_png(const Pixels& pixels, std::string_view key, const Deflate& deflate) {
  constexpr int kLevel = 6;
  const Palette palette = palette_of(pixels);
  const std::string rows = rows_of(pixels, palette);
  unsigned long size = deflate.bound(rows.size());
  std::string packed(size, '\0');
  if (deflate.compress(reinterpret_cast<unsigned char*>(packed.data()), &size,
                       reinterpret_cast<const unsigned char*>(rows.data()), rows.size(), kLevel) != 0)
    return "";
  packed.resize(size);

  std::string png(kSignature);
  constexpr std::string_view kEightBitsOfPalette("\x08\x03\0\0\0", 5);
  add_chunk(png, "IHDR",
            big_endian(static_cast<uint32_t>(pixels.width)) + big_endian(static_cast<uint32_t>(pixels.height)) +
                std::string(kEightBitsOfPalette));
  add_chunk(png, "tEXt", std::string(kKeyword) + std::string(key));
  std::string table;
  for (uint32_t colour : palette.colours)
    for (int shift : {16, 8, 0}) table += static_cast<char>((colour >> shift) & 0xff);
  add_chunk(png, "PLTE", table);
  add_chunk(png, "IDAT", packed);
  add_chunk(png, "IEND", "");
  return png;
}

std::string_view read_key(std::string_view png) {
  if (!png.starts_with(kSignature) || png.size() < kAfterHeader + kLengthAndType) return "";
  size_t size = read_big_endian(png.substr(kAfterHeader, 4));
  std::string_view text = png.substr(kAfterHeader + 4);
  if (!text.starts_with("tEXt") || size > text.size() - 4) return "";
  text = text.substr(4, size);
  return text.starts_with(kKeyword) ? text.substr(kKeyword.size()) : std::string_view();
}

}  // namespace picture
