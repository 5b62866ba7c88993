// Home and sections: what there is, and the way in.
#include "pages/kinds.h"
#include "pages/page_values.h"

namespace pages {
namespace {

std::vector<const site::Page*> entries(const site::Section& section) {
  std::vector<const site::Page*> list = section.pages;
  for (const site::Section* child : section.sections)
    if (child->index) list.push_back(child->index);
  return list;
}

}  // namespace

void add_list_values(KindContext& kind) {
  const site::Page& page = kind.page();
  if (page.kind == site::PageKind::section) {
    kind.values.set("pages", page_list(entries(*page.section), page.address));
    return;
  }
  templates::List sections;
  for (const site::Section* section : page.section->sections) {
    if (!section->index) continue;
    templates::Map map = link_value(*section->index, page.address);
    map.set("description", section->index->description);
    map.set("pages", page_list(entries(*section), page.address));
    sections.push(std::move(map));
  }
  kind.values.set("sections", std::move(sections)).set("pages", page_list(page.section->pages, page.address));
}

}  // namespace pages
