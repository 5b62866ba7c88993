// Reads image files: their formats and sizes.
#pragma once
#include <optional>
#include <string_view>

namespace picture {

struct ImageSize {
  unsigned width = 0, height = 0;  // the size in CSS pixels at which a browser shows the picture by default
};

// Reads the size of a PNG, JPEG, GIF or WebP, or of an SVG with width and height or a viewBox. The file's first bytes
// determine its format, not its name. Returns nullopt for other formats, for a file truncated before its size, and for
// an SVG without one.
std::optional<ImageSize> image_size(std::string_view bytes);

// Whether a file has the name of an image, in letters of any case: .png .jpg .jpeg .gif .webp .avif .svg.
bool is_image(std::string_view path);

// Whether `bytes` begin like a file with that extension. True if it is not the extension of an image.
bool is_as_named(std::string_view path, std::string_view bytes);

// Whether a PNG or JPEG ends before its last part.
bool is_cut_off(std::string_view bytes);

}  // namespace picture
