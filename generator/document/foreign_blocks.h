// Callouts, folded texts and tabs as other programs write them. They have a clear meaning, so they are taken:
//   :::tip Title …  :::        Docusaurus, VitePress, MyST, Pandoc; "::: {.callout-tip}" in Quarto
//   /// tip | Title … ///      MkDocs
//   !!! tip "Title"            MkDocs; the text below is indented by four spaces. "???" is folded, "???+" can be folded
//   ```{tip} Title …  ```      MyST
//   === "Title"                a tab of MkDocs, with its text indented
// libcmark-gfm does not know them, so it parses a copy of the text of the same length, in which the lines that begin a
// block are the beginning of a paragraph or list item, and those that end one are blank.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace document {

struct ForeignBlock {
  size_t mark =
      0;           // the offset of kForeignMark, with which the block begins in the copy; the title follows on its line
  size_t end = 0;  // the offset of the line that ends the block; 0 if its text is an item of a list
  Callout callout = Callout::none;  // none for a text that is only folded
  bool folds = false;
  bool is_open = false;
  bool is_tab = false;
};

// Returns the line without white space around it and the mark of a list item.
std::string_view without_bullet(std::string_view line);

// Whether the words after a code fence begin a block of MyST with text: "{note} Title".
bool is_foreign_block(std::string_view info);

inline constexpr char kForeignMark = '"';  // changes nothing in the title behind it, as a letter would: "x:bug:"

// Returns the copy of bytes [begin, end) of `text`, which is otherwise equal to `text`, and adds the blocks in it, in
// their order. Returns "" if there are none.
std::string mark_foreign_blocks(std::string_view text, size_t begin, size_t end, std::vector<ForeignBlock>& blocks);

}  // namespace document
