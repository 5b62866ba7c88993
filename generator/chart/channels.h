// The channels of a chart's layers, bound to the columns of a frame. Each row has a number, a moment or a category.
#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/spec.h"
#include "quantity/frame.h"
#include "quantity/locale.h"

namespace chart {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();  // a missing number

struct BoundChannel {
  const Encoding* encoding = nullptr;
  int column = -1;  // index in the frame; -1 for a datum or a value
  Type type = Type::nominal;
  // One item for each row; a datum is the same in all rows. The type decides whether `numbers` or `categories` is set.
  std::vector<double> numbers;          // quantitative values, or times in ms; NaN if missing
  std::vector<std::string> categories;  // nominal or ordinal values
  std::vector<bool> present;            // whether each row has a value
  std::vector<bool> passes;             // whether each row passes the test of the condition, if there is one

  bool is_continuous() const { return type == Type::quantitative || type == Type::temporal; }
  bool is_value() const { return encoding->value.has_value(); }
};
// Whether a channel, which may be null, shows the quantities of a column.
inline bool measures(const BoundChannel* channel) {
  return channel && channel->column >= 0 && channel->type == Type::quantitative;
}

// A position in a stacked area where a series has no row. Its value there is 0, so that its area stays closed, as with
// Vega-Lite's imputation.
struct Filler {
  size_t like;   // the index of a row of the series
  size_t at;     // the index of a row at the same position
  double value;  // the value of the stack at that position, where the series would be
};

struct BoundLayer {
  const Layer* layer = nullptr;
  MarkType mark = MarkType::bar;
  bool horizontal = false;             // whether the values run along x
  std::vector<BoundChannel> channels;  // the channels of `layer`, in its order
  std::vector<size_t> rows;            // the rows that have all values needed for this mark, in the frame's order
  std::vector<size_t> domain_rows;     // the rows that count for the scales' domains

  std::vector<int> drawn_elsewhere;  // the columns by which other layers position their marks

  // Set by stack(): the stacked channel, and where each row's part begins and ends.
  std::optional<Channel> stacked;
  bool adds_up = false;  // whether one part shows the sum of several rows, whose own values no mark shows
  std::vector<double> stack_from, stack_to;
  std::vector<Filler> fillers;

  const BoundChannel* find(Channel channel) const;
  // Returns the channels that split the rows into series: colour, shape, detail.
  std::vector<const BoundChannel*> series() const;
};

// Binds the layers of a spec. Returns nullopt after an error: "unknown-field", "chart-type", "chart-format".
// `spec` and `frame` must outlive the result. Rows without a category get the category `no_category`, unless another
// layer draws them.
std::optional<std::vector<BoundLayer>> bind(const Spec& spec, const quantity::Frame& frame,
                                            const std::string& no_category, const quantity::Locale& locale,
                                            base::Diagnostics& diagnostics);

// Whether a mark is pale because none of its names (series, categories, panel) is highlighted. False if nothing is
// highlighted, or if the layer has no names.
bool is_muted(const BoundLayer& layer, size_t row, const std::vector<std::string>& highlight);
// Whether all marks of a category of a channel are.
bool is_muted(const std::vector<BoundLayer>& layers, Channel channel, const std::string& category,
              const std::vector<std::string>& highlight);

// Whether one of the two ends of the row's range is unknown; `second` is x2 or y2. If another layer has a mark at the
// known end, a row without the other end is not part of this layer.
bool is_half_known(const BoundLayer& layer, Channel second, size_t row);

// Returns the index of a field; -1 after the error "unknown-field", whose message ends with `purpose`.
int find_field(const quantity::Frame& frame, const std::string& name, base::Span at, std::string_view purpose,
               base::Diagnostics& diagnostics);

// Returns a value as the name of a category.
std::string category_of(const quantity::Value& value, const quantity::Field& field, const quantity::Locale& locale);

// Whether an axis or legend shows a category. Without `values`, it shows all of them.
bool is_listed(const std::string& category, const std::vector<quantity::Value>& values);

// Converts a value of a spec (datum, domain, axis values) to a number or a moment. Returns NaN if it is neither.
double number_of(const quantity::Value& value, Type type);

// Returns the number of a row, with the row's first text if there is one: `row 3 ("Oslo")`.
std::string row_name(const quantity::Frame& frame, size_t row);

}  // namespace chart
