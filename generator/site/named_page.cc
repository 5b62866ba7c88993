// Finds the page that a person names by address or file (site/site.h).
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/suggest.h"
#include "base/utf8.h"
#include "site/site.h"
#include "site/url.h"

namespace site {
namespace {

std::string_view without_content(std::string_view path) {
  constexpr std::string_view kContent = "content/";
  if (path.starts_with(kContent)) path.remove_prefix(kContent.size());
  return path;
}

// Returns the path of an address or of a file; nullopt if `name` is neither.
std::optional<std::string> path_of(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('/'), name.size()));
  const auto decoded = decode_percent(name.substr(0, name.find_first_of("?#")));
  const auto path = decoded ? join_path("", *decoded) : std::nullopt;
  return path ? std::optional(base::normalise_nfc(without_content(*path))) : std::nullopt;
}

// Returns a path without its ending: "lessons/cost" for "lessons/cost.html", "lessons" for "lessons/index.html".
std::string_view short_of(std::string_view path) {
  for (std::string_view ending : {".html", ".md"})
    if (path.ends_with(ending)) path.remove_suffix(ending.size());
  return file_of(path) == "index" ? folder_of(path) : path;
}

}  // namespace

const Page* page_named(const Site& site, std::string_view name) {
  if (const Page* page = site.find(name)) return page;
  if (const Page* page = site.page_of(without_content(name))) return page;
  const std::optional<std::string> path = path_of(name);
  if (!path) return nullptr;
  for (const std::string& address : {*path, *path + (path->empty() ? "index.html" : "/index.html"), *path + ".html"})
    if (const Page* page = site.find(address)) return page;
  return site.page_of(*path);
}

std::string suggest_page(const Site& site, std::string_view name) {
  const std::optional<std::string> path = path_of(name);
  if (!path) return "";
  if (site.is_from_data(*path))
    for (const auto& page : site.pages)
      if (page->content() && page->content()->path == *path)
        return fmt::format("this file generates a page for each row: give one, such as \"{}\"", page->address);
  std::vector<std::string_view> addresses, shorts;
  for (const auto& page : site.pages) {
    addresses.push_back(page->address);
    shorts.push_back(short_of(page->address));
  }
  const std::string near = base::nearest(short_of(*path), shorts);
  if (near.empty()) return base::did_you_mean(*path, addresses);
  const auto found = std::find(shorts.begin(), shorts.end(), near);
  return fmt::format("did you mean \"{}\"?", addresses[static_cast<size_t>(found - shorts.begin())]);
}

}  // namespace site
