#include "blocks/estimate_table.h"

#include <algorithm>

#include "base/text.h"
#include "quantity/number_format.h"
#include "quantity/present.h"

namespace blocks {

EstimateTable::EstimateTable(EstimateModel& model, std::vector<ShownColumn> columns, Context& context)
    : model_(model), columns_(std::move(columns)), context_(context) {
  const quantity::Frame& rows = model.frame();
  frame_.name = rows.name;
  frame_.fields = rows.fields;
  frame_.refs = rows.refs;
  for (const EstimateResult& result : model.spec().results) {
    quantity::Field field;
    field.name = result.name;
    field.title = result.title;
    field.unit = result.unit.text;
    frame_.fields.push_back(std::move(field));
  }
  frame_.fields.push_back({});
}

// Results are texts: exact numbers of any size, in the digits that they are shown with.
void EstimateTable::add(size_t row, const std::vector<std::optional<quantity::Exact>>& results,
                        const std::string& head) {
  const quantity::Frame& rows = model_.frame();
  for (size_t column = 0; column < rows.columns(); ++column) {
    frame_.cells.push_back(rows.at(row, column));
    frame_.cell_refs.push_back(rows.cell_refs[row * rows.columns() + column]);
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const EstimateResult& result = model_.spec().results[i];
    frame_.cells.push_back(results[i] ? quantity::Value(result_text(result, *results[i])) : quantity::Value());
    frame_.cell_refs.push_back(static_cast<uint32_t>(frame_.refs.size()));
    frame_.refs.push_back(model_.refs_of(row, i));
  }
  frame_.cells.emplace_back(head);
  frame_.cell_refs.push_back(0);
}

void EstimateTable::add_all(const EstimateModel::Settings& settings) {
  for (size_t row = 0; row < model_.frame().rows(); ++row) add(row, model_.calculate(row, settings, context_), "");
}

bool EstimateTable::add_sorted(const std::string& head, const EstimateModel::Settings& settings) {
  struct Row {
    size_t index;
    std::vector<std::optional<quantity::Exact>> results;
  };
  std::vector<Row> rows;
  for (size_t row = 0; row < model_.frame().rows(); ++row)
    if (model_.fits(row, settings)) rows.push_back({row, model_.calculate(row, settings, context_)});
  bool higher = model_.spec().results[0].better == quantity::Better::higher;
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    const auto &x = a.results[0], &y = b.results[0];
    if (!x || !y) return x.has_value() > y.has_value();
    return higher ? *x > *y : *x < *y;
  });
  for (const Row& row : rows) add(row.index, row.results, head);
  return !rows.empty();
}

std::vector<ShownColumn> EstimateTable::columns() const {
  const EstimateSpec& spec = model_.spec();
  std::vector<ShownColumn> columns;
  auto given = columns_.begin();
  auto add_result = [&](const std::string& name) {
    columns.emplace_back(frame_, static_cast<size_t>(frame_.find(name)), context_);
  };
  for (const std::string& name : spec.order)
    if (name.empty())
      columns.push_back(*given++);
    else
      add_result(name);
  columns.insert(columns.end(), given, columns_.end());
  for (const EstimateResult& result : spec.results)
    if (std::find(spec.order.begin(), spec.order.end(), result.name) == spec.order.end()) add_result(result.name);
  return columns;
}

std::string result_text(const EstimateResult& result, const quantity::Exact& value) {
  std::string text = value.round_half_up(result.digits);
  if (result.grouped) text = quantity::group_thousands(text);
  return base::replace_all(std::move(text), "-", "\u2212");
}

std::string settings_text(const EstimateModel& model, const EstimateModel::Settings& settings, Context& context) {
  std::string text;
  for (size_t i = 0; i < settings.size(); ++i) {
    const EstimateInput& input = model.spec().inputs[i];
    std::string value;
    if (!input.is_choice()) {
      value = decimal_text(settings[i].number);
      bool title_says_it = unit_beside(input.title, input.unit.text, context.view.units()).empty();
      if (!title_says_it) value = quantity::attach_unit(value, input.unit.text, context.view.units());
    } else if (settings[i].chosen.empty()) {
      value = context.words["estimate_any"];
    } else {
      value = site::Labels(model.frame().fields[model.column_of_input(i)], context.view)(settings[i].chosen);
    }
    text += (text.empty() ? "" : "; ") + input.title + ": " + value;
  }
  return text;
}

}  // namespace blocks
