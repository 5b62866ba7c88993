// Labels of an axis's ticks, as Vega's axes print them for the same scale, count and format.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chart/scale.h"

namespace chart {

struct TickText {
  std::function<std::string(double)> write;
  std::function<bool(double)> is_exact;  // whether the label is not rounded; empty where none is

  std::string operator()(double value) const { return write(value); }
};

// For a continuous scale. `format` is a d3-format (d3-time-format for time), or "" for as many digits as distinguish
// the ticks. A log scale writes "" at ticks that would crowd, as d3 has it, unless `all`. Returns nullopt if the
// format is invalid, and sets `why`.
std::optional<TickText> tick_text(const Scale& scale, double count, std::string_view format, std::string* why,
                                  bool all = false);

// Clears labels that would be read as another value. Of equal ones the exact one remains: with ",d", 0, 0.5 and 1 are
// "0", "" and "1"; of dates, the first of neighbours. Rounded ones go too if two exact ones are left, unless the values
// are `stated`. `labels` has one for each of `values`.
void drop_rounded_labels(const TickText& text, const std::vector<double>& values, bool stated,
                         std::vector<std::string>& labels);

// floor(log10(|value|)), without rounding errors; 0 for 0.
int decimal_exponent(double value);

}  // namespace chart
