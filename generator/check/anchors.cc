#include "check/anchors.h"

#include <algorithm>

#include "site/page.h"

namespace check {

Anchors::Anchors(const std::vector<site::PageLinks>& pages) {
  for (const site::PageLinks& page : pages) by_address_.emplace(page.page->address, &page);
}

const std::vector<std::string_view>* Anchors::of(std::string_view address) {
  const auto page = by_address_.find(address);
  if (page == by_address_.end()) return nullptr;
  auto [at, is_new] = sorted_.try_emplace(page->second);
  std::vector<std::string_view>& list = at->second;
  if (!is_new) return &list;
  const site::PageLinks& links = *page->second;
  list.assign(links.anchors->begin(), links.anchors->end());
  if (links.row_anchors) list.insert(list.end(), links.row_anchors->begin(), links.row_anchors->end());
  std::sort(list.begin(), list.end());
  return &list;
}

bool Anchors::has(std::string_view address, std::string_view anchor) {
  const auto* list = of(address);
  return list && std::binary_search(list->begin(), list->end(), anchor);
}

AnchorSource source_of(const site::Site& site, const site::Place& place) {
  const site::Page* page = site.find(place.address);
  if (!page || !page->content()) return {};
  for (const document::Heading& heading : page->content()->document().headings())
    if (heading.id == place.anchor) return {heading.span, true, heading.own_id};
  const site::NamedBlock* block = site.block_named(place.anchor);
  return block && block->page == page ? AnchorSource{block->block->name_span} : AnchorSource{};
}

}  // namespace check
