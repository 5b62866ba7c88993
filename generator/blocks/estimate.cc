#include "blocks/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "blocks/comparability.h"
#include "blocks/downloads.h"
#include "blocks/estimate_model.h"
#include "blocks/short_text.h"
#include "blocks/table.h"
#include "blocks/table_rows.h"
#include "quantity/number_format.h"
#include "site/url.h"

namespace blocks {
namespace {

using nlohmann::ordered_json;

// Calculated rows as a frame that a table can show: the columns of the model's frame, a text for each result (exact, in
// the digits shown), and the head of each row's group.
class CalculatedRows {
 public:
  CalculatedRows(EstimateModel& model, Context& context) : model_(model), context_(context) {
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
    frame_.fields.push_back({});
  }

  // All rows in their order, or those that fit the settings, the best first. False if there are none.
  bool add(const std::string& head, const EstimateModel::Settings& settings, bool best_first) {
    struct Row {
      size_t index;
      std::vector<EstimateModel::Number> results;
    };
    std::vector<Row> rows;
    for (size_t row = 0; row < model_.frame().rows(); ++row)
      if (!best_first || model_.fits(row, settings)) rows.push_back({row, model_.calculate(row, settings, context_)});
    const bool higher = model_.spec().results[0].better == quantity::Better::higher;
    if (best_first)
      std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
        const auto &x = a.results[0], &y = b.results[0];
        if (!x || !y) return x.has_value() > y.has_value();
        return higher ? *x > *y : *x < *y;
      });
    for (const Row& row : rows) add_row(row.index, row.results, head);
    return !rows.empty();
  }

  const quantity::Frame& frame() const { return frame_; }
  int head_column() const { return static_cast<int>(frame_.columns()) - 1; }

 private:
  void add_row(size_t row, const std::vector<EstimateModel::Number>& results, const std::string& head) {
    const quantity::Frame& rows = model_.frame();
    for (size_t column = 0; column < rows.columns(); ++column) {
      frame_.cells.push_back(rows.at(row, column));
      frame_.cell_refs.push_back(rows.cell_refs[row * rows.columns() + column]);
    }
    for (size_t i = 0; i < results.size(); ++i) {
      quantity::Refs refs;
      for (size_t column : model_.result(i).columns) {
        const quantity::Refs& more = rows.refs_of(row, column);
        refs.insert(refs.end(), more.begin(), more.end());
      }
      std::sort(refs.begin(), refs.end());
      refs.erase(std::unique(refs.begin(), refs.end()), refs.end());
      frame_.cells.push_back(results[i] ? quantity::Value(result_text(i, *results[i])) : quantity::Value());
      frame_.cell_refs.push_back(static_cast<uint32_t>(frame_.refs.size()));
      frame_.refs.push_back(std::move(refs));
    }
    frame_.cells.emplace_back(head);
    frame_.cell_refs.push_back(0);
  }

  std::string result_text(size_t index, const quantity::Exact& value) const {
    const EstimateResult& result = model_.spec().results[index];
    std::string text = value.round_half_up(result.digits);
    return base::replace_all(result.grouped ? quantity::group_thousands(text) : text, "-", "\u2212");
  }

  EstimateModel& model_;
  Context& context_;
  quantity::Frame frame_;
};

// Those that the block names, with results among them, then the other results.
std::vector<ShownColumn> columns_of(const EstimateSpec& spec, const quantity::Frame& frame, Context& context) {
  std::vector<ShownColumn> columns = choose_columns(spec.table, frame, context);
  for (const EstimateResult& result : spec.results)
    if (std::none_of(columns.begin(), columns.end(), [&](const auto& c) { return c.field.name == result.name.text; }))
      columns.emplace_back(frame, static_cast<size_t>(frame.find(result.name.text)), context);
  return columns;
}

// The settings in words: "Chips: 8; Hours: 12 h; Terms: on demand".
std::string settings_text(const EstimateModel& model, const EstimateModel::Settings& settings, Context& context) {
  std::string text;
  for (size_t i = 0; i < settings.size(); ++i) {
    const EstimateInput& input = model.spec().inputs[i];
    std::string value;
    if (!input.is_choice()) {
      value = decimal_text(quantity::Exact::parse(settings[i]).value_or(0));
      if (!unit_beside(input.title, input.unit.text, context.view.units()).empty())
        value = quantity::attach_unit(value, input.unit.text, context.view.units());
    } else if (settings[i].empty()) {
      value = context.words["estimate_any"];
    } else {
      const int column = model.frame().find(input.column.text);
      value = site::Labels(model.frame().fields[static_cast<size_t>(column)], context.view)(settings[i]);
    }
    text += (text.empty() ? "" : "; ") + input.title + ": " + value;
  }
  return text;
}

std::string json_text(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

// The inputs as a form, hidden until the script shows it, with the data that the script calculates from. Ids and keys
// of the address start with the block's name.
class Form {
 public:
  Form(const EstimateModel& model, const std::string& name, const std::vector<ShownColumn>& columns, Context& context)
      : model_(model), name_(name), columns_(columns), context_(context) {}

  markup::SafeHtml html() {
    const EstimateSpec& spec = model_.spec();
    out_.open("form").attr("hidden").attr("aria-label", spec.table.caption.text);
    out_.attr("data-rows", json_text(rows())).attr("data-results", json_text(results()));
    bool higher = spec.results[0].better == quantity::Better::higher;
    out_.attr("data-said", context_.words[higher ? "estimate_highest" : "estimate_lowest"]);
    out_.attr("data-none", context_.words["estimate_none"]).attr("data-wrong", context_.words["estimate_wrong"]);
    for (const EstimateInput& input : spec.inputs) {
      const std::string wanted = name_ + "-" + input.name.text;
      const std::string id = context_.ids.claim(wanted), range = context_.ids.claim(wanted + "-range"),
                        help = context_.ids.claim(wanted + "-help");
      out_.open("p").open("label").attr("for", id).text(input.title).close().text(" ");
      if (input.is_choice())
        write_choice(input, id, help);
      else
        write_number(input, id, range, help);
      if (!input.help.empty()) out_.text(" ").open("small").attr("id", help).text(input.help).close();
      out_.close();
    }
    write_cases();
    return out_.close().take();
  }

 private:
  std::string key(const EstimateInput& input) const { return name_ + "." + input.name.text; }

  void write_number(const EstimateInput& number, const std::string& id, const std::string& range,
                    const std::string& help) {
    auto plain = [](const quantity::Exact& value) { return value.to_decimal().value_or(""); };
    out_.open("span").leaf("input").attr("id", id).attr("type", "number").attr("inputmode", "decimal");
    out_.attr("name", key(number)).attr("min", plain(number.min)).attr("max", plain(number.max));
    out_.attr("step", number.step ? plain(*number.step) : "any").attr("value", number.preset.text).attr("required");
    out_.attr("aria-describedby", range + (number.help.empty() ? "" : " " + help));
    std::string unit = unit_beside(number.title, number.unit.text, context_.view.units());
    quantity::Affixes affixes = quantity::unit_affixes(unit.empty() ? "1" : number.unit.text, context_.view.units());
    out_.attr("data-before", affixes.before).attr("data-after", affixes.after);
    if (!unit.empty()) out_.text(" ").text(unit);
    out_.close().text(" ").open("small").attr("id", range);
    out_.text(context_.words.fill(number.step ? "estimate_steps" : "estimate_range",
                                  {{"least", decimal_text(number.min)},
                                   {"most", decimal_text(number.max)},
                                   {"step", decimal_text(number.step.value_or(1))}}));
    out_.close();
  }

  void write_choice(const EstimateInput& input, const std::string& id, const std::string& help) {
    site::Labels labels(model_.frame().fields[static_cast<size_t>(model_.frame().find(input.column.text))],
                        context_.view);
    out_.open("select").attr("id", id).attr("name", key(input));
    out_.attr_if(!input.help.empty(), "aria-describedby", help);
    out_.open("option").attr("value", "").attr_if(input.preset.empty(), "selected", "");
    out_.text(context_.words["estimate_any"]).close();
    for (const std::string& choice : model_.choices_of(input)) {
      out_.open("option").attr("value", choice).attr_if(choice == input.preset.text, "selected", "");
      out_.text(labels(choice)).close();
    }
    out_.close();
  }

  // The defaults, and the address of each case.
  void write_cases() {
    const auto& cases = model_.spec().cases;
    out_.open("p").attr("class", "examples");
    out_.open("button").attr("type", "reset").text(context_.words["estimate_reset"]).close();
    if (!cases.empty()) out_.text(" ").text(context_.words["estimate_examples"]);
    for (const EstimateCase& each : cases) {
      std::string query;
      for (const auto& [input, value] : each.inputs)
        query += fmt::format("{}{}.{}={}", query.empty() ? "?" : "&", site::encode_fragment(name_),
                             site::encode_fragment(input), site::encode_fragment(value.text));
      out_.text(&each == &cases.front() ? " " : "; ").open("a");
      std::string page = site::relative_link(context_.address(), context_.address());
      out_.url("href", page + query + "#" + site::encode_fragment(name_)).text(each.who).close();
    }
    out_.close();
  }

  // For each row the values of its choices, in the order of the inputs, and its numbers in base units, null for none.
  ordered_json rows() const {
    ordered_json rows = ordered_json::array();
    for (size_t row = 0; row < model_.frame().rows(); ++row) {
      ordered_json choices = ordered_json::array(), numbers = ordered_json::array();
      for (const EstimateInput& input : model_.spec().inputs)
        if (input.is_choice()) choices.push_back(model_.choice_of(row, input));
      for (const EstimateModel::Variable& variable : model_.variables()) {
        if (!variable.is_column()) continue;
        const EstimateModel::Number& number = variable.numbers[row];
        numbers.push_back(number ? ordered_json((*number * variable.unit.factor).to_fraction()) : ordered_json());
      }
      rows.push_back(ordered_json::array({std::move(choices), std::move(numbers)}));
    }
    return rows;
  }

  ordered_json results() const {
    ordered_json results = ordered_json::array();
    for (size_t i = 0; i < model_.spec().results.size(); ++i) {
      const EstimateResult& written = model_.spec().results[i];
      quantity::Affixes affixes = quantity::unit_affixes(written.unit.text, context_.view.units());
      auto column = std::find_if(columns_.begin(), columns_.end(),
                                 [&](const ShownColumn& shown) { return shown.field.name == written.name.text; });
      results.push_back({{"steps", steps(model_.result(i))},
                         {"place", column - columns_.begin()},
                         {"digits", written.digits},
                         {"grouped", written.grouped},
                         {"higher", written.better == quantity::Better::higher},
                         {"before", affixes.before},
                         {"after", affixes.after}});
    }
    return results;
  }

  // The formula in postfix order: texts are numbers and operators, integers are indices of variables. Inputs and
  // results before this one are in their own units, everything else is in base units.
  ordered_json steps(const EstimateModel::Variable& result) const {
    static constexpr std::string_view kSigns[] = {"", "", "+", "-", "*", "/", "min", "max"};  // by FormulaKind
    ordered_json steps = ordered_json::array();
    auto scale = [&](const quantity::Exact& factor, std::string_view sign) {
      if (factor == quantity::Exact(1)) return;
      steps.push_back(factor.to_fraction());
      steps.push_back(sign);
    };
    for (const quantity::FormulaNode& node : result.formula->nodes()) {
      switch (node.kind) {
        case quantity::FormulaKind::number:
          steps.push_back((node.number.value * node.number.unit.factor).to_fraction());
          break;
        case quantity::FormulaKind::operand: {
          const size_t index = result.operands[node.left];
          const EstimateModel::Variable& variable = model_.variables()[index];
          steps.push_back(index);
          if (!variable.is_column()) scale(variable.unit.factor, "*");
          break;
        }
        default:
          steps.push_back(kSigns[static_cast<size_t>(node.kind)]);
      }
    }
    scale(result.unit.factor, "/");
    return steps;
  }

  const EstimateModel& model_;
  const std::string& name_;
  const std::vector<ShownColumn>& columns_;
  Context& context_;
  markup::Writer out_;
};

// The formulas as their author wrote them, and the query.
void write_computed(const EstimateSpec& spec, markup::Writer& out, Context& context) {
  out.open("details").attr("class", "computed").element("summary", context.words["how_computed"]).open("ul");
  for (const EstimateResult& result : spec.results) {
    out.open("li").text(result.title).text(": ");
    out.element("code", fmt::format("{} = {}", result.name.text, result.formula.text)).close();
  }
  out.close().html(query_html(spec.table.data.text, context)).close();
}

}  // namespace

std::optional<markup::SafeHtml> estimate_figure(const EstimateSpec& spec, const std::string& name, Context& context) {
  const size_t errors = context.diagnostics.errors();
  const TableSpec& table = spec.table;
  const quantity::Frame* frame = find_frame(table.data.text, table.data.span, context);
  if (!frame) return std::nullopt;
  auto model = EstimateModel::make(spec, *frame, context);
  if (!model) return std::nullopt;
  CalculatedRows all(*model, context), cases(*model, context);
  auto add_case = [&](const std::string& who, base::Span span, const EstimateModel::Settings& settings) {
    std::string said = settings_text(*model, settings, context);
    if (cases.add(who.empty() ? said : fmt::format("{} ({})", who, said), settings, true)) return;
    context.diagnostics.error("estimate-choice", span, fmt::format("no row fits this case: {}", said))
        .expect("choices that at least one row has together");
  };
  const EstimateModel::Settings presets = model->settings_of({});
  if (spec.cases.empty()) add_case("", table.span, presets);
  for (const EstimateCase& each : spec.cases) add_case(each.who, each.span, model->settings_of(each));
  if (context.diagnostics.errors() == errors) all.add("", presets, false);
  std::vector<ShownColumn> columns = columns_of(spec, all.frame(), context);
  if (context.diagnostics.errors() > errors) return std::nullopt;

  std::vector<quantity::Field> fields;
  for (ShownColumn& column : columns) {
    column.field.better = quantity::Better::neither;  // the best rate is not the best result
    fields.push_back(column.field);
    column.field.covers.clear();  // stated below the table, once for both tables
  }
  for (size_t i = 0; i < spec.results.size(); ++i) {
    quantity::Field field;
    field.title = spec.results[i].title;
    field.covers = model->result(i).scope.text();
    fields.push_back(std::move(field));
  }
  Notes notes(name);
  const NotesOfBlock own_notes(context, notes);
  auto compared = comparability(table.same, table.same_spans, table.differs, table.differs_spans, *frame, context);
  for (ShownWords& line : covers_lines(fields, context)) compared.push_back(std::move(line));
  auto rows = [&](const CalculatedRows& which, int group_by, std::string_view label) {
    return rows_html(which.frame(), columns, {which.frame().rows(), group_by}, name,
                     context.words.fill(label, {{"title", table.caption.text}}), notes, context);
  };
  const RowsHtml of_cases = rows(cases, cases.head_column(), "estimate_cases_of");
  const RowsHtml of_all = rows(all, -1, "estimate_rows_of");
  markup::Writer out;
  out.open("figure").attr("class", "estimate").attr("id", name);
  out.open("figcaption").open("span").attr("class", "caption");
  out.html(short_html(table.caption.text, table.caption.span, context)).close().close();
  out.html(Form(*model, name, columns, context).html());
  out.open("p").attr("class", "said").attr("role", "status").close();
  out.open("template").html(of_all.html).close();
  out.open("details").attr("class", "cases").attr("open");
  out.element("summary", context.words[spec.cases.empty() ? "estimate_preset" : "estimate_cases"]);
  out.html(of_cases.html).close();
  markup::Writer details;
  write_caveats(short_html(table.note.text, table.note.span, context), compared, notes.caveats(), details);
  write_downloads(table_files(name), name, table.caption.text, 0, details, context);
  details.html(notes.list(context.words["where_from"], false, context));
  write_computed(spec, details, context);
  write_about(Origins(), of_all.dates, name, false, details.take(), out, context);
  out.close();
  if (context.diagnostics.errors() > errors) return std::nullopt;
  return out.take();
}

}  // namespace blocks
