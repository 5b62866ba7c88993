#include "build/facts.h"

#include <fmt/format.h>

#include "pages/ask.h"

namespace build {

uint32_t Facts::add(std::string_view question, const base::Hash& answer) {
  if (const auto known = numbers_.find(question); known != numbers_.end()) return known->second;
  const uint32_t number = add_own(std::string(question), answer);
  numbers_.emplace(list_.back().question, number);
  return number;
}

uint32_t Facts::add_own(std::string question, const base::Hash& answer) {
  list_.push_back({std::move(question), answer});
  return static_cast<uint32_t>(list_.size() - 1);
}

std::vector<uint32_t> Facts::add(const site::Record& reads, std::string_view address) {
  std::vector<uint32_t> numbers;
  numbers.reserve(reads.size());
  for (const auto& [question, answer] : reads) {
    const bool is_shared =
        question.find('\t') != std::string::npos || pages::answer_from(question) != site::AnswerFrom::page;
    numbers.push_back(is_shared ? add(question, answer) : add_own(fmt::format("{}\t{}", question, address), answer));
  }
  return numbers;
}

}  // namespace build
