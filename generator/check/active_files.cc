// Checks files that could run code in a reader's browser, or change what the host serves (check/checks.h).
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "check/checks.h"
#include "picture/image_file.h"
#include "picture/svg_tags.h"
#include "site/url.h"

namespace check {
namespace {

// Files that hosts read: GitHub Pages, Netlify, Cloudflare Pages, Apache, IIS, Azure, Vercel, Firebase; and those by
// which other programs learn what they may do with the site.
constexpr std::string_view kNames =
    "cname _headers _redirects _routes.json _worker.js .htaccess .htpasswd web.config staticwebapp.config.json "
    "vercel.json netlify.toml firebase.json serve.json manifest.json crossdomain.xml clientaccesspolicy.xml";

// Files that browsers run or show as a page, or that some hosts run.
constexpr std::string_view kExtensions =
    "js mjs cjs wasm swf jar html htm xhtml xht shtml shtm mht mhtml hta xsl xslt webmanifest appcache "
    "php phtml asp aspx jsp cgi pl";

std::string_view extension_of(std::string_view path) {
  const std::string_view name = site::file_of(path);
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? "" : name.substr(dot + 1);
}

// Whether a browser that opens the file may run scripts in it: XML does so in elements of XHTML and SVG. Without an
// extension some hosts let the browser guess, which then reads markup as HTML.
bool is_active_markup(std::string_view path, std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (bytes.starts_with("\xFE\xFF") || bytes.starts_with("\xFF\xFE") || bytes.starts_with(std::string_view("\0<", 2)) ||
      bytes.starts_with(std::string_view("<\0", 2)))
    return base::lower(extension_of(path)) != "txt";  // UTF-16
  const std::string_view text = base::trim(bytes);
  const std::string extension = base::lower(extension_of(path));
  if (!text.starts_with('<') || extension == "txt") return false;
  return extension.empty() || picture::may_run_as_xml(text);
}

bool is_active(const base::SourceText& file) {
  std::string_view path = file.path();
  // Some hosts serve a compressed file instead of the one beside it: index.html.gz instead of index.html.
  for (const std::string_view packed : {".gz", ".br", ".zst"})
    if (base::lower(path).ends_with(packed)) path.remove_suffix(packed.size());
  if (base::has_word(kNames, base::lower(site::file_of(path)))) return true;
  const std::string extension = base::lower(extension_of(path));
  if (!extension.empty() && base::has_word(kExtensions, extension)) return true;
  return !picture::is_image(path) && is_active_markup(path, file.text());
}

// Returns patterns for "active" that list the files of one folder. `paths` are below content/.
std::string patterns_for(const std::vector<std::string_view>& paths) {
  constexpr ptrdiff_t kMaxOfExtension = 3;
  std::vector<std::string> patterns;
  for (const std::string_view path : paths) {
    const std::string_view extension = extension_of(path);
    const auto alike = [&](std::string_view other) { return extension_of(other) == extension; };
    std::string pattern(path);
    if (!extension.empty() && std::count_if(paths.begin(), paths.end(), alike) > kMaxOfExtension)
      pattern = fmt::format("{}*.{}", path.substr(0, path.rfind('/') + 1), extension);
    pattern = fmt::format("\"{}\"", pattern);
    if (std::find(patterns.begin(), patterns.end(), pattern) == patterns.end()) patterns.push_back(std::move(pattern));
  }
  return base::join(patterns, ", ");
}

}  // namespace

void check_active_files(const site::Site& site, base::Diagnostics& diagnostics) {
  const std::vector<std::string>& patterns = site.config->active;
  std::vector<bool> is_used(patterns.size());
  std::map<std::string_view, std::vector<std::string_view>> folders;
  for (const io::SourceFile* file : site.files) {
    const std::string_view path = file->source.path();
    if (!is_active(file->source)) continue;
    bool is_listed = false;
    for (size_t i = 0; i < patterns.size(); ++i)
      if (site::matches_content(path, patterns[i])) is_listed = is_used[i] = true;
    constexpr std::string_view kContent = "content/";
    if (!is_listed) folders[path.substr(0, path.rfind('/') + 1)].push_back(path.substr(kContent.size()));
  }
  for (const auto& [folder, paths] : folders) {
    constexpr size_t kMaxNames = 5;
    std::vector<std::string> names;
    for (size_t i = 0; i < std::min(paths.size(), kMaxNames); ++i) names.emplace_back(site::file_of(paths[i]));
    if (paths.size() > kMaxNames) names.push_back(fmt::format("{} more", paths.size() - kMaxNames));
    diagnostics
        .error("active-file", std::string(folder),
               fmt::format("{} could run code in a reader's browser or change what the host serves: {}",
                           base::count_of(paths.size(), "file"), base::join(names, ", ")))
        .expect("only files that data/site.json lists in \"active\"")
        .suggest(fmt::format("delete them, or, to publish them, {} data/site.json: {}",
                             patterns.empty() ? "write in" : "add to \"active\" of",
                             patterns.empty() ? "\"active\": [" + patterns_for(paths) + "]" : patterns_for(paths)));
  }
  for (size_t i = 0; i < patterns.size(); ++i)
    if (!is_used[i])
      diagnostics
          .warning("active-file", site.config->active_spans[i],
                   fmt::format("\"{}\" does not match a file that must be listed", patterns[i]))
          .suggest("correct the pattern, or remove it");
}

}  // namespace check
