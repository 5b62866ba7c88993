// What a Markdown text may hold, told from its bytes before it is parsed: what is not there need not be looked for.
// Where in doubt, it may: a sign may stand in code, or be escaped.
#pragma once
#include <string_view>

namespace document {

// Anything of GitHub's extensions of inlines. With these libcmark-gfm cuts texts at each 'w' and ':', puts them
// together again, and walks twice more through the tree: a quarter of its time, for a text that has nothing of them.
bool needs_inline_extensions(std::string_view markdown);

// A footnote. Told that there may be some, libcmark-gfm 0.29 takes "[\^*a*]" for one, and loses its text.
bool needs_footnotes(std::string_view markdown);

// An '@', or "fig:", "assert:" or "given:": as they are, by a reference to a character, or by an escape.
bool may_hold_citation(std::string_view markdown);
bool may_hold_scheme(std::string_view markdown);

// What makes a document rest on data (rests_on_data): such a scheme, or a fence with a word of Sourcebook's.
bool may_rest_on_data(std::string_view markdown);

// A fence that names a language.
bool may_hold_code(std::string_view markdown);

}  // namespace document
