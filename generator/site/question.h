// The questions that a record names (view.h), in tables: what their answers come from, and how each is asked again.
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
  auto found = std::find_if(questions.begin(), questions.end(), [&](const auto& each) { return each.name == name; });
  return found == questions.end() ? nullptr : &*found;
}

}  // namespace site
