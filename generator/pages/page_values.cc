#include "pages/page_values.h"

#include "site/url.h"

namespace pages {
namespace {

templates::Value breadcrumbs(const site::Page& page) {
  std::vector<const site::Page*> chain;
  const site::Section* at = page.section;
  if (at && at->index == &page) at = at->parent;
  for (; at; at = at->parent)
    if (at->index && at->index != &page) chain.push_back(at->index);
  templates::List list;
  for (auto page_above = chain.rbegin(); page_above != chain.rend(); ++page_above)
    list.push(link_value(**page_above, page.address));
  return list;
}

templates::Value neighbour(const site::Page* page, std::string_view from) {
  return page ? templates::Value(link_value(*page, from)) : templates::Value();
}

templates::Value page_value(const site::Page& page, const site::Site& site) {
  bool absolute = page.kind == site::PageKind::not_found;
  const std::string& base_url = site.config->base_url;
  templates::Map map;
  map.set("title", page.title).set("description", page.description).set("address", page.address);
  map.set("root", absolute ? base_url : site::root_prefix(page.address));
  map.set("canonical", base_url.empty() || absolute ? "" : site::absolute_url(base_url, page.address));
  map.set("kind", site::kind_name(page.kind)).set("section", page.section ? page.section->title : "");
  map.set("minutes", page.minutes());
  map.set("has_assets", !absolute || !base_url.empty());
  return map;
}

}  // namespace

templates::Map link_value(const site::Page& page, std::string_view from) {
  templates::Map map;
  map.set("title", page.title).set("href", site::relative_link(from, page.address));
  return map;
}

templates::List page_list(const std::vector<const site::Page*>& list, std::string_view from) {
  templates::List values;
  for (const site::Page* page : list) {
    templates::Map map = link_value(*page, from);
    map.set("description", page->description).set("minutes", page->minutes()).set("kind", site::kind_name(page->kind));
    values.push(std::move(map));
  }
  return values;
}

templates::Value contents_value(const document::Document& document) {
  templates::List list;
  templates::Map open;
  templates::List below;
  auto finish = [&] {
    if (open.empty()) return;
    open.set("children", std::exchange(below, {}));
    list.push(std::exchange(open, {}));
  };
  for (const document::Heading& heading : document.headings()) {
    if (heading.level != 2 && heading.level != 3) continue;
    templates::Map entry;
    entry.set("title", heading.text).set("href", "#" + site::encode_fragment(heading.id));
    if (heading.level == 2) {
      finish();
      open = std::move(entry);
    } else if (!open.empty()) {
      entry.set("children", templates::List());
      below.push(std::move(entry));
    }
  }
  finish();
  return list;
}

templates::Map common_values(const site::Page& page, const site::Site& site, const Theme& theme) {
  templates::Map map;
  map.set("site", theme.site).set("strings", theme.strings).set("page", page_value(page, site));
  map.set("nav", theme.navigation.seen_from(page)).set("breadcrumbs", breadcrumbs(page));
  map.set("previous", neighbour(page.previous, page.address)).set("next", neighbour(page.next, page.address));
  map.set("toc", templates::List()).set("references", templates::List()).set("json_ld", nullptr);
  map.set("alternates", templates::List()).set("content", markup::SafeHtml());
  return map;
}

}  // namespace pages
