// Unbound words: numbers with units, superlatives and comparatives that nothing vouches for, in all texts that readers
// see: prose, headings, titles, captions, labels. A number is bound by a figure or an assumption (fig:, given:), a
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
  std::string page;      // path of the file below content/; of one below data/ with the folder
  std::string words;     // "128 GB", "cheapest"
  std::string sentence;  // in which they stand
  base::Span span;
};

// On the page and in all Markdown that belongs to it.
std::vector<Unbound> find_unbound_in(const site::Content& content, const quantity::Units& units,
                                     std::string_view language);

// In the texts below data/.
std::vector<Unbound> find_unbound_in(const io::SourceTree& tree, const quantity::Units& units,
                                     std::string_view language);

// On all pages, in the order of the files and of the text. Numbers without a unit (years, versions, counts) are left
// alone, and so is code. `language` is the site's.
std::vector<Unbound> find_unbound(const site::Contents& contents, const quantity::Units& units,
                                  std::string_view language, unsigned jobs);

}  // namespace check
