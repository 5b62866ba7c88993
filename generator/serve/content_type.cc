#include "serve/content_type.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/text.h"

namespace serve {
namespace {

using Row = std::pair<std::string_view, std::string_view>;

// As the common hosts have them (IANA's registry); sorted by extension.
constexpr Row kTypes[] = {
    {"aac", "audio/aac"},
    {"atom", "application/atom+xml; charset=utf-8"},
    {"avif", "image/avif"},
    {"bib", "text/plain; charset=utf-8"},
    {"css", "text/css; charset=utf-8"},
    {"csv", "text/csv; charset=utf-8"},
    {"gif", "image/gif"},
    {"gz", "application/gzip"},
    {"htm", "text/html; charset=utf-8"},
    {"html", "text/html; charset=utf-8"},
    {"ico", "image/x-icon"},
    {"ipynb", "application/json; charset=utf-8"},
    {"jpeg", "image/jpeg"},
    {"jpg", "image/jpeg"},
    {"js", "text/javascript; charset=utf-8"},
    {"json", "application/json; charset=utf-8"},
    {"md", "text/markdown; charset=utf-8"},
    {"mjs", "text/javascript; charset=utf-8"},
    {"mp3", "audio/mpeg"},
    {"mp4", "video/mp4"},
    {"oga", "audio/ogg"},
    {"ogg", "audio/ogg"},
    {"ogv", "video/ogg"},
    {"otf", "font/otf"},
    {"parquet", "application/vnd.apache.parquet"},
    {"pdf", "application/pdf"},
    {"png", "image/png"},
    {"sh", "text/plain; charset=utf-8"},
    {"sql", "text/plain; charset=utf-8"},
    {"svg", "image/svg+xml"},
    {"toml", "text/plain; charset=utf-8"},
    {"tsv", "text/tab-separated-values; charset=utf-8"},
    {"ttf", "font/ttf"},
    {"txt", "text/plain; charset=utf-8"},
    {"vtt", "text/vtt; charset=utf-8"},
    {"wasm", "application/wasm"},
    {"wav", "audio/wav"},
    {"webm", "video/webm"},
    {"webmanifest", "application/manifest+json"},
    {"webp", "image/webp"},
    {"woff", "font/woff"},
    {"woff2", "font/woff2"},
    {"xml", "application/xml; charset=utf-8"},
    {"yaml", "text/plain; charset=utf-8"},
    {"yml", "text/plain; charset=utf-8"},
    {"zip", "application/zip"},
};
static_assert(std::is_sorted(std::begin(kTypes), std::end(kTypes)));

}  // namespace

std::string_view content_type(std::string_view address) {
  const std::string_view file = address.substr(address.rfind('/') + 1);
  const size_t dot = file.rfind('.');
  if (dot == std::string_view::npos) return "application/octet-stream";
  const std::string extension = base::lower(file.substr(dot + 1));
  const auto* row = std::lower_bound(std::begin(kTypes), std::end(kTypes), extension,
                                     [](const Row& each, const std::string& name) { return each.first < name; });
  if (row == std::end(kTypes) || row->first != extension) return "application/octet-stream";
  return row->second;
}

}  // namespace serve
