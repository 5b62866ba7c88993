#include "pages/render.h"

#include "document/html_writer.h"
#include "pages/ask.h"
#include "pages/card.h"
#include "pages/embed_pages.h"
#include "pages/hooks.h"
#include "pages/ids.h"
#include "pages/json_ld.h"
#include "pages/kinds.h"
#include "pages/moved.h"
#include "pages/page_values.h"
#include "pages/twin.h"
#include "site/part.h"
#include "site/url.h"

namespace pages {
namespace {

templates::Value references_value(blocks::Context& context) {
  const blocks::References& references = context.references;
  templates::List list;
  for (size_t i = 0; i < references.sources().size(); ++i) {
    const data::Source& source = *references.sources()[i];
    templates::Map map;
    map.set("number", i + 1)
        .set("id", context.ids.make("ref-" + std::to_string(i + 1)))
        .set("html", blocks::reference_html(source));
    map.set("status", blocks::status_html(source, context));
    map.set("href", site::relative_link(context.address(), blocks::source_address(source.id)));
    templates::List locators;
    for (const std::string& locator : references.locators(i)) locators.push(locator);
    map.set("locators", std::move(locators));
    list.push(std::move(map));
  }
  return list;
}

markup::SafeHtml write_document(const site::Content& content, PageHooks& hooks, RenderedPage& rendered,
                                templates::Map& values) {
  const std::vector<document::Heading>& headings = content.document().headings();
  rendered.anchors.reserve(headings.size());
  for (const document::Heading& heading : headings) rendered.anchors.emplace_back(heading.id);
  const std::vector<std::string>& ids = content.document().html_ids();
  rendered.anchors.insert(rendered.anchors.end(), ids.begin(), ids.end());
  for (const site::Part& part : site::heading_parts(content.document())) rendered.parts.push_back(to_text(part));
  if (content.front.toc.value_or(true)) values.set("toc", contents_value(content.document()));
  rendered.links.reserve(content.document().links().size());
  return document::write_html(content.document(), hooks);
}

}  // namespace

bool waits_for_backlinks(const site::Page& page) {
  return page.kind == site::PageKind::source || page.kind == site::PageKind::sources ||
         page.kind == site::PageKind::resource;
}

RenderedPage render_page(const site::Site& site, const site::Page& page, const Theme& theme, const Backlinks& backlinks,
                         site::Recorder reads) {
  RenderedPage rendered;
  rendered.page = &page;
  site::View view(site, page, std::move(reads));
  if (page.content()) view.content(*page.content());
  blocks::References references;
  blocks::Notes figures(std::string(kFigureNotes), true);
  blocks::PageIds ids = ids_of_authors(view);
  blocks::Context context{view,           theme.words,          references,     &figures, rendered.corrections,
                          rendered.links, rendered.diagnostics, theme.pictures, ids};

  templates::Map values = common_values(view, theme);
  KindContext kind{context, theme, backlinks, rendered, values};
  if (page.content()) {
    PageHooks hooks(*page.content(), context, rendered);
    markup::SafeHtml html;
    values.set("heading", title_html(page, context)).set("lead", lead_html(page, context));
    if (page.has_text()) html = write_document(*page.content(), hooks, rendered, values);
    add_kind_values(kind, &hooks);
    if (page.has_text()) hooks.check_short_texts();
    // Last, since key points and reasons hold figures too.
    // Open, as footnotes are, but on the home page, which is the way in and not a text to be checked.
    values.set("notes", figure_notes(figures, page.kind != site::PageKind::home, context));
    if (page.has_text()) values.set("content", std::move(html));
  } else {
    values.set("heading", markup::SafeHtml::text(page.title)).set("lead", markup::SafeHtml::text(page.lead));
    add_kind_values(kind, nullptr);
  }
  values.set("references", references_value(context)).set("moved", moved_parts(view));
  const templates::Map made_ids = theme_ids(ids);
  values.set("ids", made_ids);
  values.set("corrections", corrections_value(view));
  values.set("card", card_value(context, theme, rendered));
  if (theme.engine.asks(page.layout, "json_ld")) add_json_ld(kind);

  // The page for paper rests on what its chapters do.
  if (page.kind != site::PageKind::print) rendered.uses = references.uses();
  if (!rendered.diagnostics.has_errors()) {
    add_embed_pages(view, theme, made_ids, rendered);
    read_template(page.layout, theme, view);
    theme.engine.render(page.layout, templates::Value(std::move(values)), rendered.html, rendered.diagnostics);
    check_repeated_ids(page, rendered.html, rendered.diagnostics);
    if (has_twin(page, *site.config))
      rendered.files.emplace(twin_address(page.address), write_twin(rendered.html, view, theme.words["twin_page"]));
  }
  rendered.reads = view.take_reads();
  return rendered;
}

}  // namespace pages
