// Determines which pages of an earlier build are up to date: all values that they read are unchanged, and so are their
// files in the output folder. All other pages are rendered.
#pragma once
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "build/build.h"
#include "build/output.h"
#include "build/output_folder.h"
#include "build/parse.h"
#include "build/store.h"
#include "pages/rendered_page.h"
#include "pages/view.h"

namespace build {

// The values that the pages of a build have read. Each dependency is stored once, because pages share most of them.
class Facts {
 public:
  // Returns the number of a fact in the list; adds the fact if it is new.
  uint32_t add(std::string_view key, const base::Hash& value_hash);
  // Returns the numbers of everything that the page at `address` has read. A key whose value depends on the page is
  // stored with the page's address (build::Fact), for this page only.
  std::vector<uint32_t> add(const site::Record& reads, std::string_view address);
  // Returns the list, and leaves this object empty.
  std::deque<Fact> take() { return numbers_.clear(), std::exchange(list_, {}); }

 private:
  uint32_t add_own(std::string key, const base::Hash& value_hash);

  std::deque<Fact> list_;                                   // a deque, because its elements never move
  std::unordered_map<std::string_view, uint32_t> numbers_;  // numbers of facts that pages share
};

// Additional inputs of a build that publishes. All of them must outlive the build.
struct Publication {
  Store& store;                // the results of earlier builds
  const OutputFolder& folder;  // the output folder before this build
  Outputs* outputs = nullptr;  // receives the pages' bytes; null to leave these in the pages
  Facts* facts = nullptr;      // receives the pages' records; null to leave these in the pages
  Live live = {};
  // Called when all pages except print pages have been rendered without errors; runs while those are rendered.
  std::function<void(const CheckedSite&)> meanwhile = {};
};

class Reuse {
 public:
  // `publication` may be null.
  Reuse(const Publication* publication, const Inputs& inputs, const site::Site& site);

  // Computes the values of all dependencies of these pages, each once. Call it before restore() of one of these pages.
  void compare_values(const std::vector<const site::Page*>& pages, const pages::ValueSources& sources, unsigned jobs);

  // Restores the page as it was published. Returns false if it must be rendered; `why` then contains the reasons.
  bool restore(pages::RenderedPage& rendered) const;

 private:
  enum class State : char { unknown, same, changed };
  const pages::PageRecord* cached(const site::Page& page) const;
  // Whether a file of the site is published at this address, where no picture is drawn then.
  bool is_own_file(std::string_view address) const;

  const Publication* publication_;
  const Cache* cache_ = nullptr;  // the cache of an earlier build; null if there is none
  const Inputs& inputs_;
  const site::Site& site_;
  std::vector<State> states_;   // states of the cache's facts
  bool are_same_data_ = false;  // whether the cache's facts are about the same data
};

// Returns the cache of this build; `earlier` contains the facts of reused pages, `facts` those of the others. Moves the
// pages' records into the cache. REQUIRES: all files have been added to the outputs.
Cache make_cache(std::vector<pages::RenderedPage>& rendered, Facts facts, const Inputs& inputs,
                 const std::map<std::string, Product>& products, const Cache& earlier);

}  // namespace build
