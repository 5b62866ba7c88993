// What a page is, in schema.org's words, for search engines and other programs (https://schema.org, as JSON-LD).
// Identities and addresses are absolute by their nature: a site without a base_url has none.
#pragma once
#include "document/document.h"
#include "pages/kinds.h"

namespace pages {

// Sets `json_ld` to {"@context", "@graph"}: the page, what it is about, and where it stands.
// REQUIRES: all that the page cites has been cited.
void add_json_ld(KindContext& kind);

// The words of a document with its answer in them, as {"@type": "Question", …}.
templates::Map question_entity(const site::Page& page, site::View& view);

}  // namespace pages
