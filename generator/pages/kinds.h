// Adds the values that each kind of page has in addition to its text.
#pragma once
#include "blocks/context.h"
#include "document/html_writer.h"
#include "pages/rendered_page.h"
#include "pages/view.h"
#include "template/value.h"

namespace pages {

struct KindContext {
  blocks::Context& context;
  View& view;
  Rendering& rendered;
  templates::Map& values;

  const site::ThisPage& page() const { return view.page(); }
};

// Adds the values of the page's kind. `hooks` is null for a generated page.
void add_kind_values(KindContext& kind, document::Hooks* hooks);

// Each function is in its own file.
void add_list_values(KindContext& kind);                            // for home and section pages, in list_pages.cc
void add_lesson_values(KindContext& kind, document::Hooks& hooks);  // for lessons, in lesson.cc
void add_flow_values(KindContext& kind, document::Hooks* hooks);  // for flows, questions and outcomes, in flow_pages.cc
void add_variant_values(KindContext& kind);                       // for variants, in flow_pages.cc
void add_faq_values(KindContext& kind);                           // in faq_pages.cc
void add_source_values(KindContext& kind);         // for lists of sources and single sources, in source_pages.cc
void add_data_values(KindContext& kind);           // for tables, charts and the list of data, in data_pages.cc
void add_resource_values(KindContext& kind);       // in resource_page.cc
void add_contradiction_values(KindContext& kind);  // in contradictions_page.cc
void add_changes_values(KindContext& kind);        // in changes_page.cc
void add_print_values(KindContext& kind);          // in print_page.cc
void add_search_values(KindContext& kind);         // in search_page.cc
void add_redirect_values(KindContext& kind);       // in redirect_page.cc

// Returns the last `most` dates on which the data changed: {date, title, href, summary, counts, rows, corrections}.
templates::List days_value(View& view, blocks::Context& context, size_t most);
// Returns a link to the print page of the section, which contains all its pages; null if there is none.
templates::Value print_link(site::View& view);

}  // namespace pages
