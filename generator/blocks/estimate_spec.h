// An ```estimate block as its author wrote it: the inputs that readers set, and the results that are calculated from
// them and from each row of a query.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blocks/table_spec.h"
#include "quantity/decimal.h"

namespace blocks {

// A number, or a choice among the values of a column.
struct EstimateInput {
  document::Text name;
  std::string title;
  std::string help;
  document::Text unit;  // of a number
  quantity::Exact min, max;
  std::optional<quantity::Exact> step;  // from `min` on
  document::Text column;                // of a choice
  std::vector<document::Text> choices;  // empty: all values of the column
  document::Text preset;                // "default:"; "" for any choice

  bool is_choice() const { return !column.empty(); }
};

struct EstimateResult {
  document::Text name;
  std::string title;
  document::Text unit;
  document::Text formula;
  std::string covers;
  int digits = 2;  // after the point
  bool grouped = true;
  quantity::Better better = quantity::Better::lower;
};

// Settings of some inputs; the others keep their defaults.
struct EstimateCase {
  std::string who;
  base::Span span;
  std::map<std::string, document::Text, std::less<>> inputs;
};

struct EstimateSpec {
  TableSpec table;  // its columns may include results
  std::vector<EstimateInput> inputs;
  std::vector<EstimateResult> results;  // never empty
  std::vector<EstimateCase> cases;

  const EstimateInput* find_input(std::string_view name) const;
  const EstimateResult* find_result(std::string_view name) const;
};

// Nullopt after an error; codes as notation::Reader's, "bad-format", "bad-value" and "estimate-name".
std::optional<EstimateSpec> parse_estimate_spec(const notation::Node& node, base::Diagnostics& diagnostics);

// "4,096", "0.5", or a fraction; for messages and for readers.
std::string decimal_text(const quantity::Exact& number);

}  // namespace blocks
