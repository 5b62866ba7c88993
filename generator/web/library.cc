#include "web/library.h"

#include "base/shared_library.h"

namespace web {
namespace {

using Loaded = base::Result<Library, std::string>;

Loaded load() {
  base::Result<void*, std::string> opened = base::open_library("libcurl.so.4");
  if (!opened) opened = base::open_library("libcurl-gnutls.so.4");
  if (!opened) return base::Failure{std::string("libcurl.so.4 is not installed; on Debian: apt-get install libcurl4")};
  void* handle = opened.value();
  Library f;
  int (*set_up)(long) = nullptr;
  const bool is_whole =
      base::find_symbol(handle, "curl_global_init", set_up) && base::find_symbol(handle, "curl_easy_init", f.create) &&
      base::find_symbol(handle, "curl_easy_cleanup", f.destroy) &&
      base::find_symbol(handle, "curl_easy_reset", f.reset) && base::find_symbol(handle, "curl_easy_setopt", f.set) &&
      base::find_symbol(handle, "curl_easy_perform", f.perform) &&
      base::find_symbol(handle, "curl_easy_getinfo", f.get) &&
      base::find_symbol(handle, "curl_easy_strerror", f.describe) &&
      base::find_symbol(handle, "curl_easy_option_by_name", f.find_option) &&
      base::find_symbol(handle, "curl_url", f.create_url) &&
      base::find_symbol(handle, "curl_url_cleanup", f.destroy_url) &&
      base::find_symbol(handle, "curl_url_set", f.set_url) && base::find_symbol(handle, "curl_url_get", f.get_url) &&
      base::find_symbol(handle, "curl_url_strerror", f.describe_url) && base::find_symbol(handle, "curl_free", f.free);
  // QUICK_EXIT is new in 7.87. CURLU_PUNYCODE, new in 7.88, has no name to search for.
  if (!is_whole || !f.find_option("QUICK_EXIT"))
    return base::Failure{std::string("the installed libcurl.so.4 is older than 7.88")};
  constexpr long kAll = 3;  // CURL_GLOBAL_ALL
  if (set_up(kAll) != kCurlOk) return base::Failure{std::string("libcurl.so.4 can't be initialised")};
  return f;
}

}  // namespace

const base::Result<Library, std::string>& library() {
  static const Loaded loaded = load();
  return loaded;
}

}  // namespace web
