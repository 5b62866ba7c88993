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

namespace blocks {

// A number; a choice among the values of a column, of rows that have it; or one of several options, which are the rows
// of another query: formulas can use the numbers of the chosen one, as INPUT.COLUMN.
struct EstimateInput {
  document::Text name;
  std::string title;
  std::string help;
  document::Text unit;  // of a number
  quantity::Exact min, max;
  std::optional<quantity::Exact> step;  // from `min` on
  document::Text column;                // of a choice; of options, the one that names them
  std::vector<document::Text> choices;  // empty: all values of the column
  document::Text preset;                // "default:"; "" for any choice, or the first option
  document::Text data;                  // of options

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
  int digits = 2;  // after the point
  bool grouped = true;
  quantity::Better better = quantity::Better::lower;
};

// What a row must meet, and what readers see about a row that does not: "Needs {chips}, and {sold} are sold."
struct EstimateCondition {
  document::Text condition;
  document::Text reason;
};

// Settings of some inputs; the others keep their defaults.
struct EstimateCase {
  document::Text id;  // in "fig:ESTIMATE/ID/…"; "" for none
  std::string who;
  base::Span span;
  std::map<std::string, document::Text, std::less<>> inputs;
};

struct EstimateSpec {
  TableSpec table;  // its columns may include results
  std::vector<EstimateInput> inputs;
  std::vector<EstimateResult> results;  // never empty
  size_t sorted_by = 0;                 // a result
  document::Text best_of;               // a column: only the best row of each of its values is shown; "" for all rows
  std::vector<EstimateCondition> conditions;
  std::vector<EstimateCase> cases;

  const EstimateInput* find_input(std::string_view name) const;
  const EstimateResult* find_result(std::string_view name) const;
};

// Nullopt after an error; codes as notation::Reader's, "bad-format", "bad-value" and "estimate-name".
std::optional<EstimateSpec> parse_estimate_spec(const notation::Node& node, base::Diagnostics& diagnostics);

// "4,096", "0.5", or a fraction; for messages and for readers.
std::string decimal_text(const quantity::Exact& number);

}  // namespace blocks
