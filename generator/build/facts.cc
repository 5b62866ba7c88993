#include "build/facts.h"

#include <fmt/format.h>

#include "pages/ask.h"

namespace build {

uint32_t Facts::add(std::string_view question, const base::Hash& hash, const base::Hash& answer) {
  const auto [place, is_new] = places_.emplace(hash, static_cast<uint32_t>(list_.size()));
  if (is_new) list_.push_back({std::string(question), answer});
  return place;
}

uint32_t Facts::add_own(std::string_view question, std::string_view address, const base::Hash& answer) {
  list_.push_back({fmt::format("{}\t{}", question, address), answer});
  return static_cast<uint32_t>(list_.size() - 1);
}

std::vector<uint32_t> Facts::add(const site::Record& reads, std::string_view address) {
  std::vector<uint32_t> places;
  places.reserve(reads.size());
  for (auto read = reads.begin(); read != reads.end(); ++read) places_.prefetch(read.hash());
  for (auto read = reads.begin(); read != reads.end(); ++read) {
    if (const uint32_t* known = places_.find(read.hash())) {
      places.push_back(*known);
      continue;
    }
    const auto& [what, answer] = *read;
    const bool is_shared =
        what.find('\t') != std::string_view::npos || pages::answer_from(what) != site::AnswerFrom::page;
    places.push_back(is_shared ? add(what, read.hash(), answer) : add_own(what, address, answer));
  }
  return places;
}

}  // namespace build
