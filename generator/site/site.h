// Folder site/: the model of a site: every page with its address, how pages follow one another, the flows, and what is
// published beside them. Built between the first two walls; after that no address is added or removed.
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
#include "site/addresses.h"
#include "site/config.h"
#include "site/flow.h"
#include "site/page.h"
#include "site/redirects.h"
#include "site/rows.h"
#include "site/words.h"

namespace site {

struct Changes;  // site/changes.h

inline constexpr std::string_view kGlossary = "glossary.md";  // below content/
// The anchor of a term -> its definition, the first paragraph below its heading, in plain text; "" without one.
using Definitions = std::map<std::string, std::string, std::less<>>;

// A table, chart or estimate on a page, by its name in the site.
struct NamedBlock {
  std::string name;  // with the page's suffix on pages made from data
  const Page* page = nullptr;
  const Block* block = nullptr;
  bool has_own_page = false;  // the page shows only the first rows of the table, or none of the chart

  // The block's name for readers: a chart's title, otherwise a caption, with the values of the row on pages made from
  // data; "" for none.
  std::string title() const;
};

// The data of a chart are below it as a table; if they have more rows, on a separate page.
inline constexpr size_t kMaxChartRows = 24;

// An ```sql assert NAME block: the first page with it, and whether it holds on all pages with it.
struct Assert {
  const Page* page = nullptr;
  bool holds = true;
};

// A link in the footer of every page: to a page of the site by its address, or to `href`.
struct FooterLink {
  static constexpr size_t kFields = 3;
  std::string title;  // "" for the page's own
  std::string address, href;
};

struct Site {
  const Config* config = nullptr;
  const data::Database* database = nullptr;

  std::vector<std::unique_ptr<Page>> pages;        // by address
  std::vector<std::unique_ptr<Section>> sections;  // by folder; the first is the top
  std::vector<Flow> flows;
  std::vector<NamedBlock> blocks;  // by name
  std::map<std::string, Assert, std::less<>> asserts;
  std::vector<const io::SourceFile*> files;  // of content/, published as they are; by path
  Addresses addresses;
  std::shared_ptr<const Rows> rows;  // of the database
  Definitions definitions;           // definitions of the words in the glossary

  const Page* find(std::string_view address) const;
  // The page of a Markdown file ("lessons/cost.md"); null for none, and for a file that gives a page for each row.
  const Page* page_of(std::string_view content_path) const;
  // A Markdown file whose pages are part of the site; null for none.
  const Content* content_at(std::string_view content_path) const;
  // Whether a file's pages are made from data.
  bool is_from_data(std::string_view content_path) const { return from_data.contains(content_path); }
  // A file of content/ that is published unchanged, by its address; null for none.
  const io::SourceFile* file_at(std::string_view address) const;
  const Section* section_of(std::string_view folder) const;
  const Section& top() const { return *sections.front(); }
  // The flow that a page is the index or a node of; null for none.
  const Flow* flow_of(const Page& page) const;
  // The table, chart or estimate of that name; null for none.
  const NamedBlock* block_named(std::string_view name) const;
  // Returns null for a date without changes.
  const Changes* changes_of(std::string_view date) const;

  // Each link of each page is looked up here, by the hash of an address or of a path below content/.
  std::unordered_map<base::Hash, const Page*> by_address;
  std::unordered_map<base::Hash, const Page*> by_content;
  std::map<std::string, const Content*, std::less<>>
      contents;  // contents of all pages with an author, by the paths of their files
  std::map<std::string, bool, std::less<>> from_data;
  std::set<std::string, std::less<>> drafts;  // files below content/ that this build leaves out

  Redirects redirects;  // each former address has a page, unless its row had an error
  // Files that are also published at their former address, because only pages can redirect: {former, current}.
  std::vector<std::pair<std::string, std::string>> copies;

  std::vector<std::shared_ptr<const Changes>> changes;  // the files in data/changes/, the newest first
};

// Files in the folders of a site besides the pages that are built.
struct Listing {
  std::vector<const io::SourceFile*> files;             // of content/, published as they are; by path
  std::set<std::string, std::less<>> drafts;            // Markdown files left out, by their path below content/
  std::vector<std::string_view> layouts;                // the templates that exist: "lesson.html"
  std::vector<std::shared_ptr<const Changes>> changes;  // of data/changes/, by date
};

// `rows` are the rows of the database. `words` has the titles of generated pages. Codes: "duplicate-address",
// "duplicate-name", "reserved-folder", "unknown-layout", "unknown-contents", "unknown-navigation", "bad-address",
// "empty-site", and those of build_flow.
std::unique_ptr<Site> build_site(const Config& config, const data::Database& database, std::shared_ptr<const Rows> rows,
                                 const Words& words, std::vector<std::shared_ptr<const Evaluation>> evaluations,
                                 const Listing& listing, base::Diagnostics& diagnostics);

// Reads data/redirects.csv (null for none) into a site that has all its other pages, and adds a page for each address
// that was redirected or retired. Codes: those of read_redirects, "redirect-taken", "redirect-nowhere",
// "redirect-chain", "redirect-loop", "duplicate-address".
void add_redirects(Site& site, const base::SourceText* csv, const Words& words, base::Diagnostics& diagnostics);

// A folder with more pages and folders than this is a catalogue: its own page lists them, but the navigation does not.
inline constexpr size_t kMaxChildren = 60;

// The pages that site.json's `navigation` names, in order; by default the sections of the top folder, then its pages,
// unless they are a catalogue. Code: "unknown-navigation".
std::vector<const Page*> navigation_of(const Site& site, base::Diagnostics& diagnostics);

// The links that site.json's `footer` lists, in order. Code: "unknown-navigation".
std::vector<FooterLink> footer_of(const Site& site, base::Diagnostics& diagnostics);

// The address of the picture that site.json calls the site's `mark`; "" for none, and after an error "unknown-mark".
std::string mark_of(const Site& site, base::Diagnostics& diagnostics);
// Reports what the settings of the search name and the site does not have: "unknown-navigation", "unknown-table".
void check_search(const Site& site, base::Diagnostics& diagnostics);

}  // namespace site
