// Sources and data in schema.org's words; see json_ld.h.
#pragma once
#include "pages/kinds.h"

namespace pages {

// What the page cites: [{"@type": …, "name", "url", …}].
templates::List cited_sources(blocks::Context& context);

// Of the page of a source: the source.
templates::Map source_entity(KindContext& kind);

// Of the pages of resources, whole tables and charts' data: what they rest on, their columns, licence and downloads.
// Of the list of the data: the resources. Of other pages nothing.
void add_dataset_facts(KindContext& kind, templates::Map& entity);

}  // namespace pages
