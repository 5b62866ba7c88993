// Folder build/: a build, from source folder to published folder. check_site() is the list of all passes up to the last
// wall.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash.h"
#include "build/write.h"
#include "check/losses.h"
#include "check/permalinks.h"
#include "io/file_system.h"
#include "pages/rendered_page.h"
#include "site/site.h"

namespace build {

class Outputs;
struct Inputs;
struct Publication;

struct Options {
  std::string base_url;  // instead of site.json's; "" for that
  bool drafts = false;
  bool strict = false;          // warnings are errors
  bool refuse_unbound = false;  // if there is data/unbound.txt, unbound words that it does not list are errors
  unsigned jobs = 1;
  bool verify = false;  // the output will be compared (build/verify.h): the report says what was read
  // Where builds remember what they did (build/store.h), so that the next one renders what has changed; null for in
  // this process only. `program` distinguishes programs that render the same site differently.
  io::FileSystem* memory = nullptr;
  std::string program;
  bool draws_pictures = true;  // false: the file of a picture contains the SVG to draw it from
  bool remembers = true;  // false for a build that neither uses nor leaves a cache: what pages read is not recorded
};

// A page that was rendered, and why: what it had read that has changed; "new", "forgotten", "gone: FILE".
struct RenderedAgain {
  std::string address;
  std::vector<std::string> why;
};

struct Report {
  base::Diagnostics diagnostics;  // sorted
  size_t pages = 0;
  size_t figures = 0;  // in prose, checked
  size_t sources = 0;
  base::Hash read;                      // of the site's files, with their paths, if asked for (Options::verify)
  std::vector<RenderedAgain> rendered;  // by address
  size_t reused = 0;                    // pages that an earlier build published
  WriteCounts files;
  bool machine_failed = false;  // a disk, for example; not a mistake of the site

  // What diagnostics point into.
  std::shared_ptr<const void> sources_of_spans;
};

// The promise that published addresses last (data/permalinks.txt, data/redirects.csv), compared with what was rendered.
struct AddressCheck {
  check::Permalinks recorded;
  std::vector<check::Loss> losses;  // each was reported
};

// A site before the last wall: all passes up to there have run. Nothing has been written.
struct CheckedSite {
  std::shared_ptr<const Inputs> inputs;
  std::unique_ptr<const site::Site> site;
  std::vector<pages::RenderedPage> rendered;
  AddressCheck addresses;
  Report report;
};

// The names of the files in Options::memory. The second makes git ignore the folder.
inline constexpr const char *kStoreFile = "cache", *kIgnoreFile = ".gitignore";

// Called with the pages of a site, in their order, and with what will be published of them, when they have passed all
// checks: all pages but those that repeat others, which are not rendered yet. Not called after an error. A later pass
// may still find one.
using Preview = std::function<void(const std::vector<pages::RenderedPage>&, const Outputs&)>;

std::vector<site::PageLinks> links_of(const std::vector<pages::RenderedPage>& rendered);

// Reads, parses, queries, models, renders and checks the site in `root`. With a publication (build/reuse.h), its pages
// are staged, and those that an earlier build published as they would come out now are not rendered.
CheckedSite check_site(const io::FileSystem& root, const Options& options, const Publication* publication = nullptr);

// Reads the site in `root` and publishes it to `output`. After an error nothing is written. For several builds of one
// site, see Builder.
Report build_site(const io::FileSystem& root, io::FileSystem& output, const Options& options);

// Consecutive builds of one site: each renders and writes what has changed since the one before, in this process or in
// an earlier one. A builder also has parsed pages, the database and query results in memory, which only saves time.
//
//   build::Builder builder(root, output, options);
//   for (;;) { wait_for_edits(); show(builder.build()); }
class Builder {
 public:
  // Both file systems, and that of the options, outlive this.
  Builder(const io::FileSystem& root, io::FileSystem& output, Options options);
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;
  ~Builder();

  // A build with errors writes nothing, and the next one continues from the last that had none.
  Report build(const Preview& preview = {});

  // Frees the site of the last build, and reads the cache unless it is in memory: the next build need not.
  void get_ready();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace build
