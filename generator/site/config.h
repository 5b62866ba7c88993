// data/site.json: a site's title and how the site is organized.
#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace notation {
class AnyFormat;
}
namespace site {

struct Features {
  bool search = true, markdown = true, cards = true, embeds = true, images = true, highlight = true, print = true;
  bool cards_of_data = false;  // whether pages made from data have card pictures too
};

// An entry of the menu or a link in the footer: an absolute URL, or a folder, a page without ".md" or an address.
struct MenuEntry {
  std::string title;  // "" for that of the page
  std::string to;
  base::Span span;
};

// A colour of the theme in both colour schemes; tokens.css lists the names.
struct ThemeColour {
  std::string light, dark;
  base::Span span;
  bool is_for_one = false;  // whether one colour was given, from which that of the other scheme follows
};

// The characters of the name of a host, as browsers write it.
inline constexpr std::string_view kHostCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-.";

struct Config {
  std::string title = "Untitled";
  std::string short_title;  // the name in the header; "" for the title
  std::string description;
  std::string lang = "en";
  std::string scheme;  // "light" or "dark" for a site in one colour scheme; "" for both
  // Folders besides content/ from which pages may include files.
  std::vector<std::string> includes;
  // Hosts whose pages may be shown in frames.
  std::vector<std::string> frames;
  std::string data;        // a folder of data outside the site (site/shared_data.h); "" for none
  std::string base_url;    // an absolute URL that ends with '/'; "" if unknown
  std::string as_of;       // the date to which the site's texts refer; "" for the newest date of the data
  std::string owner;       // the name of the owner of pages that state none
  std::string repository;  // the address https://github.com/OWNER/NAME
  std::string mark;        // path below content/ of the picture next to the title, which is also the favicon
  std::string footer_text;
  Features features;
  notation::Node extra;    // a map of values of the author's own, or null
  bool has_style = false;  // whether the site has a style sheet of its own, data/theme.css
  // If the dates of a table's rows are further apart than this, the table shows them in a column.
  long date_column_after_days = 31;
  std::vector<MenuEntry> navigation;  // in order; if empty, all sections
  base::Span mark_span;
  std::vector<MenuEntry> footer_links;
  std::map<std::string, ThemeColour, std::less<>> theme;  // colours by the token's name without dashes: "accent"
  // Maps an entity's name or id to a colour slot from 1 to 8, the same in all charts.
  std::map<std::string, int> colours;
  std::set<std::string> hatched_colours;  // the names of `colours` that charts always hatch
  std::vector<std::string> active;        // patterns of files that could run code or change what the host serves
  std::vector<base::Span> active_spans;
  std::vector<std::vector<std::string>> synonyms;  // words and phrases that a search treats as the same
  std::vector<std::string> separate_searches;      // folders of content/ with a separate search index
  std::vector<base::Span> separate_spans;
  std::vector<std::string> searched_tables;  // tables whose measures the search finds as figures of their rows
  std::vector<base::Span> searched_spans;
  std::vector<std::string> searched_extra;  // keys of the pages' `extra` by whose values readers search
  std::vector<base::Span> searched_extra_spans;

  // Returns 0 for the search of the whole site, or 1 + the index of the separate search that finds this page.
  size_t search_of(std::string_view address) const;
};

constexpr int kColourSlots = 8;

const notation::AnyFormat& config_format();

// Reads the file, or returns the defaults if `site_json` is null. A `base_url` that is not an absolute http(s) URL is
// an error "bad-base-url". Other codes: "bad-colour", "bad-value", and those of the reader.
Config read_config(const base::SourceText* site_json, base::Diagnostics& diagnostics);

// Whether a file of content/ matches a pattern of "active" (base::matches_glob), which may be for the path from the
// site's folder, `path`, or for that below content/.
bool matches_content(std::string_view path, std::string_view pattern);

// Returns the URL with a '/' at the end; "" unless it is an absolute http(s) URL. Also used for `--base-url`.
std::string normalise_base_url(std::string url);

// Returns the address of a repository without "/" or ".git" at its end; "" if it is not an http(s) URL, or of a host
// whose links to files and issues have another form than GitHub's. Also used for `--repository`.
std::string normalise_repository(std::string url);
inline constexpr std::string_view kRepositoryForm =
    "https://github.com/OWNER/NAME, or https://github.com/OWNER/NAME/tree/BRANCH/FOLDER";

// The addresses of the repository that `repository` of data/site.json gives.
struct Repository {
  std::string home;   // https://github.com/OWNER/NAME; "" if it is not given
  std::string files;  // the site's folder there, ending in "/": https://github.com/OWNER/NAME/blob/HEAD/
};
// The site may be in a folder of the repository: https://github.com/OWNER/NAME/tree/BRANCH/FOLDER.
inline Repository repository_of(const Config& config) {
  const std::string& given = config.repository;
  if (given.empty()) return {};
  const size_t tree = given.find("/tree/");
  if (tree == std::string::npos) return {given, given + "/blob/HEAD/"};
  const std::string home = given.substr(0, tree);
  return {home, home + "/blob/" + given.substr(tree + 6) + "/"};
}

}  // namespace site
