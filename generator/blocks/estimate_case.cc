#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "blocks/estimate_model.h"

namespace blocks {
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
                              const EstimateCase& a_case, const EstimateModel::Settings& settings) {
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
  for (size_t i = 0; i < result.operands.size(); ++i)
    figure.inputs.push_back({result.formula->operands()[i].text, model.operand_text(result.operands[i], row, settings),
                             "", model.operand_title(result.operands[i])});
  figure.sum = sum_words(*result.formula, figure);
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

std::string sum_words(const quantity::Formula& formula, const site::Figure& figure) {
  std::vector<std::string> labels;
  for (const site::Figure::Input& input : figure.inputs) {
    const bool says_title = base::fold_case(input.value).find(base::fold_case(input.title)) != std::string::npos;
    labels.push_back(says_title ? input.value : fmt::format("{} ({})", input.value, input.title));
  }
  return quantity::formula_words(formula, figure.formula, labels);
}

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
  const EstimateModel::Ranking ranking = model.rank(settings);
  const EstimateModel::Row* row = find_row(model, ranking.rows, wanted);
  if (!row) {
    const EstimateModel::Row* out = find_row(model, ranking.out, wanted);
    if (out && !base::is_digit(wanted[0]))
      return failed(fmt::format("\"{}\" is ruled out in the case \"{}\": {}", wanted, id, model.reason(*out)));
    std::vector<std::string> names;
    for (const EstimateModel::Row& each : ranking.rows)
      names.push_back(quantity::to_text(model.frame().at(each.index, key_column(model))));
    return failed(fmt::format("the case \"{}\" has {} rows, and none is \"{}\"", id, names.size(), wanted),
                  base::did_you_mean(wanted, base::views(names)));
  }
  if (const EstimateResult* result = spec.find_result(column)) {
    const auto index = static_cast<size_t>(result - spec.results.data());
    return std::make_shared<const site::Figure>(figure_of_result(model, index, *row, *found, settings));
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
