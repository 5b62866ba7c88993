// The questions that a record names (view.h), in a table sorted by name: what their answers come from, and how each is
// asked again.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>

namespace site {

// What an answer may change with.
enum class AnswerFrom {
  site,
  page,  // the page that asks, too
  data   // the database alone: while the data are the same, so is the answer
};

// "prices" of "frame:prices"; "" for a name alone.
inline std::string argument_of(std::string_view question) {
  const size_t colon = question.find(':');
  return colon == std::string_view::npos ? "" : std::string(question.substr(colon + 1));
}

// Null for none of its name.
template <class Questions>
const typename Questions::value_type* find_question(const Questions& questions, std::string_view what) {
  const std::string_view name = what.substr(0, what.find(':'));
  auto found = std::lower_bound(questions.begin(), questions.end(), name,
                                [](const auto& question, std::string_view wanted) { return question.name < wanted; });
  return found != questions.end() && found->name == name ? &*found : nullptr;
}

template <class Questions>
constexpr bool are_in_order(const Questions& questions) {
  return std::is_sorted(questions.begin(), questions.end(), [](auto& a, auto& b) { return a.name < b.name; });
}

}  // namespace site
