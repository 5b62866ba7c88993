// A condition in a decision flow, such as "place.own or place.elsewhere and data.protected". It selects the readers who
// see a part of a step by the answers that they gave.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "document/text.h"

namespace document {

// "place.own" is the answer `own` to the question `place`.
struct AnswerName {
  std::string step, answer;
  base::Span span;

  std::string text() const { return step + "." + answer; }
};

struct Condition {
  // The condition is true if all answers of any group are given. Empty if there is no condition, and after an error.
  std::vector<std::vector<AnswerName>> any_of;

  bool empty() const { return any_of.empty(); }
  // Whether the condition is true if the given answers are those for which `is_given` returns true.
  bool holds(const std::function<bool(const AnswerName&)>& is_given) const;
};

// Parses a condition; "and" binds more strongly than "or". Reports "bad-condition".
Condition read_condition(const Text& text, base::Diagnostics& diagnostics);

}  // namespace document
