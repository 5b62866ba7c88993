#include "check/anchors.h"

#include <algorithm>

#include "site/page.h"

namespace check {

Anchors::Anchors(const std::vector<site::PageLinks>& pages) {
  by_address_.reserve(pages.size());
  for (const site::PageLinks& page : pages) {
    auto& list = by_address_[page.page->address];
    list.assign(page.anchors->begin(), page.anchors->end());
    if (page.row_anchors) list.insert(list.end(), page.row_anchors->begin(), page.row_anchors->end());
    std::sort(list.begin(), list.end());
  }
}

const std::vector<std::string_view>* Anchors::of(std::string_view address) const {
  auto found = by_address_.find(address);
  return found == by_address_.end() ? nullptr : &found->second;
}

bool Anchors::has(std::string_view address, std::string_view anchor) const {
  const auto* list = of(address);
  return list && std::binary_search(list->begin(), list->end(), anchor);
}

}  // namespace check
