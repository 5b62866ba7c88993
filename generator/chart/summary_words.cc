// Names and rank correlations for the summary of a chart (chart/summary.h).
#include "chart/summary.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace chart {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// Returns positions in the sorted order, from 1. Equal values share the mean of their positions.
std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> result(values.size());
  for (size_t i = 0; i < order.size();) {
    size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    const double mean = (static_cast<double>(i + end) + 1) / 2;
    for (; i < end; ++i) result[order[i]] = mean;
  }
  return result;
}

}  // namespace

std::string in_sentence(const std::string& title) {
  if (title.empty() || !is_upper(title.front())) return title;
  const size_t end = std::min(title.find(' '), title.size());
  // A second capital letter or a digit in the first word makes it a name.
  for (size_t i = 1; i < end; ++i)
    if (is_upper(title[i]) || std::isdigit(static_cast<unsigned char>(title[i]))) return title;
  if (end == 1) return title;
  std::string lower = title;
  lower.front() = static_cast<char>(lower.front() - 'A' + 'a');
  return lower;
}

std::string listed(const std::vector<std::string>& names, size_t most) {
  std::string text;
  const size_t shown = std::min(names.size(), most);
  const bool long_names = std::any_of(names.begin(), names.end(),
                                      [](const std::string& name) { return name.find(',') != std::string::npos; });
  for (size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == names.size();
    if (i > 0) text += long_names ? "; " : last ? " and " : ", ";
    text += names[i];
  }
  if (shown < names.size()) text += fmt::format("{}and {} more", long_names ? "; " : " ", names.size() - shown);
  return text;
}

double rank_correlation(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() < 3 || x.size() != y.size()) return 0;
  const std::vector<double> a = ranks(x), b = ranks(y);
  const double mean = (static_cast<double>(a.size()) + 1) / 2;
  double both = 0, first = 0, second = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - mean) * (b[i] - mean);
    first += (a[i] - mean) * (a[i] - mean);
    second += (b[i] - mean) * (b[i] - mean);
  }
  return first > 0 && second > 0 ? both / std::sqrt(first * second) : 0;
}

}  // namespace chart
