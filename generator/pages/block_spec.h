// The YAML of a table, chart or estimate as one page has it: on pages made from data the {names} in its texts stand for
// values of the row.
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

class BlockSpec {
 public:
  // The block outlives it. Code: "unknown-placeholder".
  BlockSpec(const site::Block& block, site::View& view, base::Diagnostics& diagnostics);
  const notation::Node& node() const { return filled_ ? *filled_ : written_; }

 private:
  const notation::Node& written_;
  std::optional<notation::Node> filled_;  // a copy, on pages made from data alone
};

}  // namespace pages
