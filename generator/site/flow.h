// A decision flow: a section whose pages are questions and outcomes. Building it checks that there is one start and no
// cycle, that every node is reachable, that every answer is justified and leads to a node, that every outcome is
// reached by a case, and that every case ends at its outcome.
// A step may have passages for readers who gave certain answers earlier (document/condition.h). If readers can reach
// the step with different answers, it has a variant for each combination: a page for readers without scripts. The steps
// before it then have variants too, which lead there.
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
  const Page* page = nullptr;  // the page of the step to which the answer leads from the step's own page
};

// Answers, such as "place.own", that readers gave. Only answers that are named by conditions of this step or of a later
// one are included.
using GivenAnswers = std::set<std::string, std::less<>>;

struct FlowVariant {
  GivenAnswers given;
  const Page* page = nullptr;
  std::vector<const Page*> next;  // the page to which each answer leads
};

struct FlowNode {
  std::string id;  // the file's name without ".md"
  const Page* page = nullptr;
  bool is_question = false;
  std::vector<FlowEdge> answers;
  std::vector<std::pair<const FlowNode*, const document::Answer*>> reached_from;
  GivenAnswers depends_on;            // answers that the step or a later one depends on
  std::vector<FlowVariant> variants;  // empty if all readers reach the step with the same answers in `depends_on`

  // Returns the variant whose page this is; null for the step's own page.
  const FlowVariant* variant_of(const Page& page) const;
  const FlowEdge* find(std::string_view answer) const;
};

struct Flow {
  const Page* index = nullptr;
  const FlowNode* start = nullptr;
  std::vector<std::unique_ptr<FlowNode>> nodes;  // nodes in reading order: breadth first from the start
  bool is_whole = true;                          // whether every answer leads to a step, and there is no cycle

  const FlowNode* find(std::string_view id) const;
  FlowNode* find(std::string_view id);
  const FlowNode* node_of(const Page& page) const;  // accepts the page of a variant too
};

// Returns the step at which a case's answers end; null if one is missing or unknown. `stopped` is the last step.
const FlowNode* end_of_case(const Flow& flow, const document::FlowCase& test, const FlowNode*& stopped);

// Builds and checks a flow; `pages` are the pages of its section. Codes: "flow-start", "flow-target", "flow-cycle",
// "flow-unreachable", "flow-unjustified", "flow-case", "flow-outcome-unreached", "flow-not-a-node".
Flow build_flow(const Page& index, const std::vector<const Page*>& pages, base::Diagnostics& diagnostics);

// Returns the name of a variant's page: "use-alder--ranges-needed".
std::string variant_name(std::string_view step, const GivenAnswers& given);

}  // namespace site
