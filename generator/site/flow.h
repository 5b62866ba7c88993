// A decision flow: a section whose pages are questions and outcomes. Building it checks that there is one start and no
// cycle, that every node is reachable, that every answer is justified and leads to a node, that some case reaches every
// outcome, and that every case is true.
#pragma once
#include <string>
#include <vector>

#include "site/page.h"

namespace site {

struct FlowNode;

struct FlowEdge {
  const document::Answer* answer = nullptr;
  const FlowNode* to = nullptr;
};

struct FlowNode {
  std::string id;  // the file's name without ".md"
  const Page* page = nullptr;
  bool is_question = false;
  std::vector<FlowEdge> answers;
  std::vector<std::pair<const FlowNode*, const document::Answer*>> reached_from;
};

struct Flow {
  const Page* index = nullptr;
  const FlowNode* start = nullptr;
  std::vector<std::unique_ptr<FlowNode>> nodes;  // in reading order: breadth first from the start

  const FlowNode* find(std::string_view id) const;
  const FlowNode* node_of(const Page& page) const;
};

// `pages` are those of the index's section. Codes: "flow-start", "flow-target", "flow-cycle", "flow-unreachable",
// "flow-unjustified", "flow-case", "flow-outcome-unreached", "flow-not-a-node".
Flow build_flow(const Page& index, const std::vector<const Page*>& pages, base::Diagnostics& diagnostics);

}  // namespace site
