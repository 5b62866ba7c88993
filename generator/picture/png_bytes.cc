#include "picture/png_bytes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace picture {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr std::string_view kKeyword("Sourcebook\0", 11);
constexpr size_t kHeaderSize = 13, kAround = 12;  // size of the length, type and checksum around a chunk
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

// Computes the CRC of the specification's Annex D.
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

constexpr size_t kPaletteSize = 128;

// A map from colours (0xRRGGBB) to numbers, with open addressing: an element of std::unordered_map per colour makes
// encoding a picture three times as slow.
class ColourMap {
 public:
  // Returns the number of a colour; 0 for a new one.
  uint64_t& operator[](uint32_t colour) {
    if (used_ * 2 > slots_.size()) grow();
    Slot& slot = find(colour);
    if (slot.colour == colour) return slot.number;
    ++used_;
    slot.colour = colour;
    return slot.number;
  }
  template <class Visit>
  void for_each(Visit visit) {
    for (Slot& slot : slots_)
      if (slot.colour != kFree) visit(slot.colour, slot.number);
  }

 private:
  static constexpr uint32_t kFree = 0xffffffff;
  struct Slot {
    uint32_t colour = kFree;
    uint64_t number = 0;
  };

  Slot& find(uint32_t colour) {
    const size_t mask = slots_.size() - 1;
    size_t at = (colour * 0x9e3779b1U >> 12) & mask;
    while (slots_[at].colour != colour && slots_[at].colour != kFree) at = (at + 1) & mask;
    return slots_[at];
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.colour != kFree) find(slot.colour) = slot;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(1024);
  size_t used_ = 0;
};

const unsigned char* row_at(const Pixels& pixels, int y) {
  return pixels.rows + static_cast<std::ptrdiff_t>(y) * pixels.stride;
}

uint32_t colour_at(const unsigned char* row, int x) {
  uint32_t pixel = 0;
  std::memcpy(&pixel, row + static_cast<std::ptrdiff_t>(x) * 4, sizeof pixel);
  return pixel & 0xffffff;
}

// Returns the number of equal rows from `y` on. There are often many: bars, and space between lines of text.
int equal_rows(const Pixels& pixels, int y) {
  const auto size = static_cast<size_t>(pixels.width) * 4;
  int end = y + 1;
  while (end < pixels.height && std::memcmp(row_at(pixels, y), row_at(pixels, end), size) == 0) ++end;
  return end - y;
}

// Calls visit(begin, end, colour) for each run of one colour in a row.
template <class Visit>
void visit_runs(const Pixels& pixels, int y, Visit visit) {
  const unsigned char* row = row_at(pixels, y);
  for (int begin = 0, end = 0; begin < pixels.width; begin = end) {
    const uint32_t colour = colour_at(row, begin);
    for (end = begin + 1; end < pixels.width && colour_at(row, end) == colour;) ++end;
    visit(begin, end, colour);
  }
}

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
  ColourMap numbers;  // the index in `colours` of each colour of the picture
};

// Chooses a palette. Long runs weigh more than many single pixels: even a small flat area keeps its colour, before the
// shades of letters.
Palette palette_of(const Pixels& pixels) {
  Palette palette;
  for (int y = 0, rows = 0; y < pixels.height; y += rows) {
    rows = equal_rows(pixels, y);
    visit_runs(pixels, y, [&](int begin, int end, uint32_t colour) {
      const auto length = static_cast<uint64_t>(end - begin);
      palette.numbers[colour] += length * length * static_cast<uint64_t>(rows);
    });
  }
  std::vector<std::pair<uint64_t, uint32_t>> weights;
  palette.numbers.for_each([&](uint32_t colour, uint64_t weight) { weights.emplace_back(weight, colour); });
  // Sorts by weight, and then by value, so that the same picture always has the same bytes.
  std::sort(weights.begin(), weights.end(),
            [](auto a, auto b) { return a.first != b.first ? a.first > b.first : a < b; });
  for (auto [weight, colour] : weights) {
    if (palette.colours.size() < kPaletteSize) {
      palette.numbers[colour] = palette.colours.size();
      palette.colours.push_back(colour);
      continue;
    }
    auto nearest = std::min_element(palette.colours.begin(), palette.colours.end(),
                                    [&](uint32_t a, uint32_t b) { return distance(a, colour) < distance(b, colour); });
    palette.numbers[colour] = static_cast<uint64_t>(nearest - palette.colours.begin());
  }
  return palette;
}

// Returns the image data before compression: each row is a byte for "no filter" and a byte for each pixel.
std::string rows_of(const Pixels& pixels, Palette& palette) {
  std::string rows;
  rows.reserve(static_cast<size_t>(pixels.height) * (static_cast<size_t>(pixels.width) + 1));
  for (int y = 0, count = 0; y < pixels.height; y += count) {
    count = equal_rows(pixels, y);
    const size_t first = rows.size();
    rows += '\0';
    visit_runs(pixels, y, [&](int begin, int end, uint32_t colour) {
      rows.append(static_cast<size_t>(end - begin), static_cast<char>(palette.numbers[colour]));
    });
    const size_t size = rows.size() - first;
    for (int i = 1; i < count; ++i) rows.append(rows, first, size);
  }
  return rows;
}

}  // namespace

std::string write_png(const Pixels& pixels, std::string_view key, const Deflate& deflate) {
  constexpr int kLevel = 3;  // takes half the time of level 6, for 14 % more bytes
  Palette palette = palette_of(pixels);
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
