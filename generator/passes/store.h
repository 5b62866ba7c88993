// What a build keeps for the next one: on disk the state of the site, and in memory the results that the next build of
// the same process reuses.
// The file is in a folder of the site that is not published. It may be lost, truncated, or written by a different
// program; then the next build renders all pages. Its first line is kStateFormat with a checksum of the other lines:
//   program ID
//   options HASH
//   clean PAGES FIGURES SOURCES     (or "warnings", after which the site never counts as up to date)
//   in STAMP HASH PATH              (a file of the site)
//   out STAMP HASH ADDRESS          (a published file)
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "blocks/references.h"
#include "io/source_tree.h"
#include "passes/output_folder.h"
#include "site/content.h"

namespace data {
class Database;
}

namespace passes {

class Estimates;
struct Inputs;
struct Options;

// The state of a site and its output folder at the end of a build without errors. If it is unchanged, the site is up to
// date. Files are compared by their stamps, so that a build of an unchanged site does not read any.
struct SiteState {
  base::Hash options;                            // the hash of the options, by hash_of()
  bool is_clean = false;                         // whether nothing was reported
  uint64_t pages = 0, figures = 0, sources = 0;  // counts for the build's report
  std::vector<std::string> folders;              // those that were read besides site_folders()
  std::vector<io::SourceTree::State> inputs;
  PublishedFiles outputs;
};

// Evaluations and results without diagnostics and calculated estimates, for the next build of the same process.
using Evaluations = std::vector<std::shared_ptr<const site::Evaluation>>;
struct Evaluated {
  std::shared_ptr<const data::Database> database;
  std::shared_ptr<Estimates> estimates;  // their results may be on any page
  struct Pages {
    Evaluations list;
    uint64_t work = 0;  // the work of the queries (base/work.h)
  };
  std::map<const site::Content*, Pages> by_content;
  struct Result {
    site::FramePtr frame;
    uint64_t work = 0;
  };
  using Results = std::map<std::string, Result>;
  Results results;  // of queries, by their text and parameters
};

inline constexpr std::string_view kStateFormat = "sourcebook state 1 ";

// Returns a hash of the options that change the published files.
base::Hash hash_of(const Options& options);

// `program` distinguishes programs that render the same site differently. Reading accepts any bytes; the result is
// empty unless write_state() wrote them for the same program.
std::string write_state(const SiteState& state, std::string_view program);
SiteState read_state(std::string_view bytes, std::string_view program);

class Store {
 public:
  // `options` must outlive the store.
  explicit Store(const Options& options) : options_(options) {}

  // Reads the file on first use. The result is empty if a different program wrote the file.
  const SiteState& state();
  // A failure to write the state only makes the next build slower.
  void save(SiteState state);

  // Results of the last build in this process.
  std::shared_ptr<const Inputs> inputs;
  Evaluated evaluated;
  std::map<std::string, blocks::Uses> uses;  // the uses of sources and rows in the last complete build, by page

 private:
  const Options& options_;
  bool is_read_ = false;
  SiteState state_;
};

// ---- program.cc: identifies this program, because others may render the same site differently.

// Returns a hash of the linker's build ids of the program and of the libraries that it was started with, and of the
// font for pictures. Returns "" if the program has no id; builds should then not use a cache.
std::string program_identity();

// ---- store.cc
// Returns the folders that every site has.
const std::vector<std::string>& site_folders();

// Returns the folders of a site that are read: these, and those with files that pages may include.
std::vector<std::string> folders_to_read(const io::FileSystem& root);

// Returns the current files of the site if the stored state is from a build with these options and without diagnostics.
// Comparing their stamps may then be enough.
std::optional<std::vector<io::SourceTree::State>> read_stamps(const SiteState& state, const io::FileSystem& root,
                                                              const Options& options);
// Whether a build has nothing to do, because the files of read_stamps() and the published files are unchanged.
bool is_up_to_date(const SiteState& state, const std::optional<std::vector<io::SourceTree::State>>& now,
                   const OutputFolder& folder, unsigned jobs);

}  // namespace passes
