// The anchors of all pages, to be looked up.
#pragma once
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "site/link.h"

namespace check {

// For one thread: most links ask for no anchor, so that what is looked up is made when somebody first asks. `pages` and
// their texts outlive it.
class Anchors {
 public:
  explicit Anchors(const std::vector<site::PageLinks>& pages) : pages_(pages) {}
  // Sorted, those of rows too. Null for what is no page: which anchors a file has is its own to know.
  const std::vector<std::string_view>* of(std::string_view address);
  bool has(std::string_view address, std::string_view anchor);

 private:
  const std::vector<site::PageLinks>& pages_;
  std::unordered_map<base::Hash, const site::PageLinks*> by_address_;
  std::map<const site::PageLinks*, std::vector<std::string_view>> asked_;
};

}  // namespace check
