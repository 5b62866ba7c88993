// Where something that was published may have gone: what is nearest to it by name, by its anchors, by its place.
//
// What was there before is known by its address and its anchors only, since a build looks at no history. So what counts
// is what is new: a page that was renamed has an address that was never recorded, a heading that was reworded an anchor
// that was never recorded.
#pragma once
#include <string_view>
#include <unordered_map>
#include <vector>

#include "check/permalinks.h"
#include "site/link.h"
#include "site/place.h"
#include "site/site.h"

namespace check {

struct Nearest {
  std::vector<site::Place> places;  // the nearest first; three at most
  bool is_likely = false;           // so near to the first, and to no other, that it may be written down
};

// How alike two names of addresses are, by the pairs of letters that they share: from 0 to 1.
double likeness(std::string_view a, std::string_view b);

// Indexes are made when first asked for, so that a site which has lost nothing pays nothing. For one thread.
class NearestFinder {
 public:
  // All outlive the finder.
  NearestFinder(const site::Site& site, const std::vector<site::PageLinks>& pages, const Permalinks& recorded)
      : site_(site), pages_(pages), recorded_(recorded) {}

  Nearest to_page(const RecordedPage& lost);
  // Where an anchor of a page may be: on `page`, which is that page or the one that it became, or elsewhere.
  Nearest to_anchor(std::string_view anchor, const site::Page& page);

 private:
  struct NewPage {
    const site::Page* page = nullptr;
    const std::vector<std::string>* anchors = nullptr;
  };
  struct Score {
    size_t page = 0;  // of new_
    double value = 0;
    bool is_likely = false;
  };

  void index();
  // Of new pages that share something with the lost one.
  std::vector<size_t> pool(const RecordedPage& lost);
  Score score(const RecordedPage& lost, size_t page) const;
  const std::vector<std::string>* anchors_of(std::string_view address) const;

  const site::Site& site_;
  const std::vector<site::PageLinks>& pages_;
  const Permalinks& recorded_;
  bool is_indexed_ = false;
  size_t compared_ = 0;  // with pages that have nothing but the folder in common
  std::vector<NewPage> new_;
  std::unordered_map<std::string_view, std::vector<size_t>> by_key_, by_folder_, by_anchor_;  // of new_
  std::unordered_map<std::string_view, std::vector<const site::Page*>> new_anchors_, all_anchors_;
  std::unordered_map<std::string_view, const std::vector<std::string>*> by_address_;
};

}  // namespace check
