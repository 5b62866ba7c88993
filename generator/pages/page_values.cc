#include "pages/page_values.h"

#include "blocks/downloads.h"
#include "blocks/short_text.h"
#include "blocks/table.h"
#include "pages/ask.h"
#include "pages/feed.h"
#include "pages/twin.h"
#include "site/reading_time.h"
#include "site/url.h"

namespace pages {

using templates::Value;  // of what the site holds it borrows the text: the site outlives all rendering

namespace {

Value breadcrumbs(site::View& view) {
  templates::List list;
  for (const site::Page* page : view.above(view.page())) list.push(link_value(*page, view));
  return list;
}

Value neighbour(const site::Page* page, site::View& view) { return page ? Value(link_value(*page, view)) : Value(); }

// Who answers for a page, and since when: of pages that somebody wrote. Their file is read.
void add_signature(const site::Page& page, templates::Map& map) {
  static const document::FrontMatter kNone;
  const document::FrontMatter& front = page.content() ? page.content()->front : kNone;
  templates::List authors, tags;
  for (const document::Text& author : front.authors) authors.push(Value::borrow(author.text));
  for (const document::Text& tag : front.tags) tags.push(Value::borrow(tag.text));
  map.set("authors", std::move(authors)).set("tags", std::move(tags)).set("owner", Value::borrow(front.owner.text));
  map.set("date", Value::borrow(front.date.text)).set("updated", Value::borrow(front.updated.text));
  map.set("reviewed", Value::borrow(front.reviewed.text));
}

Value page_value(site::View& view) {
  const site::Page& page = view.self();
  bool absolute = page.kind == site::PageKind::not_found;
  const std::string& base_url = view.config().base_url;
  constexpr size_t kNames = 20;
  templates::Map map;
  map.reserve(kNames);
  map.set("title", Value::borrow(page.title)).set("description", Value::borrow(page.description()));
  map.set("address", Value::borrow(page.address)).set("lead", Value::borrow(page.lead));
  map.set("root", absolute ? base_url : site::root_prefix(page.address));
  map.set("canonical", base_url.empty() || absolute ? "" : site::absolute_url(base_url, page.address));
  map.set("kind", Value::borrow(site::kind_name(page.kind)));
  map.set("section", page.section ? Value::borrow(page.section->title) : Value::borrow(""));
  map.set("minutes", page.minutes()).set("draft", page.draft).set("indexed", page.is_indexed());
  add_signature(page, map);
  // The file that whoever would change the page edits, from the top of the site.
  map.set("source", page.content() ? "content/" + std::string(page.content()->path) : "");
  map.set("has_assets", !absolute || !base_url.empty());
  return map;
}

}  // namespace

templates::Map link_value(const site::Page& page, site::View& view) {
  view.target(page.address);
  templates::Map map;
  map.set("title", Value::borrow(page.title)).set("href", site::relative_link(view.page().address, page.address));
  return map;
}

templates::List page_list(const std::vector<const site::Page*>& list, site::View& view) {
  templates::List values;
  for (const site::Page* page : list) {
    view.summary(*page);
    templates::Map map = link_value(*page, view);
    map.set("description", Value::borrow(page->description())).set("minutes", page->minutes());
    map.set("kind", Value::borrow(site::kind_name(page->kind))).set("draft", page->draft);
    values.push(std::move(map));
  }
  return values;
}

namespace {

// Of a heading, by its place, and the text from it to the next of level 1 or 2.
unsigned minutes_of_part(const document::Document& document, size_t heading) {
  const std::vector<document::Heading>& headings = document.headings();
  size_t next = heading + 1;
  while (next < headings.size() && headings[next].level > 2) ++next;
  const size_t begin = headings[heading].words_before;
  const size_t end = next < headings.size() ? headings[next].words_before : document.word_count();
  return site::reading_minutes(end > begin ? end - begin : 0);
}

}  // namespace

markup::SafeHtml title_html(const site::Page& page, blocks::Context& context) {
  if (!page.has_text()) return markup::SafeHtml::text(page.title);
  const document::FrontMatter& front = page.content()->front;
  return blocks::short_html(page.title, page.evaluation->from_data ? front.pages->title.span : front.title.span,
                            context);
}

markup::SafeHtml lead_html(const site::Page& page, blocks::Context& context) {
  // The home page shows the site's description, and a question none.
  const bool is_shown = page.kind != site::PageKind::home && page.kind != site::PageKind::question;
  if (!page.has_text() || !is_shown) return markup::SafeHtml::text(page.lead);
  return blocks::short_html(page.lead, page.content()->front.description.span, context);
}

markup::SafeHtml figure_notes(const blocks::Notes& figures, bool open, blocks::Context& context) {
  markup::Writer caveats;
  blocks::write_caveats({}, {}, figures.caveats(), caveats);
  markup::SafeHtml html = caveats.take();
  return html += figures.list(context.words["figures_from"], open, context);
}

Value contents_value(const document::Document& document) {
  templates::List list;
  templates::Map open;
  templates::List below;
  auto finish = [&] {
    if (open.empty()) return;
    open.set("children", std::exchange(below, {}));
    list.push(std::exchange(open, {}));
  };
  for (size_t i = 0; i < document.headings().size(); ++i) {
    const document::Heading& heading = document.headings()[i];
    if (heading.level != 2 && heading.level != 3) continue;
    templates::Map entry;
    entry.set("title", Value::borrow(heading.text)).set("href", "#" + site::encode_fragment(heading.id));
    entry.set("minutes", heading.level == 2 ? minutes_of_part(document, i) : 0);
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

namespace {

templates::List footer_value(const std::vector<site::FooterLink>& links, site::View& view) {
  templates::List list;
  for (const site::FooterLink& link : links) {
    templates::Map map;
    if (link.page)
      map = link_value(*link.page, view);
    else
      map.set("title", link.title).set("href", link.href);
    if (!link.title.empty()) map.set("title", link.title);
    list.push(std::move(map));
  }
  return list;
}

// The page in other forms, and what tells of changes.
templates::List alternates_value(site::View& view, const Theme& theme) {
  templates::List list;
  auto add = [&](std::string_view type, const std::string& title, std::string_view address) {
    templates::Map map;
    map.set("type", type).set("title", title).set("href", site::relative_link(view.page().address, address));
    list.push(std::move(map));
  };
  const site::Page& page = view.page();
  if (has_twin(page, view.config()))
    add("text/markdown", std::string(theme.words["twin_title"]), twin_address(page.address));
  if (theme.has_feed)
    add("application/atom+xml", theme.words.fill("feed_title", {{"site", view.config().title}}), kFeedAddress);
  return list;
}

}  // namespace

templates::Map common_values(site::View& view, const Theme& theme) {
  constexpr size_t kNames = 32;  // of a page: these, and those of its kind
  const site::Page& page = view.page();
  const auto is_asked = [&](std::string_view name) { return theme.engine.asks(page.layout, name); };
  read_theme(theme, view);
  view.config();
  templates::Map map;
  map.reserve(kNames);
  map.set("site", theme.site).set("strings", theme.strings).set("page", page_value(view));
  if (is_asked("nav")) map.set("nav", read_navigation(site::folder_of(page.address), theme, view).items);
  if (is_asked("breadcrumbs")) map.set("breadcrumbs", breadcrumbs(view));
  if (is_asked("previous") || is_asked("next")) {
    view.neighbours();
    map.set("previous", neighbour(page.previous, view)).set("next", neighbour(page.next, view));
  }
  map.set("footer", footer_value(theme.footer, view));
  map.set("toc", templates::List()).set("references", templates::List()).set("json_ld", nullptr);
  map.set("alternates", alternates_value(view, theme))
      .set("content", markup::SafeHtml())
      .set("notes", markup::SafeHtml());
  return map;
}

}  // namespace pages
