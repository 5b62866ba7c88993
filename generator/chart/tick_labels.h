// Labels the ticks of an axis or legend as Vega does for the same scale, count and format.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "chart/scale.h"
#include "chart/spec.h"
#include "quantity/frame.h"
#include "quantity/locale.h"
#include "quantity/unit.h"

namespace chart {

struct Tick {
  double value = 0;                // the value on a continuous scale
  double at = 0;                   // position in px along the axis, from the corner of the plotting area
  std::string label;               // the label in Vega's notation
  std::string text;                // the complete label in our notation; "" if readers would misread it
  std::vector<std::string> lines;  // the lines of the label that is drawn; empty if there is not enough space
};

// Returns the ticks of a continuous scale at `values`. `format` is a d3-format (a d3-time-format for time), or "" for
// as many digits as distinguish the ticks. `count` is the number of ticks that the axis has space for.
//
// Labels get up to three more digits than `format` states, if otherwise fewer than two labels, or those of stated
// values, would be rounded. Labels that readers would take as a different value get the text "". Of equal labels, only
// the exact one remains: with ",d", 0, 0.5 and 1 are "0", "" and "1"; of equal dates, the first one remains. Rounded
// labels are cleared too if at least two exact ones remain, unless the spec states the values.
// REQUIRES: check_format() accepts the format
std::vector<Tick> labelled_ticks(const Scale& scale, double count, std::string_view format,
                                 const std::vector<double>& values, bool stated, const quantity::Locale& locale);

// Removes the ticks between whole numbers, if at least two others remain. Returns whether it removed some.
bool keep_whole(std::vector<double>& values);

// Returns the default format of a field's ticks, whose number of digits depends on the ticks: "%" or "$,f" if the
// field's format has such a sign, ",f" for other money, otherwise "". Unless the spec states the values, removes the
// ticks between whole numbers if the field's values are whole numbers, and returns the format of the others.
std::string tick_format(const quantity::Field& field, bool stated, std::vector<double>& values,
                        const quantity::Units& units);

// Reports "chart-format" if a format is not a d3-time-format (for temporal channels) or d3-format.
void check_format(const std::string& format, base::Span at, Type type, std::string_view unit,
                  base::Diagnostics& diagnostics);

// Returns the texts, shortened with "…" if they are wider than `max_width`. Those that begin with the same words have
// the ellipsis before the first difference: "Mixed-precision … 16 chips".
std::vector<std::string> shorten_apart(const std::vector<std::string>& texts, double font_size, double max_width);

}  // namespace chart
