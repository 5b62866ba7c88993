#include "blocks/estimate_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "blocks/comparability.h"

namespace blocks {
namespace {

using quantity::Exact;

std::optional<quantity::Unit> parse_unit(const document::Text& unit, Context& context) {
  std::string why;
  auto parsed = context.view.units().parse(unit.text, &why);
  if (!parsed)
    context.diagnostics.error("bad-unit", unit.span, why).expect("a known unit, or one declared in data/units.json");
  return parsed;
}

base::Span part_of(const document::Text& formula, size_t begin, size_t end) {
  return quantity::part_of(formula.span, formula.text, begin, end);
}

base::Diagnostic& refuse(std::string_view code, const document::Text& formula, const quantity::FormulaError& mistake,
                         Context& context, std::string_view where = "") {
  return context.diagnostics
      .error(code, part_of(formula, mistake.begin, mistake.end), fmt::format("{}{}", mistake.message, where))
      .expect(mistake.expected);
}

// A name that a column has too.
void check_is_not_column(const document::Text& name, std::string_view what, const quantity::Frame& frame,
                         Context& context) {
  if (frame.find(name.text) < 0) return;
  context.diagnostics.error("estimate-name", name.span, fmt::format("\"{}\" is also the name of a column", name.text))
      .suggest(fmt::format("give the {} another name", what));
}

std::string unit_name(const quantity::Unit& unit) {
  std::string text = unit.text();
  return text == "1" ? "a plain number" : text;
}

}  // namespace

std::optional<EstimateModel> EstimateModel::make(const EstimateSpec& spec, const quantity::Frame& frame,
                                                 Context& context) {
  const size_t errors = context.diagnostics.errors();
  const auto failed = [&] { return context.diagnostics.errors() > errors; };
  EstimateModel model(spec, frame);
  for (const EstimateInput& input : spec.inputs) {
    if (input.is_choice()) {
      model.check_choices(input, context);
      continue;
    }
    check_is_not_column(input.name, "input", frame, context);
    auto unit = parse_unit(input.unit, context);
    if (!unit) continue;
    const auto scope = unit->is_ratio() ? quantity::Scope::of_plain_number() : quantity::Scope();
    model.variables_.push_back({input.name.text, *std::move(unit), scope, {}});
  }
  if (failed()) return std::nullopt;
  std::vector<quantity::Formula> formulas;
  for (const EstimateResult& result : spec.results) {
    check_is_not_column(result.name, "result", frame, context);
    auto formula = quantity::Formula::parse(result.formula.text, context.view.units());
    if (!formula) {
      refuse("bad-formula", result.formula, formula.error(), context);
      continue;
    }
    model.add_columns(formula.value(), result.formula, context);
    formulas.push_back(std::move(formula).value());
  }
  for (size_t i = 0; i < formulas.size() && !failed(); ++i)
    model.add_result(spec.results[i], std::move(formulas[i]), context);
  return failed() ? std::nullopt : std::optional(std::move(model));
}

std::string EstimateModel::choice_of(size_t row, const EstimateInput& input) const {
  return quantity::to_text(frame_.at(row, static_cast<size_t>(frame_.find(input.column.text))));
}

std::vector<std::string> EstimateModel::choices_of(const EstimateInput& input) const {
  std::vector<std::string> choices;
  for (const document::Text& choice : input.choices) choices.push_back(choice.text);
  if (!choices.empty()) return choices;
  for (size_t row = 0; row < frame_.rows(); ++row)
    if (std::string value = choice_of(row, input);
        !value.empty() && std::find(choices.begin(), choices.end(), value) == choices.end())
      choices.push_back(std::move(value));
  return choices;
}

// Choices, the default and the settings of cases are values that some row has.
void EstimateModel::check_choices(const EstimateInput& input, Context& context) const {
  if (find_column(frame_, input.column.text, input.column.span, context) < 0) return;
  EstimateInput of_column = input;
  of_column.choices.clear();
  const std::vector<std::string> known = choices_of(of_column);
  const std::vector<std::string_view> names = base::views(known);
  std::vector<document::Text> chosen = input.choices;
  chosen.push_back(input.preset);
  for (const EstimateCase& each : spec_.cases)
    if (auto own = each.inputs.find(input.name.text); own != each.inputs.end()) chosen.push_back(own->second);
  for (const document::Text& each : chosen)
    if (!each.empty() && std::find(known.begin(), known.end(), each.text) == known.end())
      context.diagnostics
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

void EstimateModel::add_columns(const quantity::Formula& formula, const document::Text& text, Context& context) {
  for (const quantity::Formula::Operand& operand : formula.operands())
    if (int index = frame_.find(operand.text); index >= 0 && !find(operand.text))
      add_column(static_cast<size_t>(index), part_of(text, operand.begin, operand.end), context);
}

// All numbers are converted to the unit of the first row that has one.
void EstimateModel::add_column(size_t index, base::Span span, Context& context) {
  const quantity::Field& field = frame_.fields[index];
  if (!quantity::is_numeric(field.type)) {
    context.diagnostics
        .error("bad-formula", span, fmt::format("the column \"{}\" has no numbers to calculate with", field.name))
        .expect("a column of type number or integer");
    return;
  }
  Variable column{field.name, {}, {}, {index}};
  const int unit_column = field.unit_field.empty() ? -1 : frame_.find(field.unit_field);
  const auto unit_at = [&](size_t row) {
    std::string text =
        unit_column < 0 ? field.unit : quantity::to_text(frame_.at(row, static_cast<size_t>(unit_column)));
    return context.view.units().parse(text.empty() ? "1" : text);
  };
  if (auto unit = context.view.units().parse(field.unit.empty() ? "1" : field.unit)) column.unit = *unit;
  bool has_unit = false;
  for (size_t row = 0; row < frame_.rows(); ++row) {
    auto value = Exact::from(frame_.at(row, index));
    auto unit = unit_at(row);
    column.numbers.emplace_back();
    if (!quantity::is_null(frame_.at(row, index)))
      column.scope = column.scope * context.view.scope_of(field, frame_.refs_of(row, index));
    if (!value || !unit) continue;
    if (!std::exchange(has_unit, true)) column.unit = *unit;
    column.numbers.back() = quantity::convert(*value, *unit, column.unit);
    if (column.numbers.back()) continue;
    context.diagnostics
        .error(
            "estimate-unit", span,
            fmt::format("the rows of \"{}\" are in \"{}\" and in \"{}\"", field.name, column.unit.text(), unit->text()))
        .suggest("restrict the query to rows whose units convert");
    return;
  }
  variables_.push_back(std::move(column));
}

void EstimateModel::report_unknown(std::string_view name, base::Span span, Context& context) const {
  std::vector<std::string_view> names;
  for (const Variable& variable : variables_)
    if (frame_.find(variable.name) < 0) names.push_back(variable.name);
  for (const quantity::Field& field : frame_.fields)
    if (field.is_measure()) names.push_back(field.name);
  const bool is_choice = spec_.find_input(name) != nullptr;
  auto& d = context.diagnostics.error(
      "estimate-name", span,
      is_choice ? fmt::format("\"{}\" is a choice, not a number", name)
                : fmt::format("there is no input, no result above and no column \"{}\"", name));
  d.expect(names.empty() ? "a name" : "one of " + base::list_names(names, 20));
  if (!is_choice) d.suggest(base::did_you_mean(name, names));
}

void EstimateModel::add_result(const EstimateResult& written, quantity::Formula formula, Context& context) {
  auto unit = parse_unit(written.unit, context);
  if (!unit) return;
  Variable result{written.name.text, *std::move(unit), quantity::Scope(written.covers), {}};
  // Checks units and scopes before any row, with trial numbers that a formula is unlikely to reduce to 0.
  std::vector<quantity::Quantity> trial;
  std::vector<quantity::Scope> scopes;
  for (const quantity::Formula::Operand& operand : formula.operands()) {
    const auto index = find(operand.text);
    if (!index) return report_unknown(operand.text, part_of(written.formula, operand.begin, operand.end), context);
    const Variable& variable = variables_[*index];
    result.operands.push_back(*index);
    result.columns.insert(result.columns.end(), variable.columns.begin(), variable.columns.end());
    trial.push_back({1'000'003 + 7'919 * static_cast<int64_t>(trial.size()), variable.unit});
    scopes.push_back(variable.scope);
  }
  if (result.columns.empty()) {
    context.diagnostics
        .error("figure-without-source", written.formula.span, fmt::format("\"{}\" uses no data", written.name.text))
        .expect("a formula that uses a column of the rows");
    return;
  }
  auto value = formula.evaluate(trial, context.view.units());
  if (!value) {
    refuse("bad-formula", written.formula, value.error(), context);
  } else if (!quantity::convertible(value->unit, result.unit)) {
    auto& d = context.diagnostics.error("estimate-unit", part_of(written.formula, 0, written.formula.text.size()),
                                        fmt::format("\"{}\" is calculated in {}, which does not convert into {}",
                                                    written.name.text, unit_name(value->unit), unit_name(result.unit)));
    d.expect(fmt::format("a formula whose unit converts into {}", unit_name(result.unit)));
    for (size_t i = 0; i < trial.size(); ++i)
      d.note({}, fmt::format("{} is in {}", formula.operands()[i].text, unit_name(trial[i].unit)));
  }
  if (!result.scope.is_stated()) {
    if (auto scope = formula.scope(scopes))
      result.scope = *scope;
    else
      refuse("scope-mismatch", written.formula, scope.error(), context)
          .suggest(fmt::format("state what \"{}\" covers with `covers:`", written.name.text));
  }
  result.formula = std::move(formula);
  variables_.push_back(std::move(result));
}

EstimateModel::Settings EstimateModel::settings_of(const EstimateCase& a_case) const {
  Settings settings;
  for (const EstimateInput& input : spec_.inputs) {
    auto own = a_case.inputs.find(input.name.text);
    settings.push_back(own == a_case.inputs.end() ? input.preset.text : own->second.text);
  }
  return settings;
}

bool EstimateModel::fits(size_t row, const Settings& settings) const {
  for (size_t i = 0; i < settings.size(); ++i) {
    const EstimateInput& input = spec_.inputs[i];
    if (input.is_choice() && !settings[i].empty() && choice_of(row, input) != settings[i]) return false;
  }
  return true;
}

std::vector<EstimateModel::Number> EstimateModel::calculate(size_t row, const Settings& settings, Context& context) {
  std::vector<Number> found;
  for (size_t i = 0; i < settings.size(); ++i)
    if (!spec_.inputs[i].is_choice()) found.push_back(Exact::parse(settings[i]));
  for (size_t at = found.size(); at < variables_.size(); ++at) {
    const Variable& variable = variables_[at];
    if (!variable.formula) {
      found.push_back(variable.numbers[row]);
      continue;
    }
    std::vector<quantity::Quantity> values;
    for (size_t operand : variable.operands)
      if (found[operand]) values.push_back({*found[operand], variables_[operand].unit});
    found.emplace_back();
    if (values.size() < variable.operands.size()) continue;
    auto value = variable.formula->evaluate(values, context.view.units());
    if (value)
      found.back() = quantity::convert(value->value, value->unit, variable.unit);
    else if (reported_.insert(&variable).second) {
      auto& d = refuse("bad-formula", spec_.find_result(variable.name)->formula, value.error(), context,
                       fmt::format(" in row {} of \"{}\"", row + 1, spec_.table.data.text));
      d.suggest("exclude such rows in the query, return NULL for them, or exclude such numbers from the input's range");
      for (size_t k = 0; k < values.size(); ++k)
        d.note({}, fmt::format("{} is {}", variable.formula->operands()[k].text, decimal_text(values[k].value)));
    }
  }
  found.erase(found.begin(), found.end() - static_cast<std::ptrdiff_t>(spec_.results.size()));
  return found;
}

}  // namespace blocks
