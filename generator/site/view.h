// The one door to what a page may show. Rendering asks here and nowhere else; each answer is recorded with its hash,
// and that record says exactly when a page must be rendered again.
//
// One View a rendered page, used by one thread. What it returns lives as long as the Site.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "site/site.h"

namespace site {

// What was read -> its hash: "frame:prices", "cell:specs/x/peak", "ref:prices/a", "competition:figures/a/peak",
// "source:jouppi", "page:cost.html", "term:mxu".
using Reads = std::map<std::string, base::Hash>;

// Where readers of a page are led on to from it.
struct Moved {
  const Redirect* page = nullptr;   // of a page that a redirect leaves behind; null for others
  std::span<const Redirect> parts;  // by anchor; broken ones too
};

class View {
 public:
  View(const Site& site, const Page& page) : site_(site), page_(page) {}
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  const Page& page() const { return page_; }
  const Config& config() const { return *site_.config; }
  const quantity::Units& units() const { return site_.database->units(); }

  // Null when the page has no such query, and no block of it names such a table.
  const quantity::Frame* frame(std::string_view name);
  const Cell* cell(std::string_view key);
  // By what stands behind "fig:", a name or "TABLE/KEY/COLUMN"; null for what could not be found or computed.
  const Figure* figure(std::string_view key);
  // An assert of any page; null for none.
  const Assert* assertion(std::string_view name);
  // A value of the page's row or params, as text; null for none.
  const quantity::Value* value(std::string_view name);
  std::optional<data::Provenance> provenance(std::string_view ref);
  // The link from this page to the row's place on the page of its resource; "" for a row that is not shown there.
  // REQUIRES: provenance(ref) was asked for, which records this too.
  std::string row_link(std::string_view ref) const;
  // The rows that state the same as this one; null when nothing competes.
  const data::Competition* competition(std::string_view ref);
  const std::vector<data::Contradiction>& contradictions();
  const data::Source* source(std::string_view id);
  // The target of a link: null for none. What is read of it is that it exists, its title and its kind.
  const Page* target(std::string_view address);
  Moved moved();
  const Page* target_of_content(std::string_view content_path);

  // What the word of the glossary at this place means; "" for none, and for links to other pages. Seen from the
  // glossary itself nothing is said twice.
  std::string_view definition(std::string_view address, std::string_view anchor);

  // What a list says of a page; `name` tells the page's lists apart. Order counts.
  void read_list(std::string_view name, const std::vector<const Page*>& list);

  // For what is not behind this door: the parsed file, the templates, the navigation.
  void record(std::string what, base::Hash hash) { reads_.emplace(std::move(what), hash); }
  const Reads& reads() const { return reads_; }

  // The model itself. Whoever shows something of it that is not behind this door records it.
  const Site& site() const { return site_; }

 private:
  const Site& site_;
  const Page& page_;
  Reads reads_;
};

}  // namespace site
