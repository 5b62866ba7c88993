// Formats references by the rules of the Chicago Manual of Style (17th edition, author-date), the default style of
// Pandoc and Quarto. Each function is one macro of the style, in the same order.
// Source: https://github.com/citation-style-language/styles/blob/master/chicago-author-date.csl;
// tests/unit/blocks/bibliography/ compares with Pandoc.
#pragma once
#include <string>

#include "data/bibliography.h"
#include "site/words.h"

namespace blocks {

// Returns a text for data::csl_plain() and csl_html(), with the title marked. `with_address` appends the DOI or URL.
std::string reference_of(const data::Source& source, const site::Words& words, bool with_address);

}  // namespace blocks
