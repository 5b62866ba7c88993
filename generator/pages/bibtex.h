// A source as BibTeX, for readers who cite it.
#pragma once
#include <string>

#include "data/bibliography.h"

namespace pages {

// Fields in BibTeX's usual order; what TeX would read as a command is escaped. Source of the entry types: CSL's types
// as Pandoc and Zotero map them to BibTeX.
std::string bibtex(const data::Source& source);

}  // namespace pages
