// The YAML of a table, chart or estimate on one page. On pages made from data, the {names} in its texts are replaced
// with values of the row.
#pragma once
#include <optional>

#include "notation/node.h"
#include "site/view.h"

namespace pages {

class BlockSpec {
 public:
  // `block` must outlive the object. Code: "unknown-placeholder".
  BlockSpec(const site::Block& block, site::View& view, base::Diagnostics& diagnostics) : written_(block.spec) {
    if (view.page().from_data) fill(filled_.emplace(block.spec), view, diagnostics);
  }
  const notation::Node& node() const { return filled_ ? *filled_ : written_; }

 private:
  static void fill(notation::Node& node, site::View& view, base::Diagnostics& diagnostics) {
    if (node.is_string()) node.text = view.fill(node.text, node.span, diagnostics);
    for (notation::Node& item : node.items) fill(item, view, diagnostics);
    for (notation::Entry& entry : node.entries)
      // The estimate itself fills in the {names} in its reasons.
      if (entry.key != "reason") fill(entry.value, view, diagnostics);
  }

  const notation::Node& written_;
  std::optional<notation::Node> filled_;  // a copy for a page made from data
};

}  // namespace pages
