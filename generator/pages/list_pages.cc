// Home and sections: what there is, the way in, and what was changed last.
#include <algorithm>
#include <iterator>

#include "pages/ask.h"
#include "pages/changed.h"
#include "pages/kinds.h"
#include "pages/page_values.h"

namespace pages {
namespace {

// Of one section on the home page; the others are counted.
constexpr size_t kMostEntries = 6;
// Pages that were changed last, on the home page.
constexpr size_t kMostRecent = 5;

std::vector<const site::Page*> entries(const site::Section& section) {
  std::vector<const site::Page*> list = section.pages;
  for (const site::Section* child : section.sections)
    if (child->index) list.push_back(child->index);
  return list;
}

// Pages in an order that someone chose for readers; the pages of a flow have one of their own, and sources and data are
// looked up.
bool is_reading(const site::Section& section) {
  return section.index->kind == site::PageKind::section || section.index->kind == site::PageKind::faq;
}

templates::Map plan_value(const site::Section& section, site::View& view) {
  const site::View::Plan plan = view.plan(section);
  templates::Map map;
  return map.set("parts", plan.parts).set("minutes", plan.minutes);
}

// One section on the home page: {title, href, description, kind, count, plan, pages}.
templates::Map section_value(const site::Section& section, site::View& view) {
  std::vector<const site::Page*> list = entries(view.members(section));
  std::vector<const site::Page*> first;
  if (is_reading(section))
    first.assign(list.begin(), list.begin() + static_cast<long>(std::min(list.size(), kMostEntries)));
  view.summary(*section.index);
  templates::Map map = link_value(*section.index, view);
  map.set("description", section.index->description()).set("kind", site::kind_name(section.index->kind));
  map.set("count", list.size()).set("plan", plan_value(section, view));
  return map.set("pages", page_list(first, view));
}

// In the order of the navigation; behind them the others that are read, then what is looked up.
std::vector<const site::Section*> in_order(const site::Section& home, site::View& view) {
  const std::vector<std::string>& navigation = view.navigation_order();
  auto rank = [&](const site::Section* section) {
    auto named = std::find(navigation.begin(), navigation.end(), section->folder);
    return std::pair(named == navigation.end() && !is_reading(*section), named);
  };
  std::vector<const site::Section*> sections;
  for (const site::Section* section : home.sections)
    if (section->index) sections.push_back(section);
  std::stable_sort(sections.begin(), sections.end(),
                   [&](const site::Section* a, const site::Section* b) { return rank(a) < rank(b); });
  return sections;
}

// The pages that say when they were written or changed, the last first: {title, href, date}.
templates::List recent_value(site::View& view) {
  templates::List list;
  for (const site::Page* page : read_recent(view)) {
    templates::Map map = link_value(*page, view);
    list.push(map.set("date", std::string(changed_on(*page))));
  }
  return list;
}

}  // namespace

std::vector<const site::Page*> read_recent(site::View& view) {
  std::vector<const site::Page*> dated = dated_pages(view.site());
  std::erase(dated, &view.page());
  if (dated.size() > kMostRecent) dated.resize(kMostRecent);
  base::Hasher hasher;
  for (const site::Page* page : dated) hasher.add(page->address).add(changed_on(*page));
  view.record("recent", hasher.finish());
  return dated;
}

void add_list_values(KindContext& kind) {
  const site::Page& page = kind.page();
  site::View& view = kind.context.view;
  if (page.kind == site::PageKind::section) {
    kind.values.set("pages", page_list(entries(view.members(*page.section)), view));
    kind.values.set("plan", plan_value(*page.section, view));
    kind.values.set("print", print_link(view));
    return;
  }
  templates::List sections;
  for (const site::Section* section : in_order(view.members(*page.section), view))
    sections.push(section_value(*section, view));
  kind.values.set("sections", std::move(sections));
  kind.values.set("pages", page_list(page.section->pages, view));
  kind.values.set("recent", recent_value(view));
}

}  // namespace pages
