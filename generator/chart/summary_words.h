// The wording of a summary: titles in sentences, lists of names, rank correlation. Part of summarise(). In English.
#pragma once
#include <string>
#include <vector>

namespace chart {

// Returns a title in the form that it has within a sentence: "rain in May" for "Rain in May", but "GDP per head" and
// "McMurdo winter" unchanged.
std::string in_sentence(const std::string& title);

// Joins names: "a, b and c". If names contain commas: "a, 1; b, 2". Lists at most `most` names, then "and 3 more".
std::string listed(const std::vector<std::string>& names, size_t most);

// Returns Spearman's rank correlation of pairs, from -1 to 1; 0 for fewer than three pairs, or if one side is constant.
// https://en.wikipedia.org/wiki/Spearman%27s_rank_correlation_coefficient
double rank_correlation(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace chart
