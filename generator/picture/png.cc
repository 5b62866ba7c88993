#include "picture/png.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <set>
#include <utility>
#include <vector>

#include "base/jail.h"
#include "base/text.h"
#include "base/utf8.h"
#include "picture/library.h"

namespace picture {
namespace {

// -- PNG files (https://www.w3.org/TR/png-3/) with a key in their metadata --
//
// Each pixel is a number in a palette of 128 colours, and rows are not filtered, because the drawings consist of
// letters and flat colours. All other colours, which are shades caused by antialiasing, become the nearest colour of
// the palette.

struct Pixels {
  const unsigned char* rows;  // 4 bytes per pixel: 0xRRGGBB in this machine's byte order
  int width, height, stride;  // the size in pixels, and the length of a row in bytes
};

// The version of the format, to be increased if the same pixels are written differently.
constexpr uint64_t kPngFormat = 3;

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

void add_chunk(std::string& png, std::string_view type, std::string_view bytes, const Library& library) {
  png += big_endian(static_cast<uint32_t>(bytes.size()));
  const size_t begin = png.size();
  png.append(type).append(bytes);
  const auto* data = reinterpret_cast<const unsigned char*>(png.data()) + begin;
  png += big_endian(static_cast<uint32_t>(library.checksum(0, data, static_cast<unsigned>(png.size() - begin))));
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

// Returns "" if there is not enough memory.
std::string write_png(const Pixels& pixels, std::string_view key, const Library& library) {
  constexpr int kLevel = 3;  // takes half the time of level 6, for 14 % more bytes
  Palette palette = palette_of(pixels);
  const std::string rows = rows_of(pixels, palette);
  unsigned long size = library.max_compressed(rows.size());
  std::string packed(size, '\0');
  if (library.compress(reinterpret_cast<unsigned char*>(packed.data()), &size,
                       reinterpret_cast<const unsigned char*>(rows.data()), rows.size(), kLevel) != 0)
    return "";
  packed.resize(size);

  std::string png(kSignature);
  constexpr std::string_view kEightBitsOfPalette("\x08\x03\0\0\0", 5);
  add_chunk(png, "IHDR",
            big_endian(static_cast<uint32_t>(pixels.width)) + big_endian(static_cast<uint32_t>(pixels.height)) +
                std::string(kEightBitsOfPalette),
            library);
  add_chunk(png, "tEXt", std::string(kKeyword) + std::string(key), library);
  std::string table;
  for (uint32_t colour : palette.colours)
    for (int shift : {16, 8, 0}) table += static_cast<char>((colour >> shift) & 0xff);
  add_chunk(png, "PLTE", table, library);
  add_chunk(png, "IDAT", packed, library);
  add_chunk(png, "IEND", "", library);
  return png;
}

// -- Drawing --

using Failed = base::Failure<std::string>;

constexpr int kOpaque = 1;             // CAIRO_FORMAT_RGB24
constexpr double kMaxSide = 32767;     // pixels, from cairo
constexpr double kMaxArea = 16 << 20;  // pixels, so that a drawing has at most 64 MiB

using Owned = std::unique_ptr<void, void (*)(void*)>;

Failed refused(const Library& library, LibraryError* error) {
  std::string why = error ? error->message : "unknown reason";
  if (error) library.free_error(error);
  return Failed{"librsvg can't draw the picture: " + why};
}

std::string key_for(std::string_view library_version, std::string_view svg, double scale) {
  base::Hasher hasher;
  hasher.add(svg).add(fmt::format("{}", scale)).add(library_version).add(kPngFormat);
  return hasher.finish().hex();
}

// Throws std::bad_alloc if the process has less address space left than the libraries and their thread need. Otherwise
// some of the libraries would end the process, and fontconfig would crash.
void need_address_space() {
  constexpr size_t kNeeded = 192 << 20;
  void* const memory = ::mmap(nullptr, kNeeded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  ::munmap(memory, kNeeded);
}

using Drawn = base::Result<std::string, std::string>;

constexpr char kMissing = '\1';  // begins an error that consists of letters

// The functions below run in a child (base/jail.h).

// Returns the version and, behind a line end, the ranges of the font's letters.
Drawn version_of_library(std::string_view) {
  need_address_space();
  if (!library()) return Failed{library().error()};
  std::string version = library().value().version.hex() + '\n';
  for (const auto& [first, last] : library().value().letters) {
    base::append_code_point(version, first);
    base::append_code_point(version, last);
  }
  return version;
}

// Returns the version of the fonts that have these letters.
Drawn version_of_fonts(std::string_view letters) {
  need_address_space();
  if (!library()) return Failed{library().error()};
  const MoreFonts fonts = find_more_fonts(letters);
  return fonts.missing.empty() ? Drawn(fonts.version.hex()) : Failed{kMissing + fonts.missing};
}

// `input` is the scale, the letters that the font lacks, and the SVG, separated by line ends.
Drawn draw(std::string_view input) {
  need_address_space();
  const size_t line = input.find('\n');
  const double scale = base::parse_number<double>(input.substr(0, line)).value();
  const size_t second_line = input.find('\n', line + 1);
  const std::string_view letters = input.substr(line + 1, second_line - line - 1);
  const std::string_view svg = input.substr(second_line + 1);
  if (!library()) return Failed{library().error()};
  const Library& l = library().value();
  MoreFonts fonts;
  if (!letters.empty()) fonts = find_more_fonts(letters);
  if (!fonts.missing.empty()) return Failed{kMissing + fonts.missing};
  if (!use_more_fonts(fonts.files)) return Failed{std::string("fontconfig can't use the fonts of this machine")};
  LibraryError* error = nullptr;
  Owned handle(l.new_handle(reinterpret_cast<const unsigned char*>(svg.data()), svg.size(), &error), l.unref);
  if (!handle) return refused(l, error);
  Rectangle page{0, 0, 0, 0};
  if (!l.size_in_pixels(handle.get(), &page.width, &page.height))
    return Failed{std::string("a picture needs a width and a height in px")};
  // The picture is drawn at the exact scale, so that whole pixels stay whole; only its size is rounded.
  const double used =
      std::min({scale, kMaxSide / std::max(page.width, page.height), std::sqrt(kMaxArea / (page.width * page.height))});
  page.width *= used;
  page.height *= used;
  const double width = std::round(page.width), height = std::round(page.height);
  if (!(width >= 1 && height >= 1))
    return Failed{fmt::format("cannot draw a picture of {} by {} pixels", width, height)};

  Owned surface(l.new_surface(kOpaque, static_cast<int>(width), static_cast<int>(height)), l.free_surface);
  if (l.surface_status(surface.get()) != 0) throw std::bad_alloc();
  Owned context(l.new_context(surface.get()), l.free_context);
  l.set_colour(context.get(), 1, 1, 1);
  l.paint(context.get());
  if (!l.render(handle.get(), context.get(), &page, &error)) return refused(l, error);
  l.finish_drawing(surface.get());
  const unsigned char* rows = l.surface_status(surface.get()) == 0 ? l.pixels_of(surface.get()) : nullptr;
  std::string png;
  if (rows)
    png = write_png({rows, static_cast<int>(width), static_cast<int>(height), l.stride_of(surface.get())},
                    key_for(l.version.hex() + (letters.empty() ? "" : fonts.version.hex()), svg, scale), l);
  if (png.empty()) return Failed{std::string("the picture can't be drawn: there is not enough memory")};
  return png;
}

// -- Back in this process --

struct KnownFont {
  std::string version;  // also of the libraries
  Coverage letters;
};

const base::Result<KnownFont, std::string>& known_font() {
  using Known = base::Result<KnownFont, std::string>;
  static const Known known = [] {
    const Drawn read = base::run_in_jail(version_of_library, "", "librsvg can't be loaded");
    if (!read) return Known(Failed{read.error()});
    const size_t line = read.value().find('\n');
    KnownFont font{read.value().substr(0, line), {}};
    for (std::string_view rest = std::string_view(read.value()).substr(line + 1); !rest.empty();) {
      const char32_t first = base::take_code_point(rest);
      font.letters.emplace_back(first, base::take_code_point(rest));
    }
    return Known(std::move(font));
  }();
  return known;
}

base::Result<std::string, Problem> with_problem(Drawn drawn) {
  if (drawn) return std::move(drawn).value();
  std::string why = drawn.error();
  if (!why.starts_with(kMissing)) return base::Failure{Problem{why, ""}};
  const std::string letters = why.substr(1);
  std::string list;
  std::set<std::string_view> packages;
  size_t shown = 0;
  for (std::string_view rest = letters; !rest.empty(); ++shown) {
    const std::string_view before = rest;
    const char32_t letter = base::take_code_point(rest);
    packages.insert(font_package(letter));
    if (shown < 8)
      list += fmt::format("{}{} (U+{:04X})", shown ? ", " : "", before.substr(0, before.size() - rest.size()),
                          static_cast<uint32_t>(letter));
  }
  if (shown > 8) list += fmt::format(" and {} more", shown - 8);
  return base::Failure{Problem{fmt::format("no font of this machine has the letters {}; on Debian: apt-get install {}",
                                           list, fmt::join(packages, " ")),
                               letters}};
}

}  // namespace

base::Result<std::string, Problem> draw_png(std::string_view svg, double scale) {
  const base::Result<KnownFont, std::string>& font = known_font();
  if (!font) return base::Failure{Problem{font.error(), ""}};
  const std::string letters = letters_outside(font.value().letters, svg);
  return with_problem(
      base::run_in_jail(draw, fmt::format("{}\n{}\n{}", scale, letters, svg), "librsvg can't draw the picture"));
}

base::Result<std::string, Problem> key_of(std::string_view svg, double scale) {
  const base::Result<KnownFont, std::string>& font = known_font();
  if (!font) return base::Failure{Problem{font.error(), ""}};
  const std::string letters = letters_outside(font.value().letters, svg);
  if (letters.empty()) return key_for(font.value().version, svg, scale);
  auto fonts = with_problem(base::run_in_jail(version_of_fonts, letters, "fontconfig can't be used"));
  if (!fonts) return fonts;
  return key_for(font.value().version + *fonts, svg, scale);
}

std::string_view key_in(std::string_view png) {
  if (!png.starts_with(kSignature) || png.size() < kAfterHeader + kLengthAndType) return "";
  size_t size = read_big_endian(png.substr(kAfterHeader, 4));
  std::string_view text = png.substr(kAfterHeader + 4);
  if (!text.starts_with("tEXt") || size > text.size() - 4) return "";
  text = text.substr(4, size);
  return text.starts_with(kKeyword) ? text.substr(kKeyword.size()) : std::string_view();
}

}  // namespace picture
