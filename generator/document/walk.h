// Visits the nodes of a document in text order, without recursion, because quotes may be nested to any depth.
#pragma once
#include <vector>

#include "document/document.h"

namespace document {

// Visits `root` and its descendants. Calls enter(id), which returns whether to visit the children, and then leave(id),
// even if there are no children or they were not visited.
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
