// The build cache: on disk for later builds, and in memory for the next build of this process.
// The file is in a folder of the site that is not published. It may be lost, truncated, or written by a different
// program; then the next build is a clean build. The file begins with "sourcebook store 1\n" and has two parts, each
// after a checksum: the state of the site, which is sufficient if nothing has changed, and the cache. See build/bytes.h
// for the encoding.
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "build/output_folder.h"
#include "io/source_tree.h"
#include "pages/rendered_page.h"
#include "search/search.h"
#include "site/content.h"

namespace data {
class Database;
}

namespace build {

struct Inputs;
struct Options;

// The state of a site and its output folder at the end of a build without errors. If it is unchanged, the site is up to
// date. Files are compared by their stamps, so that a build of an unchanged site does not read any.
struct SiteState {
  static constexpr size_t kFields = 8;
  std::map<std::string, std::string> libraries;  // versions of the libraries that the build used (program.cc)
  base::Hash options;                            // the hash of the options, by hash_of()
  bool is_clean = false;                         // whether nothing was reported
  uint64_t pages = 0, figures = 0, sources = 0;  // counts for the build's report
  std::vector<io::SourceTree::State> inputs;
  PublishedFiles outputs;
};

// A dependency key and the hash of its value (site::View). A key whose value depends on the reading page ends with a
// tab and the page's address.
struct Fact {
  static constexpr size_t kFields = 2;
  std::string key;
  base::Hash value_hash;
  auto operator<=>(const Fact&) const = default;
};

// A file of content/ that was parsed without diagnostics and does not depend on data.
struct CachedContent {
  static constexpr size_t kFields = 2;
  base::Hash file;
  site::Outline outline;
  bool operator==(const CachedContent&) const = default;
};

// Files that are made from more than one page: the search index, the downloads of the data.
struct Product {
  static constexpr size_t kFields = 2;
  base::Hash from;                          // the hash of all inputs of the files
  std::map<std::string, base::Hash> files;  // keyed by address
  bool operator==(const Product&) const = default;
};

struct Cache {
  static constexpr size_t kFields = 4;
  std::deque<Fact> facts;
  // Pages that were rendered without an error, by address. Spans are positions in the page's own file, whose name is
  // not stored; an empty span is 0 and 0.
  std::map<std::string, pages::PageRecord, std::less<>> pages;
  std::map<std::string, CachedContent, std::less<>> contents;  // keyed by path
  std::map<std::string, Product> products;
};

// Evaluations without diagnostics, for the next build of the same process.
using Evaluations = std::vector<std::shared_ptr<const site::Evaluation>>;
struct Evaluated {
  std::shared_ptr<const data::Database> database;
  struct Pages {
    Evaluations list;
    uint64_t work = 0;  // the work of the queries (base/work.h)
  };
  std::map<const site::Content*, Pages> by_content;
};

inline constexpr std::string_view kStoreFormat = "sourcebook store 1\n";

// Returns a hash of the options that change the published files.
base::Hash hash_of(const Options& options);
// Returns a hash of the files without their stamps.
base::Hash hash_of(const std::vector<io::SourceTree::State>& files);

// `program` distinguishes programs that render the same site differently. Reading accepts any bytes; the result is
// empty unless write_store wrote them for the same program.
std::string write_store(const SiteState& state, const Cache& cache, std::string_view program);
SiteState read_state(std::string_view bytes, std::string_view program);
Cache read_cache(std::string_view bytes, std::string_view program);

class Store {
 public:
  // `options` must outlive the store.
  explicit Store(const Options& options) : options_(options) {}

  // Both read their part of the file on first use. The result is empty if the file was written by a different program
  // or with different libraries.
  const SiteState& state();
  const Cache& cache();
  // Replaces the state and the cache. A failure to write them only makes the next build slower.
  void save(SiteState state, Cache cache);
  void save(SiteState state);

  // Results of the last build in this process.
  std::shared_ptr<const Inputs> inputs;
  Evaluated evaluated;
  search::ReadPages searched;
  std::map<std::string, blocks::Uses> uses;  // the uses of sources and rows in the last complete build, by page

 private:
  const Options& options_;
  bool is_read_ = false;
  std::string file_;  // the bytes of the file, until the cache in it is parsed
  SiteState state_;
  std::optional<Cache> cache_;
};

// ---- program.cc: identifies this program and its libraries, because other versions may render the same site
// differently. Libraries for pictures, the layout of flows and syntax highlighting are loaded on demand.

// Returns a hash of the linker's build ids of the program and of the libraries that it was started with, and of the
// font for pictures. Returns "" if the program has no id; builds should then not use a cache.
std::string program_identity();

// Returns the libraries that are currently loaded: build ids by path.
std::map<std::string, std::string> loaded_libraries();

// Whether these paths still contain the same libraries.
bool are_same_libraries(const std::map<std::string, std::string>& libraries);

// ---- store.cc
// Returns the folders of a site that are read.
const std::vector<std::string>& site_folders();

// Returns the current files of the site if the stored state is from a build with these options and without diagnostics.
// Comparing their stamps may then be enough.
std::optional<std::vector<io::SourceTree::State>> read_stamps(const SiteState& state, const io::FileSystem& root,
                                                              const Options& options);
// Whether a build has nothing to do, because the files of read_stamps() and the published files are unchanged.
bool is_up_to_date(const SiteState& state, const std::optional<std::vector<io::SourceTree::State>>& now,
                   const OutputFolder& folder, unsigned jobs);

}  // namespace build
