#include "pages/page_values.h"

#include "blocks/block_parts.h"
#include "blocks/short_text.h"
#include "blocks/table.h"
#include "pages/markdown_page.h"
#include "pages/site_files.h"
#include "site/changes.h"
#include "site/url.h"

namespace pages {

using templates::Value;  // borrows texts of the site, which outlives all rendering

namespace {

Value breadcrumbs(View& view) {
  return list_of(view.above(view.address()), [&](std::string_view address) { return link_value(address, view); });
}

// Adds the authors, the owner, the tags and the dates of a page.
void add_signature(const site::Content* content, templates::Map& map) {
  static const document::FrontMatter kNone;
  const document::FrontMatter& front = content ? content->front : kNone;
  const auto borrow = [](const document::Text& text) { return Value::borrow(text.text); };
  map.set("authors", list_of(front.authors, borrow)).set("tags", list_of(front.tags, borrow));
  map.set("owner", Value::borrow(front.owner.text)).set("extra", node_value(front.extra));
  map.set("date", Value::borrow(front.date.text)).set("updated", Value::borrow(front.updated.text));
  map.set("reviewed", Value::borrow(front.reviewed.text));
}

// Returns the description in the page's head. Of the summary of a date's changes, which the page begins with, only the
// first words.
Value page_description(const site::Page& page) {
  constexpr size_t kMaxBytes = 160;
  if (page.kind != site::PageKind::changes || page.description().size() <= kMaxBytes)
    return Value::borrow(page.description());
  return std::string(page.description().substr(0, page.description().rfind(' ', kMaxBytes))) + " …";
}

// Returns {lang, name, href} of each translation. The name is that of the language in it.
templates::List translations_of(const site::Content* content) {
  templates::List list;
  if (!content) return list;
  for (const auto& [lang, url] : content->front.translations)
    list.push(templates::Map()
                  .set("lang", lang.text)
                  .set("name", quantity::find_locale(lang.text)->name)
                  .set("href", url.text));
  return list;
}

Value page_value(site::View& view) {
  const site::Page& page = view.page();
  bool absolute = page.kind == site::PageKind::not_found;
  const std::string& base_url = view.config().base_url;
  constexpr size_t kNames = 20;
  templates::Map map;
  map.reserve(kNames);
  map.set("title", Value::borrow(page.title)).set("description", page_description(page));
  map.set("address", Value::borrow(page.address)).set("lead", Value::borrow(page.lead));
  map.set("root", absolute ? base_url : site::root_prefix(page.address));
  map.set("canonical", base_url.empty() || absolute ? "" : site::absolute_url(base_url, page.address));
  map.set("kind", Value::borrow(site::kind_name(page.kind)))
      .set("section", Value::borrow(page.section ? std::string_view(page.section->title) : ""));
  map.set("minutes", page.minutes()).set("draft", page.draft).set("indexed", page.is_indexed());
  add_signature(view.content(), map);
  map.set("translations", translations_of(view.content()));
  // The path of the file to edit, relative to the root of the site.
  map.set("source", page.source().empty() ? "" : "content/" + std::string(page.source()));
  map.set("has_assets", !absolute || !base_url.empty());
  return map;
}

}  // namespace

Value node_value(const notation::Node& node) {
  if (node.is_null()) return nullptr;
  if (node.kind == notation::Kind::boolean) return node.as_bool();
  if (node.is_list()) return list_of(node.items, node_value);
  if (!node.is_map()) return Value::borrow(node.text);
  templates::Map map;
  for (const notation::Entry& entry : node.entries) map.set(entry.key, node_value(entry.value));
  return map;
}

templates::Map titled_link(Value title, Value href) {
  return templates::Map().set("title", std::move(title)).set("href", std::move(href));
}

templates::Map link_value(const site::Page& page, const site::View& view) {
  return titled_link(Value::borrow(page.title), site::relative_link(view.address(), page.address));
}

templates::Map link_value(std::string_view address, site::View& view) {
  static const site::Page kNone;
  const site::Page* page = view.target(address);
  return link_value(page ? *page : kNone, view);
}

Value optional_link(std::string_view address, site::View& view) {
  return address.empty() ? Value() : Value(link_value(address, view));
}

templates::List page_list(const std::vector<std::string_view>& addresses, site::View& view) {
  templates::List values;
  for (std::string_view address : addresses) {
    const auto page = view.target(address);
    if (!page) continue;
    values.push(link_value(*page, view)
                    .set("description", Value::borrow(page->description()))
                    .set("minutes", page->minutes())
                    .set("kind", Value::borrow(site::kind_name(page->kind)))
                    .set("draft", page->draft)
                    .set("extra", page->content() ? node_value(page->content()->front.extra) : templates::Map()));
  }
  return values;
}

namespace {

// Returns the reading time of the text from a heading to the next heading of level 1 or 2.
unsigned minutes_of_part(const document::Document& document, size_t heading) {
  const std::vector<document::Heading>& headings = document.headings();
  size_t next = heading + 1;
  while (next < headings.size() && headings[next].level > 2) ++next;
  const size_t begin = headings[heading].words_before;
  const size_t end = next < headings.size() ? headings[next].words_before : document.word_count();
  return site::reading_minutes(end > begin ? end - begin : 0);
}

}  // namespace

markup::SafeHtml title_html(blocks::Context& context) {
  const site::Page& page = context.view.page();
  if (!page.has_text()) return markup::SafeHtml::text(page.title);
  const document::FrontMatter& front = context.view.content()->front;
  return blocks::short_html(page.title, page.from_data() ? front.pages->title.span : front.title.span, context);
}

markup::SafeHtml lead_html(blocks::Context& context) {
  const site::Page& page = context.view.page();
  // The home page shows the description of the site, and a question does not show a description.
  const bool is_shown = page.kind != site::PageKind::home && page.kind != site::PageKind::question;
  if (!page.has_text() || !is_shown) return markup::SafeHtml::text(page.lead);
  return blocks::short_html(page.lead, context.view.content()->front.description.span, context);
}

markup::SafeHtml figure_notes(const blocks::Notes& figures, blocks::Context& context) {
  markup::Writer caveats;
  std::vector<blocks::ShownWords> lines;
  const std::vector<std::string> fresh = blocks::new_caveats(figures.caveats(), {}, lines, context);
  blocks::write_caveats({}, lines, fresh, caveats);
  markup::SafeHtml html = caveats.take();
  // A home page is short: its caveats are beside the figure, in its card, and here.
  if (context.view.page().kind == site::PageKind::home) return figures.list(context, false, html);
  return html += figures.list(context);
}

Value contents_value(const document::Document& document, View& view) {
  base::Diagnostics unused;  // an unknown name is reported where the heading is written
  std::vector<std::pair<templates::Map, templates::List>> parts;  // headings of level 2, each with those below it
  for (size_t i = 0; i < document.headings().size(); ++i) {
    const document::Heading& heading = document.headings()[i];
    if (heading.level != 2 && heading.level != 3) continue;
    templates::Map entry = titled_link(view.fill(heading.text, {}, unused), "#" + site::encode_fragment(heading.id));
    entry.set("minutes", heading.level == 2 ? minutes_of_part(document, i) : 0);
    if (heading.level == 2)
      parts.emplace_back(std::move(entry), templates::List());
    else if (!parts.empty())
      parts.back().second.push(std::move(entry.set("children", templates::List())));
  }
  templates::List list;
  for (auto& [heading, below] : parts) list.push(std::move(heading.set("children", std::move(below))));
  return list;
}

namespace {

templates::List footer_value(std::span<const site::MenuLink> links, site::View& view) {
  return list_of(links, [&](const site::MenuLink& link) {
    templates::Map map = link.page ? link_value(link.page->address, view) : titled_link("", link.href);
    if (!link.title.empty()) map.set("title", link.title);
    return map;
  });
}

// Returns the other formats of the page, and the feed.
templates::List alternates_value(View& view) {
  const Theme& theme = view.theme();
  templates::List list;
  auto add = [&](std::string_view type, const std::string& title, std::string_view address) {
    list.push(titled_link(title, site::relative_link(view.address(), address)).set("type", type));
  };
  if (has_markdown_version(view.page().kind, view.config()))
    add("text/markdown", std::string(theme.words["markdown_title"]), markdown_address(view.address()));
  if (theme.has_feed)
    add("application/atom+xml", theme.words.fill("feed_title", {{"site", view.config().title}}), kFeedAddress);
  return list;
}

// Returns {date, text, href} for each correction of the page.
templates::List corrections_value(View& view) {
  return list_of(view.corrections(), [&](const PageCorrection& each) {
    const std::string href = site::relative_link(view.address(), site::changes_address(each.date), "corrections");
    return templates::Map().set("date", view.theme().words.date(each.date)).set("text", each.text).set("href", href);
  });
}

}  // namespace

templates::Map common_values(View& view) {
  constexpr size_t kNames = 32;  // enough for these values and those of the page's kind
  const Theme& theme = view.theme();
  const auto asks = [&](std::string_view value) { return theme.engine.asks(view.page().layout, value); };
  templates::Map map;
  map.reserve(kNames);
  map.set("site", theme.site).set("strings", theme.strings).set("page", page_value(view));
  if (asks("nav")) map.set("nav", view.navigation());
  if (asks("breadcrumbs")) map.set("breadcrumbs", breadcrumbs(view));
  if (asks("previous") || asks("next")) {
    const site::Page &page = view.page(), *previous = page.previous, *next = page.next;
    map.set("previous", optional_link(previous ? previous->address : "", view));
    map.set("next", optional_link(next ? next->address : "", view));
  }
  map.set("footer", footer_value(theme.footer, view)).set("alternates", alternates_value(view));
  map.set("corrections", corrections_value(view));
  map.set("toc", templates::List()).set("references", templates::List()).set("json_ld", nullptr);
  map.set("content", markup::SafeHtml()).set("notes", markup::SafeHtml());
  return map;
}

}  // namespace pages
