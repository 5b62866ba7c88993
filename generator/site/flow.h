// A decision flow: a section whose pages are questions and outcomes. Building it checks that there is one start and no
// cycle, that every node is reachable, that every answer is justified and leads to a node, that some case reaches every
// outcome, and that every case is true.
//
// A step may have passages for readers who gave certain answers before (document/condition.h). If readers reach it with
// different answers, it has a variant for each: a page for readers without scripts. The pages of the steps before it
// have variants too, which lead there.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "site/page.h"

namespace site {

struct FlowNode;

struct FlowEdge {
  const document::Answer* answer = nullptr;
  const FlowNode* to = nullptr;
  const Page* page = nullptr;  // where it leads readers of the step's own page
};

// The given answers that conditions of this step or of a later one name, as "place.own".
using GivenAnswers = std::set<std::string, std::less<>>;

struct FlowVariant {
  GivenAnswers given;
  const Page* page = nullptr;
  std::vector<const Page*> next;  // where each answer leads
};

struct FlowNode {
  std::string id;  // the file's name without ".md"
  const Page* page = nullptr;
  bool is_question = false;
  std::vector<FlowEdge> answers;
  std::vector<std::pair<const FlowNode*, const document::Answer*>> reached_from;
  GivenAnswers depends_on;            // see GivenAnswers
  std::vector<FlowVariant> variants;  // none if all readers reach it with the same of these answers

  // Returns null for the step's own page.
  const FlowVariant* variant_of(const Page& page) const;
  const FlowEdge* find(std::string_view answer) const;
};

struct Flow {
  const Page* index = nullptr;
  const FlowNode* start = nullptr;
  std::vector<std::unique_ptr<FlowNode>> nodes;  // in reading order: breadth first from the start
  bool is_whole = true;                          // every answer leads to a step, without a cycle

  const FlowNode* find(std::string_view id) const;
  const FlowNode* node_of(const Page& page) const;  // also of the page of a variant
};

// The step where a case's answers end; null if one is missing or unknown. `stopped` is the last step that they reach.
const FlowNode* end_of_case(const Flow& flow, const document::FlowCase& test, const FlowNode*& stopped);

// `pages` are those of the index's section. Codes: "flow-start", "flow-target", "flow-cycle", "flow-unreachable",
// "flow-unjustified", "flow-case", "flow-outcome-unreached", "flow-not-a-node".
Flow build_flow(const Page& index, const std::vector<const Page*>& pages, base::Diagnostics& diagnostics);

// The name of a variant's page: "use-alder--ranges-needed".
std::string variant_name(std::string_view step, const GivenAnswers& given);

}  // namespace site
