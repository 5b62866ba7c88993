// Formats a source as BibTeX, for readers who cite it.
#pragma once
#include <string>

#include "data/bibliography.h"

namespace pages {

// Returns the entry with its fields in BibTeX's usual order; text that TeX would read as a command is escaped. Entry
// types follow the mapping from CSL types that Pandoc and Zotero use.
std::string bibtex(const data::Source& source);

}  // namespace pages
