// Properties of marks, for rules that apply to several marks. A new mark is added here first: the switch does not
// compile without it.
#pragma once
#include "chart/spec.h"

namespace chart {

struct MarkTraits {
  bool is_path = false;         // whether its rows are joined, with a gap where a value is missing
  bool has_baseline = false;    // whether it starts at a baseline or follows one, so that its axis begins at zero
  bool begins_at_zero = false;  // whether its length or height shows its value
  bool can_stack = true;        // whether marks of one category can be stacked
  bool stacks = false;          // whether marks are stacked by default
  bool has_open_ends = false;   // whether it is also drawn for a range with one unknown end
  bool needs_bands = false;     // whether categories along x or y are bands, not points
  bool is_addition = false;     // whether it supplements other marks, which the summary describes instead
  bool is_reference = false;    // whether it helps readers to read other marks, and so is grey by default
  bool moves_texts = false;     // whether texts next to it may move to avoid overlaps
};

constexpr MarkTraits traits_of(MarkType mark) {
  switch (mark) {
    case MarkType::bar:
      return {.has_baseline = true, .begins_at_zero = true, .stacks = true, .has_open_ends = true, .needs_bands = true};
    case MarkType::line:
      return {.is_path = true, .has_baseline = true, .moves_texts = true};
    case MarkType::point:
      return {.moves_texts = true};
    case MarkType::area:
      return {.is_path = true, .has_baseline = true, .begins_at_zero = true, .stacks = true, .moves_texts = true};
    case MarkType::rule:
      return {.has_open_ends = true, .needs_bands = true, .is_addition = true, .is_reference = true};
    case MarkType::tick:
      return {.needs_bands = true};
    case MarkType::text:
      return {.is_addition = true};
    case MarkType::rect:
      return {.can_stack = false, .has_open_ends = true, .needs_bands = true};
    case MarkType::errorbar:
      return {.can_stack = false, .has_open_ends = true, .is_addition = true, .is_reference = true};
    case MarkType::boxplot:
      return {.can_stack = false, .needs_bands = true};
  }
  return {};
}

}  // namespace chart
