// Formulas over named figures (content/handbook/figures.md): "new / old", "8 machine * 100 h * price",
// "max(a, b) - 5 %".
//
// Operands are numbers, each with a unit if wanted ("100 h", "38 %", "$2.70"), names of figures, and paths to cells
// (TABLE/KEY/COLUMN). The operators + - * / are between spaces, because paths and units contain such signs;
// * and / bind closer than + and -. Parentheses; min(…) and max(…) with one argument or more; ceil(…), which
// rounds up to a whole number. A condition is a formula, or two with < <= > >= or = between them.
//
// Calculation is exact and includes units, which multiply, divide, cancel and convert (quantity/unit.h). Operands of
// sums, differences and comparisons must be convertible: US$/h and US$/token are not. Numbers of some 20,000 digits are
// refused.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/source_text.h"
#include "quantity/decimal.h"
#include "quantity/scope.h"
#include "quantity/unit.h"

namespace quantity {

struct Quantity {
  Exact value;
  Unit unit;
};

// An error in a formula, and its position in the text (bytes).
struct FormulaError {
  size_t begin = 0;
  size_t end = 0;
  std::string message;
  std::string expected;
};

enum class FormulaKind {
  number,
  operand,
  add,
  subtract,
  multiply,
  divide,
  least,
  greatest,
  ceiling,  // the ceiling of `left`; `right` is the same node
  less,     // the first of the comparisons, which are 1 if they are met and otherwise 0
  at_most,
  greater,
  at_least,
  equal,
};

// A part of a formula.
struct FormulaNode {
  FormulaKind kind = FormulaKind::number;
  size_t begin = 0;  // the position in the text
  size_t end = 0;
  Quantity number;  // the value of a number
  size_t left = 0;  // indices of nodes; for an operand, `left` is its index in operands()
  size_t right = 0;
};

// A parsed formula. Immutable.
class Formula {
 public:
  // A name or a path, and its first position.
  struct Operand {
    std::string text;
    size_t begin = 0;
    size_t end = 0;
  };

  // Parses a formula of at most 1,000 bytes and 32 levels of parentheses.
  static base::Result<Formula, FormulaError> parse(std::string_view text, const Units& units);
  static base::Result<Formula, FormulaError> parse_condition(std::string_view text, const Units& units);

  // Returns all operands in the order of the text, without duplicates.
  const std::vector<Operand>& operands() const { return operands_; }
  // Returns the nodes in postfix order: the operands of a node are directly before it, and the last node is the whole
  // formula. For code that calculates elsewhere, such as the script in a browser.
  const std::vector<FormulaNode>& nodes() const { return nodes_; }
  // Whether the whole formula is one name or path. It is then an alias of that figure, not a calculation.
  bool is_one_operand() const;
  // Whether the formula is a condition with two sides.
  bool is_comparison() const { return nodes_.back().kind >= FormulaKind::less; }

  // Calculates the formula. `values` are the values of operands(). The result's unit is simplified: min * USD/h is USD.
  base::Result<Quantity, FormulaError> evaluate(const std::vector<Quantity>& values, const Units& units) const;

  // Returns the scope of the result; `scopes` are the scopes of operands(). It is an error if the formula adds,
  // subtracts or compares values with different scopes. Plain numbers fit any scope.
  base::Result<Scope, FormulaError> scope(const std::vector<Scope>& scopes) const;

 private:
  friend class FormulaParser;
  std::vector<FormulaNode> nodes_;
  std::vector<Operand> operands_;
};

// Returns a formula as readers see it, with labels for its operands: "$40 (Price) ÷ 8 chips".
std::string formula_words(const Formula& formula, std::string_view text, const std::vector<std::string>& labels,
                          const Units& units);

// Returns the position in a file of bytes [begin, end) of a text. `written` is the whole text in the file, perhaps in
// quotes; it is returned unchanged if the file contains the text in a different form.
base::Span part_of(base::Span written, std::string_view text, size_t begin, size_t end);

}  // namespace quantity
