#include "pages/render.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "document/html_writer.h"
#include "markup/html_scanner.h"
#include "pages/card.h"
#include "pages/embed_pages.h"
#include "pages/hooks.h"
#include "pages/kinds.h"
#include "pages/markdown_page.h"
#include "pages/moved.h"
#include "pages/page_values.h"
#include "site/part.h"
#include "site/url.h"

namespace pages {
namespace {

// Returns the position where the author wrote an id, or the page's title if that is unknown.
base::Span place_of_id(std::string_view id, site::View& view) {
  const site::Content* content = view.content();
  if (!content) return {};
  if (view.page().has_text())
    for (const document::Heading& heading : content->document().headings())
      if (heading.id == id) return heading.own_id ? heading.id_span : heading.span;
  return content->front.title.span;
}

// Returns the ids of headings, tables, charts and parts that moved. For the page of a table or chart, returns its name.
blocks::PageIds ids_of_authors(site::View& view) {
  const site::Page& page = view.page();
  blocks::PageIds ids;
  for (const site::Redirect& part : view.moved_parts()) ids.reserve(part.from.anchor);
  if (page.kind == site::PageKind::table || page.kind == site::PageKind::chart) ids.reserve(std::string(page.subject));
  const site::Content* content = view.content();
  if (!content) return ids;
  for (const document::Plan& plan : content->front.plans) ids.reserve(plan.name.text);
  for (const site::Block& block : content->blocks) ids.reserve(block.name + page.name_suffix());
  if (page.has_text())
    for (const document::Heading& heading : content->document().headings()) ids.reserve(heading.id);
  return ids;
}

// Returns the ids of the theme's elements on a page: {main, references, key_points, …}, once all of the authors' ids
// are known.
templates::Map theme_ids(blocks::PageIds& ids) {
  templates::Map map;
  for (std::string_view name : {"main", "references", "key_points", "takeaway", "what_is_here", "recent", "cases",
                                "flow_steps", "flow_so_far", "reasons"})
    map.set(name, ids.claim(base::replace_all(std::string(name), "_", "-")));
  return map;
}

// Reports "repeated-id" at the heading with the id, or at the page's title.
void check_repeated_ids(std::string_view html, site::View& view, base::Diagnostics& diagnostics) {
  for (const std::string& id : markup::repeated_ids(html)) {
    const base::Span place = place_of_id(id, view);
    const std::string message = fmt::format("the id \"{}\" is on this page twice", id);
    auto& d = place ? diagnostics.error("repeated-id", place, message)
                    : diagnostics.error("repeated-id", view.address(), message);
    d.expect("a unique id for each element: links and labels only reach the first one")
        .suggest("give the heading, table or chart another name, or write {{ ids.NAME }} in your own template");
  }
}

// Returns what is between quotation marks, if that is the whole text; otherwise "". A text of two quotes is not one.
std::string_view quoted_words(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kMarks[] = {{"\"", "\""}, {"“", "”"}, {"„", "“"},
                                                                      {"„", "”"},   {"«", "»"}, {"「", "」"}};
  for (const auto& [open, close] : kMarks) {
    if (text.size() <= open.size() + close.size() || !text.starts_with(open) || !text.ends_with(close)) continue;
    const std::string_view words = text.substr(open.size(), text.size() - open.size() - close.size());
    if (words.find(open) == std::string_view::npos && words.find(close) == std::string_view::npos)
      return base::trim(words);
  }
  return "";
}

// Returns the places in a source. Words that are quoted from a web page lead to them by a text fragment
// (https://wicg.github.io/scroll-to-text-fragment/), which browsers that do not know it ignore.
markup::SafeHtml places_of(const data::Source& source, const std::vector<std::string>& locators) {
  const bool is_page =
      !source.url.empty() && source.url.find('#') == std::string::npos && !source.url.ends_with(".pdf");
  markup::Writer out;
  for (const std::string& place : locators) {
    if (&place != &locators.front()) out.text("; ");
    const std::string_view words = quoted_words(place);
    if (words.empty() || !is_page) {
      out.text(place);
      continue;
    }
    std::string fragment = site::encode_query_value(words);
    for (const auto& [sign, code] : {std::pair("-", "%2D"), {",", "%2C"}})
      fragment = base::replace_all(std::move(fragment), sign, code);
    out.open("a").url("href", source.url + "#:~:text=" + fragment).attr("rel", "noopener").text(place).close();
  }
  return out.take();
}

templates::Value references_value(View& view, blocks::Context& context) {
  const blocks::References& references = context.references;
  templates::List list;
  for (size_t i = 0; i < references.sources().size(); ++i) {
    const data::Source& source = *references.sources()[i];
    templates::Map map;
    map.set("number", i + 1)
        .set("id", context.ids.make("ref-" + std::to_string(i + 1)))
        .set("html", view.theme().references.find(source.id)->second);
    map.set("status", blocks::status_html(source, context));
    map.set("href", site::relative_link(context.address(), source.address));
    map.set("places", places_of(source, references.locators(i)));
    list.push(std::move(map.set("locators", list_of(references.locators(i)))));
  }
  return list;
}

markup::SafeHtml write_document(const site::Content& content, View& view, PageHooks& hooks, Rendering& rendered,
                                templates::Map& values) {
  const std::vector<document::Heading>& headings = content.document().headings();
  const std::vector<site::Part> parts = site::heading_parts(content.document());
  for (size_t i = 0; i < headings.size(); ++i) rendered.add_anchor(std::string(headings[i].id), to_text(parts[i]));
  for (const std::string& id : content.document().html_ids()) rendered.add_anchor(id);
  for (const document::OwnId& own : content.document().own_ids()) rendered.add_anchor(std::string(own.id));
  if (content.front.toc.value_or(true)) values.set("toc", contents_value(content.document(), view));
  rendered.links.reserve(content.document().links().size());
  return document::write_html(content.document(), hooks);
}

// Returns the page's title, with the id of the text's heading from which it was taken, so that links lead to it.
markup::SafeHtml heading_html(const site::Content& content, blocks::Context& context, Rendering& rendered) {
  const std::string& id = content.front.title_id;
  const bool is_written = std::ranges::find(content.document().html_ids(), id) != content.document().html_ids().end();
  if (id.empty() || is_written || !context.ids.is_free(id)) return title_html(context);
  context.ids.reserve(id);
  rendered.add_anchor(id, to_text(site::Part{.title = context.view.page().title}));
  return markup::Writer().open("span").attr("id", id).html(title_html(context)).close().take();
}

// Returns the date of the most recent data that the page uses; "" if all of them are undated.
std::string data_date(const blocks::Uses& uses, View& view) {
  std::string latest;
  for (const blocks::Use& use : uses) {
    if (use.on.find('/') == std::string::npos) continue;  // an id without "/" is that of a source, not a row
    const site::Provenance* provenance = view.provenance(use.on);
    if (provenance && provenance->as_of > latest) latest = provenance->as_of;
  }
  return latest;
}

// Renders a page. Everything below reads the site only through the view.
void render(View& view, Rendering& rendered) {
  const site::Page& page = view.page();
  const site::Content* content = view.content();
  const Theme& theme = view.theme();
  const site::Words& words = theme.words;
  blocks::References references;
  blocks::Notes figures(std::string(kFigureNotes), true);
  blocks::PageIds ids = ids_of_authors(view);
  blocks::Context context{
      view,           words, references, &figures, rendered.corrections, rendered.links, rendered.diagnostics,
      theme.pictures, ids};
  templates::Map values = common_values(view);
  KindContext kind{context, view, rendered, values};
  if (content) {
    PageHooks hooks(*content, context, rendered);
    markup::SafeHtml html;
    values.set("heading", heading_html(*content, context, rendered)).set("lead", lead_html(context));
    if (page.has_text()) html = write_document(*content, view, hooks, rendered, values);
    add_kind_values(kind, &hooks);
    if (page.has_text()) hooks.check_short_texts();
    // Notes are rendered last, because key points and reasons contain figures too. They are open, like footnotes,
    // except on the home page.
    values.set("notes", figure_notes(figures, context));
    if (page.has_text()) values.set("content", std::move(html));
  } else {
    values.set("heading", markup::SafeHtml::text(page.title)).set("lead", markup::SafeHtml::text(page.lead));
    add_kind_values(kind, nullptr);
  }
  blocks::Uses uses = references.uses();
  values.set("data_date", data_date(uses, view));
  values.set("references", references_value(view, context)).set("moved", moved_parts(view));
  const templates::Map made_ids = theme_ids(ids);
  const templates::Value card = card_value(view, context, rendered);
  values.set("ids", made_ids).set("card", card);
  if (theme.engine.asks(page.layout, "json_ld")) add_json_ld(kind);

  // A print page depends on the same sources as the pages it contains, which record them.
  if (page.kind != site::PageKind::print) rendered.uses = std::move(uses);
  if (rendered.diagnostics.has_errors()) return;
  add_embed_pages(view, made_ids, card, rendered);
  theme.engine.render(page.layout, templates::Value(std::move(values)), rendered.html, rendered.diagnostics);
  check_repeated_ids(rendered.html, view, rendered.diagnostics);
  if (has_markdown_version(page.kind, view.config()))
    rendered.files.emplace(markdown_address(page.address),
                           write_markdown_page(rendered.html, view, words["markdown_page"]));
}

}  // namespace

bool waits_for_backlinks(const site::Page& page) {
  return page.kind == site::PageKind::source || page.kind == site::PageKind::sources ||
         page.kind == site::PageKind::resource;
}

RenderedPage render_page(const site::Site& site, const site::Page& page, const Theme& theme,
                         const Backlinks& backlinks) {
  View view(site, page, theme, backlinks);
  RenderedPage rendered(page);
  render(view, rendered);
  return rendered;
}

}  // namespace pages
