// Which columns of a table tell its rows apart.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace import {

struct KeyGuess {
  std::vector<size_t> columns;              // indices of candidates; empty: there is none
  std::vector<std::vector<size_t>> others;  // as small ones that would do as well, in order
  std::vector<size_t> alike;                // where there is none: two rows that agree in all candidates, or nothing
  bool gave_up = false;                     // too many rows and columns to try all
};

// The first of the smallest sets, of at most four columns, in which no two rows agree; in the order of the candidates.
// No candidate has empty cells. At most the first kMostKeyCandidates are tried.
KeyGuess find_key(const std::vector<const std::vector<std::string_view>*>& candidates, size_t rows);

constexpr size_t kMostKeyCandidates = 16;

}  // namespace import
