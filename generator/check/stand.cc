#include "check/stand.h"

namespace check {

Stand stand_of(const site::Site& site, const site::Place& place) {
  const site::Page* page = site.find(place.address);
  if (!page || !page->content()) return {};
  for (const document::Heading& heading : page->content()->document().headings())
    if (heading.id == place.anchor) return {heading.span, true, heading.own_id};
  const site::NamedBlock* block = site.block_named(place.anchor);
  return block && block->page == page ? Stand{block->block->name_span, false, false} : Stand{};
}

}  // namespace check
