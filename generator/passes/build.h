// Folder build/: builds a site from the source folder to the published folder. check_site() lists all passes.
#pragma once
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "check/losses.h"
#include "check/permalinks.h"
#include "io/file_system.h"
#include "pages/rendered_page.h"
#include "passes/write.h"
#include "site/site.h"

namespace passes {

class Outputs;
class Store;
struct Inputs;

struct Options {
  std::string base_url;    // replaces the base URL of site.json unless it is ""
  std::string repository;  // used if site.json has none
  bool drafts = false;
  bool strict = false;          // whether warnings are errors
  bool refuse_unbound = false;  // whether data/unbound.txt, if there is one, must list all unbound words
  bool compares_order = false;  // whether queries must state the order of their rows
  unsigned jobs = 1;
  // Where builds store the state of the site (passes/store.h), so that the next one ends at once if nothing has
  // changed; null to keep it only in this process. `program` distinguishes programs that render the same site
  // differently.
  io::FileSystem* memory = nullptr;
  std::string program;
  bool adopts_output = false;  // whether to overwrite files in the output folder that no build wrote
  bool draws_pictures = true;  // whether to draw pictures; if not, their files contain the SVG
  bool uses_cache = true;      // whether to read and write the stored state
};

struct Report {
  base::Diagnostics diagnostics;  // sorted by position
  size_t pages = 0;
  size_t figures = 0;  // number of checked figures in prose
  size_t sources = 0;
  std::string work;  // the use of the budget: "3.1 of 85 million units: queries 60 %, pages 40 %" (base/work.h)
  std::vector<std::string> notes;  // what the program does not do in the language of the site, in sentences
  WriteCounts files;
  bool machine_failed = false;  // whether the machine failed (for example the disk), which is not an error of the site
  bool is_stopped = false;      // whether the build was stopped (Live::stop); then nothing else is known

  // Owns the texts that diagnostics point into.
  std::shared_ptr<const void> sources_of_spans;
};

// The result of checking that published addresses still exist (data/permalinks.txt, data/redirects.csv).
struct AddressCheck {
  check::Permalinks recorded;
  std::vector<check::Loss> losses;  // all losses, which have been reported
};

// A site for which all passes up to the last wall have run. Nothing has been written.
struct CheckedSite {
  std::shared_ptr<const Inputs> inputs;
  std::unique_ptr<const site::Site> site;
  std::vector<pages::RenderedPage> rendered;
  AddressCheck addresses;
  Report report;

  // Returns the page at an address; null if there is none, or if it was not rendered because a template has an error.
  const pages::RenderedPage* find(std::string_view address) const {
    const site::Page* page = site->find(address);
    return page && page->number < rendered.size() ? &rendered[page->number] : nullptr;
  }
};

// The names of the files in Options::memory. kIgnoreFile makes git ignore the folder.
inline constexpr const char *kStoreFile = "cache", *kIgnoreFile = ".gitignore";

// For a build while somebody looks at pages of the site. The callbacks are called on the thread of the build.
struct Live {
  std::vector<std::string> pages;  // addresses of the pages that are looked at, which are rendered before all others
  // Called with each of these pages that has no error, once it is rendered. Another page may still have an error.
  std::function<void(const pages::RenderedPage&)> show_page = {};
  // Called with the errors of one of these pages, or with all errors that are known before any page is rendered.
  std::function<void(const base::Diagnostics&)> show_errors = {};
  // Another thread sets it when files have changed again. The build then stops soon, and writes and reports nothing.
  const std::atomic<bool>* stop = nullptr;
};

std::vector<site::PageLinks> links_of(const std::vector<pages::RenderedPage>& rendered);

// Additional inputs of a build that publishes. All of them must outlive the build.
struct Publication {
  Store& store;      // the results of earlier builds
  Outputs& outputs;  // receives the pages' bytes
  const Live& live;
  // Called when all pages except print pages have been rendered without errors; runs while those are rendered.
  std::function<void(const CheckedSite&)> meanwhile;
};

// Reads, parses, queries, models, renders and checks the site in `root`. With a publication, stages its pages.
CheckedSite check_site(const io::FileSystem& root, const Options& options, const Publication* publication = nullptr);

// Reads the site in `root` and publishes it to `output`. After an error nothing is written. For several builds of the
// same site, use Builder.
Report build_site(const io::FileSystem& root, io::FileSystem& output, const Options& options);

// What a page shows.
struct Explanation {
  std::string address;  // "" if the site has no such page
  // Names by kind: its "file", the "queries" of its blocks, the "figures" and cells in its text, the files with its
  // "data" and the number of their rows, its "sources", the pages that it "links to" and is "linked from", its
  // "template" with the files of the site's own theme that this includes.
  std::map<std::string, std::set<std::string>> shows;
  std::string help;  // the name of a similar page if there is none of this name; "" if no name is similar
  Report report;     // the site's errors
};
// Explains the page that `page` names (site/site.h). Writes nothing.
Explanation explain_page(const io::FileSystem& root, const Options& options, const std::string& page);

// Runs consecutive builds of one site. Each renders all pages and writes the files that have changed, unless no file of
// the site or its output has changed since the last build. Parsed pages, the database and query results stay in memory.
//   passes::Builder builder(root, output, options);
//   for (;;) { wait_for_edits(); show(builder.build()); }
class Builder {
 public:
  // Both file systems, and the one in the options, must outlive the builder.
  Builder(const io::FileSystem& root, io::FileSystem& output, Options options);
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;
  ~Builder();

  // Runs a build. A build with errors writes nothing, and the next build continues from the last one without errors.
  Report build(const Live& live = {});

  // Makes the next build faster: frees the site of the last build.
  void get_ready();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace passes
