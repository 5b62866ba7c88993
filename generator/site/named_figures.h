// Named figures of one page (`figures:` in its front matter) or of the whole site (data/figures.yaml); see
// content/handbook/figures.md.
//   latte: prices/latte/price
//   ratio: latte / prices/espresso/price
//   week:  {is: 7 * latte, why: one a day}
//   order: {is: latte + tip, covers: drink and tip}
#pragma once
#include <map>
#include <string>

#include "base/diagnostic.h"
#include "document/front_matter.h"
#include "notation/node.h"

namespace site {

struct NamedFigure {
  base::Span name_span;
  document::Text formula;  // a path to a cell, another name, or a formula (quantity/formula.h)
  document::Text why;      // the author's assumption in words
  document::Text covers;   // the scope of the result (quantity/scope.h)
};

using NamedFigures = std::map<std::string, NamedFigure, std::less<>>;

// Reads a map of figures; null is the same as an empty map. Invalid entries are reported and omitted: "bad-name",
// "wrong-type", "missing-key", "unknown-key".
NamedFigures read_named_figures(const notation::Node& map, base::Diagnostics& diagnostics);

}  // namespace site
