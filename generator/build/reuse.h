// Which pages stand as an earlier build published them: those of which all that they read still has the same answers,
// and whose files in the output folder are as they were left. Everything else is rendered.
#pragma once
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "build/build.h"
#include "build/cache.h"
#include "build/facts.h"
#include "build/output_folder.h"
#include "build/parse.h"
#include "build/query.h"
#include "io/file_system.h"
#include "io/stage.h"
#include "pages/ask.h"
#include "pages/rendered_page.h"

namespace build {

// What a build leaves for the next one of the same process, beside what it remembers for any.
struct InMemory {
  std::shared_ptr<const Inputs> inputs;
  Evaluated evaluated;
};

// An earlier build: what it remembered, and where it published. All of it outlives whoever looks.
struct EarlierBuild {
  const Cache& cache;
  const OutputFolder& output;
  InMemory& memory;
  io::Stage* stage;  // where what this build renders waits until it is published; null for in memory
  Facts* facts;      // what pages have read is noted there, and no longer in them; null for in them
};

class Reuse {
 public:
  // `taken` are the addresses at which the site publishes files of its own: no picture is drawn there.
  // `earlier` is null for none.
  Reuse(const EarlierBuild* earlier, const Inputs& inputs, const site::Site& site,
        std::set<std::string, std::less<>> taken);

  // Asks all that these pages have read, each once. To be called before take() of one of them.
  void ask(const std::vector<const site::Page*>& pages, const pages::Asked& asked, unsigned jobs);

  // Gives the page as it stands. False when it must be rendered; `rendered.why` then says why.
  // Its HTML is not read (read_html).
  bool take(const site::Page& page, pages::RenderedPage& rendered) const;

 private:
  enum class Answer : char { unknown, same, other };
  const pages::PageRecord* cached(const site::Page& page) const;

  const EarlierBuild* earlier_;
  const Inputs& inputs_;
  const site::Site& site_;
  std::set<std::string, std::less<>> taken_;
  std::vector<Answer> answers_;  // of the cache's facts
  bool are_same_data_ = false;   // as those that the cache's facts are of
};

// Reads the HTML of pages that are published as they are, and of those that wait, where `wanted` says so of a page, by
// its place, and it has not been read. An error "unreadable-file" where that fails: what is made of the page would be
// wrong.
void read_html(std::vector<pages::RenderedPage>& rendered, const EarlierBuild& earlier, unsigned jobs,
               const std::function<bool(size_t)>& wanted, base::Diagnostics& diagnostics);

// What this build remembers; `earlier` holds the facts of the pages that were kept, `facts` what the others have read.
// The pages' records are moved into it. REQUIRES: all files are among the outputs (gather.h notes their hashes).
Cache make_cache(std::vector<pages::RenderedPage>& rendered, Facts facts, const Inputs& inputs,
                 std::map<std::string, std::string> libraries, const std::map<std::string, Product>& products,
                 const Cache& earlier);

}  // namespace build
