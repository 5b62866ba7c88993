#include "document/condition.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace document {
namespace {

// Splits `text` into words with their spans.
std::vector<Text> words_of(const Text& text) {
  std::vector<Text> words;
  const size_t place = text.span ? text.span.text().find(text.text) : std::string_view::npos;
  for (size_t begin = 0, end = 0; begin < text.text.size(); begin = end + 1) {
    for (end = begin; end < text.text.size() && !base::is_space(text.text[end]);) ++end;
    if (end == begin) continue;
    base::Span span = text.span;
    if (place != std::string_view::npos) {
      span.end = span.begin + static_cast<uint32_t>(place + end);
      span.begin += static_cast<uint32_t>(place + begin);
    }
    words.push_back({text.text.substr(begin, end - begin), span});
  }
  return words;
}

}  // namespace

bool Condition::holds(const std::function<bool(const AnswerName&)>& is_given) const {
  return std::any_of(any_of.begin(), any_of.end(),
                     [&](const auto& all) { return std::all_of(all.begin(), all.end(), is_given); });
}

Condition read_condition(const Text& text, base::Diagnostics& diagnostics) {
  Condition condition;
  const std::vector<Text> words = words_of(text);
  const auto refuse = [&](base::Span span, std::string message) {
    diagnostics.error("bad-condition", span, std::move(message))
        .expect("answers as QUESTION.ANSWER, joined by \"and\" or \"or\": place.own and data.protected");
    return Condition();
  };
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i].text;
    if (i % 2 == 1) {
      if (word != "and" && word != "or") return refuse(words[i].span, fmt::format("\"{}\" between two answers", word));
      if (word == "or") condition.any_of.emplace_back();
      continue;
    }
    const size_t dot = word.find('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == word.size())
      return refuse(words[i].span, fmt::format("\"{}\" is not an answer", word));
    if (condition.any_of.empty()) condition.any_of.emplace_back();
    condition.any_of.back().push_back({word.substr(0, dot), word.substr(dot + 1), words[i].span});
  }
  if (words.size() % 2 == 0)
    return refuse(text.span, words.empty() ? "a condition without an answer" : "a condition that ends early");
  return condition;
}

}  // namespace document
