// Compares decision flows: cases whose outcome changed, and answers whose next step changed.
#include <map>
#include <tuple>

#include "diff/sides.h"

namespace diff {
namespace {

// Maps an answer, by the names of its step and itself, or a case, by its title, to the step to which it leads; "" for a
// case that does not reach an outcome.
using Targets = std::map<std::tuple<std::string, std::string, std::string>, std::string>;

Targets targets_of(const site::Flow& flow) {
  Targets targets;
  for (const document::FlowCase& each : flow.index->content()->front.cases) {
    const site::FlowNode* stopped = nullptr;
    const site::FlowNode* end = site::end_of_case(flow, each, stopped);
    targets.emplace(std::tuple("", "", each.who.text), end ? end->id : "");
  }
  for (const auto& node : flow.nodes)
    for (const site::FlowEdge& edge : node->answers)
      targets.emplace(std::tuple(node->id, edge.answer->id, ""), edge.to->id);
  return targets;
}

}  // namespace

// Compares only cases and answers that both sides have: new and removed ones are edits of the text.
std::vector<site::FlowChange> compare_flows(const Sides& sides) {
  std::vector<site::FlowChange> changes;
  for (const site::Flow& flow : sides.after.site->flows) {
    const site::Page* index = sides.before.site->find(flow.index->address);
    const site::Flow* was = index ? sides.before.site->flow_of(*index) : nullptr;
    if (!was || was->index != index) continue;
    const Targets before = targets_of(*was);
    for (const auto& [what, to] : targets_of(flow)) {
      const auto& [step, answer, who] = what;
      if (const auto found = before.find(what); found != before.end() && found->second != to)
        changes.push_back({flow.index->address, shortened(who), step, answer, found->second, to});
    }
  }
  return changes;
}

}  // namespace diff
