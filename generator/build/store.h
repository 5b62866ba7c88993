// The build cache: on disk for later builds, and in memory for the next build of this process.
//
// The file, in a folder of the site that is not published, may be lost, truncated, or written by another program: then
// a clean build is done. It begins with "sourcebook store 1\n" and has two parts, each after a checksum: the state of
// the site, which suffices if nothing has changed, and the cache. See build/bytes.h for the encoding.
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

// The state of a site and its output folder when a build ended without errors. If it is unchanged, the site is up to
// date. Files are compared by their stamps, so that a build of an unchanged site does not read any.
struct SiteState {
  std::map<std::string, std::string> libraries;  // that the build used (build/program.h)
  base::Hash options;                            // see hash_of()
  bool is_clean = false;                         // nothing was reported
  uint64_t pages = 0, figures = 0, sources = 0;  // as in its report
  std::vector<io::SourceTree::State> inputs;
  PublishedFiles outputs;
};

// A dependency key and the hash of its value (site::View). A key whose value depends on the page that reads it ends
// with a tab and the page's address.
struct Fact {
  std::string key;
  base::Hash value_hash;
  auto operator<=>(const Fact&) const = default;
};

// A file of content/ that parsing reported nothing about, and that does not depend on data.
struct CachedContent {
  base::Hash file;
  site::Outline outline;
  bool operator==(const CachedContent&) const = default;
};

// Files that are made from more than a page: the search index, the downloads of the data.
struct Product {
  base::Hash from;                          // of all their inputs
  std::map<std::string, base::Hash> files;  // by address
  bool operator==(const Product&) const = default;
};

struct Cache {
  std::deque<Fact> facts;
  // By address: pages that were rendered without an error. Spans are positions in the page's own file, whose name is
  // not stored; 0 and 0 for none.
  std::map<std::string, pages::PageRecord, std::less<>> pages;
  std::map<std::string, CachedContent, std::less<>> contents;  // by path
  std::map<std::string, Product> products;
};

// What a build evaluated without diagnostics, for the next build of the same process.
using Evaluations = std::vector<std::shared_ptr<const site::Evaluation>>;
struct Evaluated {
  std::shared_ptr<const data::Database> database;
  struct Pages {
    Evaluations list;
    uint64_t work = 0;  // of their queries (base/work.h)
  };
  std::map<const site::Content*, Pages> by_content;
};

inline constexpr std::string_view kStoreFormat = "sourcebook store 1\n";

// A hash of the options that change what is published.
base::Hash hash_of(const Options& options);
// A hash of the files, without their stamps.
base::Hash hash_of(const std::vector<io::SourceTree::State>& files);

// `program` distinguishes programs that render the same site differently. Any bytes may be read; empty unless
// write_store wrote them for the same program.
std::string write_store(const SiteState& state, const Cache& cache, std::string_view program);
SiteState read_state(std::string_view bytes, std::string_view program);
Cache read_cache(std::string_view bytes, std::string_view program);

class Store {
 public:
  // `options` outlives this.
  explicit Store(const Options& options) : options_(options) {}

  // The state and the cache are each read on first use. Empty if the file was written by another program or with other
  // libraries.
  const SiteState& state();
  const Cache& cache();
  // Replaces both. A failure to write them only makes the next build slower.
  void save(SiteState state, Cache cache);
  void save(SiteState state);

  // The evaluations of the last build of this process.
  std::shared_ptr<const Inputs> inputs;
  Evaluated evaluated;
  search::ReadPages searched;

 private:
  const Options& options_;
  bool is_read_ = false;
  std::string file_;  // until its cache is parsed
  SiteState state_;
  std::optional<Cache> cache_;
};

// The folders of a site that are read.
const std::vector<std::string>& site_folders();

// The current files of the site, if the stored state is from a build with these options and without diagnostics. In
// that case comparing stamps may be enough.
std::optional<std::vector<io::SourceTree::State>> read_stamps(const SiteState& state, const io::FileSystem& root,
                                                              const Options& options);
// Whether a build has nothing to do: the files of read_stamps() and the published files are all unchanged.
bool is_up_to_date(const SiteState& state, const std::optional<std::vector<io::SourceTree::State>>& now,
                   const OutputFolder& folder, unsigned jobs);

}  // namespace build
