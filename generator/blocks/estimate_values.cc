// Calculates the results of an estimate for given settings, and formats its texts.
#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "blocks/estimate_model.h"
#include "quantity/number_format.h"
#include "quantity/present.h"
#include "site/evaluation.h"

namespace blocks {
namespace {

// Rounds half up to `digits` significant digits, filled with zeros: 1,439.9 to three is "1440".
std::string round_significant(const quantity::Exact& value, int digits) {
  const int magnitude = value.sign() == 0 ? 0 : value.magnitude();
  const quantity::Exact rounded = value.rounded(digits - 1 - magnitude);
  const bool has_carried = value.sign() != 0 && rounded.magnitude() > magnitude;  // true if 9.99 is rounded to 10.0
  return value.round_half_up(digits - (has_carried ? 2 : 1) - magnitude);
}

std::string shown_number(const std::string& number, const EstimateResult& result, const quantity::Locale& locale) {
  return base::replace_all(quantity::write_number(number, locale, result.grouped), "-", "\u2212");
}

}  // namespace

EstimateModel::Settings EstimateModel::settings_of(const EstimateCase& a_case) const {
  Settings settings;
  for (const EstimateInput& input : spec_.inputs) {
    auto own = a_case.inputs.find(input.name.text);
    settings.push_back(own == a_case.inputs.end() ? input.preset.text : own->second.text);
    if (input.is_options() && settings.back().empty()) settings.back() = choices_of(input).front();
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

EstimateModel::Number EstimateModel::evaluate(const Variable& variable, const std::vector<Number>& found,
                                              std::vector<Mistake>& mistakes) const {
  std::vector<quantity::Quantity> values;
  for (size_t operand : variable.operands)
    if (found[operand]) values.push_back({*found[operand], variables_[operand].unit});
  if (values.size() < variable.operands.size()) return std::nullopt;
  auto value = variable.formula->evaluate(values, sources_.units);
  if (!value) {
    mistakes.push_back({&variable, value.error(), std::move(values)});
    return std::nullopt;
  }
  return variable.name.empty() ? std::move(value->value) : quantity::convert(value->value, value->unit, variable.unit);
}

EstimateModel::Row EstimateModel::calculate(size_t row, const Settings& settings) {
  std::vector<Number> found;
  std::vector<Mistake> mistakes;
  for (const Variable& variable : variables_) {
    if (variable.formula)
      found.push_back(evaluate(variable, found, mistakes));
    else if (variable.is_column())
      found.push_back(variable.numbers[row]);
    else if (variable.is_option())
      found.push_back(variable.numbers[option_row(*variable.columns[0].input, settings[*variable.columns[0].input])]);
    else
      found.push_back(quantity::Exact::parse(settings[variable.input]));
  }
  Row done{row};
  for (size_t i = 0; i < conditions_.size() && !done.violated; ++i) {
    std::vector<Mistake> ignored;
    const Number value = evaluate(conditions_[i], found, ignored);
    if (!value || (conditions_[i].formula->is_comparison() && value->sign() == 0)) done.violated = i;
  }
  if (!done.violated)
    for (const Mistake& mistake : mistakes) report(mistake, row);
  found.erase(found.begin(), found.end() - static_cast<std::ptrdiff_t>(spec_.results.size()));
  done.results = std::move(found);
  return done;
}

const EstimateModel::Ranking& EstimateModel::rank(const Settings& settings) {
  const auto known = rankings_.find(settings);
  return known != rankings_.end() ? known->second : rankings_.emplace(settings, make_ranking(settings)).first->second;
}

EstimateModel::Ranking EstimateModel::make_ranking(const Settings& settings) {
  Ranking ranking;
  for (size_t row = 0; row < frame_.rows(); ++row) {
    if (!fits(row, settings)) continue;
    Row calculated = calculate(row, settings);
    check_range(calculated);
    (calculated.violated ? ranking.out : ranking.rows).push_back(std::move(calculated));
  }
  const bool higher = spec_.results[spec_.sorted_by].better == quantity::Better::higher;
  std::stable_sort(ranking.rows.begin(), ranking.rows.end(), [&](const Row& a, const Row& b) {
    const auto &x = a.results[spec_.sorted_by], &y = b.results[spec_.sorted_by];
    if (!x || !y) return x.has_value() > y.has_value();
    return higher ? *x > *y : *x < *y;
  });
  // Of a group, a row that the data are not enough for counts more than one that is ruled out.
  std::stable_partition(ranking.out.begin(), ranking.out.end(), [this](const Row& row) { return is_gap(row); });
  std::set<std::string> seen;
  const auto is_repeated = [&](const Row& row) {
    return !spec_.best_of.empty() && !seen.insert(group_of(row.index)).second;
  };
  std::erase_if(ranking.rows, is_repeated);
  std::erase_if(ranking.out, is_repeated);
  return ranking;
}

void EstimateModel::check_range(const Row& row) {
  if (!spec_.sorted_to || row.violated) return;
  const Number &from = row.results[spec_.sorted_by], &to = row.results[*spec_.sorted_to];
  if (!from || !to || *from <= *to || !reported_.insert(&result(*spec_.sorted_to)).second) return;
  sources_.diagnostics
      .error("bad-formula", spec_.sorted_to_span,
             fmt::format("a range from {} to {} in row {} of \"{}\"", result_with_unit(spec_.sorted_by, from),
                         result_with_unit(*spec_.sorted_to, to), row.index + 1, spec_.table.data.text))
      .expect("an end that is at least as high as its begin")
      .suggest("exchange `sort` and `sort_to`, or correct their formulas");
}

bool EstimateModel::overlap(const Row& a, const Row& b) const {
  if (!spec_.sorted_to) return false;
  if (!a.results[spec_.sorted_by] || !b.results[spec_.sorted_by]) return false;
  const Number &a_least = a.results[spec_.sorted_by], &a_most = a.results[*spec_.sorted_to];
  const Number &b_least = b.results[spec_.sorted_by], &b_most = b.results[*spec_.sorted_to];
  return !a_most || !b_most || (*a_least <= *b_most && *b_least <= *a_most);
}

std::string EstimateModel::group_of(size_t row) const {
  const int column = frame_.find(spec_.best_of.text);
  return spec_.best_of.empty() ? "" : quantity::to_text(frame_.at(row, static_cast<size_t>(column)));
}

std::string EstimateModel::result_text(size_t index, const Number& value) const {
  if (!value) return "\u2013";
  const EstimateResult& result = spec_.results[index];
  return shown_number(
      result.is_significant ? round_significant(*value, result.digits) : value->round_half_up(result.digits), result,
      sources_.units.locale());
}

std::string EstimateModel::result_with_unit(size_t index, const Number& value) const {
  const std::string text = result_text(index, value);
  const auto affixes = quantity::unit_affixes(spec_.results[index].unit.text, sources_.units, text == "1");
  return affixes.before + text + affixes.after;
}

std::string EstimateModel::exact_text(size_t index, const Number& value) const {
  constexpr int kExactDigits = 12;
  const EstimateResult& result = spec_.results[index];
  if (!value || !result.is_significant) return "";
  std::string text = round_significant(*value, kExactDigits);
  if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return shown_number(text, result, sources_.units.locale());
}

std::string EstimateModel::operand_text(size_t variable, const Row& row, const Settings& settings) const {
  const Variable& known = variables_[variable];
  if (known.formula) {
    const size_t result = spec_.results.size() - (variables_.size() - variable);
    return result_with_unit(result, row.results[result]);
  }
  if (known.columns.empty()) {
    const std::string number =
        decimal_text(quantity::Exact::parse(settings[known.input]).value_or(0), sources_.units.locale());
    return quantity::attach_unit(number, spec_.inputs[known.input].unit.text, sources_.units);
  }
  const Column& column = known.columns[0];
  const quantity::Frame& frame = frame_of(column);
  const size_t at = column.input ? option_row(*column.input, settings[*column.input]) : row.index;
  return quantity::present_with_unit(frame.at(at, column.index), frame.fields[column.index],
                                     frame.unit_of(at, column.index), sources_.units);
}

EstimateModel::Number EstimateModel::operand_number(size_t variable, const Row& row, const Settings& settings) const {
  const Variable& known = variables_[variable];
  if (known.formula) return row.results[spec_.results.size() - (variables_.size() - variable)];
  if (known.columns.empty()) return quantity::Exact::parse(settings[known.input]);
  const Column& column = known.columns[0];
  return known.numbers[column.input ? option_row(*column.input, settings[*column.input]) : row.index];
}

std::string EstimateModel::operand_title(size_t variable) const {
  const Variable& known = variables_[variable];
  if (known.formula) return spec_.results[spec_.results.size() - (variables_.size() - variable)].title;
  if (known.columns.empty()) return spec_.inputs[known.input].title;
  return frame_of(known.columns[0]).fields[known.columns[0].index].title;
}

std::map<std::string, std::string> EstimateModel::texts_in_reasons(size_t row) const {
  std::map<std::string, std::string> texts;
  for (size_t column = 0; column < frame_.columns(); ++column) {
    const quantity::Field& field = frame_.fields[column];
    const std::string placeholder = "{" + field.name + "}";
    for (const EstimateCondition& each : spec_.conditions)
      if (each.reason.text.find(placeholder) != std::string::npos) {
        std::string text =
            quantity::present_with_unit(frame_.at(row, column), field, frame_.unit_of(row, column), sources_.units);
        texts[field.name] = sources_.label_of ? sources_.label_of(field, text) : std::move(text);
      }
  }
  return texts;
}

std::string EstimateModel::reason(const Row& row) const {
  site::Values values;
  for (auto& [name, text] : texts_in_reasons(row.index)) values[name] = text;
  for (size_t i = 0; i < spec_.results.size(); ++i)
    values[spec_.results[i].name.text] = result_with_unit(i, row.results[i]);
  const document::Text& written = spec_.conditions[*row.violated].reason;
  return site::fill_placeholders(written.text, values, written.span, sources_.diagnostics);
}

quantity::Refs EstimateModel::refs_of(const Variable& variable, size_t row, const Settings* settings) const {
  std::set<std::string> refs;
  for (const Column& column : variable.columns) {
    if (column.input && !settings) continue;
    const size_t at = column.input ? option_row(*column.input, (*settings)[*column.input]) : row;
    const quantity::Refs& more = frame_of(column).refs_of(at, column.index);
    refs.insert(more.begin(), more.end());
  }
  if (refs.empty() && !settings)
    for (const Column& column : variable.columns) {
      const quantity::Refs more = column.input ? refs_of_options(*column.input) : quantity::Refs();
      refs.insert(more.begin(), more.end());
    }
  return {refs.begin(), refs.end()};
}

quantity::Refs EstimateModel::refs_of_options(size_t input) const {
  std::set<std::string> refs;
  for (const Variable& variable : variables_) {
    if (!variable.is_option() || *variable.columns[0].input != input) continue;
    for (const std::string& name : choices_of(spec_.inputs[input])) {
      const quantity::Refs& more = options_[input]->refs_of(option_row(input, name), variable.columns[0].index);
      refs.insert(more.begin(), more.end());
    }
  }
  return {refs.begin(), refs.end()};
}

// -- Figures in prose that come from one case --

namespace {

base::Failure<CaseFailure> failed(std::string message, std::string help = "") {
  return base::Failure{CaseFailure{std::move(message), std::move(help)}};
}

size_t key_column(const EstimateModel& model) {
  const std::string& name = model.spec().best_of.text;
  return name.empty() ? 0 : static_cast<size_t>(model.frame().find(name));
}

// Finds a row by its rank or name; nullptr if there is no such row.
const EstimateModel::Row* find_row(const EstimateModel& model, const std::vector<EstimateModel::Row>& rows,
                                   std::string_view wanted) {
  const size_t column = key_column(model);
  for (size_t i = 0; i < rows.size(); ++i)
    if (std::to_string(i + 1) == wanted || quantity::to_text(model.frame().at(rows[i].index, column)) == wanted)
      return &rows[i];
  return nullptr;
}

site::Figure figure_of_result(const EstimateModel& model, size_t index, const EstimateModel::Row& row,
                              const EstimateCase& a_case, const EstimateModel::Settings& settings,
                              const quantity::Units& units) {
  const EstimateResult& written = model.spec().results[index];
  const EstimateModel::Variable& result = model.result(index);
  site::Figure figure;
  figure.exact = row.results[index];
  if (figure.exact) figure.cell.value = figure.exact->to_value();
  figure.cell.field.name = written.name.text;
  figure.cell.field.title = written.title;
  figure.cell.field.type = quantity::FieldType::number;
  figure.cell.field.unit = written.unit.text;
  figure.cell.field.covers = result.scope.text();
  figure.cell.field.format =
      fmt::format("{}.{}{}", written.grouped ? "," : "", written.digits, written.is_significant ? 'r' : 'f');
  figure.cell.refs = model.refs_of(result, row.index, &settings);
  figure.formula = written.formula.text;
  figure.why = a_case.who;
  std::vector<quantity::Quantity> values;
  for (size_t i = 0; i < result.operands.size(); ++i) {
    const size_t operand = result.operands[i];
    figure.inputs.push_back({result.formula->operands()[i].text, model.operand_text(operand, row, settings), "",
                             model.operand_title(operand)});
    values.push_back({model.operand_number(operand, row, settings).value_or(0), model.variables()[operand].unit});
  }
  figure.sum = sum_words(*result.formula, figure, values, units);
  return figure;
}

site::Figure figure_of_column(const quantity::Frame& frame, size_t column, size_t row) {
  site::Figure figure;
  figure.cell = {frame.at(row, column), frame.fields[column], frame.refs_of(row, column)};
  figure.cell.field.unit = frame.unit_of(row, column);
  figure.cell.field.unit_field.clear();
  if (quantity::is_number(figure.cell.value)) figure.exact = quantity::Exact::from(figure.cell.value);
  return figure;
}

}  // namespace

base::Result<site::FigurePtr, CaseFailure> figure_of_case(EstimateModel& model, std::string_view case_and_row,
                                                          std::string_view column) {
  const EstimateSpec& spec = model.spec();
  const size_t slash = std::min(case_and_row.find('/'), case_and_row.size());
  const std::string_view id = case_and_row.substr(0, slash);
  const std::string_view wanted = slash == case_and_row.size() ? "" : case_and_row.substr(slash + 1);
  auto found = std::find_if(spec.cases.begin(), spec.cases.end(),
                            [&](const EstimateCase& each) { return !id.empty() && each.id.text == id; });
  if (found == spec.cases.end()) {
    std::vector<std::string_view> ids;
    for (const EstimateCase& each : spec.cases)
      if (!each.id.empty()) ids.push_back(each.id.text);
    return failed(fmt::format("the estimate has no case with the id \"{}\"", id), base::did_you_mean(id, ids));
  }
  const EstimateModel::Settings settings = model.settings_of(*found);
  const EstimateModel::Ranking& ranking = model.rank(settings);
  const EstimateModel::Row* row = find_row(model, ranking.rows, wanted);
  if (!row) {
    const EstimateModel::Row* out = find_row(model, ranking.out, wanted);
    if (out && !base::is_digit(wanted[0]))
      return failed(fmt::format("\"{}\" is {} in the case \"{}\": {}", wanted,
                                model.is_gap(*out) ? "not estimated" : "ruled out", id, model.reason(*out)));
    std::vector<std::string> names;
    for (const EstimateModel::Row& each : ranking.rows)
      names.push_back(quantity::to_text(model.frame().at(each.index, key_column(model))));
    return failed(fmt::format("the case \"{}\" has {} rows, and none is \"{}\"", id, names.size(), wanted),
                  base::did_you_mean(wanted, base::views(names)));
  }
  const std::string name = quantity::to_text(model.frame().at(row->index, key_column(model)));
  if (wanted != name)
    for (const EstimateModel::Row& each : ranking.rows)
      if (&each != row && model.overlap(each, *row))
        return failed(fmt::format("rank {} of the case \"{}\" is not certain: the ranges of \"{}\" and \"{}\" overlap",
                                  wanted, id, name, quantity::to_text(model.frame().at(each.index, key_column(model)))),
                      fmt::format("write the row's name: \"{}\"", name));
  if (const EstimateResult* result = spec.find_result(column)) {
    const auto index = static_cast<size_t>(result - spec.results.data());
    return std::make_shared<const site::Figure>(figure_of_result(model, index, *row, *found, settings, model.units()));
  }
  if (const int index = model.frame().find(column); index >= 0)
    return std::make_shared<const site::Figure>(
        figure_of_column(model.frame(), static_cast<size_t>(index), row->index));
  std::vector<std::string_view> names;
  for (const EstimateResult& each : spec.results) names.push_back(each.name.text);
  for (const quantity::Field& field : model.frame().fields) names.push_back(field.name);
  return failed(fmt::format("the estimate has no result and no column \"{}\"", column),
                base::did_you_mean(column, names));
}

}  // namespace blocks
