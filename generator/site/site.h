// Folder site/: the model of a site: every page with its address, the order of pages, the flows, and the other
// published files. Built between the first two walls; after that no address is added or removed.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "data/database.h"
#include "site/config.h"
#include "site/flow.h"
#include "site/page.h"
#include "site/redirects.h"
#include "site/rows.h"
#include "site/words.h"

namespace site {

struct Changes;  // site/changes.h

// Folders whose files the generator writes; in content/ they may contain only an index.md.
const std::vector<std::string_view>& reserved_folders();

// Records which file is published at each address. It is an error if two files have the same address, or addresses that
// differ only in case (which are the same file on macOS and Windows).
class Addresses {
 public:
  // `what` describes the file in messages: "the page content/a.md". Reports "duplicate-address".
  void claim(const std::string& address, std::string what, base::Span span, base::Diagnostics& diagnostics);
  bool has(const std::string& address) const { return owners_.contains(address); }
  // Whether any file is published in the folder.
  bool has_below(const std::string& folder) const;
  // Returns all addresses, sorted.
  std::vector<std::string_view> all() const;

 private:
  struct Owner {
    std::string what;
    base::Span span;
  };
  std::map<std::string, Owner> owners_;
  std::unordered_map<base::Hash, const std::string*> folded_;  // addresses by the hash of their case-folded form
};

inline constexpr std::string_view kGlossary = "glossary.md";  // path below content/
// Maps the anchor of a term to its definition, the first paragraph below its heading, in plain text; "" without one.
using Definitions = std::map<std::string, std::string, std::less<>>;

// A table, chart or estimate on a page, by its name in the site.
struct NamedBlock {
  std::string name;  // the name; on pages made from data, it includes the page's suffix
  const Page* page = nullptr;
  const Block* block = nullptr;
  // Whether it has a page with all rows or data, because its own page shows only some or none.
  bool has_own_page = false;

  // Returns the title for readers: a chart's title or a caption, filled in on pages made from data; or "".
  std::string title() const;
};

// An ```sql assert NAME block: the first page that contains it, and whether it holds on all pages that contain it.
struct Assert {
  const Page* page = nullptr;
  bool holds = true;
};

// A link in the menu or footer of every page, either to a page or to `href`.
struct MenuLink {
  std::string title;  // "" for that of the page
  const Page* page = nullptr;
  std::string href;
};

// A Markdown file whose pages are part of the site, and its page; null if it makes a page for each row.
struct Written {
  const Content* content = nullptr;
  const Page* page = nullptr;
};

struct Site {
  const Config* config = nullptr;
  const data::Database* database = nullptr;

  std::vector<std::unique_ptr<Page>> pages;        // pages sorted by address
  std::vector<std::unique_ptr<Section>> sections;  // sections sorted by folder; the first one is the top folder
  std::vector<Flow> flows;
  std::vector<NamedBlock> blocks;  // blocks sorted by name
  std::map<std::string, Assert, std::less<>> asserts;
  std::vector<const io::SourceFile*> files;  // files of content/ that are published unchanged, sorted by path
  Addresses addresses;
  std::shared_ptr<const Rows> rows;  // the rows of the database
  std::string as_of;                 // the date to which texts refer (Database::as_of)
  Definitions definitions;           // definitions of the terms in the glossary

  const Page* find(std::string_view address) const;
  // Returns the page of a Markdown file ("lessons/cost.md"); null if there is none, or if the file makes a page for
  // each row.
  const Page* page_of(std::string_view content_path) const;
  // Returns a Markdown file whose pages are part of the site, or null.
  const Content* content_at(std::string_view content_path) const;
  // Whether a file's pages are made from data.
  bool is_from_data(std::string_view content_path) const { return content_at(content_path) && !page_of(content_path); }
  // Returns the file of content/ that is published unchanged at an address, or null.
  const io::SourceFile* file_at(std::string_view address) const;
  const Section* section_of(std::string_view folder) const;
  const Section& top() const { return *sections.front(); }
  // Returns the flow whose index or node the page is, or null.
  const Flow* flow_of(const Page& page) const;
  // Returns the table, chart or estimate with this name, or null.
  const NamedBlock* block_named(std::string_view name) const;
  // Returns the changes of a date, or null.
  const Changes* changes_of(std::string_view date) const;

  // Keyed by the hash of an address or of a path below content/. Each link of each page is looked up here.
  std::unordered_map<base::Hash, const Page*> by_address;
  std::unordered_map<base::Hash, Written> by_content;
  std::set<std::string, std::less<>> drafts;  // paths below content/ of files that this build omits

  Redirects redirects;  // each former address has a page, unless its row has an error
  // Files that are also published at their former address, because only pages can redirect. Each is {former, current}.
  std::vector<std::pair<std::string, std::string>> copies;

  std::vector<std::shared_ptr<const Changes>> changes;  // the files in data/changes/, newest first
};

// Files of a site that are not pages of this build.
struct Listing {
  std::vector<const io::SourceFile*> files;   // files of content/ that are published unchanged, sorted by path
  std::set<std::string, std::less<>> drafts;  // paths below content/ of Markdown files that this build omits
  std::vector<std::string_view> layouts;      // the existing templates: "lesson.html"
  std::vector<const io::SourceFile*> assets;  // the files in templates/assets/, sorted by path
  std::vector<std::shared_ptr<const Changes>> changes;  // the files in data/changes/, sorted by date
};

// ---- named_page.cc: finds the page that a command-line argument refers to

// Returns the page at an address or of a file, or null. An address such as "lessons/cost.html" may omit "index.html" or
// ".html", start with base_url or its path, and have a query or an anchor. A file is "lessons/cost.md", with or without
// content/.
const Page* page_named(const Site& site, std::string_view name);

// Returns a suggestion for an unknown name: `did you mean "lessons/cost.html"?`; "" if nothing is similar.
std::string suggest_page(const Site& site, std::string_view name);

// ---- build_site.cc
// Builds the site up to its redirects. `rows` are the rows of the database. `words` contains the titles of generated
// pages. Codes: "duplicate-address", "duplicate-name", "reserved-folder", "unknown-layout", "unknown-contents",
// "unknown-navigation", "bad-address", "empty-site", and those of build_flow.
std::unique_ptr<Site> build_site(const Config& config, const data::Database& database, std::shared_ptr<const Rows> rows,
                                 const Words& words, std::vector<std::shared_ptr<const Evaluation>> evaluations,
                                 const Listing& listing, base::Diagnostics& diagnostics);

// Reports "unknown-contents" for names in `contents` that are not in their folder. The site still contains all pages.
void check_contents(const Site& site, base::Diagnostics& diagnostics);

// Reads data/redirects.csv (null if there is no such file) into a site that has all its other pages, and adds a page
// for each address that was redirected or retired. Codes: those of read_redirects, "redirect-taken",
// "redirect-nowhere", "redirect-chain", "redirect-loop", "duplicate-address".
void add_redirects(Site& site, const base::SourceText* csv, const Words& words, base::Diagnostics& diagnostics);

// A folder with more pages and folders than this is a catalogue: its own page lists them, but the navigation does not.
inline constexpr size_t kMaxChildren = 60;

// Returns the pages in `navigation` of site.json, in order. By default, returns the sections of the top folder, then
// its pages unless it is a catalogue. Code: "unknown-navigation".
std::vector<MenuLink> navigation_of(const Site& site, base::Diagnostics& diagnostics);

// Returns the links in `footer` of site.json, in order. Code: "unknown-navigation".
std::vector<MenuLink> footer_of(const Site& site, base::Diagnostics& diagnostics);

// Returns the address of the picture `mark` of site.json; "" if there is none, and after the error "unknown-mark".
std::string mark_of(const Site& site, base::Diagnostics& diagnostics);
// Reports names in the search settings that the site does not have: "unknown-navigation", "unknown-table".
void check_search(const Site& site, base::Diagnostics& diagnostics);

}  // namespace site
