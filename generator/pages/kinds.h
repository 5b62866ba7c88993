// What each kind of page shows besides its text.
#pragma once
#include "blocks/context.h"
#include "document/html_writer.h"
#include "pages/render.h"
#include "template/value.h"

namespace pages {

struct KindContext {
  blocks::Context& context;
  const Theme& theme;
  const Backlinks& backlinks;
  RenderedPage& rendered;
  templates::Map& values;

  const site::Page& page() const { return context.view.page(); }
  const site::Site& site() const { return context.view.site(); }
};

// `hooks` is null for a page that nobody wrote.
void add_kind_values(KindContext& kind, document::Hooks* hooks);

// One file each.
void add_list_values(KindContext& kind);                            // home, section: list_pages.cc
void add_lesson_values(KindContext& kind, document::Hooks& hooks);  // lesson.cc
void add_flow_values(KindContext& kind, document::Hooks* hooks);    // flow, question, outcome: flow_pages.cc
void add_faq_values(KindContext& kind, document::Hooks* hooks);     // faq, answer: faq_pages.cc
void add_source_values(KindContext& kind);                          // sources, source: source_pages.cc
void add_data_values(KindContext& kind);                            // table, chart, data: data_pages.cc
void add_resource_values(KindContext& kind);                        // resource: resource_page.cc
void add_contradiction_values(KindContext& kind);                   // contradictions: contradictions_page.cc
void add_changes_values(KindContext& kind);                         // changes: changes_page.cc
void add_print_values(KindContext& kind);                           // print: print_page.cc
void add_search_values(KindContext& kind);                          // search: search_page.cc
void add_redirect_values(KindContext& kind);                        // redirect: redirect_page.cc

// A link to all pages of the section on one; null for none.
templates::Value print_link(site::View& view);

// Where the table or chart stands whose rows this page shows; null for a page of another kind.
const site::Page* shown_on_page(site::View& view);

// What on its page it is: the caption of a table or chart; "" for the page itself and for the note of a figure.
std::string part_title(const site::Site& site, const Backlink& backlink);

}  // namespace pages
