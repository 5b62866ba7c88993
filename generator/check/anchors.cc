#include "check/anchors.h"

#include <algorithm>

#include "site/page.h"

namespace check {
namespace {

std::vector<std::string_view> sorted_anchors(const site::PageLinks& page) {
  std::vector<std::string_view> list(page.anchors->begin(), page.anchors->end());
  if (page.row_anchors) list.insert(list.end(), page.row_anchors->begin(), page.row_anchors->end());
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace

const std::vector<std::string_view>* Anchors::of(std::string_view address) {
  if (by_address_.empty())
    for (const site::PageLinks& page : pages_) by_address_.emplace(base::hash_bytes(page.page->address), &page);
  const auto found = by_address_.find(base::hash_bytes(address));
  if (found == by_address_.end()) return nullptr;
  auto [asked, is_new] = asked_.try_emplace(found->second);
  if (is_new) asked->second = sorted_anchors(*found->second);
  return &asked->second;
}

bool Anchors::has(std::string_view address, std::string_view anchor) {
  const auto* list = of(address);
  return list && std::binary_search(list->begin(), list->end(), anchor);
}

}  // namespace check
