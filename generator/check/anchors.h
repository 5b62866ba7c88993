// The anchors of all pages, and their positions in the sources.
#pragma once
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "site/place.h"
#include "site/site.h"

namespace check {

// Looks up anchors. Not thread-safe. `pages` and their texts must outlive the object.
class Anchors {
 public:
  explicit Anchors(const std::vector<site::PageLinks>& pages);
  // Returns the sorted anchors of a page, including those of rows. Returns null for an address that is not a page,
  // because the anchors of files are not known.
  const std::vector<std::string_view>* of(std::string_view address);
  bool has(std::string_view address, std::string_view anchor);
  // Returns the links of the page at an address, or null.
  const site::PageLinks* page(std::string_view address) const;

 private:
  std::unordered_map<std::string_view, const site::PageLinks*> by_address_;
  std::map<const site::PageLinks*, std::vector<std::string_view>> sorted_;  // names in order, made when first needed
};

// The position of an anchor in the source of its page: a heading, or the name of a table, chart or estimate.
struct AnchorSource {
  base::Span span;  // empty for other kinds of anchors
  bool is_heading = false;
  bool has_own_id = false;  // whether the heading has an id written as {#id}
};
AnchorSource source_of(const site::Site& site, const site::Place& place);

// Returns the page that now has the anchors of a published address: the page there, or the one to which the whole page
// is redirected. Returns null for a file, and for a page that was lost, retired or redirected to a part of a page.
const site::Page* page_now(const site::Site& site, const std::string& address);

}  // namespace check
