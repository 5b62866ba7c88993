// The values of each kind of page, and of kinds with few values.
#include "pages/kinds.h"

#include "pages/moved.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {

void add_kind_values(KindContext& kind, document::Hooks* hooks) {
  switch (kind.page().kind) {
    case site::PageKind::home:
    case site::PageKind::section:
      return add_list_values(kind);
    case site::PageKind::lesson:
      return hooks ? add_lesson_values(kind, *hooks) : void();
    case site::PageKind::flow:
    case site::PageKind::question:
    case site::PageKind::outcome:
      return add_flow_values(kind, hooks);
    case site::PageKind::variant:
      return add_variant_values(kind);
    case site::PageKind::faq:
      return add_faq_values(kind);
    case site::PageKind::sources:
    case site::PageKind::source:
      return add_source_values(kind);
    case site::PageKind::table:
    case site::PageKind::chart:
    case site::PageKind::data:
      return add_data_values(kind);
    case site::PageKind::resource:
      return add_resource_values(kind);
    case site::PageKind::contradictions:
      return add_contradiction_values(kind);
    case site::PageKind::changes:
      return add_changes_values(kind);
    case site::PageKind::print:
      return add_print_values(kind);
    case site::PageKind::search:
      return add_search_values(kind);
    case site::PageKind::redirect:
      return add_redirect_values(kind);
    case site::PageKind::answer:
    case site::PageKind::page:
    case site::PageKind::comparison:
    case site::PageKind::not_found:
      return;
  }
}

// The page at an address that moved or was retired.
void add_redirect_values(KindContext& kind) {
  View& view = kind.view;
  const site::RedirectRow row = *view.redirect(view.address());
  const std::string& base_url = view.config().base_url;
  templates::Map map = lead(row, view);
  map.set("since", row.since).set("why", row.why);
  const bool has_canonical = !row.to_address.empty() && !base_url.empty();
  map.set("canonical", has_canonical ? site::absolute_url(base_url, row.to_address) : "");
  const std::string_view above = view.nearest_above();
  map.set("above", above.empty() ? templates::Value() : templates::Value(link_value(above, view)));
  kind.values.set("redirect", std::move(map));
}

// The page of search results. A script fills in the results. Without scripts, it lists the content of the site.
void add_search_values(KindContext& kind) {
  const site::Members top = kind.view.members("");
  std::vector<std::string_view> lists = top.sections;
  constexpr size_t kMaxPages = 12;  // pages outside sections, such as the glossary; if there are more, none are listed
  if (top.pages.size() <= kMaxPages) lists.insert(lists.end(), top.pages.begin(), top.pages.end());
  if (lists.empty()) lists.emplace_back("index.html");
  kind.values.set("lists", page_list(lists, kind.view));
}

}  // namespace pages
