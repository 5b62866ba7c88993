// The anchors of all pages, by address (check/checks.h).
#include <algorithm>

#include "check/checks.h"

namespace check {

Anchors::Anchors(const std::vector<site::PageLinks>& pages) {
  for (const site::PageLinks& page : pages) by_address_.emplace(page.page->address, &page);
}

const site::PageLinks* Anchors::page(std::string_view address) const {
  const auto page = by_address_.find(address);
  return page == by_address_.end() ? nullptr : page->second;
}

const std::vector<std::string_view>* Anchors::of(std::string_view address) {
  const site::PageLinks* links = page(address);
  if (!links) return nullptr;
  auto [at, is_new] = sorted_.try_emplace(links);
  std::vector<std::string_view>& list = at->second;
  if (!is_new) return &list;
  list.assign(links->anchors->begin(), links->anchors->end());
  if (links->row_anchors) list.insert(list.end(), links->row_anchors->begin(), links->row_anchors->end());
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

const site::Page* page_now(const site::Site& site, const std::string& address) {
  const site::Page* page = site.find(address);
  if (!page || page->kind != site::PageKind::redirect) return page;
  const site::Redirect* row = site.redirects.find(address, "");
  if (!row || row->broken || row->to.address.empty() || !row->to.anchor.empty()) return nullptr;
  return site.find(row->to.address);
}

}  // namespace check
