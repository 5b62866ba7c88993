// An ```estimate block as its author wrote it: what readers set, and what is calculated from that and from each row of
// a query.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "blocks/table_spec.h"
#include "notation/node.h"
#include "quantity/decimal.h"

namespace blocks {

// A text and where it stands.
struct Written {
  std::string text;
  base::Span span;
};

// A number that readers set, or a choice among the values of a column.
struct EstimateInput {
  std::string name;
  base::Span name_span;
  std::string title;
  std::string help;  // a few words beside it; "" for none
  Written unit;      // of a number
  quantity::Exact least, most;
  std::optional<quantity::Exact> step;  // from `least` on; any number, if nothing
  Written column;                       // of a choice
  std::vector<Written> choices;         // in this order; empty: all that the column has
  Written preset;                       // "default:"; "" for any choice

  bool is_choice() const { return !column.text.empty(); }
};

struct EstimateResult {
  std::string name;
  base::Span name_span;
  std::string title;
  Written unit;
  Written formula;
  Written covers;  // what the result covers
  int digits = 2;  // after the point
  bool grouped = true;
  quantity::Better better = quantity::Better::lower;
};

// One way to set the inputs: those it does not name stand as they are preset.
struct EstimateCase {
  std::string who;
  base::Span span;
  std::map<std::string, Written, std::less<>> inputs;
};

struct EstimateSpec {
  TableSpec table;  // data, caption, columns of the rows, same, differs, note
  // What is shown, in this order: names of results, and "" for the next of table.columns. Results that are not in it
  // follow.
  std::vector<std::string> order;
  std::vector<EstimateInput> inputs;
  std::vector<EstimateResult> results;  // never empty
  std::vector<EstimateCase> cases;

  const EstimateInput* find_input(std::string_view name) const;
};

// Nothing after an error; codes as notation::Reader's, "bad-format", "bad-value" and "estimate-name".
std::optional<EstimateSpec> parse_estimate_spec(const notation::Node& node, base::Diagnostics& diagnostics);

// What is wrong with a number for an input: "5,000 is more than 4,096"; "" for nothing.
std::string objection_to(const EstimateInput& input, const quantity::Exact& number);

// "4,096", "0.5", as far as it has an end; for messages and for readers.
std::string decimal_text(const quantity::Exact& number);

}  // namespace blocks
