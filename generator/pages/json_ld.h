// Describes a page in schema.org's vocabulary as JSON-LD, for search engines and other programs. Its ids and addresses
// are absolute, so a site without a base_url has no JSON-LD.
#pragma once
#include "pages/kinds.h"

namespace pages {

// Sets `json_ld` to {"@context", "@graph"}: the page, its subject, and its breadcrumbs.
// REQUIRES: all citations of the page are in context.references.
void add_json_ld(KindContext& kind);

// ---- json_ld_data.cc
// Returns the sources that the page cites: [{"@type": …, "name", "url", …}].
templates::List cited_sources(blocks::Context& context);

// Returns the source that a source's page is about.
templates::Map source_entity(KindContext& kind);

// Adds facts about data. Pages of resources, of whole tables and of chart data get sources, columns, licence and
// downloads. The list of downloads gets the resources. Other pages get nothing.
void add_dataset_facts(KindContext& kind, templates::Map& entity);

}  // namespace pages
