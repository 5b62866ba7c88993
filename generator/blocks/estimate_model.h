// An estimate, ready to be calculated: formulas whose names are inputs, columns of the rows, or results before them,
// with units that go together. All is exact.
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
  // What the inputs are set to: a number in its unit, or what a choice chose, "" for all. One an input, in their order.
  struct Setting {
    quantity::Exact number;
    std::string chosen;
  };
  using Settings = std::vector<Setting>;

  // A column that formulas use: its unit, and the number of each row in it; nothing where the row has none.
  struct Column {
    size_t index = 0;
    quantity::Unit unit;
    std::vector<std::optional<quantity::Exact>> numbers;
  };

  // What an operand of a formula is: index into the inputs, columns() or the results.
  enum class Kind { input, column, result };
  struct Operand {
    Kind kind = Kind::input;
    size_t index = 0;
  };

  struct Result {
    quantity::Unit unit;
    quantity::Formula formula;
    quantity::Scope scope;  // what it covers
    std::vector<Operand> operands;
    std::vector<size_t> columns;  // of the frame, that it rests on, also by way of other results
  };

  // Nothing after an error: "bad-unit", "bad-formula", "estimate-name", "estimate-unit", "estimate-choice",
  // "scope-mismatch". All outlive the model.
  static std::optional<EstimateModel> make(const EstimateSpec& spec, const quantity::Frame& frame, Context& context);

  const EstimateSpec& spec() const { return *spec_; }
  const quantity::Frame& frame() const { return *frame_; }
  const std::vector<Column>& columns() const { return columns_; }
  const std::vector<Result>& results() const { return results_; }
  const quantity::Unit& unit_of(const Operand& operand) const;
  // The column of a choice.
  size_t column_of_input(size_t index) const { return choice_columns_[index]; }
  // What a choice can choose, "" for all aside.
  std::vector<std::string> choices_of(size_t index) const;

  Settings presets() const;
  Settings settings_of(const EstimateCase& a_case) const;
  // Whether a row is among what was chosen.
  bool fits(size_t row, const Settings& settings) const;
  // Each result for a row, in its unit; nothing where a number is missing. Division by zero and the like is an error
  // "bad-formula" that names the row, the first of each result.
  std::vector<std::optional<quantity::Exact>> calculate(size_t row, const Settings& settings, Context& context);
  // The records that a row's result rests on.
  quantity::Refs refs_of(size_t row, size_t result) const;

 private:
  EstimateModel(const EstimateSpec& spec, const quantity::Frame& frame) : spec_(&spec), frame_(&frame) {}
  void read_inputs(Context& context);
  void check_choice(const EstimateInput& input, const Written& chosen, Context& context) const;
  void add_result(const EstimateResult& result, Context& context);
  std::optional<Operand> find_operand(const quantity::Formula::Operand& operand, const EstimateResult& result,
                                      Context& context);
  std::optional<size_t> find_number_column(size_t index, base::Span span, Context& context);
  void check_units(const EstimateResult& written, const Result& result, Context& context) const;
  quantity::Scope scope_of(const Operand& operand, Context& context) const;
  void find_scope(const EstimateResult& written, Result& result, Context& context) const;

  const EstimateSpec* spec_;
  const quantity::Frame* frame_;
  std::vector<quantity::Unit> input_units_;
  std::vector<size_t> choice_columns_;
  std::vector<Column> columns_;
  std::vector<Result> results_;
  std::set<size_t> told_;  // results of which a row's mistake was reported
};

}  // namespace blocks
