#include "blocks/estimate_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "blocks/comparability.h"

namespace blocks {
namespace {

using quantity::Exact;

std::optional<quantity::Unit> parse_unit(const document::Text& unit, const EstimateModel::Sources& sources) {
  std::string why;
  auto parsed = sources.units.parse(unit.text, &why);
  if (!parsed)
    sources.diagnostics.error("bad-unit", unit.span, why).expect("a known unit, or one declared in data/units.json");
  return parsed;
}

base::Span part_of(const document::Text& formula, size_t begin, size_t end) {
  return quantity::part_of(formula.span, formula.text, begin, end);
}

base::Diagnostic& refuse(std::string_view code, const document::Text& formula, const quantity::FormulaError& mistake,
                         base::Diagnostics& diagnostics, std::string_view where = "") {
  return diagnostics
      .error(code, part_of(formula, mistake.begin, mistake.end), fmt::format("{}{}", mistake.message, where))
      .expect(mistake.expected);
}

// Reports a name that is also the name of a column.
void check_is_not_column(const document::Text& name, std::string_view what, const quantity::Frame& frame,
                         base::Diagnostics& diagnostics) {
  if (frame.find(name.text) < 0) return;
  diagnostics.error("estimate-name", name.span, fmt::format("\"{}\" is also the name of a column", name.text))
      .suggest(fmt::format("give the {} another name", what));
}

std::string unit_name(const quantity::Unit& unit) {
  std::string text = unit.text();
  return text == "1" ? "a plain number" : text;
}

}  // namespace

std::optional<EstimateModel> EstimateModel::make(const EstimateSpec& spec, const quantity::Frame& frame,
                                                 const Sources& sources) {
  const size_t errors = sources.diagnostics.errors();
  const auto failed = [&] { return sources.diagnostics.errors() > errors; };
  EstimateModel model(spec, frame, sources);
  for (size_t i = 0; i < spec.inputs.size(); ++i) model.add_input(i);
  if (!spec.best_of.empty()) find_column(frame, spec.best_of.text, spec.best_of.span, sources.diagnostics);
  if (failed()) return std::nullopt;
  std::vector<Variable> calculated;
  auto parse = [&](const std::string& name, const document::Text& text, auto parser) {
    auto formula = parser(text.text, sources.units);
    if (formula)
      calculated.push_back({.name = name, .written = &text, .formula = std::move(formula).value()});
    else
      refuse("bad-formula", text, formula.error(), sources.diagnostics);
  };
  for (const EstimateResult& result : spec.results) {
    check_is_not_column(result.name, "result", frame, sources.diagnostics);
    parse(result.name.text, result.formula, quantity::Formula::parse);
  }
  for (const EstimateCondition& each : spec.conditions) parse("", each.condition, quantity::Formula::parse_condition);
  if (failed()) return std::nullopt;
  for (size_t i = 0; i < spec.inputs.size(); ++i)
    for (const Variable& each : calculated) model.add_operands(each, i);
  for (const Variable& each : calculated) model.add_operands(each, std::nullopt);
  for (size_t i = 0; i < calculated.size() && !failed(); ++i) {
    if (i < spec.results.size())
      model.add_result(spec.results[i], std::move(calculated[i]));
    else
      model.add_condition(spec.conditions[i - spec.results.size()], std::move(calculated[i]));
  }
  return failed() ? std::nullopt : std::optional(std::move(model));
}

void EstimateModel::add_input(size_t index) {
  const EstimateInput& input = spec_.inputs[index];
  options_.push_back(nullptr);
  if (input.is_options()) return add_options(index);
  if (input.is_choice()) {
    if (find_column(frame_, input.column.text, input.column.span, sources_.diagnostics) >= 0) check_choices(index);
    return;
  }
  check_is_not_column(input.name, "input", frame_, sources_.diagnostics);
  auto unit = parse_unit(input.unit, sources_);
  if (!unit) return;
  const auto scope = unit->is_ratio() ? quantity::Scope::of_plain_number() : quantity::Scope();
  variables_.push_back({input.name.text, *std::move(unit), scope, {}, index});
}

void EstimateModel::add_options(size_t index) {
  const EstimateInput& input = spec_.inputs[index];
  const quantity::Frame* frame = sources_.frame(input.data);
  if (!frame || find_column(*frame, input.column.text, input.column.span, sources_.diagnostics) < 0) return;
  options_[index] = frame;
  if (frame->rows() == 0 || values_of(index).size() < frame->rows())
    sources_.diagnostics
        .error("estimate-choice", input.column.span,
               frame->rows() == 0
                   ? fmt::format("\"{}\" has no rows to choose from", input.data.text)
                   : fmt::format("rows of \"{}\" have the same \"{}\", or none", input.data.text, input.column.text))
        .expect("a different text in each row");
  else
    check_choices(index);
}

// Returns the distinct values of the column that readers choose from.
std::vector<std::string> EstimateModel::values_of(size_t index) const {
  return distinct_values(choices_frame(index), spec_.inputs[index].column.text);
}

const quantity::Field& EstimateModel::choice_field(size_t input) const {
  const quantity::Frame& frame = choices_frame(input);
  return frame.fields[static_cast<size_t>(frame.find(spec_.inputs[input].column.text))];
}

std::string EstimateModel::choice_of(size_t row, const EstimateInput& input) const {
  return quantity::to_text(frame_.at(row, static_cast<size_t>(frame_.find(input.column.text))));
}

std::vector<std::string> EstimateModel::choices_of(const EstimateInput& input) const {
  std::vector<std::string> choices;
  for (const document::Text& choice : input.choices) choices.push_back(choice.text);
  return choices.empty() ? values_of(static_cast<size_t>(&input - spec_.inputs.data())) : choices;
}

size_t EstimateModel::option_row(size_t input, std::string_view name) const {
  const quantity::Frame& frame = *options_[input];
  const auto column = static_cast<size_t>(frame.find(spec_.inputs[input].column.text));
  size_t row = 0;
  while (row + 1 < frame.rows() && quantity::to_text(frame.at(row, column)) != name) ++row;
  return row;
}

// Checks that choices, the default and the settings of cases are values that exist in some row.
void EstimateModel::check_choices(size_t index) const {
  const EstimateInput& input = spec_.inputs[index];
  const std::vector<std::string> known = values_of(index);
  const std::vector<std::string_view> names = base::views(known);
  std::vector<document::Text> chosen = input.choices;
  chosen.push_back(input.preset);
  for (const EstimateCase& each : spec_.cases)
    if (auto own = each.inputs.find(input.name.text); own != each.inputs.end()) chosen.push_back(own->second);
  for (const document::Text& each : chosen)
    if (!each.empty() && std::find(known.begin(), known.end(), each.text) == known.end())
      sources_.diagnostics
          .error("estimate-choice", each.span,
                 fmt::format("no row has \"{}\" in the column \"{}\"", each.text, input.column.text))
          .expect(names.empty() ? "a query that returns rows" : "one of " + base::list_names(names, 20))
          .suggest(base::did_you_mean(each.text, names));
}

std::optional<size_t> EstimateModel::find(std::string_view name) const {
  for (size_t i = 0; i < variables_.size(); ++i)
    if (variables_[i].name == name) return i;
  return std::nullopt;
}

std::optional<EstimateModel::Column> EstimateModel::find_numbers(std::string_view name) const {
  const size_t point = std::min(name.find('.'), name.size());
  if (const EstimateInput* input = spec_.find_input(name.substr(0, point));
      input && input->is_options() && point < name.size()) {
    const auto index = static_cast<size_t>(input - spec_.inputs.data());
    if (const int column = options_[index]->find(name.substr(point + 1)); column >= 0)
      return Column{index, static_cast<size_t>(column)};
  }
  const int column = frame_.find(name);
  return column < 0 ? std::nullopt : std::optional(Column{std::nullopt, static_cast<size_t>(column)});
}

// Adds the numbers that a formula uses: those of an input's options, or of the rows.
void EstimateModel::add_operands(const Variable& calculated, std::optional<size_t> input) {
  for (const quantity::Formula::Operand& operand : calculated.formula->operands())
    if (auto column = find_numbers(operand.text); column && column->input == input && !find(operand.text))
      add_numbers(operand.text, *column, part_of(*calculated.written, operand.begin, operand.end));
}

// Adds the numbers of a column, converted to the unit of the first row that has one.
void EstimateModel::add_numbers(std::string name, Column column, base::Span span) {
  const quantity::Frame& frame = frame_of(column);
  const quantity::Field& field = frame.fields[column.index];
  if (!quantity::is_numeric(field.type)) {
    sources_.diagnostics
        .error("bad-formula", span, fmt::format("the column \"{}\" has no numbers to calculate with", field.name))
        .expect("a column of type number or integer");
    return;
  }
  Variable variable{std::move(name), {}, {}, {column}};
  const auto parse = [&](const std::string& text) { return sources_.units.parse(text.empty() ? "1" : text); };
  if (auto unit = parse(field.unit)) variable.unit = *unit;
  bool has_unit = false;
  for (size_t row = 0; row < frame.rows(); ++row) {
    auto value = Exact::from(frame.at(row, column.index));
    auto unit = parse(frame.unit_of(row, column.index));
    variable.numbers.emplace_back();
    if (!quantity::is_null(frame.at(row, column.index)))
      variable.scope = variable.scope * sources_.scope_of(field, frame.refs_of(row, column.index));
    if (!value || !unit) continue;
    if (!std::exchange(has_unit, true)) variable.unit = *unit;
    variable.numbers.back() = quantity::convert(*value, *unit, variable.unit);
    if (variable.numbers.back()) continue;
    sources_.diagnostics
        .error("estimate-unit", span,
               fmt::format("the rows of \"{}\" are in \"{}\" and in \"{}\"", field.name, variable.unit.text(),
                           unit->text()))
        .suggest("narrow the query to rows whose units convert");
    return;
  }
  variables_.push_back(std::move(variable));
}

void EstimateModel::report_unknown(std::string_view name, base::Span span) const {
  std::vector<std::string> names;
  for (const Variable& variable : variables_)
    if (!variable.is_column() && !variable.is_option()) names.push_back(variable.name);
  const EstimateInput* input = spec_.find_input(name.substr(0, name.find('.')));
  for (const EstimateInput& each : spec_.inputs)
    if (each.is_options())
      for (const quantity::Field& field : options_[static_cast<size_t>(&each - spec_.inputs.data())]->fields)
        if (field.is_measure()) names.push_back(each.name.text + "." + field.name);
  for (const quantity::Field& field : frame_.fields)
    if (field.is_measure()) names.push_back(field.name);
  const bool is_option = input && input->is_options(), is_choice = input && input->is_choice();
  sources_.diagnostics
      .error("estimate-name", span,
             is_option   ? fmt::format("\"{}\" is not a number of an option", name)
             : is_choice ? fmt::format("\"{}\" is a choice, not a number", name)
                         : fmt::format("there is no input, no result above and no column \"{}\"", name))
      .expect(names.empty() ? "a name" : "one of " + base::list_names(base::views(names), 20))
      .suggest(is_choice ? "" : base::did_you_mean(name, base::views(names)));
}

// Sets the operands of a formula and the columns that they depend on. Returns false after an error.
bool EstimateModel::resolve(Variable& variable, std::vector<quantity::Scope>& scopes) const {
  for (const quantity::Formula::Operand& operand : variable.formula->operands()) {
    const auto index = find(operand.text);
    if (!index) {
      report_unknown(operand.text, part_of(*variable.written, operand.begin, operand.end));
      return false;
    }
    const Variable& known = variables_[*index];
    variable.operands.push_back(*index);
    variable.columns.insert(variable.columns.end(), known.columns.begin(), known.columns.end());
    scopes.push_back(known.scope);
  }
  return true;
}

// Derives the unit of the formula with test numbers that are unlikely to make it 0. Returns nullopt after an error.
std::optional<quantity::Unit> EstimateModel::check_units(const Variable& variable) const {
  std::vector<quantity::Quantity> trial;
  for (size_t operand : variable.operands)
    trial.push_back({1'000'003 + 7'919 * static_cast<int64_t>(trial.size()), variables_[operand].unit});
  auto value = variable.formula->evaluate(trial, sources_.units);
  if (value) return value->unit;
  refuse("bad-formula", *variable.written, value.error(), sources_.diagnostics);
  return std::nullopt;
}

void EstimateModel::add_result(const EstimateResult& written, Variable result) {
  auto unit = parse_unit(written.unit, sources_);
  if (!unit) return;
  result.unit = *std::move(unit);
  result.scope = quantity::Scope(written.covers);
  std::vector<quantity::Scope> scopes;
  if (!resolve(result, scopes)) return;
  if (result.columns.empty()) {
    sources_.diagnostics
        .error("figure-without-source", written.formula.span, fmt::format("\"{}\" uses no data", written.name.text))
        .expect("a formula that uses a column of the rows, or a number of an option");
    return;
  }
  if (auto own = check_units(result); own && !quantity::convertible(*own, result.unit)) {
    auto& d = sources_.diagnostics.error("estimate-unit", part_of(written.formula, 0, written.formula.text.size()),
                                         fmt::format("\"{}\" is calculated in {}, which does not convert into {}",
                                                     written.name.text, unit_name(*own), unit_name(result.unit)));
    d.expect(fmt::format("a formula whose unit converts into {}", unit_name(result.unit)));
    for (size_t i = 0; i < result.operands.size(); ++i)
      d.note({}, fmt::format("{} is in {}", result.formula->operands()[i].text,
                             unit_name(variables_[result.operands[i]].unit)));
  }
  if (!result.scope.is_stated()) {
    if (auto scope = result.formula->scope(scopes))
      result.scope = *scope;
    else
      refuse("scope-mismatch", written.formula, scope.error(), sources_.diagnostics)
          .suggest(fmt::format("state what \"{}\" covers with `covers:`", written.name.text));
  }
  variables_.push_back(std::move(result));
}

void EstimateModel::add_condition(const EstimateCondition& written, Variable condition) {
  std::vector<quantity::Scope> scopes;
  if (!resolve(condition, scopes) || !check_units(condition)) return;
  site::Values values;
  for (const EstimateResult& result : spec_.results) values[result.name.text] = quantity::Value();
  for (const quantity::Field& field : frame_.fields) values[field.name] = quantity::Value();
  site::fill_placeholders(written.reason.text, values, written.reason.span, sources_.diagnostics);
  conditions_.push_back(std::move(condition));
}

void EstimateModel::report(const Mistake& mistake, size_t row) {
  if (!reported_.insert(mistake.variable).second) return;
  auto& d = refuse("bad-formula", *mistake.variable->written, mistake.error, sources_.diagnostics,
                   fmt::format(" in row {} of \"{}\"", row + 1, spec_.table.data.text));
  d.suggest(
      "leave such rows out of the query, give them no number (NULL), exclude such numbers from the input's range, or "
      "exclude such rows with `requires`");
  for (size_t k = 0; k < mistake.values.size(); ++k)
    d.note({}, fmt::format("{} is {}", mistake.variable->formula->operands()[k].text,
                           decimal_text(mistake.values[k].value)));
}

}  // namespace blocks
