#include "blocks/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/work.h"
#include "blocks/block_parts.h"
#include "blocks/comparability.h"
#include "blocks/table.h"
#include "site/view.h"

namespace blocks {
namespace {

constexpr uint64_t kWorkOfRow = 2000;     // work of calculating a row
constexpr size_t kMaxColumnsOnPhone = 6;  // the results of an estimate with more are cards on a phone

// Calculated rows as a frame that a table can show: the columns of the model's frame, a text for each result with the
// visible digits, another with all digits, and the heading of each row's group.
class CalculatedRows {
 public:
  explicit CalculatedRows(EstimateModel& model) : model_(model) {
    frame_ = model.frame();
    frame_.cells.clear();
    frame_.cell_refs.clear();
    for (const EstimateResult& result : model.spec().results) {
      quantity::Field field;
      field.name = result.name.text;
      field.title = result.title;
      field.unit = result.unit.text;
      frame_.fields.push_back(std::move(field));
    }
    frame_.fields.resize(frame_.fields.size() + model.spec().results.size() + 1);  // adds exact values and the heading
  }

  const quantity::Frame& frame() const { return frame_; }
  int head_column() const { return static_cast<int>(frame_.columns()) - 1; }

  // `settings` are those of a worked case; null for a row of the form, whose settings readers change.
  void add_row(const EstimateModel::Row& row, const std::string& head, const EstimateModel::Settings* settings) {
    const quantity::Frame& rows = model_.frame();
    for (size_t column = 0; column < rows.columns(); ++column) {
      frame_.cells.push_back(rows.at(row.index, column));
      frame_.cell_refs.push_back(rows.cell_refs[row.index * rows.columns() + column]);
    }
    for (size_t i = 0; i < row.results.size(); ++i) {
      const EstimateModel::Number& value = row.results[i];
      // A cell without a value is still shown if the script can calculate one for other settings.
      const bool is_empty = !value && (settings || !can_have_value(model_.result(i), row.index));
      frame_.cells.push_back(is_empty ? quantity::Value() : quantity::Value(model_.result_text(i, value)));
      frame_.cell_refs.push_back(static_cast<uint32_t>(frame_.refs.size()));
      frame_.refs.push_back(model_.refs_of(model_.result(i), row.index, settings));
    }
    for (size_t i = 0; i < row.results.size(); ++i) frame_.cells.emplace_back(model_.exact_text(i, row.results[i]));
    frame_.cells.emplace_back(head);
    frame_.cell_refs.resize(frame_.cells.size());
  }

 private:
  // Whether the row has all numbers that a result needs under some settings.
  bool can_have_value(const EstimateModel::Variable& result, size_t row) const {
    return std::all_of(result.operands.begin(), result.operands.end(), [&](size_t operand) {
      const EstimateModel::Variable& variable = model_.variables()[operand];
      return variable.formula ? can_have_value(variable, row) : !variable.is_column() || variable.numbers[row];
    });
  }

  EstimateModel& model_;
  quantity::Frame frame_;
};

// Returns the columns that the block lists, which may include results, followed by the other results.
std::vector<ShownColumn> columns_of(const EstimateSpec& spec, const quantity::Frame& frame, Context& context) {
  std::vector<ShownColumn> columns = choose_columns(spec.table, frame, context);
  for (const EstimateResult& result : spec.results)
    if (result.is_shown &&
        std::none_of(columns.begin(), columns.end(), [&](const auto& c) { return c.field.name == result.name.text; }))
      columns.emplace_back(frame, static_cast<size_t>(frame.find(result.name.text)), context);
  for (ShownColumn& column : columns)
    if (spec.find_result(column.field.name)) column.exact = static_cast<int>(column.index + spec.results.size());
  return columns;
}

// Describes the settings of these inputs: "Chips: 8; Hours: 12 h; Terms: on demand".
std::string settings_text(const EstimateModel& model, const EstimateModel::Settings& settings,
                          const std::vector<size_t>& inputs, Context& context) {
  std::string text;
  for (size_t i : inputs) {
    const EstimateInput& input = model.spec().inputs[i];
    std::string value;
    if (input.is_number()) {
      value = decimal_text(quantity::Exact::parse(settings[i]).value_or(0), context.view.units().locale());
      if (!unit_beside(input.title, input.unit.text, context.view.units()).empty())
        value = quantity::attach_unit(value, input.unit.text, context.view.units());
    } else if (settings[i].empty()) {
      value = context.words["estimate_any"];
    } else {
      value = site::Labels(model.choice_field(i), context.view)(settings[i]);
    }
    text += (text.empty() ? "" : "; ") + input.title + ": " + value;
  }
  return text;
}

// Writes the worked cases: results and excluded rows. Settings that all cases share are stated once.
class WorkedCases {
 public:
  WorkedCases(EstimateModel& model, const ShownColumn& name, Context& context)
      : model_(model), name_(name), context_(context), rows_(model) {
    const EstimateSpec& spec = model.spec();
    for (const EstimateCase& each : spec.cases) settings_.push_back(model.settings_of(each));
    for (size_t i = 0; i < spec.inputs.size(); ++i) {
      const bool differs = std::any_of(settings_.begin(), settings_.end(),
                                       [&](const auto& other) { return other[i] != settings_.front()[i]; });
      if (differs || settings_.size() < 2)
        own_.push_back(i);
      else if (!settings_.front()[i].empty())
        common_.push_back(i);
    }
    if (spec.cases.empty()) add("", spec.table.span, model.settings_of({}));
    for (size_t i = 0; i < spec.cases.size() && base::charge_work(kWorkOfRow * model.frame().rows()); ++i)
      add(spec.cases[i].who, spec.cases[i].span, settings_[i]);
  }

  const CalculatedRows& rows() const { return rows_; }
  // Writes the shared settings, then `table`, which contains the rows, then the excluded rows.
  void write(const markup::SafeHtml& table, markup::Writer& out) {
    if (!common_.empty()) {
      const std::string settings = settings_text(model_, settings_.front(), common_, context_);
      out.element("p", context_.words.fill("estimate_all", {{"settings", settings}}));
    }
    if (rows_.frame().rows() > 0) out.html(table);
    out.html(out_.take());
  }

 private:
  void add(const std::string& who, base::Span span, const EstimateModel::Settings& settings) {
    const std::string said = settings_text(model_, settings, own_, context_);
    const EstimateModel::Ranking& ranking = model_.rank(settings);
    const std::string head = who.empty() ? said : said.empty() ? who : fmt::format("{} ({})", who, said);
    for (const EstimateModel::Row& row : ranking.rows) rows_.add_row(row, head, &settings);
    write_excluded(ranking.out, false, who.empty() ? said : who);
    write_excluded(ranking.out, true, who.empty() ? said : who);
    if (ranking.rows.empty() && ranking.out.empty())
      context_.diagnostics.error("estimate-choice", span, fmt::format("no row matches this case: {}", head))
          .expect("choices that at least one row has together");
  }

  // Writes why rows are ruled out, or not estimated, one line each: "L4: Needs 80 chips."
  void write_excluded(const std::vector<EstimateModel::Row>& rows, bool gaps, const std::string& of_case) {
    if (std::ranges::none_of(rows, [&](const auto& row) { return model_.is_gap(row) == gaps; })) return;
    std::set<std::string> lines;
    out_.open("div").attr("class", "out");
    out_.element("p", context_.words.fill(gaps ? "estimate_gap_of" : "estimate_out_of", {{"case", of_case}}))
        .open("ul");
    for (const EstimateModel::Row& row : rows) {
      if (model_.is_gap(row) != gaps) continue;
      const quantity::Value& value = model_.frame().at(row.index, name_.index);
      const std::string text = name_.labels.empty()
                                   ? quantity::present(value, name_.field, context_.view.units().locale())
                                   : std::string(name_.labels(quantity::to_text(value)));
      const std::string line = fmt::format("{}: {}", text, model_.reason(row));
      if (lines.insert(line).second) out_.element("li", line);
    }
    out_.close().close();
  }

  EstimateModel& model_;
  const ShownColumn& name_;
  Context& context_;
  CalculatedRows rows_;
  std::vector<EstimateModel::Settings> settings_;
  std::vector<size_t> own_, common_;  // indices of inputs whose settings differ, and of those that all cases share
  markup::Writer out_;
};

std::string formula_titles(const EstimateModel& model, const EstimateModel::Variable& variable, Context& context) {
  std::vector<std::string> titles;
  for (size_t operand : variable.operands) titles.push_back(model.operand_title(operand));
  return quantity::formula_words(*variable.formula, variable.written->text, titles, context.view.units());
}

// Writes the formulas in words, and the query.
markup::SafeHtml computed(const EstimateModel& model, Context& context) {
  const EstimateSpec& spec = model.spec();
  markup::Writer out;
  out.open("ul").attr("class", "sums");
  for (size_t i = 0; i < spec.results.size(); ++i)
    out.element("li", fmt::format("{} = {}", spec.results[i].title, formula_titles(model, model.result(i), context)));
  for (const EstimateModel::Variable& each : model.conditions())
    out.element("li", fmt::format("{} {}", context.words["estimate_requires"], formula_titles(model, each, context)));
  out.close().open("details").attr("class", "computed").element("summary", context.words["how_computed"]);
  out.html(query_html(spec.table.data.text, context));
  for (const EstimateInput& input : spec.inputs)
    if (input.is_options()) out.html(query_html(input.data.text, context));
  return out.close().take();
}

}  // namespace

std::optional<markup::SafeHtml> estimate_figure(const EstimateSpec& spec, const std::string& name, Context& context) {
  const size_t errors = context.diagnostics.errors();
  const TableSpec& table = spec.table;
  const quantity::Frame* frame = find_frame(table.data.text, table.data.span, context);
  if (!frame) return std::nullopt;
  const EstimateModel::Sources sources{
      context.view.units(), context.diagnostics,
      [&](const document::Text& data) { return find_frame(data.text, data.span, context); },
      [&](const quantity::Field& field, const quantity::Refs& refs) { return context.view.scope_of(field, refs); },
      [&](const quantity::Field& field, const std::string& text) {
        return std::string(site::Labels(field, context.view)(text));
      }};
  auto model = EstimateModel::make(spec, *frame, sources);
  if (!model) return std::nullopt;
  CalculatedRows all(*model);
  std::vector<ShownColumn> columns = columns_of(spec, all.frame(), context);
  if (context.diagnostics.errors() > errors) return std::nullopt;
  WorkedCases cases(*model, columns.front(), context);
  if (context.diagnostics.errors() == errors)
    for (size_t row = 0; row < frame->rows() && base::charge_work(kWorkOfRow); ++row)
      all.add_row(model->calculate(row, model->settings_of({})), "", nullptr);
  if (!base::charge_work(0)) return std::nullopt;    // the caller reports it, unless nobody waits for this build
  columns = columns_of(spec, all.frame(), context);  // formats depend on the rows
  if (context.diagnostics.errors() > errors) return std::nullopt;

  std::vector<quantity::Field> fields;
  for (ShownColumn& column : columns) {
    column.field.better = quantity::Better::neither;  // the row with the best rate may not have the best result
    fields.push_back(column.field);
    column.field.covers.clear();  // stated once below the two tables
  }
  for (size_t i = 0; i < spec.results.size(); ++i) {
    quantity::Field field;
    field.title = spec.results[i].title;
    field.covers = model->result(i).scope.text();
    if (spec.results[i].is_shown) fields.push_back(std::move(field));
  }
  Notes notes(name);
  const NotesOfBlock own_notes(context, notes);
  notes.number_places(context);
  BlockParts parts{name, {table.caption.text, {}}, {}, comparability(table.compared, *frame, context), notes};
  for (ShownWords& line : covers_lines(fields, context)) parts.compared.push_back(std::move(line));
  if (spec.sorted_to) {
    const std::string text = context.words.fill(
        "estimate_ranges", {{"from", spec.results[spec.sorted_by].title}, {"to", spec.results[*spec.sorted_to].title}});
    parts.compared.push_back({text, markup::SafeHtml::text(text)});
  }
  auto rows = [&](const CalculatedRows& which, int group_by, std::string_view label) {
    const Narrow narrow = columns.size() > kMaxColumnsOnPhone ? Narrow::cards : Narrow::automatic;
    const bool is_of_cases = &which != &all;
    const Shape shape{which.frame().rows(), group_by, narrow, is_of_cases, {}, is_of_cases};
    return rows_html(which.frame(), columns, shape, name, context.words.fill(label, {{"title", table.caption.text}}),
                     notes, context);
  };
  const RowsHtml of_cases = rows(cases.rows(), cases.rows().head_column(), "estimate_cases_of");
  const markup::SafeHtml form = estimate_form(*model, name, columns, notes, context);
  notes.leave_to_script();
  const RowsHtml of_all = rows(all, -1, "estimate_rows_of");
  markup::Writer out;
  out.open("figure").attr("class", "estimate").attr("id", name);
  parts.title.html = short_html(table.caption.text, table.caption.span, context);
  write_caption(parts, "span", out);
  out.open("p").attr("class", "said").attr("role", "status").close();  // first: the result is what readers came for
  out.html(form);
  out.open("template").html(of_all.html).html(notes.script_list(context)).close();
  out.open("details").attr("class", "cases").attr("open");
  out.element("summary", context.words[spec.cases.empty() ? "estimate_preset" : "estimate_cases"]);
  cases.write(of_cases.html, out);
  out.close();
  parts.note = short_html(table.note.text, table.note.span, context);
  About about{of_all.as_of, table_files(name)};
  about.computed = computed(*model, context);
  write_about(parts, about, out, context);
  out.close();
  if (context.diagnostics.errors() > errors) return std::nullopt;
  return out.take();
}

}  // namespace blocks
