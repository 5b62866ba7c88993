// Home and sections: what there is, the way in, and what was changed last.
#include <algorithm>
#include <iterator>

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

// {parts, minutes} of the lessons; 0 where they are no plan: none, or one alone.
templates::Map plan_value(const std::vector<const site::Page*>& list) {
  std::vector<const site::Page*> lessons = lessons_of(list);
  if (lessons.size() < 2) lessons.clear();
  templates::Map map;
  return map.set("parts", lessons.size()).set("minutes", minutes_of(lessons));
}

// One section on the home page: {title, href, description, kind, count, plan, pages}.
templates::Map section_value(const site::Section& section, site::View& view) {
  std::vector<const site::Page*> list = entries(section);
  std::vector<const site::Page*> first;
  if (is_reading(section))
    first.assign(list.begin(), list.begin() + static_cast<long>(std::min(list.size(), kMostEntries)));
  templates::Map map = link_value(*section.index, view);
  map.set("description", section.index->description).set("kind", site::kind_name(section.index->kind));
  map.set("count", list.size()).set("plan", plan_value(list));
  map.set("pages", page_list("pages:" + section.folder, first, view));
  std::vector<const site::Page*> lessons = lessons_of(list);
  base::Hasher counted;
  counted.add(uint64_t{list.size()}).add(uint64_t{lessons.size()}).add(uint64_t{minutes_of(lessons)});
  view.record("section:" + section.folder, counted.finish());
  return map;
}

// In the order of the navigation; behind them the others that are read, then what is looked up.
std::vector<const site::Section*> in_order(const site::Section& home, const site::Config& config) {
  auto rank = [&](const site::Section* section) {
    auto named = std::find(config.navigation.begin(), config.navigation.end(), section->folder);
    return std::pair(named == config.navigation.end() && !is_reading(*section), named);
  };
  std::vector<const site::Section*> sections;
  for (const site::Section* section : home.sections)
    if (section->index) sections.push_back(section);
  std::stable_sort(sections.begin(), sections.end(),
                   [&](const site::Section* a, const site::Section* b) { return rank(a) < rank(b); });
  return sections;
}

// The pages that say when they were written or changed, the last first: {title, href, date}.
templates::List recent(site::View& view) {
  std::vector<const site::Page*> dated = dated_pages(view.site());
  std::erase(dated, &view.page());
  if (dated.size() > kMostRecent) dated.resize(kMostRecent);
  templates::List list;
  base::Hasher hasher;
  for (const site::Page* page : dated) {
    hasher.add(page->address).add(changed_on(*page));
    templates::Map map = link_value(*page, view);
    list.push(map.set("date", std::string(changed_on(*page))));
  }
  view.record("recent", hasher.finish());
  return list;
}

}  // namespace

std::vector<const site::Page*> lessons_of(const std::vector<const site::Page*>& list) {
  std::vector<const site::Page*> lessons;
  std::copy_if(list.begin(), list.end(), std::back_inserter(lessons),
               [](const site::Page* page) { return page->kind == site::PageKind::lesson; });
  return lessons;
}

unsigned minutes_of(const std::vector<const site::Page*>& list) {
  unsigned minutes = 0;
  for (const site::Page* page : list) minutes += page->minutes();
  return minutes;
}

void add_list_values(KindContext& kind) {
  const site::Page& page = kind.page();
  site::View& view = kind.context.view;
  if (page.kind == site::PageKind::section) {
    std::vector<const site::Page*> list = entries(*page.section);
    kind.values.set("pages", page_list("pages", list, view));
    kind.values.set("plan", plan_value(list));  // from what was read of the list
    kind.values.set("print", print_link(view));
    return;
  }
  templates::List sections;
  std::vector<const site::Page*> indexes;
  for (const site::Section* section : in_order(*page.section, view.config())) {
    indexes.push_back(section->index);
    sections.push(section_value(*section, view));
  }
  view.read_list("sections", indexes);
  kind.values.set("sections", std::move(sections));
  kind.values.set("pages", page_list("pages", page.section->pages, view));
  kind.values.set("recent", recent(view));
}

}  // namespace pages
