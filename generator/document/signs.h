// What a Markdown text may contain, from a search of its bytes before it is parsed, so that steps can be skipped. False
// positives are possible: a sign may be in code, or escaped.
#pragma once
#include <string_view>

namespace document {

// Anything of GitHub's extensions of inlines. With these libcmark-gfm cuts texts at each 'w' and ':', puts them
// together again, and walks twice more through the tree: a quarter of its time, for a text that has nothing of them.
bool needs_inline_extensions(std::string_view markdown);

// A footnote. With footnotes enabled, libcmark-gfm 0.29 treats "[\^*a*]" as one, and loses its text.
bool needs_footnotes(std::string_view markdown);

// An '@', or "fig:", "assert:" or "given:": as they are, by a reference to a character, or by an escape.
bool may_hold_citation(std::string_view markdown);
bool may_hold_scheme(std::string_view markdown);

// What makes a document rest on data (rests_on_data): such a scheme, or a fence with a word of Sourcebook's.
bool may_rest_on_data(std::string_view markdown);

// A fence that names a language.
bool may_hold_code(std::string_view markdown);

// What a text for parse_words() has besides plain words: such a scheme, or the beginning of a citation.
bool may_hold_links(std::string_view words);

}  // namespace document
