// Reads one entry of a bibliography, written in CSL-JSON or converted to it.
#pragma once
#include "base/diagnostic.h"
#include "data/bibliography.h"
#include "notation/node.h"

namespace data {

// Keys that CSL does not define are kept in Source::csl(). `id` is "" if an error leaves nothing to cite.
Source read_csl(const notation::Node& node, base::Diagnostics& diagnostics);

// Whether citations and rows can use this id: it has no braces or line ends, and no spaces around it.
bool is_source_id(std::string_view id);

// The default name of the source's page. Short ids of letters, digits and '-' are used unchanged.
std::string source_page_name(std::string_view id);

// Parses a date or range: "2026-01-31", "1998/2004", "2010-21" or "1850~". Any other text becomes the literal.
Date parse_date(std::string_view text);

// Converts a tree to JSON.
std::string json_of(const notation::Node& node);

}  // namespace data
