// What makes libcmark-gfm 0.29 usable from several threads.
//
// Each of its parsers, when it finishes, adds the special characters of its extensions ('~', ':', 'w') to a table that
// all threads share, and takes them away again: another parser that is at work in that moment reads them as plain text.
// cmark_threads.cc defines `cmark_manage_extensions_special_characters` anew: the dynamic linker lets the library call
// ours, which has the real one add them once and never removes them. This works with the shared library only, in a
// program linked with ENABLE_EXPORTS; all parsers of the program attach the same extensions.
#pragma once
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

#include <vector>

namespace document {

// GitHub's extensions and the node types that they registered; the same for all threads.
struct CmarkExtensions {
  std::vector<cmark_syntax_extension*> all;  // in the order in which they are attached
  cmark_node_type table;
  cmark_node_type table_row;
  cmark_node_type table_cell;
  cmark_node_type strikethrough;
};

// Registers them at the first call. Throws std::logic_error when the library does not call our function.
const CmarkExtensions& cmark_extensions();

}  // namespace document
