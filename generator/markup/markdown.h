// Writes a text as Markdown (CommonMark with GitHub's extensions), so that none of its characters is read as markup,
// HTML or a link.
//
// Inline Markdown is collected with marks instead of emphasis and line breaks, since their syntax depends on
// the characters on both sides; finish_inline() replaces them by Markdown's syntax, or by HTML where Markdown's would
// not be recognised. Texts do not contain the marks, because control characters are dropped from them.
#pragma once
#include <string>
#include <string_view>

namespace markup {

enum class Emphasis { em, strong, del };

void open_emphasis(std::string& out, Emphasis kind);
void close_emphasis(std::string& out, Emphasis kind);
void append_break(std::string& out);

// Appends plain text. Collapses white space, including white space at the end of `out`.
void append_markdown(std::string& out, std::string_view plain);
// Appends `code`, with more backticks if the code contains any. In a table cell, '|' is escaped too.
void append_code_span(std::string& out, std::string_view code, bool in_cell);
// Appends $`latex`$, as on GitHub, or code if the formula contains a '`'.
void append_math(std::string& out, std::string_view latex, bool in_cell);
// Appends "(destination)" of a link or image. The URL is written unchanged; forbidden characters are percent-encoded.
void append_destination(std::string& out, std::string_view url);
// Appends "<https://…>" for a link whose text is its address; for any other link, appends nothing and returns false.
bool append_autolink(std::string& out, std::string_view text, std::string_view url);

enum class Lines { paragraph, one };  // `one` is for a heading or a cell, in which a line break is a <br>
std::string finish_inline(std::string_view inlines, Lines lines);

// Returns a fenced block whose content cannot close the fence. Characters that can't be part of a language name are
// dropped from `language`.
std::string code_fence(std::string_view code, std::string_view language);

// Prefixes each line: the first with `first`, others with `others` unless they are empty.
std::string indented(std::string_view block, std::string_view first, std::string_view others);

}  // namespace markup
