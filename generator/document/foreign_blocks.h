// Callouts, folded texts, tabs and definitions as other programs write them. They have a clear meaning, so they are
// taken:
//   :::tip Title …  :::        Docusaurus, VitePress, MyST, Pandoc; "::: {.callout-tip}" in Quarto
//   /// tip | Title … ///      MkDocs
//   !!! tip "Title"            MkDocs; the text below is indented by four spaces. "???" is folded, "???+" can be folded
//   ```{tip} Title …  ```      MyST
//   === "Title"                a tab of MkDocs, with its text indented
//   : Text                     a definition, of which all that is indented like its text is a part
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
  bool is_definition = false;  // ": definition": `mark` is the offset of the item that it is in the copy
};

// Returns the line without white space around it and the mark of a list item or definition.
std::string_view without_bullet(std::string_view line);

// Returns the mark of a code fence: "```" of "```rust".
std::string_view fence_of(std::string_view line);

// Whether the line ends the code block whose mark is `fence`, with `column` characters before it.
bool closes_fence(std::string_view line, std::string_view fence, size_t column);

// Finds lines that are code because they are indented, and not part of an item, a definition, a note or a block of
// MkDocs.
class IndentedLines {
 public:
  bool is_code(std::string_view line);

 private:
  bool holds_indented_ = false;  // whether indented text is part of what is above it
};

// Whether the words after a code fence begin a block of MyST with text: "{note} Title".
bool is_foreign_block(std::string_view info);

inline constexpr char kForeignMark = '"';  // changes nothing in the title behind it, as a letter would: "x:bug:"

// Returns the copy of bytes [begin, end) of `text`, which is otherwise equal to `text`, and adds the blocks in it, in
// their order. Returns "" if there are none.
std::string mark_foreign_blocks(std::string_view text, size_t begin, size_t end, std::vector<ForeignBlock>& blocks);

}  // namespace document
