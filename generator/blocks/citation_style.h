// References by the rules of the Chicago Manual of Style (17th edition, author-date), the style that Pandoc and Quarto
// use by default. Each function is a macro of the style, in its order.
// Source: https://github.com/citation-style-language/styles/blob/master/chicago-author-date.csl;
// tests/unit/blocks/bibliography/ compares with Pandoc.
#pragma once
#include <string>

#include "data/bibliography.h"
#include "site/words.h"

namespace blocks {

// A text for data::csl_plain() and csl_html(), with the title marked. `with_address`: with its DOI or URL at the end.
std::string reference_of(const data::Source& source, const site::Words& words, bool with_address);

}  // namespace blocks
