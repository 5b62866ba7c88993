// Searches the bytes of a Markdown text before it is parsed, so that steps can be skipped. False positives are
// possible: a sign may be in code, or escaped.
#pragma once
#include <string_view>

namespace document {

// Whether there may be syntax of GitHub's inline extensions. With these, libcmark-gfm splits texts at each 'w' and ':',
// joins them again, and walks the tree twice more, which takes a quarter of its time even for a text without such
// syntax.
bool needs_inline_extensions(std::string_view markdown);

// Whether there may be a footnote. With footnotes enabled, libcmark-gfm 0.29 treats "[\^*a*]" as one, and loses its
// text.
bool needs_footnotes(std::string_view markdown);

// Whether a document may depend on data (depends_on_data): it may contain one of kSchemes, such as "fig:", written
// plainly, with character references or escapes, or a fence with one of Sourcebook's languages.
bool may_depend_on_data(std::string_view markdown);

// Whether there may be a fence that names a language.
bool may_hold_code(std::string_view markdown);

// Whether a text for parse_words() may contain more than plain words: a link to a figure or claim, or a citation.
bool may_contain_links(std::string_view words);

}  // namespace document
