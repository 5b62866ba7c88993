#include "site/config.h"

#include "base/text.h"
#include "data/web_address.h"

namespace site {

bool matches_content(std::string_view path, std::string_view pattern) {
  constexpr size_t kFolder = std::string_view("content/").size();
  return base::matches_glob(path.substr(kFolder), pattern) || base::matches_glob(path, pattern);
}

std::string normalise_base_url(std::string url) {
  if (!data::is_web_address(url)) return "";
  size_t host = url.find("//") + 2;
  if (url.find_first_of(" \"<>#?") != std::string::npos || host == url.size() || url[host] == '/') return "";
  if (!url.ends_with('/')) url += '/';
  return url;
}

std::string normalise_repository(std::string url) {
  if (!data::is_web_address(url)) return "";
  while (url.ends_with('/')) url.pop_back();
  if (url.ends_with(".git")) url.resize(url.size() - 4);
  const size_t host = url.find("//") + 2;
  for (const std::string_view other : {"gitlab.com", "codeberg.org", "bitbucket.org"})
    if (std::string_view(url).substr(host, url.find('/', host) - host) == other) return "";
  return url;
}

size_t Config::search_of(std::string_view address) const {
  for (size_t i = 0; i < separate_searches.size(); ++i)
    if (address.starts_with(separate_searches[i] + "/")) return i + 1;
  return 0;
}

}  // namespace site
