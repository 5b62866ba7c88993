#include "picture/library.h"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "base/shared_library.h"

namespace picture {
namespace {

namespace fs = std::filesystem;

using Loaded = base::Result<Library, std::string>;

// The folders in which Debian, Fedora and Arch install Liberation Sans.
constexpr std::array kFontFolders = {"/usr/share/fonts/truetype/liberation/", "/usr/share/fonts/truetype/liberation2/",
                                     "/usr/share/fonts/liberation-sans-fonts/", "/usr/share/fonts/liberation-sans/",
                                     "/usr/share/fonts/liberation/"};
constexpr std::array kFontFiles = {"LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"};

// Looks up the functions. dlsym() also searches the library's dependencies: cairo, GLib and others.
bool find_functions(void* l, Library& f) {
  return base::find_symbol(l, "rsvg_handle_new_from_data", f.new_handle) &&
         base::find_symbol(l, "rsvg_handle_get_intrinsic_size_in_pixels", f.size_in_pixels) &&
         base::find_symbol(l, "rsvg_handle_render_document", f.render) &&
         base::find_symbol(l, "g_object_unref", f.unref) && base::find_symbol(l, "g_error_free", f.free_error) &&
         base::find_symbol(l, "cairo_image_surface_create", f.new_surface) &&
         base::find_symbol(l, "cairo_surface_status", f.surface_status) &&
         base::find_symbol(l, "cairo_surface_destroy", f.free_surface) &&
         base::find_symbol(l, "cairo_surface_flush", f.finish_drawing) &&
         base::find_symbol(l, "cairo_image_surface_get_data", f.pixels_of) &&
         base::find_symbol(l, "cairo_image_surface_get_stride", f.stride_of) &&
         base::find_symbol(l, "compress2", f.compress) && base::find_symbol(l, "compressBound", f.max_compressed) &&
         base::find_symbol(l, "crc32", f.checksum) && base::find_symbol(l, "cairo_create", f.new_context) &&
         base::find_symbol(l, "cairo_destroy", f.free_context) &&
         base::find_symbol(l, "cairo_set_source_rgb", f.set_colour) && base::find_symbol(l, "cairo_paint", f.paint);
}

// Returns the contents of a file; "" if it does not exist.
std::string read_file(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return std::move(bytes).str();
}

// Makes the font the only one, and ignores the machine's configuration. Returns false if fontconfig fails.
bool use_font(void* library, const std::string& folder) {
  using Config = void;
  Config* (*create)() = nullptr;
  int (*add_file)(Config*, const unsigned char* path) = nullptr;
  int (*set_current)(Config*) = nullptr;
  if (!base::find_symbol(library, "FcConfigCreate", create) ||
      !base::find_symbol(library, "FcConfigAppFontAddFile", add_file) ||
      !base::find_symbol(library, "FcConfigSetCurrent", set_current))
    return false;
  Config* config = create();
  if (!config) return false;
  for (const char* file : kFontFiles)
    if (!add_file(config, reinterpret_cast<const unsigned char*>((folder + file).c_str()))) return false;
  return set_current(config) != 0;  // fontconfig now owns it
}

// Returns the folder of the font in a bundle, next to that of the libraries. Works without /proc.
std::string bundled_fonts() {
  Dl_info library = {};
  ::dladdr(reinterpret_cast<void*>(&std::terminate), &library);
  return (fs::path(library.dli_fname ? library.dli_fname : "").parent_path().parent_path() / "share/sourcebook/fonts/")
      .string();
}

// Returns the folder that contains the font's files.
std::optional<std::string> find_font() {
  std::vector<std::string> folders = {bundled_fonts()};
  folders.insert(folders.end(), kFontFolders.begin(), kFontFolders.end());
  for (const std::string& folder : folders)
    if (std::all_of(kFontFiles.begin(), kFontFiles.end(), [&](const char* file) {
          std::error_code error;
          return fs::is_regular_file(fs::path(folder) / file, error);
        }))
      return folder;
  return std::nullopt;
}

void add_versions(void* library, base::Hasher& version) {
  for (const char* part : {"rsvg_major_version", "rsvg_minor_version", "rsvg_micro_version"}) {
    const unsigned* number = nullptr;
    version.add(uint64_t{base::find_symbol(library, part, number) ? *number : 0});
  }
  for (const char* name : {"cairo_version_string", "pango_version_string", "hb_version_string", "zlibVersion"}) {
    const char* (*text)() = nullptr;
    version.add(base::find_symbol(library, name, text) ? text() : "");
  }
  int (*fontconfig)() = nullptr;
  version.add(
      uint64_t{base::find_symbol(library, "FcGetVersion", fontconfig) ? static_cast<unsigned>(fontconfig()) : 0});
}

Loaded load() {
  const base::Result<void*, std::string> opened = base::open_library("librsvg-2.so.2");
  if (!opened)
    return base::Failure{
        std::string("pictures are drawn by librsvg-2.so.2, which is not installed; on Debian: "
                    "apt-get install librsvg2-2")};
  void* handle = opened.value();
  Library functions;
  if (!find_functions(handle, functions))
    return base::Failure{std::string("the installed librsvg-2.so.2 is older than 2.52")};
  const std::optional<std::string> font = find_font();
  if (!font)
    return base::Failure{
        std::string("pictures use the font Liberation Sans, which is not installed; "
                    "on Debian: apt-get install fonts-liberation")};
  if (!use_font(handle, *font)) return base::Failure{"fontconfig can't use the font in " + *font};
  base::Hasher version;
  for (const char* file : kFontFiles) version.add(read_file(*font + file));
  add_versions(handle, version);
  functions.version = version.finish();
  return functions;
}

}  // namespace

base::Hash font_stamp() {
  base::Hasher hasher;
  const std::optional<std::string> font = find_font();
  if (!font) return hasher.finish();
  for (const char* file : kFontFiles) {
    const std::string path = *font + file;
    std::error_code error;  // the error is ignored, because the next build would get it too
    hasher.add(path).add(uint64_t{fs::file_size(path, error)});
    hasher.add(static_cast<uint64_t>(fs::last_write_time(path, error).time_since_epoch().count()));
  }
  return hasher.finish();
}

const base::Result<Library, std::string>& library() {
  static const Loaded loaded = load();
  return loaded;
}

}  // namespace picture
