// Compares decision flows: cases whose outcome changed, and answers whose next step changed.
#include <map>

#include "diff/sides.h"

namespace diff {
namespace {

const site::Flow* flow_at(const site::Site& site, const std::string& address) {
  for (const site::Flow& flow : site.flows)
    if (flow.index->address == address) return &flow;
  return nullptr;
}

// Returns the outcome of a case; "" if it does not reach an outcome.
std::string end_of(const site::Flow& flow, const document::FlowCase& wanted) {
  const site::FlowNode* stopped = nullptr;
  const site::FlowNode* end = site::end_of_case(flow, wanted, stopped);
  return end ? end->id : "";
}

using Ends = std::map<std::string, std::string>;  // outcomes by the titles of cases

Ends ends_of(const site::Flow& flow) {
  Ends ends;
  for (const document::FlowCase& each : flow.index->content()->front.cases)
    ends.emplace(each.who.text, end_of(flow, each));
  return ends;
}

// Maps a step and an answer to the next step.
using Answers = std::map<std::pair<std::string, std::string>, std::string>;

Answers answers_of(const site::Flow& flow) {
  Answers answers;
  for (const auto& node : flow.nodes)
    for (const site::FlowEdge& edge : node->answers) answers.emplace(std::pair(node->id, edge.answer->id), edge.to->id);
  return answers;
}

}  // namespace

// Compares only cases and answers that both sides have: new and removed ones are edits of the text.
std::vector<site::FlowChange> compare_flows(const Sides& sides) {
  std::vector<site::FlowChange> changes;
  for (const site::Flow& flow : sides.after.site->flows) {
    const std::string& address = flow.index->address;
    const site::Flow* was = flow_at(*sides.before.site, address);
    if (!was) continue;
    const Ends before = ends_of(*was), after = ends_of(flow);
    for (const auto& [who, end] : after)
      if (auto found = before.find(who); found != before.end() && found->second != end)
        changes.push_back({address, shortened(who), "", "", found->second, end});
    const Answers old_answers = answers_of(*was), answers = answers_of(flow);
    for (const auto& [answer, to] : answers)
      if (auto found = old_answers.find(answer); found != old_answers.end() && found->second != to)
        changes.push_back({address, "", answer.first, answer.second, found->second, to});
  }
  return changes;
}

}  // namespace diff
