// What the blocks above on a page show, so that those below link to it and do not repeat it.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "quantity/frame.h"

namespace blocks {

struct Context;
struct ShownWords;

struct Above {
  struct Block {
    std::string name, title;  // its anchor, and its caption without links
    auto operator<=>(const Block&) const = default;
  };
  struct Note {
    std::string id;
    quantity::Refs refs;
  };
  const Note* find_note(std::string_view html) const {
    const auto found = notes.find(html);
    return found == notes.end() ? nullptr : &found->second;
  }
  std::map<std::string, Note, std::less<>> notes;              // by its HTML
  std::map<std::string, Block, std::less<>> caveats, queries;  // by their text
};

// The caveats that no block above shows. Adds a line to `lines` with links to the blocks that show the others.
std::vector<std::string> new_caveats(const std::vector<std::string>& caveats, const Above::Block& block,
                                     std::vector<ShownWords>& lines, Context& context);

// The block above that shows this query; otherwise null, and `block` shows it.
const Above::Block* block_with_query(std::string_view sql, const Above::Block& block, Context& context);

// The title of a block as a link to it.
ShownWords link_to_block(const Above::Block& block);

}  // namespace blocks
