// The values of the home page and of sections: lists of their pages, and the most recent changes.
#include <algorithm>
#include <functional>
#include <map>
#include <ranges>

#include "blocks/short_text.h"
#include "pages/flow_steps.h"
#include "pages/page_values.h"
#include "site/part.h"
#include "site/url.h"

namespace pages {
namespace {

// How many pages the home page lists for one section. The count next to the list includes all pages.
constexpr size_t kMaxEntries = 6;
constexpr size_t kMaxDays = 2;    // dates of data changes that the home page lists
constexpr size_t kMaxRecent = 3;  // these dates and the pages that changed most recently

std::vector<std::string_view> entries(const site::Members& members) {
  std::vector<std::string_view> list = members.pages;
  list.insert(list.end(), members.sections.begin(), members.sections.end());
  return list;
}

// Whether the pages of a section are read in an order that the author chose. A flow determines the order of its steps,
// and sources and data are looked up.
bool is_reading(const site::Page& index) {
  return index.kind == site::PageKind::section || index.kind == site::PageKind::faq;
}

templates::Map plan_value(std::string_view folder, site::View& view) {
  const site::Plan plan = view.plan(folder);
  return templates::Map().set("parts", plan.parts).set("minutes", plan.minutes);
}

// Returns the values of a section on the home page: {title, href, description, kind, count, plan, pages, in_menu,
// in_footer}.
templates::Map section_value(const site::Page& index, View& view) {
  const std::string_view folder = site::folder_of(index.address);
  std::vector<std::string_view> list = entries(view.members(folder));
  templates::Map map = link_value(index, view);
  map.set("description", index.description()).set("kind", site::kind_name(index.kind));
  map.set("count", list.size()).set("plan", plan_value(folder, view));
  const std::vector<site::MenuEntry>& menu = view.navigation_order();
  map.set("in_menu", menu.empty() || std::ranges::find(menu, folder, &site::MenuEntry::to) != menu.end());
  const auto leads_there = [&](const site::MenuLink& link) { return link.page == &index; };
  map.set("in_footer", std::ranges::any_of(view.theme().footer, leads_there));
  list.resize(is_reading(index) ? std::min(list.size(), kMaxEntries) : 0);
  return map.set("pages", page_list(list, view));
}

// Sorts sections: those in the navigation first, then other sections to read, then sections for reference.
std::vector<const site::Page*> in_order(const std::vector<std::string_view>& indexes, site::View& view) {
  const std::vector<site::MenuEntry>& navigation = view.navigation_order();
  auto rank = [&](const site::Page* index) {
    auto named = std::ranges::find(navigation, site::folder_of(index->address), &site::MenuEntry::to);
    return std::pair(named == navigation.end() && !is_reading(*index), named);
  };
  std::vector<const site::Page*> sections;
  for (std::string_view index : indexes) sections.push_back(view.target(index));
  std::stable_sort(sections.begin(), sections.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return sections;
}

// Returns the latest changes of data and the pages that were written or changed most recently, the newest first:
// {title, href, date, counts}.
templates::List recent_value(View& view, blocks::Context& context) {
  std::multimap<std::string_view, templates::Map, std::greater<>> recent;
  for (const site::Changes* day : view.days())
    if (recent.size() < kMaxDays) recent.emplace(day->date, day_entry(*day, context));
  for (const DatedPage& each : view.recent(kMaxRecent - recent.size()))
    recent.emplace(each.date,
                   link_value(each.address, view).set("date", context.words.date(each.date)).set("counts", ""));
  return list_of(std::views::values(recent), [](const templates::Map& each) { return each; });
}

// Returns the learning plans of a section: {id, title, description, count, minutes, pages}.
templates::List plans_value(KindContext& kind) {
  templates::List plans;
  if (!kind.context.hooks) return plans;
  for (const document::Plan& plan : kind.view.content()->front.plans) {
    const auto words = [&](const document::Text& text) {
      return blocks::short_html(text.text, text.span, kind.context);
    };
    templates::Map map;
    templates::List pages;
    int64_t minutes = 0;
    for (const document::Text& page : plan.pages)
      if (templates::Map named = named_page(page, *kind.context.hooks, kind.context); !named.empty()) {
        minutes += named.find("minutes")->as_integer();
        pages.push(std::move(named));
      }
    map.set("id", plan.name.text).set("title", words(plan.title)).set("description", words(plan.description));
    map.set("count", plan.pages.size()).set("minutes", minutes).set("pages", std::move(pages));
    plans.push(std::move(map));
    kind.rendered.add_anchor(plan.name.text, to_text(site::Part{.title = plan.title.text}));
  }
  return plans;
}

// Adds the cases of a flow that the home page shows, with their outcomes: {who, title, href}.
void add_cases(const site::Page& flow, site::View& view, templates::List& cases) {
  const site::Content* content = view.content_at(flow.source());
  if (!content) return;
  for (const document::FlowCase& each : content->front.cases) {
    const auto path = site::join_path(content->folder(), each.reaches.text + ".md");
    const auto address = each.featured && path ? view.address_of_content(*path) : std::nullopt;
    if (address) cases.push(link_value(*address, view).set("who", each.who.text));
  }
}

}  // namespace

void add_list_values(KindContext& kind) {
  View& view = kind.view;
  const std::string_view folder = view.page().folder();
  const site::Members members = view.members(folder);
  if (view.page().kind == site::PageKind::section) {
    kind.values.set("pages", page_list(entries(members), view)).set("plan", plan_value(folder, view));
    kind.values.set("print", print_link(view)).set("plans", plans_value(kind));
    return;
  }
  templates::List sections, cases;
  for (const site::Page* index : in_order(members.sections, view)) {
    sections.push(section_value(*index, view));
    if (index->kind == site::PageKind::flow) add_cases(*index, view, cases);
  }
  kind.values.set("sections", std::move(sections)).set("pages", page_list(members.pages, view));
  kind.values.set("recent", recent_value(view, kind.context)).set("cases", std::move(cases));
}

}  // namespace pages
