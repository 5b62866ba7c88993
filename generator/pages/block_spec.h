// The YAML of a table or chart as one page has it: on pages made from data the {names} in its texts stand for values of
// the row; and `empty:`, which tables and charts have in common.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "notation/node.h"
#include "site/view.h"

namespace pages {

// Text of a page with the {names} of its row filled in, on a page made from data; else as it is. Code:
// "unknown-placeholder".
std::string fill_text(std::string_view text, base::Span span, site::View& view, base::Diagnostics& diagnostics);

struct BlockSpec {
  notation::Node spec;               // without `empty`
  std::optional<std::string> empty;  // said in place of the block when its data have no rows
};

// Codes: "unknown-placeholder", "wrong-type".
BlockSpec block_spec(const site::Block& block, site::View& view, base::Diagnostics& diagnostics);

}  // namespace pages
