// data/unbound.txt: the unbound words that a site had when it began to count them. The list may only shrink.
//
// One a line: the page, a hash of the sentence, and the words, divided by tabs; sorted, and lines that begin with '#'
// are comments. A line stays true while its sentence does, wherever on the page it moves. A site with the file, even an
// empty one, has errors where others have warnings.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "check/unbound.h"

namespace check {

inline constexpr std::string_view kBaseline = "data/unbound.txt";

enum class BaselineUpdate { shrink, grow };

// True if the file has an entry.
bool lists_any(const base::SourceText& file);

// Reports what is unbound: a warning each ("unbound-number", "unbound-superlative") where `file` is null; else an error
// each for those that the file does not list, an error "stale-baseline" for lines that are no longer true, and
// "bad-baseline" for lines that can't be read. Returns how many of `found` the file lists.
size_t check_unbound(const std::vector<Unbound>& found, const base::SourceText* file, base::Diagnostics& diagnostics);

// Reports those of `found` that `file` does not list, as check_unbound() does: for one page at a time.
void report_unlisted(const std::vector<Unbound>& found, const base::SourceText& file, base::Diagnostics& diagnostics);

// The text of the list: all of `found` if there is none yet (`file` is null) or it may grow, else those of them that it
// lists.
std::string baseline_text(const std::vector<Unbound>& found, const base::SourceText* file, BaselineUpdate update);

}  // namespace check
