// How a summary is worded: titles within a sentence, lists of names, rank correlation. Part of summarise(). English.
#pragma once
#include <string>
#include <vector>

namespace chart {

// A title within a sentence: "Rain in May" -> "rain in May", but "GDP per head" and "McMurdo winter" are unchanged.
std::string in_sentence(const std::string& title);

// "a, b and c"; names that contain commas: "a, 1; b, 2". Lists at most `most` names, then "and 3 more".
std::string listed(const std::vector<std::string>& names, size_t most);

// Spearman's rank correlation of pairs, from -1 to 1; 0 for fewer than three, or when one side is constant.
// https://en.wikipedia.org/wiki/Spearman%27s_rank_correlation_coefficient
double rank_correlation(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace chart
