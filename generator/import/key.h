// Which columns of a table tell its rows apart. No column has empty cells; each has as many as there are rows.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace import {

using KeyColumns = std::vector<const std::vector<std::string_view>*>;

struct KeyGuess {
  std::vector<size_t> columns;              // indices of candidates; empty: none was found
  std::vector<std::vector<size_t>> others;  // as small ones that would do as well, in order
};

// The first of the smallest sets, of at most four columns, in which no two rows agree; in the order of the candidates.
// At most the first kMostKeyCandidates are tried, and of many rows not all sets of them.
KeyGuess find_key(const KeyColumns& candidates, size_t rows);

constexpr size_t kMostKeyCandidates = 16;

// Two rows that agree in all of the columns; nothing where no two do.
std::optional<std::pair<size_t, size_t>> find_alike(const KeyColumns& columns, size_t rows);

}  // namespace import
