// The channels of a chart's layers, bound to the columns of a frame: for each row a number, a moment or a category.
#pragma once
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/spec.h"
#include "quantity/frame.h"

namespace chart {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();  // no number

struct BoundChannel {
  const Encoding* encoding = nullptr;
  int column = -1;  // of the frame; -1 for a datum or a value
  Type type = Type::nominal;
  // One item per row; a datum is the same in all rows. The type determines which of `numbers` and `categories` is
  // filled.
  std::vector<double> numbers;          // quantitative; temporal in ms; NaN for none
  std::vector<std::string> categories;  // nominal, ordinal
  std::vector<bool> present;            // whether the row has a value

  bool is_continuous() const { return type == Type::quantitative || type == Type::temporal; }
  bool is_value() const { return encoding->value.has_value(); }
};

// A position in a stacked area where a series has no row: its value there is 0 and its area stays closed, as with
// Vega-Lite's imputation.
struct Filler {
  size_t like;   // a row of the series
  size_t at;     // a row at the place
  double value;  // of the stack there, where the series would lie
};

struct BoundLayer {
  const Layer* layer = nullptr;
  MarkType mark = MarkType::bar;
  bool horizontal = false;             // the values run along x
  std::vector<BoundChannel> channels;  // those of `layer`, in its order
  std::vector<size_t> rows;            // that have all they need for this mark, in the frame's order
  std::vector<size_t> domain_rows;     // that take part in the scales' domains

  std::vector<int> drawn_elsewhere;  // the columns by which other layers place their marks

  // Set by stack(): the channel that is stacked, and where each row's part begins and ends.
  std::optional<Channel> stacked;
  std::vector<double> stack_from, stack_to;
  std::vector<Filler> fillers;

  const BoundChannel* find(Channel channel) const;
  // The channels that split the rows into series: colour, shape, detail.
  std::vector<const BoundChannel*> series() const;
};

// Errors: "unknown-field", "chart-type", "chart-format" of texts. Nothing is returned after one. `spec` and `frame`
// outlive the result. Rows without a category get the category `no_category`, unless another layer draws them.
std::optional<std::vector<BoundLayer>> bind(const Spec& spec, const quantity::Frame& frame,
                                            const std::string& no_category, base::Diagnostics& diagnostics);

// Whether one of the two ends of the row's range is unknown: `second` is x2 or y2. Where another layer has a mark at
// the known end, a row without the other one is not in this layer.
bool is_half_known(const BoundLayer& layer, Channel second, size_t row);

// The type of a field if the spec does not state one.
Type default_type(const quantity::Field& field);

// The text of a value as a category.
std::string category_of(const quantity::Value& value, const quantity::Field& field);

// A value of a spec (datum, domain, axis values) as a number or, for temporal, a moment; NaN if it is neither.
double number_of(const quantity::Value& value, Type type);

// "row 3"; with the row's first text for people: `row 3 ("Oslo")`.
std::string row_name(const quantity::Frame& frame, size_t row);

}  // namespace chart
