// BibTeX and BibLaTeX files, read as CSL. Debian's library (libbtparse) has no columns, keeps its state in global
// variables and prints its own messages, so that the reader is ours. Fields and types are mapped as Pandoc does.
// Source: BibTeX's grammar in "Tame the BeaST" (CTAN) and btparse's bt_language(1); fields: the BibLaTeX manual.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace data {

// A field or the value of a @string, with macros replaced; braces and commands of TeX are still in it.
struct BibField {
  std::string name;  // in lower case
  std::string text;
  base::Span span;
};

struct BibEntry {
  std::string type;  // in lower case
  std::string key;
  base::Span span, key_span;
  std::vector<BibField> fields;

  const BibField* find(std::string_view name) const;
};

// Error "bibtex-syntax" for each entry that cannot be read; the others are returned, with fields of `crossref` and
// `xdata`.
std::vector<BibEntry> read_bib_entries(const base::SourceText& file, base::Diagnostics& diagnostics);

// A list of entries as read_csl() reads them.
notation::Node read_bibtex(const base::SourceText& file, base::Diagnostics& diagnostics);

// TeX as CSL text: accents, symbols, \emph{…} as <i>…</i>, $H_2$ as H<sub>2</sub>. `unknown` gets the names of
// commands that are not known; what they are applied to stays.
std::string text_of_tex(std::string_view tex, std::vector<std::string>& unknown);

// Parts of a text between separators outside braces: names at "and", parts of a name at a comma or space.
std::vector<std::string_view> split_tex(std::string_view tex, std::string_view separator);

}  // namespace data
