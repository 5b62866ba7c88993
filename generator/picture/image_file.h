// Reads image files: their sizes and active content.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace picture {

struct ImageSize {
  unsigned width = 0, height = 0;  // the size in CSS pixels at which a browser shows the picture by default
};

// Reads the size of a PNG, JPEG, GIF or WebP, or of an SVG with width and height or a viewBox. The file's first bytes
// determine its format, not its name. Returns nullopt for other formats, for a file truncated before its size, and for
// an SVG without one.
std::optional<ImageSize> image_size(std::string_view bytes);

// Whether a file has the name of an image: .png .jpg .jpeg .gif .webp .avif .svg.
bool is_image(std::string_view path);

// Whether `bytes` begin like a file with that extension. True if it is not the extension of an image.
bool is_as_named(std::string_view path, std::string_view bytes);

// Whether a PNG or JPEG ends before its last part.
bool is_cut_off(std::string_view bytes);

// A part of an SVG that runs code or requests another address.
struct ActivePart {
  size_t begin = 0, end = 0;  // a range of bytes
  std::string what;           // the subject of a message: "the element <script>"
};

// Returns, in the order of the file: elements and attributes that can run code; addresses other than parts of the file
// itself and images in data: URLs; external style sheets; and entities, which could hide any of these.
std::vector<ActivePart> active_parts(std::string_view svg);

}  // namespace picture
