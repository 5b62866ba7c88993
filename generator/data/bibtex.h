// Reads BibTeX, BibLaTeX and RIS files as CSL. This is our own reader because Debian's library (libbtparse) reports no
// columns, keeps its state in global variables and prints its own messages. Fields and types are mapped as in Pandoc.
// Source: BibTeX's grammar in "Tame the BeaST" (CTAN) and btparse's bt_language(1); fields: the BibLaTeX manual.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace data {

struct BibEntry {
  std::string type;  // the type in lower case
  std::string key;
  base::Span key_span;
  // A map with names in lower case. Macros are replaced, but texts have TeX's braces and commands.
  notation::Node fields;
};

// The BibTeX files of a bibliography, which are read together, as BibTeX does: @string, `crossref` and `xdata` also
// refer to the other files. Returns the entries of each file, with the fields that they inherit. Reports
// "bibtex-syntax" for each entry that cannot be read, and leaves it out, and "too-much-work" if entries repeat more
// text than files of their size may.
std::vector<std::vector<BibEntry>> read_bib_entries(const std::vector<const base::SourceText*>& files,
                                                    base::Diagnostics& diagnostics);

// Reports years that are not in the first of several dates of one thing ("bad-date"). Dates may be null.
void check_years(const std::vector<const notation::Node*>& dates, base::Diagnostics& diagnostics);

// Returns the entries of each file as a list of nodes for read_csl().
std::vector<notation::Node> read_bibtex(const std::vector<const base::SourceText*>& files,
                                        base::Diagnostics& diagnostics);

// Returns the entries of a RIS file as a list of nodes for read_csl(). Reports "bibtex-syntax" for lines outside
// entries and entries without an ID.
notation::Node read_ris(const base::SourceText& file, base::Diagnostics& diagnostics);

// Converts TeX to CSL text: accents, symbols, \emph{…} to <i>…</i>, $H_2$ to H<sub>2</sub>. Adds the names of commands
// that are not known to `unknown`; their arguments are kept.
std::string text_of_tex(std::string_view tex, std::vector<std::string>& unknown);

// Splits a text at separators outside braces: names at "and", the parts of a name at a comma or space.
std::vector<std::string_view> split_tex(std::string_view tex, std::string_view separator);

}  // namespace data
