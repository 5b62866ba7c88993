// Citations in Pandoc's form, found in plain text: [@jouppi2017], [@atlas, summary table], [@a; @b, p. 3], and
// [@{https://example.org/a?b=c}] for any other id.
// Prefixes, "-@" and "@id" outside brackets are not supported (https://pandoc.org/MANUAL.html#citation-syntax).
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/source_text.h"

namespace document {

struct Citation {
  std::string id;       // the source's id without braces
  std::string locator;  // the locator as plain text: "summary table"; may be empty
  base::Span span;      // the bytes of "@id", or of the whole group if these are not known
};

struct CitationGroup {
  std::vector<Citation> citations;  // one or more citations
  base::Span span;                  // all bytes from "[" to "]"
  std::string_view written;         // the whole group in the parsed text
};

// A citation that find_citations() found in a run of text.
struct FoundCitation {
  size_t begin = 0;  // offsets in the text: before "[" and after "]"
  size_t end = 0;
  std::vector<Citation> citations;                // citations without spans
  std::vector<std::pair<size_t, size_t>> places;  // the begin and end of each "@id"
  std::string problem;                            // the reason why it is not a citation, if it only looks like one
};

// Returns everything in `text` that is a citation or looks like one, in order. Linear in the length of the text.
std::vector<FoundCitation> find_citations(std::string_view text);

}  // namespace document
