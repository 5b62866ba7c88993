// Divides a decision flow into drawings, each of which fits its page with letters at full size. A drawing shows a step
// and the steps that it leads to, as far as they fit. A step that does not fit is a box without answers, and begins a
// drawing below.
//
// An outcome without answers is drawn below each question that leads to it, because lines that share one box at the
// bottom cross the whole drawing.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "site/reads.h"

namespace blocks {

using FlowSteps = std::vector<site::FlowStep>;

enum class FlowPlace { here, above, below };

struct FlowBox {
  size_t step = 0;
  FlowPlace answers = FlowPlace::here;  // the drawing that shows the answers of the step
  std::vector<std::string> reached;     // of an outcome: the answers that lead to this box, as "NODE.ANSWER"
};

// An answer that leads from one box to another.
struct FlowArrow {
  size_t from = 0, to = 0;
  const site::FlowAnswer* answer = nullptr;
  std::string way;  // "NODE.ANSWER"
};

// The boxes and arrows of one drawing. Points into the flow's steps.
struct FlowPart {
  std::vector<FlowBox> boxes;  // the step with which the drawing begins comes first
  std::vector<FlowArrow> arrows;
};

class FlowDivision {
 public:
  // `steps` must outlive this object; `start` is the address of the first step. `fits` is called with growing parts,
  // but not with a part of one step and its answers, which can't be divided.
  FlowDivision(const FlowSteps& steps, std::string_view start, const std::function<bool(const FlowPart&)>& fits);

  const std::vector<FlowPart>& parts() const { return parts_; }
  // Returns the index of the part that shows the answers of a step.
  size_t part_of(size_t step) const { return part_of_.at(step); }

 private:
  void grow(size_t first, const std::function<bool(const FlowPart&)>& fits);
  FlowPart make_part(const std::vector<size_t>& opened) const;
  bool is_leaf(size_t step) const { return !steps_[step].is_question && steps_[step].answers.empty(); }

  const FlowSteps& steps_;
  std::map<std::string_view, size_t> index_;  // steps by id
  std::vector<FlowPart> parts_;
  std::vector<size_t> first_;         // the steps with which parts begin
  std::map<size_t, size_t> part_of_;  // by step
};

}  // namespace blocks
