#include "picture/library.h"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "base/shared_library.h"
#include "base/utf8.h"

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

// The functions of fontconfig (https://www.freedesktop.org/software/fontconfig/fontconfig-devel/).
struct FontSet {
  int count, capacity;
  void** patterns;
};
struct Fontconfig {
  void* (*create)() = nullptr;
  int (*add_file)(void* config, const unsigned char* path) = nullptr;
  int (*add_rules)(void* config, const unsigned char* xml, int complain) = nullptr;
  int (*set_current)(void* config) = nullptr;
  void* (*load_machine)() = nullptr;
  FontSet* (*fonts)(void* config, int set) = nullptr;
  int (*charset)(void* pattern, const char* key, int n, void** to) = nullptr;
  int (*text)(void* pattern, const char* key, int n, unsigned char** to) = nullptr;
  int (*has)(const void* charset, uint32_t letter) = nullptr;
  void (*set_font_map)(void* map) = nullptr;

  bool find(void* l) {
    return base::find_symbol(l, "FcConfigCreate", create) && base::find_symbol(l, "FcConfigAppFontAddFile", add_file) &&
           base::find_symbol(l, "FcConfigParseAndLoadFromMemory", add_rules) &&
           base::find_symbol(l, "FcConfigSetCurrent", set_current) &&
           base::find_symbol(l, "FcInitLoadConfigAndFonts", load_machine) &&
           base::find_symbol(l, "FcConfigGetFonts", fonts) && base::find_symbol(l, "FcPatternGetCharSet", charset) &&
           base::find_symbol(l, "FcPatternGetString", text) && base::find_symbol(l, "FcCharSetHasChar", has) &&
           base::find_symbol(l, "pango_cairo_font_map_set_default", set_font_map);
  }
};
Fontconfig g_fontconfig;

constexpr int kSystemFonts = 0, kAddedFonts = 1;  // FcSetSystem, FcSetApplication

// The font comes first, whatever a picture names.
constexpr const char* kFontFirst =
    "<fontconfig><match target='pattern'><edit name='family' mode='prepend_first' binding='strong'>"
    "<string>Liberation Sans</string></edit></match></fontconfig>";

const unsigned char* bytes_of(const std::string& text) { return reinterpret_cast<const unsigned char*>(text.c_str()); }

// Makes the font in `folder` and those in `more` the only ones, and ignores the machine's configuration. Returns the
// configuration, or null if fontconfig fails.
void* use_fonts(const std::string& folder, const std::vector<std::string>& more) {
  const Fontconfig& f = g_fontconfig;
  void* const config = f.create();
  if (!config) return nullptr;
  for (const char* file : kFontFiles)
    if (!f.add_file(config, bytes_of(folder + file))) return nullptr;
  for (const std::string& file : more) f.add_file(config, bytes_of(file));
  if (!more.empty() && !f.add_rules(config, bytes_of(kFontFirst), 0)) return nullptr;
  return f.set_current(config) ? config : nullptr;  // fontconfig now owns it
}

// Returns the letters of the added fonts.
Coverage letters_of(void* config) {
  const FontSet* const set = g_fontconfig.fonts(config, kAddedFonts);
  void* charset = nullptr;
  Coverage letters;
  if (!set || set->count == 0 || g_fontconfig.charset(set->patterns[0], "charset", 0, &charset) != 0) return letters;
  for (char32_t c = 0x20; c < 0x110000; ++c) {
    if (!g_fontconfig.has(charset, c)) continue;
    if (!letters.empty() && letters.back().second + 1 == c)
      letters.back().second = c;
    else
      letters.emplace_back(c, c);
  }
  return letters;
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
  void* const fonts = g_fontconfig.find(handle) ? use_fonts(*font, {}) : nullptr;
  if (!fonts) return base::Failure{"fontconfig can't use the font in " + *font};
  functions.letters = letters_of(fonts);
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

MoreFonts find_more_fonts(std::string_view letters) {
  const Fontconfig& f = g_fontconfig;
  MoreFonts found{.missing = std::string(letters)};
  static void* const machine = f.load_machine();
  if (!machine) return found;
  const FontSet* const set = f.fonts(machine, kSystemFonts);
  base::Hasher version;
  while (set && !found.missing.empty()) {
    // The letters that remain, then what looks most like the font; the path decides between equals.
    using Candidate = std::tuple<size_t, bool, bool, std::string, std::string>;
    std::optional<Candidate> best;
    for (int i = 0; i < set->count; ++i) {
      unsigned char *file = nullptr, *style = nullptr;
      void* charset = nullptr;
      if (f.text(set->patterns[i], "file", 0, &file) != 0 || f.charset(set->patterns[i], "charset", 0, &charset) != 0)
        continue;
      f.text(set->patterns[i], "style", 0, &style);
      const std::string_view look = style ? reinterpret_cast<const char*>(style) : "";
      const std::string path(reinterpret_cast<const char*>(file));
      std::string rest;
      for (std::string_view left = found.missing; !left.empty();)
        if (const char32_t c = base::take_code_point(left); !f.has(charset, c)) base::append_code_point(rest, c);
      if (rest.size() == found.missing.size()) continue;
      Candidate candidate{rest.size(), look != "Regular" && look != "Book", path.find("Sans") == std::string::npos,
                          path, rest};
      if (!best || candidate < *best) best = std::move(candidate);
    }
    if (!best) break;
    found.files.push_back(std::get<3>(*best));
    found.missing = std::get<4>(*best);
    version.add(read_file(found.files.back()));
  }
  found.version = version.finish();
  return found;
}

bool use_more_fonts(const std::vector<std::string>& files) {
  static std::vector<std::string> used;
  if (files == used) return true;
  used = files;
  if (!use_fonts(*find_font(), files)) return false;
  g_fontconfig.set_font_map(nullptr);  // Pango's own map remembers the fonts before
  return true;
}

}  // namespace picture
