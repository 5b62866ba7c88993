// Decides which pages of an earlier build are up to date: all values that they read are unchanged, and so are their
// files in the output folder. All other pages are rendered.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "build/build.h"
#include "build/output.h"
#include "build/output_folder.h"
#include "build/parse.h"
#include "build/store.h"
#include "pages/rendered_page.h"
#include "pages/value_hash.h"

namespace build {

// What the pages of a build have read. Each dependency is stored once, because pages share most of them.
class Facts {
 public:
  // The number of a fact in the list; it is added if it is new.
  uint32_t add(std::string_view key, const base::Hash& value_hash);
  // The numbers of everything that the page at an address has read. A key whose value depends on the page is stored
  // with the page's address (build::Fact), for this page only.
  std::vector<uint32_t> add(const site::Record& reads, std::string_view address);
  // Leaves this empty.
  std::deque<Fact> take() { return numbers_.clear(), std::exchange(list_, {}); }

 private:
  uint32_t add_own(std::string key, const base::Hash& value_hash);

  std::deque<Fact> list_;                                   // whose elements never move
  std::unordered_map<std::string_view, uint32_t> numbers_;  // of shared facts
};

// What a publishing build uses in addition to the site. All of it must outlive the build.
struct Publication {
  Store& store;                // of earlier builds
  const OutputFolder& folder;  // as it was before this build
  Outputs* outputs = nullptr;  // null to leave the bytes of pages in them
  Facts* facts = nullptr;      // null to leave the records of pages in them
  // Called when all pages except print pages were rendered without errors.
  Preview preview = {};
  // Called at the same time, and runs while the print pages are rendered.
  std::function<void(const CheckedSite&)> meanwhile = {};
};

class Reuse {
 public:
  // `addresses` are those of the site's own files: no picture is drawn there. `publication` may be null.
  Reuse(const Publication* publication, const Inputs& inputs, std::set<std::string, std::less<>> addresses);

  // Computes the values of all dependencies of these pages, each once. REQUIRED before restore() of one of them
  void compare_values(const std::vector<const site::Page*>& pages, const pages::ValueSources& sources, unsigned jobs);

  // Restores the page as it was published. Returns false if it must be rendered; `why` then has the reasons.
  bool restore(pages::RenderedPage& rendered) const;

 private:
  enum class State : char { unknown, same, changed };
  const pages::PageRecord* cached(const site::Page& page) const;

  const Publication* publication_;
  const Cache* cache_ = nullptr;  // null for none
  const Inputs& inputs_;
  std::set<std::string, std::less<>> addresses_;
  std::vector<State> states_;   // of the cache's facts
  bool are_same_data_ = false;  // the cache's facts are for the same data
};

// The cache of this build; `earlier` has the facts of reused pages, `facts` those of the others. Moves the pages'
// records into it. REQUIRES: all files were added to the outputs
Cache make_cache(std::vector<pages::RenderedPage>& rendered, Facts facts, const Inputs& inputs,
                 const std::map<std::string, Product>& products, const Cache& earlier);

}  // namespace build
