// Visits the nodes of a document in the order of the text, without recursion, because quotes may be nested to any
// depth.
#pragma once
#include <vector>

#include "document/document.h"

namespace document {

// Calls enter(id), which returns whether to visit the children, and leave(id) after them (also when there are none or
// they were not visited), for `root` and all below it.
template <class Enter, class Leave>
void walk(const std::vector<Node>& nodes, NodeId root, Enter&& enter, Leave&& leave) {
  constexpr size_t kUsualDepth = 16;
  std::vector<NodeId> open;
  open.reserve(kUsualDepth);
  NodeId id = root;
  while (true) {
    bool into = enter(id) && nodes[id].child != 0;
    if (into) {
      open.push_back(id);
      id = nodes[id].child;
      continue;
    }
    leave(id);
    while (id == root || nodes[id].next == 0) {
      if (open.empty()) return;
      id = open.back();
      open.pop_back();
      leave(id);
    }
    id = nodes[id].next;
  }
}

}  // namespace document
