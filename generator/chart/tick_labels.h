// How the ticks of an axis are written: what Vega's axes print for the same scale, count and format.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "chart/scale.h"

namespace chart {

using TickText = std::function<std::string(double)>;

// Of a continuous scale. `format` is a d3-format (d3-time-format for time), or "" for as many digits as tell the ticks
// apart. A log scale writes "" at ticks that would crowd, as d3 has it, unless `all`. Nothing when the format is none;
// `why` tells then.
std::optional<TickText> tick_text(const Scale& scale, double count, std::string_view format, std::string* why,
                                  bool all = false);

// floor(log10(|value|)), without rounding errors; 0 for 0.
int decimal_exponent(double value);

}  // namespace chart
