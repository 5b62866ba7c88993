// Which pages an earlier build published as they would come out now: all values that they read are the same, and their
// files in the output folder have not been changed. All other pages are rendered.
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
#include "pages/ask.h"
#include "pages/rendered_page.h"

namespace build {

// What the pages of a build have read, each dependency once: pages share most of them.
class Facts {
 public:
  // The number of a fact in the list; it is added if it is new.
  uint32_t add(std::string_view question, const base::Hash& answer);
  // The numbers of all that the page at an address has read. A key whose value depends on the page is stored with the
  // page's address (build::Fact), for this page alone.
  std::vector<uint32_t> add(const site::Record& reads, std::string_view address);
  // Leaves this empty.
  std::deque<Fact> take() { return numbers_.clear(), std::exchange(list_, {}); }

 private:
  uint32_t add_own(std::string question, const base::Hash& answer);

  std::deque<Fact> list_;                                   // whose elements never move
  std::unordered_map<std::string_view, uint32_t> numbers_;  // of shared facts
};

// What a build that publishes has beside the site. All of it outlives the build.
struct Publication {
  Store& store;                // of earlier builds
  const OutputFolder& folder;  // as it was before this build
  Outputs* outputs = nullptr;  // null for leaving the bytes of pages in them
  Facts* facts = nullptr;      // null for leaving what pages have read in them
  // Called when all pages are rendered, and right, but those that repeat others.
  Preview preview = {};
  // The same, but while the others are rendered.
  std::function<void(const CheckedSite&)> meanwhile = {};
};

class Reuse {
 public:
  // `addresses` are those at which the site publishes files of its own: no picture is drawn there.
  // `publication` is null for none.
  Reuse(const Publication* publication, const Inputs& inputs, const site::Site& site,
        std::set<std::string, std::less<>> addresses);

  // Computes the values of all that these pages have read, each once. REQUIRED before take() of one of them
  void ask(const std::vector<const site::Page*>& pages, const pages::Asked& asked, unsigned jobs);

  // Sets the page to what was published. False if it must be rendered; `rendered.why` then says why.
  bool take(const site::Page& page, pages::RenderedPage& rendered) const;

 private:
  enum class Answer : char { unknown, same, other };
  const pages::PageRecord* cached(const site::Page& page) const;

  const Publication* publication_;
  const Cache* cache_ = nullptr;  // null for none
  const Inputs& inputs_;
  const site::Site& site_;
  std::set<std::string, std::less<>> addresses_;
  std::vector<Answer> answers_;  // of the cache's facts
  bool are_same_data_ = false;   // as those that the cache's facts are of
};

// What this build remembers; `earlier` has the facts of the pages that were kept, `facts` those of the others. Moves
// the pages' records into it. REQUIRES: all files are among the outputs
Cache make_cache(std::vector<pages::RenderedPage>& rendered, Facts facts, const Inputs& inputs,
                 const std::map<std::string, Product>& products, const Cache& earlier);

}  // namespace build
