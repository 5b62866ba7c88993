// Describes a chart in sentences that are computed from its data, for readers who can't see it, and as an overview for
// everyone.
#pragma once
#include <string>
#include <vector>

#include "chart/plot.h"

namespace chart {

// Returns the layer that a summary describes: the first with values that is not an addition to other marks.
const BoundLayer& main_layer(const Plot& plot);
// Returns the channel of the measure that a layer shows; null if it has none.
const BoundChannel* measure_of(const BoundLayer& layer);

// States what is shown and the number of values; the extremes of each group of values that compare, and where they are;
// for values over time, how each series changed; and what is omitted because it lacks a value. In other languages than
// English the sentences are those of the options' words, and the first one is shorter.
std::string summarise(const Plot& plot);

// -- The wording: titles in sentences, lists of names, rank correlation --

// Returns a title in the form that it has within a sentence: "rain in May" for "Rain in May", but "GDP per head" and
// "McMurdo winter" unchanged.
std::string in_sentence(const std::string& title);

// Joins names: "a, b and c". If names contain commas: "a, 1; b, 2". Lists at most `most` names, then "and 3 more".
std::string listed(const std::vector<std::string>& names, size_t most);

// Returns Spearman's rank correlation of pairs, from -1 to 1; 0 for fewer than three pairs, or if one side is constant.
// https://en.wikipedia.org/wiki/Spearman%27s_rank_correlation_coefficient
double rank_correlation(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace chart
