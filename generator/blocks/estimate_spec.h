// An ```estimate block as its author wrote it: the inputs that readers set, the results that are calculated from them
// and from each row of a query, and the conditions that a row must meet.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blocks/table_spec.h"
#include "quantity/decimal.h"
#include "quantity/frame.h"
#include "quantity/locale.h"

namespace blocks {

// An input of one of three types: a number; a choice among the values of a column, which selects the rows with that
// value; or options, which are rows of another query: formulas can use the numbers of the chosen one, as INPUT.COLUMN.
struct EstimateInput {
  document::Text name;
  std::string title;
  std::string help;
  document::Text unit;  // the unit of an input that is a number
  quantity::Exact min, max;
  std::optional<quantity::Exact> step;  // the step of the values, counted from `min`
  document::Text column;                // the column of a choice, or the column with the names of options
  std::vector<document::Text> choices;  // the choices; if empty, all values of the column
  document::Text preset;                // the key "default"; "" selects any choice, or the first option
  document::Text data;                  // the query with the options
  bool is_wrong = false;                // whether it has an error; cases are not compared with it

  bool is_number() const { return column.empty(); }
  bool is_choice() const { return !column.empty() && data.empty(); }
  bool is_options() const { return !data.empty(); }
};

struct EstimateResult {
  document::Text name;
  std::string title;
  document::Text unit;
  document::Text formula;
  std::string covers;
  bool is_shown = true;
  int digits = 2;  // number of digits after the decimal point, or of significant digits
  bool is_significant = false;
  bool grouped = true;
  quantity::Better better = quantity::Better::lower;
};

// A condition for each row, and what readers see if a row does not meet it: "Needs {chips}, and {sold} are sold."
struct EstimateCondition {
  document::Text condition;
  document::Text reason;
  bool is_gap = false;  // whether a row that does not meet it is "not estimated", rather than ruled out
};

// The settings of some inputs; the other inputs have their defaults.
struct EstimateCase {
  document::Text id;  // the name in "fig:ESTIMATE/ID/…"; "" if there is none
  std::string who;
  base::Span span;
  std::map<std::string, document::Text, std::less<>> inputs;
};

struct EstimateSpec {
  TableSpec table;  // the table, whose columns may include results
  std::vector<EstimateInput> inputs;
  std::vector<EstimateResult> results;  // one or more results
  size_t sorted_by = 0;                 // the index of a result
  std::optional<size_t> sorted_to;      // the result that ends the range which `sorted_by` begins
  base::Span sorted_to_span;
  document::Text best_of;  // a column: only the best row of each of its values is shown; "" for all rows
  std::vector<EstimateCondition> conditions;
  std::vector<EstimateCase> cases;

  const EstimateInput* find_input(std::string_view name) const;
  const EstimateResult* find_result(std::string_view name) const;
};

// Returns nullopt after an error. Codes: those of notation::Reader, "bad-format", "bad-value", "estimate-name".
std::optional<EstimateSpec> parse_estimate_spec(const notation::Node& node, base::Diagnostics& diagnostics);

const notation::Format<EstimateSpec>& estimate_format();

// Returns why an input can't have this number: "5,000 is more than 4,096, the maximum of …"; "" if it can.
std::string objection_to(const EstimateInput& input, const quantity::Exact& number);

// Returns the distinct texts of a column, in the order of its rows and without empty ones; none without the column.
// Readers choose from them.
std::vector<std::string> distinct_values(const quantity::Frame& frame, std::string_view column);

// Formats a number for messages and for readers: "4,096", "0.5", or a fraction.
std::string decimal_text(const quantity::Exact& number, const quantity::Locale& locale = quantity::english());

}  // namespace blocks
