// Home and sections: lists of their pages, and the most recent changes.
#include <algorithm>

#include "pages/kinds.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

// The number of pages listed for one section on the home page; the count includes all.
constexpr size_t kMaxEntries = 6;

std::vector<std::string_view> entries(const site::Members& members) {
  std::vector<std::string_view> list = members.pages;
  list.insert(list.end(), members.sections.begin(), members.sections.end());
  return list;
}

// Whether the pages of a section are read in a chosen order. Those of a flow are in the order of its steps; sources and
// data are looked up.
bool is_reading(const site::PageLink& index) {
  return index.kind == site::PageKind::section || index.kind == site::PageKind::faq;
}

templates::Map plan_value(std::string_view folder, site::View& view) {
  const site::Plan plan = view.plan(folder);
  templates::Map map;
  return map.set("parts", plan.parts).set("minutes", plan.minutes);
}

// The values of one section on the home page: {title, href, description, kind, count, plan, pages}.
templates::Map section_value(const site::PageLink& index, site::View& view) {
  const std::string_view folder = site::folder_of(index.address);
  std::vector<std::string_view> list = entries(view.members(folder));
  templates::Map map = link_value(index, view);
  map.set("description", view.summary(index.address).description).set("kind", site::kind_name(index.kind));
  map.set("count", list.size()).set("plan", plan_value(folder, view));
  list.resize(is_reading(index) ? std::min(list.size(), kMaxEntries) : 0);
  return map.set("pages", page_list(list, view));
}

// Sections in the order of the navigation, then other sections for reading, then sections for reference.
std::vector<site::PageLink> in_order(const std::vector<std::string_view>& indexes, site::View& view) {
  const std::vector<std::string>& navigation = view.navigation_order();
  auto rank = [&](const site::PageLink& index) {
    auto named = std::find(navigation.begin(), navigation.end(), site::folder_of(index.address));
    return std::pair(named == navigation.end() && !is_reading(index), named);
  };
  std::vector<site::PageLink> sections;
  for (std::string_view index : indexes) sections.push_back(view.target(index).value_or(site::PageLink()));
  std::stable_sort(sections.begin(), sections.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return sections;
}

// The most recently written or changed pages: {title, href, date}.
templates::List recent_value(View& view) {
  templates::List list;
  for (const DatedPage& each : view.recent()) {
    templates::Map map = link_value(each.address, view);
    list.push(map.set("date", each.date));
  }
  return list;
}

}  // namespace

void add_list_values(KindContext& kind) {
  View& view = kind.view;
  const std::string_view folder = view.page().folder.value_or("");
  const site::Members members = view.members(folder);
  if (view.page().kind == site::PageKind::section) {
    kind.values.set("pages", page_list(entries(members), view)).set("plan", plan_value(folder, view));
    kind.values.set("print", print_link(view));
    return;
  }
  templates::List sections;
  for (const site::PageLink& index : in_order(members.sections, view)) sections.push(section_value(index, view));
  kind.values.set("sections", std::move(sections)).set("pages", page_list(members.pages, view));
  kind.values.set("recent", recent_value(view));
}

}  // namespace pages
