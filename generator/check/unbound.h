// Unbound words: numbers with units, superlatives and comparatives without support, in all texts that readers see:
// prose, headings, titles, captions, labels.
// A number or a count is bound by a figure or an assumption (fig:, count:, given:). A superlative and a quantity in
// words are bound by an assert, a superlative also by a figure that is that extreme (quantity::Field::extreme); a
// comparison is bound by an assert or a figure in its sentence. `holds:` of a table or chart binds these too. All are
// bound by a citation in their sentence, list item or table row, by the `source` of the data that a text describes, and
// in the title of a computed column by what its query states and compares.
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/source_text.h"
#include "check/shown_texts.h"
#include "quantity/unit.h"
#include "site/content.h"
#include "site/site.h"

namespace check {

struct Unbound {
  enum class Kind { number, count, superlative, comparison, quantity };
  Kind kind = Kind::number;
  ShownTexts::Place place = ShownTexts::Place::markdown;
  std::string page;   // path of the file below content/; a file below data/ is named with that folder
  std::string words;  // the unbound words: "128 GB", "cheapest"
  std::string sentence;
  base::Span span;
};

// What the search for unbound words depends on.
struct UnboundRules {
  const quantity::Units& units;
  std::string language;  // the site's
  // The names and titles of tables and the categories of the data, in lower case: a number word below 13 before one of
  // these is a count.
  std::set<std::string> nouns;
  // Names in the data that contain a number or a superlative, in lower case, which are no claims: "gaudi 2".
  std::set<std::string, std::less<>> names;
};
UnboundRules unbound_rules(const data::Database& database, std::string_view language);

// Returns the unbound words on the page and in all Markdown that belongs to it. `evaluation` has the figures of the
// page; null if there are none.
std::vector<Unbound> find_unbound_in(const site::Content& content, const site::Evaluation* evaluation,
                                     const UnboundRules& rules);

// Returns the unbound words in the texts below data/.
std::vector<Unbound> find_unbound_in(const io::SourceTree& tree, const UnboundRules& rules);

// Returns the unbound words on all pages, in the order of the files and of the text. Years, versions, names and code do
// not count.
std::vector<Unbound> find_unbound(const site::Contents& contents, const site::Site& site, const UnboundRules& rules,
                                  unsigned jobs);

// -- The list of accepted words --

// The list of unbound words that the site had when the list was created; it may only shrink. Each line contains the
// page, a hash of the sentence, and the words, separated by tabs. Lines are sorted; those that begin with '#' are
// comments. A line stays valid if its sentence moves on the page. If a site has the file, even an empty one, errors
// replace the warnings.
inline constexpr std::string_view kBaseline = "data/unbound.txt";

enum class BaselineUpdate { shrink, grow };

// Whether the list has an entry.
bool lists_any(const base::SourceText& file);

// Reports unbound words. If `file` is null, each is a warning ("unbound-number", "unbound-count",
// "unbound-superlative"). Otherwise each
// one that the file does not list is an error, and so are outdated lines ("stale-baseline") and malformed lines
// ("bad-baseline"). Returns how many of `found` the file lists.
size_t check_unbound(const std::vector<Unbound>& found, const base::SourceText* file, base::Diagnostics& diagnostics);

// Reports the words in `found` that `file` does not list, like check_unbound(), for one page at a time.
void report_unlisted(const std::vector<Unbound>& found, const base::SourceText& file, base::Diagnostics& diagnostics);

// Returns the new text of the list. It contains all of `found` if `file` is null or `update` allows new entries,
// otherwise only those that `file` already contains.
std::string baseline_text(const std::vector<Unbound>& found, const base::SourceText* file, BaselineUpdate update);

// -- Assumptions of authors: [16 cups](given:), and the `why` of a named figure --

struct Assumption {
  std::string text;
  base::Span span;
};

// Returns the assumptions in the order of the files and of the text; those of data/figures.yaml come last.
std::vector<Assumption> find_assumptions(const site::Contents& contents, const site::NamedFigures& shared);

}  // namespace check
