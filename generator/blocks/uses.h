// Records what a page depends on: each source and row of the data, with the part of the page that uses it.
#pragma once
#include <compare>
#include <string>
#include <vector>

namespace blocks {

// One part of a page that depends on a source or on a row of the data: the page itself (no anchor), a table, a chart,
// or the note of a figure.
struct Use {
  std::string on;  // the id of a source, or the ref of a row, which contains a "/"
  std::string anchor;
  auto operator<=>(const Use&) const = default;
};
using Uses = std::vector<Use>;

}  // namespace blocks
