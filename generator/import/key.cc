#include "import/key.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace import {
namespace {

constexpr size_t kLargestKey = 4;
constexpr size_t kSample = 500;             // rows that a set is tried on first
constexpr size_t kMostSteps = 100'000'000;  // cells looked at: some seconds
constexpr size_t kMostOthers = 3;

using Classes = std::vector<uint32_t>;  // of each row: which rows agree so far have the same number

Classes number_cells(const std::vector<std::string_view>& cells) {
  std::unordered_map<std::string_view, uint32_t> numbers;
  Classes classes;
  classes.reserve(cells.size());
  for (std::string_view cell : cells)
    classes.push_back(numbers.try_emplace(cell, static_cast<uint32_t>(numbers.size())).first->second);
  return classes;
}

// Of the first `rows`.
Classes refine(const Classes& classes, const Classes& column, size_t rows) {
  std::unordered_map<uint64_t, uint32_t> numbers;
  Classes refined(rows);
  for (size_t i = 0; i < rows; ++i)
    refined[i] = numbers.try_emplace(uint64_t{classes[i]} << 32 | column[i], static_cast<uint32_t>(numbers.size()))
                     .first->second;
  return refined;
}

class KeyFinder {
 public:
  KeyFinder(const KeyColumns& candidates, size_t rows) : rows_(rows) {
    for (const auto* cells : candidates) {
      if (columns_.size() == kMostKeyCandidates) break;
      columns_.push_back(number_cells(*cells));
    }
  }

  KeyGuess find() {
    KeyGuess guess;
    for (size_t size = 1; size <= std::min(kLargestKey, columns_.size()) && found_.empty(); ++size) {
      std::vector<size_t> chosen;
      try_sets(size, 0, chosen);
    }
    if (!found_.empty()) {
      guess.columns = found_.front();
      guess.others.assign(found_.begin() + 1, found_.end());
    }
    return guess;
  }

 private:
  static size_t count(const Classes& classes) {
    return classes.empty() ? 0 : size_t{*std::max_element(classes.begin(), classes.end())} + 1;
  }

  bool is_unique(const std::vector<size_t>& set, size_t rows) {
    Classes classes(columns_[set.front()].begin(), columns_[set.front()].begin() + static_cast<std::ptrdiff_t>(rows));
    if (set.size() == 1) {
      steps_ += rows;
      std::vector<uint32_t> sorted = classes;
      std::sort(sorted.begin(), sorted.end());
      return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
    }
    for (size_t i = 1; i < set.size(); ++i) classes = refine(classes, columns_[set[i]], rows);
    steps_ += rows * (set.size() - 1);
    return count(classes) == rows;
  }

  void try_sets(size_t size, size_t from, std::vector<size_t>& chosen) {
    if (steps_ >= kMostSteps || found_.size() > kMostOthers) return;
    if (chosen.size() == size) {
      if (is_unique(chosen, std::min(rows_, kSample)) && is_unique(chosen, rows_)) found_.push_back(chosen);
      return;
    }
    for (size_t i = from; i < columns_.size(); ++i) {
      chosen.push_back(i);
      try_sets(size, i + 1, chosen);
      chosen.pop_back();
    }
  }

  size_t rows_;
  size_t steps_ = 0;
  std::vector<Classes> columns_;
  std::vector<std::vector<size_t>> found_;
};

}  // namespace

KeyGuess find_key(const KeyColumns& candidates, size_t rows) { return KeyFinder(candidates, rows).find(); }

std::optional<std::pair<size_t, size_t>> find_alike(const KeyColumns& columns, size_t rows) {
  Classes classes(rows, 0);
  for (const auto* cells : columns) classes = refine(classes, number_cells(*cells), rows);
  std::unordered_map<uint32_t, size_t> first;
  for (size_t i = 0; i < rows; ++i)
    if (auto [at, added] = first.try_emplace(classes[i], i); !added) return std::pair(at->second, i);
  return std::nullopt;
}

}  // namespace import
