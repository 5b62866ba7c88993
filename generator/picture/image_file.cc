#include "picture/image_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "picture/svg_tags.h"

namespace picture {
namespace {

constexpr std::string_view kPng = "\x89PNG\r\n\x1a\n";

unsigned byte(std::string_view bytes, size_t at) { return static_cast<unsigned char>(bytes[at]); }
unsigned big16(std::string_view bytes, size_t at) { return byte(bytes, at) << 8 | byte(bytes, at + 1); }
unsigned big32(std::string_view bytes, size_t at) { return big16(bytes, at) << 16 | big16(bytes, at + 2); }
unsigned little16(std::string_view bytes, size_t at) { return byte(bytes, at) | byte(bytes, at + 1) << 8; }
unsigned little24(std::string_view bytes, size_t at) { return little16(bytes, at) | byte(bytes, at + 2) << 16; }

// Source: https://www.w3.org/TR/png-3/#11IHDR
std::optional<ImageSize> png_size(std::string_view bytes) {
  if (bytes.size() < 24 || bytes.substr(12, 4) != "IHDR") return std::nullopt;
  return ImageSize{big32(bytes, 16), big32(bytes, 20)};
}

// Whether the Exif data in a segment of a JPEG turn the picture by 90 degrees: tag 0x0112 is 5 to 8.
// Source: Exif 2.32 (CIPA DC-008), 4.6.4
bool is_turned(std::string_view exif) {
  constexpr std::string_view kHead("Exif\0\0", 6);
  if (!exif.starts_with(kHead)) return false;
  exif.remove_prefix(kHead.size());
  if (exif.size() < 8) return false;
  const bool is_little = exif.starts_with("II");
  const auto two = [&](size_t at) { return is_little ? little16(exif, at) : big16(exif, at); };
  const auto four = [&](size_t at) { return is_little ? two(at) | two(at + 2) << 16 : big32(exif, at); };
  size_t at = four(4);
  if (at + 2 > exif.size()) return false;
  const unsigned count = two(at);
  at += 2;
  for (unsigned i = 0; i < count && at + 12 <= exif.size(); ++i, at += 12)
    if (two(at) == 0x0112) return two(at + 8) >= 5 && two(at + 8) <= 8;
  return false;
}

// Skips segments up to the first frame header (ITU-T T.81 B.2.2).
std::optional<ImageSize> jpeg_size(std::string_view bytes) {
  bool turned = false;
  for (size_t at = 2; at + 9 < bytes.size();) {
    if (byte(bytes, at) != 0xff) return std::nullopt;
    const unsigned marker = byte(bytes, at + 1);
    if (marker == 0xff) {
      ++at;
      continue;
    }
    const bool is_frame = marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
    const ImageSize size{big16(bytes, at + 7), big16(bytes, at + 5)};
    if (is_frame) return turned ? ImageSize{size.height, size.width} : size;
    if (marker == 0xe1) turned = turned || is_turned(bytes.substr(at + 4, std::max(big16(bytes, at + 2), 2U) - 2));
    at += 2 + big16(bytes, at + 2);
  }
  return std::nullopt;
}

std::optional<ImageSize> gif_size(std::string_view bytes) {
  if (bytes.size() < 10) return std::nullopt;
  return ImageSize{little16(bytes, 6), little16(bytes, 8)};
}

// Reads the formats of RFC 9649: lossy, lossless, extended.
std::optional<ImageSize> webp_size(std::string_view bytes) {
  if (bytes.size() < 30) return std::nullopt;
  const std::string_view chunk = bytes.substr(12, 4);
  if (chunk == "VP8X") return ImageSize{little24(bytes, 24) + 1, little24(bytes, 27) + 1};
  if (chunk == "VP8 ") return ImageSize{little16(bytes, 26) & 0x3fff, little16(bytes, 28) & 0x3fff};
  if (chunk != "VP8L") return std::nullopt;
  const unsigned packed = little16(bytes, 21) | little16(bytes, 23) << 16;
  return ImageSize{(packed & 0x3fff) + 1, (packed >> 14 & 0x3fff) + 1};
}

// Parses "120" and "120px". Returns nullopt for other units and for anything that is not a positive number.
std::optional<double> pixels(std::string_view text) {
  text = base::trim(text);
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  if (error != std::errc() || (!unit.empty() && unit != "px") || !(value > 0 && value < 1e6)) return std::nullopt;
  return value;
}

std::optional<SvgTag> svg_element(std::string_view bytes) {
  SvgTags tags(bytes);
  std::optional<SvgTag> tag = tags.next();
  while (tag && tag->name != "svg") tag = tags.next();
  return tag;
}

std::optional<ImageSize> svg_size(std::string_view bytes) {
  const std::optional<SvgTag> tag = svg_element(bytes);
  if (!tag) return std::nullopt;
  auto width = pixels(tag->value("width")), height = pixels(tag->value("height"));
  if (!width || !height) {
    std::string box(tag->value("viewBox"));
    std::replace(box.begin(), box.end(), ',', ' ');
    std::vector<double> numbers;
    for (std::string_view part : base::split(box, ' '))
      if (auto number = pixels(part); number && numbers.size() < 4) numbers.push_back(*number);
    if (numbers.size() < 2) return std::nullopt;
    width = numbers[numbers.size() - 2];
    height = numbers.back();
  }
  auto whole = [](double value) { return static_cast<unsigned>(std::lround(std::max(value, 1.0))); };
  return ImageSize{whole(*width), whole(*height)};
}

bool is_png(std::string_view bytes) { return bytes.starts_with(kPng); }
bool is_jpeg(std::string_view bytes) { return bytes.starts_with("\xff\xd8\xff"); }
bool is_gif(std::string_view bytes) { return bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a"); }
bool is_webp(std::string_view bytes) {
  return bytes.starts_with("RIFF") && bytes.size() > 12 && bytes.substr(8).starts_with("WEBP");
}
bool is_avif(std::string_view bytes) { return bytes.size() > 12 && bytes.substr(4).starts_with("ftyp"); }
bool is_svg(std::string_view bytes) { return svg_element(bytes).has_value(); }

// The format of an image. `size` is null for formats whose size is not read.
struct ImageFormat {
  std::string_view ending;
  bool (*begins)(std::string_view bytes);
  std::optional<ImageSize> (*size)(std::string_view bytes);
};
constexpr ImageFormat kImageFormats[] = {{".png", is_png, png_size},    {".jpg", is_jpeg, jpeg_size},
                                         {".jpeg", is_jpeg, jpeg_size}, {".gif", is_gif, gif_size},
                                         {".webp", is_webp, webp_size}, {".avif", is_avif, nullptr},
                                         {".svg", is_svg, svg_size}};

const ImageFormat* kind_of(std::string_view path) {
  constexpr size_t kMaxEnding = 5;
  const std::string ending = base::lower(path.substr(path.size() - std::min(path.size(), kMaxEnding)));
  auto found = std::find_if(std::begin(kImageFormats), std::end(kImageFormats),
                            [&](const ImageFormat& kind) { return ending.ends_with(kind.ending); });
  return found == std::end(kImageFormats) ? nullptr : found;
}

}  // namespace

std::optional<ImageSize> image_size(std::string_view bytes) {
  auto kind = std::find_if(std::begin(kImageFormats), std::end(kImageFormats),
                           [&](const ImageFormat& each) { return each.begins(bytes); });
  if (kind == std::end(kImageFormats) || !kind->size) return std::nullopt;
  const std::optional<ImageSize> size = kind->size(bytes);
  return size && size->width > 0 && size->height > 0 ? size : std::nullopt;
}

bool is_image(std::string_view path) { return kind_of(path) != nullptr; }

bool is_cut_off(std::string_view bytes) {
  if (is_png(bytes)) return bytes.rfind("IEND") == std::string_view::npos;
  return is_jpeg(bytes) && bytes.rfind("\xff\xd9") == std::string_view::npos;
}

bool is_as_named(std::string_view path, std::string_view bytes) {
  const ImageFormat* kind = kind_of(path);
  return !kind || kind->begins(bytes);
}

}  // namespace picture
