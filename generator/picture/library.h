// The functions of librsvg, cairo, GLib, zlib and fontconfig that are used here, looked up on first use.
#pragma once
#include <string>

#include "base/hash.h"
#include "base/result.h"
#include "picture/letters.h"

namespace picture {

// Types as in cairo.h, rsvg.h, gerror.h and fontconfig.h; opaque types are void.
struct Rectangle {
  double x, y, width, height;
};
struct LibraryError {
  unsigned domain;
  int code;
  char* message;
};

struct Library {
  void* (*new_handle)(const unsigned char* svg, unsigned long size, LibraryError** error) = nullptr;
  int (*size_in_pixels)(void* handle, double* width, double* height) = nullptr;
  int (*render)(void* handle, void* cairo, const Rectangle* viewport, LibraryError** error) = nullptr;
  void (*unref)(void* object) = nullptr;
  void (*free_error)(LibraryError* error) = nullptr;
  void* (*new_surface)(int format, int width, int height) = nullptr;
  int (*surface_status)(void* surface) = nullptr;
  void (*free_surface)(void* surface) = nullptr;
  void (*finish_drawing)(void* surface) = nullptr;
  unsigned char* (*pixels_of)(void* surface) = nullptr;
  int (*stride_of)(void* surface) = nullptr;
  void* (*new_context)(void* surface) = nullptr;
  void (*free_context)(void* context) = nullptr;
  void (*set_colour)(void* context, double red, double green, double blue) = nullptr;
  void (*paint)(void* context) = nullptr;

  int (*compress)(unsigned char* to, unsigned long* to_size, const unsigned char* from, unsigned long size,
                  int level) = nullptr;
  unsigned long (*max_compressed)(unsigned long size) = nullptr;
  unsigned long (*checksum)(unsigned long before, const unsigned char* bytes, unsigned size) = nullptr;

  base::Hash version;  // the versions of the libraries and of the font
  Coverage letters;    // those of the font
};

// Returns a hash of the paths, sizes and modification times of the font's files, which is cheap enough for every build.
// Does not load a library.
base::Hash font_stamp();

// Loads the library once, with the font as the only one that fontconfig finds. The error explains what to install.
const base::Result<Library, std::string>& library();

// The fonts of this machine that have the letters which the font lacks.
struct MoreFonts {
  std::vector<std::string> files;
  std::string missing;  // the letters that no font has
  base::Hash version;   // of the bytes of the files
};

// Chooses as few files as possible, and the same ones on each call. Needs library().
MoreFonts find_more_fonts(std::string_view letters);

// Draws with the font and, for letters that it lacks, with those in `files`. Returns false if fontconfig fails.
bool use_more_fonts(const std::vector<std::string>& files);

}  // namespace picture
