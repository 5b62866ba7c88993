// An estimate that is ready to be calculated: formulas over inputs, columns of the rows, numbers of the chosen options,
// and earlier results. Their units have been checked. All numbers are exact.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "blocks/estimate_spec.h"
#include "quantity/formula.h"
#include "quantity/frame.h"
#include "site/evaluation.h"

namespace blocks {

class EstimateModel {
 public:
  using Number = std::optional<quantity::Exact>;

  // The inputs of a model in addition to its spec and its rows.
  struct Sources {
    const quantity::Units& units;
    base::Diagnostics& diagnostics;
    std::function<const quantity::Frame*(const document::Text&)> frame;  // finds a frame; null after an error
    std::function<quantity::Scope(const quantity::Field&, const quantity::Refs&)> scope_of;
    // Returns the label of a category's value; may be empty if nothing is shown.
    std::function<std::string(const quantity::Field&, const std::string&)> label_of = {};
  };

  // A column that a value depends on. It belongs to the options of an input if `input` is set, otherwise to the rows.
  struct Column {
    std::optional<size_t> input;
    size_t index = 0;
  };

  // An operand of formulas, which refer to it by index.
  struct Variable {
    std::string name;  // the operand's name; "INPUT.COLUMN" for an option's number
    quantity::Unit unit;
    quantity::Scope scope;
    std::vector<Column> columns;
    size_t input = 0;  // the index of the input whose number readers set
    // The number in each row, or in each option, in `unit`; nullopt if it is missing. Empty for a result or condition.
    std::vector<Number> numbers = {};
    // The formula of a result or condition, as written and parsed, and the indices of its operands.
    const document::Text* written = nullptr;
    std::optional<quantity::Formula> formula = {};
    std::vector<size_t> operands = {};

    bool is_option() const { return !formula && !columns.empty() && columns[0].input; }
    bool is_column() const { return !formula && !columns.empty() && !columns[0].input; }
  };

  // The setting of each input as text: a number, a choice ("" for any), or the name of an option.
  using Settings = std::vector<std::string>;

  struct Row {
    size_t index = 0;
    std::vector<Number> results = {};     // the results in their units; nullopt if a number is missing
    std::optional<size_t> violated = {};  // the first condition that the row does not meet
  };
  struct Ranking {
    std::vector<Row> rows;  // the best one first
    std::vector<Row> out;   // rows that violate a condition, those with a gap in the data first
  };

  // Returns nullopt after an error: "bad-unit", "bad-formula", "estimate-name", "estimate-unit", "estimate-choice",
  // "figure-without-source", "scope-mismatch", "unknown-column", "unknown-placeholder". The arguments must outlive the
  // model.
  static std::optional<EstimateModel> make(const EstimateSpec& spec, const quantity::Frame& frame,
                                           const Sources& sources);

  const EstimateSpec& spec() const { return spec_; }
  const quantity::Frame& frame() const { return frame_; }
  const quantity::Units& units() const { return sources_.units; }
  // Returns the inputs that are numbers, the numbers of options by input, the columns that formulas use, then the
  // results. assets/estimate.js expects this order.
  const std::vector<Variable>& variables() const { return variables_; }
  const Variable& result(size_t index) const { return variables_[variables_.size() - spec_.results.size() + index]; }
  const std::vector<Variable>& conditions() const { return conditions_; }

  // Returns the row's value in the column that a choice refers to.
  std::string choice_of(size_t row, const EstimateInput& input) const;
  // Returns the values that readers can choose for an input.
  std::vector<std::string> choices_of(const EstimateInput& input) const;
  // Returns the index of an input's option by its name.
  size_t option_row(size_t input, std::string_view name) const;
  // Returns the column with the names of an input's choices.
  const quantity::Field& choice_field(size_t input) const;

  Settings settings_of(const EstimateCase& a_case) const;
  bool fits(size_t row, const Settings& settings) const;
  // Calculates the results of a row. Reports an error such as a division by zero ("bad-formula") once for each result,
  // unless a condition excludes the row.
  Row calculate(size_t row, const Settings& settings);
  // Returns the rows that fit the settings, calculated and sorted, valid as long as the model. Calculates them once.
  const Ranking& rank(const Settings& settings);
  // Whether a row of `out` violates a condition because the data lack something.
  bool is_gap(const Row& row) const { return spec_.conditions[*row.violated].is_gap; }
  // Whether the ranges of two rows overlap, or one has an unknown end; false without `sort_to` or a result.
  bool overlap(const Row& a, const Row& b) const;
  // Returns the row's value in the column `best_of`, which is unique in a ranking; "" without `best_of`.
  std::string group_of(size_t row) const;

  // These return a result as "1,250", and with its unit as "$1,250"; a dash if there is no value.
  std::string result_text(size_t index, const Number& value) const;
  std::string result_with_unit(size_t index, const Number& value) const;
  // Returns a result that result_text() rounds to significant digits with all digits that matter; otherwise "".
  std::string exact_text(size_t index, const Number& value) const;
  // Returns why a row is excluded.
  std::string reason(const Row& row) const;
  // Returns the value of a variable with its unit, for a row and settings.
  std::string operand_text(size_t variable, const Row& row, const Settings& settings) const;
  // Returns the same value in the variable's unit.
  Number operand_number(size_t variable, const Row& row, const Settings& settings) const;
  // Returns the title of a variable.
  std::string operand_title(size_t variable) const;
  // Returns the columns that reasons mention, with the row's values.
  std::map<std::string, std::string> texts_in_reasons(size_t row) const;
  // Returns the records that a value depends on: of the row and of the selected options. Without settings, options
  // count only if the value depends on nothing else.
  quantity::Refs refs_of(const Variable& variable, size_t row, const Settings* settings) const;
  // Returns the records of all numbers of an input's options that formulas use.
  quantity::Refs refs_of_options(size_t input) const;

 private:  // estimate_model.cc makes and checks a model; estimate_values.cc calculates
  struct Mistake {
    const Variable* variable;
    quantity::FormulaError error;
    std::vector<quantity::Quantity> values;
  };

  EstimateModel(const EstimateSpec& spec, const quantity::Frame& frame, const Sources& sources)
      : spec_(spec), frame_(frame), sources_(sources) {}
  void add_input(size_t index);
  void check_range(const Row& row);  // reports a range that ends below its begin
  void add_options(size_t index);
  void check_choices(size_t index) const;
  void add_operands(const Variable& calculated, std::optional<size_t> input);
  void add_numbers(std::string name, Column column, base::Span span);
  bool resolve(Variable& variable, std::vector<quantity::Scope>& scopes) const;
  std::optional<quantity::Unit> check_units(const Variable& variable) const;
  void add_result(const EstimateResult& written, Variable result);
  void add_condition(const EstimateCondition& written, Variable condition);
  std::optional<size_t> find(std::string_view name) const;
  // Finds the column that a name in a formula means: "INPUT.COLUMN" of an input's options, or a column of the rows.
  std::optional<Column> find_numbers(std::string_view name) const;
  // Returns the rows with an input's choices: the rows of its options, or of the estimate.
  const quantity::Frame& choices_frame(size_t input) const { return options_[input] ? *options_[input] : frame_; }
  const quantity::Frame& frame_of(const Column& column) const {
    return column.input ? *options_[*column.input] : frame_;
  }
  std::vector<std::string> values_of(size_t input) const;
  void report_unknown(std::string_view name, base::Span span) const;
  Number evaluate(const Variable& variable, const std::vector<Number>& found, std::vector<Mistake>& mistakes) const;
  Ranking make_ranking(const Settings& settings);
  void report(const Mistake& mistake, size_t row);

  const EstimateSpec& spec_;
  const quantity::Frame& frame_;
  const Sources& sources_;
  std::vector<const quantity::Frame*> options_;  // the rows with options of each input; null unless it has options
  std::vector<Variable> variables_, conditions_;
  std::set<const Variable*> reported_;  // results for which a failure was already reported
  std::map<Settings, Ranking> rankings_;
};

// -- Figures in prose that come from one case of an estimate (estimate_values.cc) --

struct CaseFailure {
  std::string message, help;
};

// Returns the figure at "CASE/ROW/COLUMN". CASE is the id of a case; ROW is the rank of a row in it, from 1, or the
// row's text in the column `best_of` (by default the first column); COLUMN is a result or a column of the rows.
base::Result<site::FigurePtr, CaseFailure> figure_of_case(EstimateModel& model, std::string_view case_and_row,
                                                          std::string_view column);

// Returns a computed figure's formula with the values of its inputs: "$4.00 (Price) ÷ 2 cups". `values` are those of
// the formula's operands. They have as many digits as readers need to calculate the printed result.
std::string sum_words(const quantity::Formula& formula, const site::Figure& figure,
                      const std::vector<quantity::Quantity>& values, const quantity::Units& units);

}  // namespace blocks
