// An estimate, ready to be calculated: formulas over inputs, columns of the rows, and results above them, with units
// that were checked. All numbers are exact.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "blocks/context.h"
#include "blocks/estimate_spec.h"
#include "quantity/formula.h"

namespace blocks {

class EstimateModel {
 public:
  using Number = std::optional<quantity::Exact>;

  // An operand of formulas. Formulas refer to variables by index.
  struct Variable {
    std::string_view name;
    quantity::Unit unit;
    quantity::Scope scope;
    std::vector<size_t> columns;  // of the frame, that its values depend on
    // For a column: the number in each row, in `unit`; nullopt for none.
    std::vector<Number> numbers = {};
    // For a result:
    std::optional<quantity::Formula> formula = {};
    std::vector<size_t> operands = {};

    bool is_column() const { return !formula && !columns.empty(); }
  };

  // The text of each input: a number, or a choice ("" for any).
  using Settings = std::vector<std::string>;

  // Nullopt after an error: "bad-unit", "bad-formula", "estimate-name", "estimate-unit", "estimate-choice",
  // "figure-without-source", "scope-mismatch". The arguments outlive the model.
  static std::optional<EstimateModel> make(const EstimateSpec& spec, const quantity::Frame& frame, Context& context);

  const EstimateSpec& spec() const { return spec_; }
  const quantity::Frame& frame() const { return frame_; }
  // The inputs that are numbers, then the columns that formulas use, then the results: the order of assets/estimate.js.
  const std::vector<Variable>& variables() const { return variables_; }
  const Variable& result(size_t index) const { return variables_[variables_.size() - spec_.results.size() + index]; }

  // The value by which a row is chosen.
  std::string choice_of(size_t row, const EstimateInput& input) const;
  // What readers can choose.
  std::vector<std::string> choices_of(const EstimateInput& input) const;

  Settings settings_of(const EstimateCase& a_case) const;
  bool fits(size_t row, const Settings& settings) const;
  // Each result for a row, in its unit; nullopt if a number is missing. A division by zero and the like is an error
  // "bad-formula", once for each result.
  std::vector<Number> calculate(size_t row, const Settings& settings, Context& context);

 private:
  EstimateModel(const EstimateSpec& spec, const quantity::Frame& frame) : spec_(spec), frame_(frame) {}
  void check_choices(const EstimateInput& input, Context& context) const;
  void add_columns(const quantity::Formula& formula, const document::Text& text, Context& context);
  void add_column(size_t index, base::Span span, Context& context);
  void add_result(const EstimateResult& result, quantity::Formula formula, Context& context);
  std::optional<size_t> find(std::string_view name) const;
  void report_unknown(std::string_view name, base::Span span, Context& context) const;

  const EstimateSpec& spec_;
  const quantity::Frame& frame_;
  std::vector<Variable> variables_;
  std::set<const Variable*> reported_;  // results that failed in some row
};

}  // namespace blocks
