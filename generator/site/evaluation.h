// The immutable results of the query pass: everything that pages may show. No query runs after this pass.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "data/connection.h"
#include "quantity/decimal.h"
#include "quantity/frame.h"
#include "site/content.h"

namespace site {

using FramePtr = std::shared_ptr<const quantity::Frame>;
using Values = data::Params;

using Cell = data::Cell;

// The value of a figure in prose: a cell of a table, or the result of a formula over several cells.
struct Figure {
  Cell cell;  // the value; that of a computed figure is the nearest double, with its unit and the refs of all inputs
  std::optional<quantity::Exact> exact;  // the exact value of a number
  // The greatest value of a range, of which `exact` is the least, in the same unit, and how readers see it.
  std::optional<quantity::Exact> greatest;
  std::string shown_greatest;
  // Which extreme the value is, as its column declares, or follows from one by a formula that grows or falls with it.
  enum class Extreme { none, lowest, highest };
  Extreme extreme = Extreme::none;
  bool is_of_group = false;     // whether it is the extreme of a group of rows, not of all
  std::optional<bool> is_best;  // whether that extreme is the better or the worse end; nullopt if that is not declared
  std::string formula;          // the formula: "latte / espresso"; "" for a plain cell
  std::string sum;              // the formula for readers: "$4.00 (Price) ÷ 2 cups"
  std::string why;              // the author's assumption in words
  struct Input {
    std::string name;   // the operand's name in the formula
    std::string value;  // the value with its unit: "$2.70 per chip-hour"
    std::string covers;
    std::string title;  // of its column; "" if it is computed
  };
  std::vector<Input> inputs;

  bool is_computed() const { return !formula.empty() || cell.field.resource.empty(); }
};
using FigurePtr = std::shared_ptr<const Figure>;

// The basis of a page: a file, or a file and a row of its `pages:` query.
struct Evaluation {
  const Content* content = nullptr;
  std::set<std::string, std::less<>> measured;  // names of `values` that are numbers with a unit
  bool from_data = false;
  Values values;                                        // params and the row's columns, to which {name} and :name refer
  std::map<std::string, FramePtr, std::less<>> frames;  // frames by the name that the page uses
  std::map<std::string, Cell, std::less<>> cells;       // the values that claims state
  // Figures by the text after "fig:", a name or "TABLE/KEY/COLUMN". Null if a figure failed, which was reported.
  std::map<std::string, FigurePtr, std::less<>> figures;
  std::set<std::string, std::less<>> failed_asserts;
  bool uses_estimates = false;  // whether figures depend on estimates, and so on more than this page and the data
};

// Replaces each {name} with the row's value, as in "{a}-or-{b}". Reports "unknown-placeholder" at `span`.
std::string fill_placeholders(std::string_view text, const Values& values, base::Span span,
                              base::Diagnostics& diagnostics);

}  // namespace site
