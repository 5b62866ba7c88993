// Labels the ticks of an axis as Vega does for the same scale, count and format.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chart/scale.h"
#include "quantity/frame.h"

namespace chart {

struct TickText {
  std::function<std::string(double)> write;
  std::function<bool(double)> is_exact;  // returns whether a label is not rounded; empty if none is rounded

  std::string operator()(double value) const { return write(value); }
};

// Labels the ticks of a continuous scale. `format` is a d3-format (a d3-time-format for time), or "" for as many digits
// as distinguish the ticks. On a log scale, ticks that would be too dense get the label "", as in d3, unless `all`. If
// the format is invalid, returns nullopt and sets `why`.
std::optional<TickText> tick_text(const Scale& scale, double count, std::string_view format, std::string* why,
                                  bool all = false);

// Clears labels that readers would take as a different value. Of equal labels, only the exact one remains: with ",d",
// 0, 0.5 and 1 are "0", "" and "1"; of equal dates, the first one remains. Rounded labels are cleared too if at least
// two exact ones remain, unless the values are `stated`. `labels` has one item for each of `values`.
void drop_rounded_labels(const TickText& text, const std::vector<double>& values, bool stated,
                         std::vector<std::string>& labels);

// Removes the ticks between whole numbers from an axis of a column of whole numbers, and returns the format of the
// others' labels. Returns "" and removes none if all are whole, or fewer than two are.
std::string keep_whole_ticks(const quantity::Field& field, std::vector<double>& values);

// Returns floor(log10(|value|)) without rounding errors; 0 for 0.
int decimal_exponent(double value);

}  // namespace chart
