#include "picture/png.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>

#include "picture/library.h"
#include "picture/png_bytes.h"

namespace picture {
namespace {

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

std::string key_of(const Library& library, std::string_view svg, double scale) {
  base::Hasher hasher;
  hasher.add(svg).add(fmt::format("{}", scale)).add(library.version).add(kPngFormat);
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

}  // namespace

base::Result<std::string, std::string> draw_png(std::string_view svg, double scale) {
  need_address_space();
  if (!library()) return Failed{library().error()};
  const Library& l = library().value();
  LibraryError* error = nullptr;
  Owned handle(l.new_handle(reinterpret_cast<const unsigned char*>(svg.data()), svg.size(), &error), l.unref);
  if (!handle) return refused(l, error);
  Rectangle page{0, 0, 0, 0};
  if (!l.size_in_pixels(handle.get(), &page.width, &page.height))
    return Failed{std::string("a picture needs a width and a height in px")};
  // The picture is drawn at the exact scale, so that whole pixels stay whole; only its size is rounded.
  const double used =
      std::min({scale, kMaxSide / std::max(page.width, page.height), std::sqrt(kMaxArea / (page.width * page.height))});
  page.width *= used, page.height *= used;
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
                    key_of(l, svg, scale), l.deflate);
  if (png.empty()) return Failed{std::string("the picture can't be drawn: there is not enough memory")};
  return png;
}

base::Result<std::string, std::string> key_of(std::string_view svg, double scale) {
  if (!library()) return Failed{library().error()};
  return key_of(library().value(), svg, scale);
}

std::string_view key_in(std::string_view png) { return read_key(png); }

}  // namespace picture
