#include "blocks/flow_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace blocks {

FlowDivision::FlowDivision(const FlowSteps& steps, std::string_view start,
                           const std::function<bool(const FlowPart&)>& fits)
    : steps_(steps) {
  size_t start_index = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    index_.emplace(steps[i].id, i);
    if (steps[i].address == start) start_index = i;
  }
  if (steps.empty()) return;
  first_.push_back(start_index);
  std::set<size_t> drawn;
  for (size_t next = 0;; ++next) {
    if (next == first_.size()) {
      // Flows with errors have steps to which nothing leads.
      size_t left = 0;
      while (left < steps.size() && drawn.contains(left)) ++left;
      if (left == steps.size()) return;
      first_.push_back(left);
    }
    grow(first_[next], fits);
    for (const FlowBox& box : parts_.back().boxes) drawn.insert(box.step);
  }
}

// Adds the part that begins with a step. Steps are added breadth first.
void FlowDivision::grow(size_t first, const std::function<bool(const FlowPart&)>& fits) {
  std::vector<size_t> opened = {first};
  part_of_[first] = parts_.size();
  FlowPart part = make_part(opened);
  for (size_t at = 0; at < opened.size(); ++at)
    for (const site::FlowAnswer& answer : steps_[opened[at]].answers) {
      const auto found = index_.find(answer.to);
      if (found == index_.end() || is_leaf(found->second) || part_of_.contains(found->second)) continue;
      const size_t step = found->second;
      if (std::find(first_.begin(), first_.end(), step) != first_.end()) continue;
      opened.push_back(step);
      if (FlowPart larger = make_part(opened); fits(larger)) {
        part = std::move(larger);
        part_of_[step] = parts_.size();
      } else {
        opened.pop_back();
        first_.push_back(step);
      }
    }
  parts_.push_back(std::move(part));
}

FlowPart FlowDivision::make_part(const std::vector<size_t>& opened) const {
  FlowPart part;
  std::map<size_t, size_t> boxes;  // by step
  const auto box_of = [&](size_t step, FlowPlace answers) {
    const auto [box, is_new] = boxes.emplace(step, part.boxes.size());
    if (is_new) part.boxes.push_back({step, answers, {}});
    return box->second;
  };
  for (const size_t step : opened) box_of(step, FlowPlace::here);
  for (const size_t from : opened) {
    std::map<size_t, size_t> outcomes;
    for (const site::FlowAnswer& answer : steps_[from].answers) {
      const auto found = index_.find(answer.to);
      if (found == index_.end()) continue;
      const std::string way = fmt::format("{}.{}", steps_[from].id, answer.id);
      size_t to;
      if (is_leaf(found->second)) {
        const auto [outcome, is_new] = outcomes.emplace(found->second, part.boxes.size());
        if (is_new) part.boxes.push_back({found->second, FlowPlace::here, {}});
        to = outcome->second;
        part.boxes[to].reached.push_back(way);
      } else {
        to = box_of(found->second, part_of_.contains(found->second) ? FlowPlace::above : FlowPlace::below);
      }
      part.arrows.push_back({boxes.at(from), to, &answer, way});
    }
  }
  return part;
}

}  // namespace blocks
