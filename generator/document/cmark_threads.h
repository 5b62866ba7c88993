// Makes libcmark-gfm 0.29 usable from several threads.
//
// Each of its parsers, when it finishes, adds the special characters of its extensions ('~', ':', 'w') to a table that
// all threads share, and then removes them: a parser that runs in another thread at that moment reads them as plain
// text. cmark_threads.cc defines `cmark_manage_extensions_special_characters` anew: the dynamic linker lets the library
// call ours, which does nothing; attach_extensions() adds them once, and nobody removes them. A parser without these
// extensions still treats a special character as text. This works with the shared library only, in a program that
// exports our function (CMakeLists.txt).
#pragma once
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

namespace document {

// The types of GitHub's nodes, which the extensions register. All threads share them.
struct CmarkTypes {
  cmark_node_type table;
  cmark_node_type table_row;
  cmark_node_type table_cell;
  cmark_node_type strikethrough;
};

// Registers the extensions at the first call. Throws std::logic_error when the library does not call our function.
const CmarkTypes& cmark_types();

// The options for all Markdown. Unlike on GitHub, single tildes do not strike out: "10~20 GB" is a range.
constexpr int kParserOptions = CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE;

// Attaches GitHub's block extensions, and also its inline extensions if `inlines` is true.
void attach_extensions(cmark_parser* parser, bool inlines);

}  // namespace document
