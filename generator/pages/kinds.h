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

  const site::Page& page() const { return view.page(); }
};

// Adds the values of the page's kind. `hooks` is null for a generated page.
void add_kind_values(KindContext& kind, document::Hooks* hooks);

// Most functions are in a separate file, such as flow_pages.cc for questions and outcomes.
void add_list_values(KindContext& kind);
void add_lesson_values(KindContext& kind, document::Hooks& hooks);
void add_flow_values(KindContext& kind, document::Hooks* hooks);
void add_source_values(KindContext& kind);
void add_data_values(KindContext& kind);
void add_resource_values(KindContext& kind);
void add_contradiction_values(KindContext& kind);
void add_changes_values(KindContext& kind);
void add_print_values(KindContext& kind);

// Sets `json_ld` to {"@context", "@graph"}: the page, its subject, and its breadcrumbs. REQUIRES: all citations of the
// page are in context.references.
void add_json_ld(KindContext& kind);
// Returns a date on which the data changed: {date, title, href, summary, counts, rows, corrections}.
templates::Map day_entry(const site::Changes& changes, blocks::Context& context);
// Returns a link to the print page of the section, which contains all its pages; null if there is none.
templates::Value print_link(site::View& view);

}  // namespace pages
