// One entry of a bibliography, from CSL-JSON or what was converted to it.
#pragma once
#include "base/diagnostic.h"
#include "data/bibliography.h"
#include "notation/node.h"

namespace data {

// Keys that CSL does not have are kept in Source::csl(). `id` is "" after an error that leaves nothing to cite.
Source read_csl(const notation::Node& node, base::Diagnostics& diagnostics);

// Whether citations and rows can refer to a source by this id: any text without braces, line ends and spaces around it.
bool is_source_id(std::string_view id);

// The name of the source's page, unless another source has it. Short ids of letters, digits and '-' stay as they are.
std::string source_page_name(std::string_view id);

// "2026-01-31", "1998/2004", "2010-21", "1850~"; a text of another form becomes the literal.
Date parse_date(std::string_view text);

// A tree as JSON.
std::string json_of(const notation::Node& node);

}  // namespace data
