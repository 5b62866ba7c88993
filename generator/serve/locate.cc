#include "serve/locate.h"

#include <arpa/inet.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "site/url.h"

namespace serve {
namespace {

bool is_plain_segment(std::string_view segment) {
  if (segment.empty() || segment == "." || segment == "..") return false;
  return std::none_of(segment.begin(), segment.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F || c == '\\';
  });
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Whether a name is an address such as 127.1.2.3.
bool is_loopback(const std::string& name) {
  in_addr address{};
  return name.starts_with("127.") && ::inet_pton(AF_INET, name.c_str(), &address) == 1;
}

}  // namespace

std::optional<std::string> path_of(std::string_view target) {
  if (!target.starts_with('/')) return std::nullopt;
  target = target.substr(1, target.find_first_of("?#") - 1);
  if (target.empty()) return "";
  const std::optional<std::string> path = site::decode_percent(target);
  if (!path || base::find_invalid_utf8(*path)) return std::nullopt;
  std::string_view names = *path;
  if (names.ends_with('/')) names.remove_suffix(1);
  for (std::string_view segment : base::split(names, '/'))
    if (!is_plain_segment(segment)) return std::nullopt;
  return base::normalise_nfc(*path);
}

std::string host_name(std::string_view host) {
  const size_t colon = host.rfind(':');
  if (colon == std::string_view::npos || host.ends_with(']')) return base::lower(host);
  return is_digits(host.substr(colon + 1)) ? base::lower(host.substr(0, colon)) : "";
}

bool is_local_host(std::string_view host) {
  const std::string name = host_name(host);
  return name == "localhost" || (name.ends_with(".localhost") && name.size() > 10) || name == "[::1]" ||
         is_loopback(name);
}

namespace {

// The types with which common hosts serve files (IANA's registry), with the endings of their names.
constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
    {"text/html; charset=utf-8", "htm html"},
    {"text/plain; charset=utf-8", "bib sh sql toml txt yaml yml"},
    {"text/css; charset=utf-8", "css"},
    {"text/csv; charset=utf-8", "csv"},
    {"text/javascript; charset=utf-8", "js mjs"},
    {"text/markdown; charset=utf-8", "md"},
    {"text/tab-separated-values; charset=utf-8", "tsv"},
    {"text/vtt; charset=utf-8", "vtt"},
    {"application/atom+xml; charset=utf-8", "atom"},
    {"application/gzip", "gz"},
    {"application/json; charset=utf-8", "ipynb json"},
    {"application/manifest+json", "webmanifest"},
    {"application/pdf", "pdf"},
    {"application/vnd.apache.parquet", "parquet"},
    {"application/wasm", "wasm"},
    {"application/xml; charset=utf-8", "xml"},
    {"application/zip", "zip"},
    {"audio/aac", "aac"},
    {"audio/mpeg", "mp3"},
    {"audio/ogg", "oga ogg"},
    {"audio/wav", "wav"},
    {"font/otf", "otf"},
    {"font/ttf", "ttf"},
    {"font/woff", "woff"},
    {"font/woff2", "woff2"},
    {"image/avif", "avif"},
    {"image/gif", "gif"},
    {"image/jpeg", "jpeg jpg"},
    {"image/png", "png"},
    {"image/svg+xml", "svg"},
    {"image/webp", "webp"},
    {"image/x-icon", "ico"},
    {"video/mp4", "mp4"},
    {"video/ogg", "ogv"},
    {"video/webm", "webm"},
};

}  // namespace

std::string_view content_type(std::string_view address) {
  const std::string_view file = site::file_of(address);
  const size_t dot = file.rfind('.');
  const std::string ending = dot == std::string_view::npos ? "" : base::lower(file.substr(dot + 1));
  for (const auto& [type, endings] : kTypes)
    for (std::string_view each : base::split(endings, ' '))
      if (each == ending) return type;
  return "application/octet-stream";
}

}  // namespace serve
