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
    kind.values.set("pages", page_list("pages", entries(*page.section), kind.context.view));
    return;
  }
  templates::List sections;
  std::vector<const site::Page*> indexes;
  for (const site::Section* section : page.section->sections) {
    if (!section->index) continue;
    indexes.push_back(section->index);
    templates::Map map = link_value(*section->index, kind.context.view);
    map.set("description", section->index->description);
    map.set("pages", page_list("pages:" + section->folder, entries(*section), kind.context.view));
    sections.push(std::move(map));
  }
  kind.context.view.read_list("sections", indexes);
  kind.values.set("sections", std::move(sections));
  kind.values.set("pages", page_list("pages", page.section->pages, kind.context.view));
}

}  // namespace pages
