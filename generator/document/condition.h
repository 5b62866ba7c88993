// A condition of a decision flow: the answers after which a part of a step is shown,
// "place.own or place.elsewhere and data.protected".
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "document/text.h"

namespace document {

// "place.own": the answer `own` to the question `place`.
struct AnswerName {
  std::string step, answer;
  base::Span span;

  std::string text() const { return step + "." + answer; }
};

struct Condition {
  // True if all answers of any group are given; empty after an error, and for no condition
  std::vector<std::vector<AnswerName>> any_of;

  bool empty() const { return any_of.empty(); }
  // Whether it is true for the answers that `is_given` accepts.
  bool holds(const std::function<bool(const AnswerName&)>& is_given) const;
};

// Parses a condition, in which "and" binds more strongly than "or". Reports "bad-condition".
Condition read_condition(const Text& text, base::Diagnostics& diagnostics);

}  // namespace document
