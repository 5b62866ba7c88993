// Unbound words: numbers with units, superlatives and comparatives without support, in all texts that readers see:
// prose, headings, titles, captions, labels. A number is bound by a figure or an assumption (fig:, given:), a
// comparison by an assert, by a figure in its sentence, or by `holds:` of its table or chart; both by a citation in
// their sentence, list item or table row, by the `source` of the data that a text describes, and in the title of a
// computed column by what its query states and compares.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/source_text.h"
#include "check/shown_texts.h"
#include "quantity/unit.h"
#include "site/content.h"

namespace check {

struct Unbound {
  enum class Kind { number, comparison };
  Kind kind = Kind::number;
  ShownTexts::Place place = ShownTexts::Place::markdown;
  std::string page;   // path of the file below content/; of one below data/ with the folder
  std::string words;  // "128 GB", "cheapest"
  std::string sentence;
  base::Span span;
};

// Unbound words on the page and in all Markdown that belongs to it.
std::vector<Unbound> find_unbound_in(const site::Content& content, const quantity::Units& units,
                                     std::string_view language);

// Unbound words in the texts below data/.
std::vector<Unbound> find_unbound_in(const io::SourceTree& tree, const quantity::Units& units,
                                     std::string_view language);

// Unbound words on all pages, in the order of the files and of the text. Numbers without a unit (years, versions,
// counts) and code do not count. `language` is the site's.
std::vector<Unbound> find_unbound(const site::Contents& contents, const quantity::Units& units,
                                  std::string_view language, unsigned jobs);

// -- The list of accepted words --

// The unbound words that a site had when the list was created; it may only shrink. One per line: the page, a hash
// of the sentence, and the words, separated by tabs; sorted, and lines that begin with '#' are comments. A line stays
// valid when its sentence moves on the page. In a site with the file, even an empty one, errors replace the warnings.
inline constexpr std::string_view kBaseline = "data/unbound.txt";

enum class BaselineUpdate { shrink, grow };

// True if the file has an entry.
bool lists_any(const base::SourceText& file);

// Reports what is unbound: a warning each ("unbound-number", "unbound-superlative") if `file` is null; otherwise an
// error each for those that the file does not list, an error "stale-baseline" for outdated lines, and "bad-baseline"
// for malformed lines. Returns how many of `found` the file lists.
size_t check_unbound(const std::vector<Unbound>& found, const base::SourceText* file, base::Diagnostics& diagnostics);

// Reports those of `found` that `file` does not list, as check_unbound() does: for one page at a time.
void report_unlisted(const std::vector<Unbound>& found, const base::SourceText& file, base::Diagnostics& diagnostics);

// Returns the new text of the list. It contains all of `found` if `file` is null or `update` allows new entries;
// otherwise only those of `found` that `file` contains.
std::string baseline_text(const std::vector<Unbound>& found, const base::SourceText* file, BaselineUpdate update);

// -- What authors state as assumptions: by [16 cups](given:), and by the `why` of a named figure --

struct Assumption {
  std::string text;
  base::Span span;
};

// The assumptions in the order of the files and of the text; `shared` figures, those of data/figures.yaml, come last.
std::vector<Assumption> find_assumptions(const site::Contents& contents, const site::NamedFigures& shared);

}  // namespace check
