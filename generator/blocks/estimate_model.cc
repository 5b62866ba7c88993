#include "blocks/estimate_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "blocks/comparability.h"

namespace blocks {
namespace {

std::optional<quantity::Unit> parse_unit(const Written& unit, Context& context) {
  std::string why;
  auto parsed = context.view.units().parse(unit.text, &why);
  if (!parsed)
    context.diagnostics.error("bad-unit", unit.span, why).expect("a unit that the program knows, or data/units.json");
  return parsed;
}

void refuse(const Written& formula, const quantity::FormulaMistake& mistake, Context& context) {
  context.diagnostics
      .error("bad-formula", quantity::part_of(formula.span, formula.text, mistake.begin, mistake.end), mistake.message)
      .expect(mistake.expected);
}

std::string unit_name(const quantity::Unit& unit) {
  std::string text = unit.text();
  return text == "1" ? "a plain number" : text;
}

// Numbers that no formula is likely to make 0 of, to see whether units go together before any row is looked at.
quantity::Exact trial_number(size_t index) { return quantity::Exact(1'000'003 + 7'919 * static_cast<int64_t>(index)); }

}  // namespace

std::optional<EstimateModel> EstimateModel::make(const EstimateSpec& spec, const quantity::Frame& frame,
                                                 Context& context) {
  size_t errors = context.diagnostics.errors();
  EstimateModel model(spec, frame);
  model.read_inputs(context);
  if (context.diagnostics.errors() > errors) return std::nullopt;
  for (const EstimateResult& result : spec.results) {
    model.add_result(result, context);
    if (context.diagnostics.errors() > errors) return std::nullopt;  // those after it may name it
  }
  return model;
}

void EstimateModel::read_inputs(Context& context) {
  for (const EstimateInput& input : spec_->inputs) {
    quantity::Unit unit;
    size_t column = 0;
    if (input.is_choice()) {
      int index = find_column(*frame_, input.column.text, input.column.span, context);
      column = static_cast<size_t>(std::max(index, 0));
    } else if (auto parsed = parse_unit(input.unit, context)) {
      unit = *std::move(parsed);
    }
    if (!input.is_choice() && frame_->find(input.name) >= 0)
      context.diagnostics
          .error("estimate-name", input.name_span, fmt::format("\"{}\" is the name of a column too", input.name))
          .suggest("give the input a name of its own, so that formulas are clear");
    input_units_.push_back(std::move(unit));
    choice_columns_.push_back(column);
  }
  for (size_t i = 0; i < spec_->inputs.size(); ++i) {
    const EstimateInput& input = spec_->inputs[i];
    if (!input.is_choice() || frame_->find(input.column.text) < 0) continue;
    for (const Written& choice : input.choices) check_choice(input, choice, context);
    check_choice(input, input.preset, context);
    for (const EstimateCase& each : spec_->cases)
      if (auto chosen = each.inputs.find(input.name); chosen != each.inputs.end())
        check_choice(input, chosen->second, context);
  }
}

void EstimateModel::check_choice(const EstimateInput& input, const Written& chosen, Context& context) const {
  if (chosen.text.empty()) return;
  auto index = static_cast<size_t>(frame_->find(input.column.text));
  std::vector<std::string> known;
  for (size_t row = 0; row < frame_->rows(); ++row) {
    std::string value = quantity::to_text(frame_->at(row, index));
    if (value == chosen.text) return;
    if (std::find(known.begin(), known.end(), value) == known.end()) known.push_back(std::move(value));
  }
  std::vector<std::string_view> names = base::views(known);
  context.diagnostics
      .error("estimate-choice", chosen.span,
             fmt::format("no row has \"{}\" in the column \"{}\"", chosen.text, input.column.text))
      .expect(names.empty() ? "a query that returns rows" : "one of " + base::list_names(names, 20))
      .suggest(base::did_you_mean(chosen.text, names));
}

std::vector<std::string> EstimateModel::choices_of(size_t index) const {
  const EstimateInput& input = spec_->inputs[index];
  std::vector<std::string> choices;
  for (const Written& choice : input.choices) choices.push_back(choice.text);
  if (!choices.empty()) return choices;
  for (size_t row = 0; row < frame_->rows(); ++row) {
    std::string value = quantity::to_text(frame_->at(row, choice_columns_[index]));
    if (!value.empty() && std::find(choices.begin(), choices.end(), value) == choices.end())
      choices.push_back(std::move(value));
  }
  return choices;
}

void EstimateModel::add_result(const EstimateResult& written, Context& context) {
  auto unit = parse_unit(written.unit, context);
  auto formula = quantity::Formula::parse(written.formula.text, context.view.units());
  if (!formula) return refuse(written.formula, formula.error(), context);
  if (!unit) return;
  if (frame_->find(written.name) >= 0) {
    context.diagnostics
        .error("estimate-name", written.name_span, fmt::format("\"{}\" is the name of a column too", written.name))
        .suggest("give the result a name of its own");
    return;
  }
  Result result{*std::move(unit), std::move(formula).value(), {}, {}, {}};
  for (const quantity::Formula::Operand& operand : result.formula.operands()) {
    auto found = find_operand(operand, written, context);
    if (!found) continue;
    result.operands.push_back(*found);
    if (found->kind == Kind::column) result.columns.push_back(columns_[found->index].index);
    if (found->kind == Kind::result)
      for (size_t column : results_[found->index].columns) result.columns.push_back(column);
  }
  if (result.operands.size() < result.formula.operands().size()) return;
  if (result.columns.empty()) {
    context.diagnostics
        .error("figure-without-source", written.formula.span, fmt::format("\"{}\" rests on no data", written.name))
        .expect("a formula that uses a column of the rows");
    return;
  }
  check_units(written, result, context);
  find_scope(written, result, context);
  results_.push_back(std::move(result));
}

std::optional<EstimateModel::Operand> EstimateModel::find_operand(const quantity::Formula::Operand& operand,
                                                                  const EstimateResult& result, Context& context) {
  base::Span span = quantity::part_of(result.formula.span, result.formula.text, operand.begin, operand.end);
  std::vector<std::string_view> names;
  for (size_t i = 0; i < spec_->inputs.size(); ++i) {
    const EstimateInput& input = spec_->inputs[i];
    if (input.is_choice()) continue;
    names.push_back(input.name);
    if (input.name == operand.text) return Operand{Kind::input, i};
  }
  for (size_t i = 0; i < results_.size(); ++i) {
    names.push_back(spec_->results[i].name);
    if (spec_->results[i].name == operand.text) return Operand{Kind::result, i};
  }
  if (int index = frame_->find(operand.text); index >= 0) {
    auto column = find_number_column(static_cast<size_t>(index), span, context);
    return column ? std::optional(Operand{Kind::column, *column}) : std::nullopt;
  }
  for (const quantity::Field& field : frame_->fields)
    if (field.is_measure()) names.push_back(field.name);
  const EstimateInput* choice = spec_->find_input(operand.text);
  auto& d = context.diagnostics.error(
      "estimate-name", span,
      choice ? fmt::format("\"{}\" is a choice, which is no number", operand.text)
             : fmt::format("there is no input, no result above and no column \"{}\"", operand.text));
  d.expect(names.empty() ? "a name" : "one of " + base::list_names(names, 20));
  if (!choice) d.suggest(base::did_you_mean(operand.text, names));
  return std::nullopt;
}

// Its place in columns_; reads its numbers when first asked for, all in the unit of the first row that has one.
std::optional<size_t> EstimateModel::find_number_column(size_t index, base::Span span, Context& context) {
  for (size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].index == index) return i;
  const quantity::Field& field = frame_->fields[index];
  using enum quantity::FieldType;
  if (field.type != number && field.type != integer) {
    context.diagnostics
        .error("bad-formula", span, fmt::format("the column \"{}\" holds no numbers to calculate with", field.name))
        .expect("a column of type number or integer");
    return std::nullopt;
  }
  Column column;
  column.index = index;
  int unit_column = field.unit_field.empty() ? -1 : frame_->find(field.unit_field);
  bool known = false;
  for (size_t row = 0; row < frame_->rows(); ++row) {
    std::string text =
        unit_column < 0 ? field.unit : quantity::to_text(frame_->at(row, static_cast<size_t>(unit_column)));
    auto unit = context.view.units().parse(text.empty() ? "1" : text);
    auto value = quantity::Exact::from(frame_->at(row, index));
    if (value && !unit) value.reset();
    if (value && !known) column.unit = *unit, known = true;
    auto converted = value ? quantity::convert(*value, *unit, column.unit) : std::nullopt;
    if (value && !converted) {
      context.diagnostics
          .error("estimate-unit", span,
                 fmt::format("the rows of \"{}\" are in \"{}\" and in \"{}\"", field.name, column.unit.text(), text))
          .suggest("narrow the query to rows whose units convert");
      return std::nullopt;
    }
    column.numbers.push_back(std::move(converted));
  }
  if (!known)
    if (auto unit = context.view.units().parse(field.unit.empty() ? "1" : field.unit)) column.unit = *unit;
  columns_.push_back(std::move(column));
  return columns_.size() - 1;
}

const quantity::Unit& EstimateModel::unit_of(const Operand& operand) const {
  switch (operand.kind) {
    case Kind::input:
      return input_units_[operand.index];
    case Kind::column:
      return columns_[operand.index].unit;
    case Kind::result:
      break;
  }
  return results_[operand.index].unit;
}

void EstimateModel::check_units(const EstimateResult& written, const Result& result, Context& context) const {
  std::vector<quantity::Quantity> trial;
  for (const Operand& operand : result.operands) trial.push_back({trial_number(trial.size()), unit_of(operand)});
  auto value = result.formula.evaluate(trial, context.view.units());
  if (!value) return refuse(written.formula, value.error(), context);
  if (quantity::convertible(value->unit, result.unit)) return;
  auto& d = context.diagnostics.error(
      "estimate-unit", quantity::part_of(written.formula.span, written.formula.text, 0, written.formula.text.size()),
      fmt::format("\"{}\" comes out in {}, which does not convert into {}", written.name, unit_name(value->unit),
                  unit_name(result.unit)));
  d.expect(fmt::format("a formula whose unit converts into {}", unit_name(result.unit)));
  for (size_t i = 0; i < trial.size(); ++i)
    d.note({}, fmt::format("{} is in {}", result.formula.operands()[i].text, unit_name(trial[i].unit)));
}

quantity::Scope EstimateModel::scope_of(const Operand& operand, Context& context) const {
  if (operand.kind == Kind::result) return results_[operand.index].scope;
  if (operand.kind == Kind::input)
    return input_units_[operand.index].is_ratio() ? quantity::Scope::of_plain_number() : quantity::Scope();
  const size_t column = columns_[operand.index].index;
  quantity::Scope scope;
  for (size_t row = 0; row < frame_->rows(); ++row)
    if (!quantity::is_null(frame_->at(row, column)))
      scope = scope * context.view.scope_of(frame_->fields[column], frame_->refs_of(row, column));
  return scope;
}

void EstimateModel::find_scope(const EstimateResult& written, Result& result, Context& context) const {
  result.scope = quantity::Scope(written.covers.text);
  if (result.scope.is_stated()) return;
  std::vector<quantity::Scope> scopes;
  for (const Operand& operand : result.operands) scopes.push_back(scope_of(operand, context));
  auto found = result.formula.scope(scopes);
  if (found) {
    result.scope = *found;
    return;
  }
  const quantity::FormulaMistake& mistake = found.error();
  context.diagnostics
      .error("scope-mismatch",
             quantity::part_of(written.formula.span, written.formula.text, mistake.begin, mistake.end), mistake.message)
      .expect(mistake.expected)
      .suggest(fmt::format("state what \"{}\" covers with `covers:`", written.name));
}

EstimateModel::Settings EstimateModel::presets() const { return settings_of({}); }

EstimateModel::Settings EstimateModel::settings_of(const EstimateCase& a_case) const {
  Settings settings;
  for (const EstimateInput& input : spec_->inputs) {
    auto own = a_case.inputs.find(input.name);
    const std::string& text = own == a_case.inputs.end() ? input.preset.text : own->second.text;
    if (input.is_choice())
      settings.push_back({{}, text});
    else
      settings.push_back({quantity::Exact::parse(text).value_or(quantity::Exact()), ""});
  }
  return settings;
}

bool EstimateModel::fits(size_t row, const Settings& settings) const {
  for (size_t i = 0; i < settings.size(); ++i)
    if (!settings[i].chosen.empty() && quantity::to_text(frame_->at(row, choice_columns_[i])) != settings[i].chosen)
      return false;
  return true;
}

std::vector<std::optional<quantity::Exact>> EstimateModel::calculate(size_t row, const Settings& settings,
                                                                     Context& context) {
  std::vector<std::optional<quantity::Exact>> found;
  for (size_t i = 0; i < results_.size(); ++i) {
    const Result& result = results_[i];
    std::vector<quantity::Quantity> values;
    for (const Operand& operand : result.operands) {
      std::optional<quantity::Exact> number = operand.kind == Kind::input    ? settings[operand.index].number
                                              : operand.kind == Kind::column ? columns_[operand.index].numbers[row]
                                                                             : found[operand.index];
      if (number) values.push_back({*std::move(number), unit_of(operand)});
    }
    found.emplace_back();
    if (values.size() < result.operands.size()) continue;
    auto value = result.formula.evaluate(values, context.view.units());
    if (value) {
      found.back() = quantity::convert(value->value, value->unit, result.unit);
      continue;
    }
    if (!told_.insert(i).second) continue;
    const Written& formula = spec_->results[i].formula;
    const quantity::FormulaMistake& mistake = value.error();
    auto& d = context.diagnostics.error(
        "bad-formula", quantity::part_of(formula.span, formula.text, mistake.begin, mistake.end),
        fmt::format("{} in row {} of \"{}\"", mistake.message, row + 1, spec_->table.data));
    d.expect(mistake.expected)
        .suggest(
            "leave such rows out of the query, give them no number (NULL), or keep such numbers out of an input's "
            "range");
    for (size_t k = 0; k < values.size(); ++k)
      d.note({}, fmt::format("{} is {}", result.formula.operands()[k].text, decimal_text(values[k].value)));
  }
  return found;
}

quantity::Refs EstimateModel::refs_of(size_t row, size_t result) const {
  quantity::Refs refs;
  for (size_t column : results_[result].columns) {
    const quantity::Refs& more = frame_->refs_of(row, column);
    refs.insert(refs.end(), more.begin(), more.end());
  }
  std::sort(refs.begin(), refs.end());
  refs.erase(std::unique(refs.begin(), refs.end()), refs.end());
  return refs;
}

}  // namespace blocks
