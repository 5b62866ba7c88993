// Records what the blocks above on a page show, so that blocks below link to it instead of repeating it.
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
    std::string name, title;  // the block's anchor, and its caption without links
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
  std::map<std::string, Note, std::less<>> notes;              // keyed by the note's HTML
  std::map<std::string, Block, std::less<>> caveats, queries;  // keyed by the text of the caveat or query
};

// Returns the caveats that no block above shows. For the others, adds a line to `lines` with links to their blocks.
std::vector<std::string> new_caveats(const std::vector<std::string>& caveats, const Above::Block& block,
                                     std::vector<ShownWords>& lines, Context& context);

// Returns the block above that shows this query. If there is none, returns null and records that `block` shows it.
const Above::Block* block_with_query(std::string_view sql, const Above::Block& block, Context& context);

// Returns the title of a block as a link to the block.
ShownWords link_to_block(const Above::Block& block);

}  // namespace blocks
