// A decision flow: a section whose pages are questions and outcomes. Building it checks that there is one start and no
// cycle, that every node is reachable, that every answer is justified and leads to a node, that every outcome is
// reached by a case, and that every case ends at its outcome.
// A step may have passages for readers who gave certain answers earlier (document/condition.h).
#pragma once
#include <set>
#include <string>
#include <vector>

#include "site/page.h"

namespace site {

struct FlowNode;

struct FlowEdge {
  const document::Answer* answer = nullptr;
  const FlowNode* to = nullptr;
};

// Answers, such as "place.own".
using GivenAnswers = std::set<std::string, std::less<>>;

struct FlowNode {
  std::string id;  // the file's name without ".md"
  const Page* page = nullptr;
  bool is_question = false;
  std::vector<FlowEdge> answers;
  std::vector<std::pair<const FlowNode*, const document::Answer*>> reached_from;
  GivenAnswers depends_on;  // answers on which passages and next steps of this step or of a later one depend

  const FlowEdge* find(std::string_view answer) const;
};

struct Flow {
  const Page* index = nullptr;
  const FlowNode* start = nullptr;
  std::vector<std::unique_ptr<FlowNode>> nodes;  // nodes in reading order: breadth first from the start
  bool is_whole = true;                          // whether every answer leads to a step, and there is no cycle

  const FlowNode* find(std::string_view id) const;
  FlowNode* find(std::string_view id);
  const FlowNode* node_of(const Page& page) const;
};

// Returns the step at which a case's answers end; null if one is missing or unknown. `stopped` is the last step.
const FlowNode* end_of_case(const Flow& flow, const document::FlowCase& test, const FlowNode*& stopped);

// Builds and checks a flow; `pages` are the pages of its section. Codes: "flow-start", "flow-target", "flow-cycle",
// "flow-unreachable", "flow-unjustified", "flow-case", "flow-outcome-unreached", "flow-not-a-node".
Flow build_flow(const Page& index, const std::vector<const Page*>& pages, base::Diagnostics& diagnostics);

// Checks the conditions of passages and next steps for all ways through the flow, and sets `depends_on`. Codes:
// "flow-condition", "flow-overlap", "flow-gap", "flow-too-complex".
void check_conditions(Flow& flow, base::Diagnostics& diagnostics);

// Returns the name of an answer in conditions, in addresses of the flow's page, and as an id: "kernels.stay".
std::string answer_name(const FlowNode& question, const document::Answer& answer);

}  // namespace site
