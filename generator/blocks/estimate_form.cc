#include "blocks/estimate_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "blocks/estimate_table.h"
#include "quantity/present.h"
#include "site/url.h"

namespace blocks {
namespace {

using nlohmann::ordered_json;

std::string text_of(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string_view sign_of(quantity::FormulaKind kind) {
  switch (kind) {
    case quantity::FormulaKind::add:
      return "+";
    case quantity::FormulaKind::subtract:
      return "-";
    case quantity::FormulaKind::multiply:
      return "*";
    case quantity::FormulaKind::divide:
      return "/";
    case quantity::FormulaKind::least:
      return "min";
    case quantity::FormulaKind::greatest:
      return "max";
    case quantity::FormulaKind::number:
    case quantity::FormulaKind::operand:
      break;
  }
  return "";
}

class Form {
 public:
  Form(const EstimateModel& model, const std::string& name, const std::vector<ShownColumn>& columns, Context& context)
      : model_(model), name_(name), columns_(columns), context_(context) {
    for (const EstimateInput& each : model.spec().inputs) {
      const std::string wanted = name + "-" + each.name;
      ids_.push_back(
          {context.ids.claim(wanted), context.ids.claim(wanted + "-range"), context.ids.claim(wanted + "-help")});
    }
  }

  markup::SafeHtml html() {
    out_.open("form").attr("hidden").attr("aria-label", model_.spec().table.caption);
    out_.attr("data-rows", text_of(rows())).attr("data-results", text_of(results()));
    bool higher = model_.spec().results[0].better == quantity::Better::higher;
    out_.attr("data-said", context_.words[higher ? "estimate_highest" : "estimate_lowest"]);
    out_.attr("data-none", context_.words["estimate_none"]).attr("data-wrong", context_.words["estimate_wrong"]);
    for (size_t i = 0; i < model_.spec().inputs.size(); ++i) {
      out_.open("p");
      write_label(i);
      if (model_.spec().inputs[i].is_choice())
        write_choice(i);
      else
        write_number(i);
      out_.close();
    }
    write_cases();
    out_.close();
    return out_.take();
  }

 private:
  const EstimateInput& input(size_t i) const { return model_.spec().inputs[i]; }

  // Its key in the address.
  std::string key(size_t i) const { return name_ + "." + input(i).name; }

  void write_label(size_t i) { out_.open("label").attr("for", ids_[i].control).text(input(i).title).close().text(" "); }

  void write_number(size_t i) {
    const EstimateInput& number = input(i);
    auto plain = [](const quantity::Exact& value) { return value.to_decimal().value_or(""); };
    out_.open("span").leaf("input").attr("id", ids_[i].control).attr("type", "number").attr("inputmode", "decimal");
    out_.attr("name", key(i)).attr("min", plain(number.least)).attr("max", plain(number.most));
    out_.attr("step", number.step ? plain(*number.step) : "any").attr("value", number.preset.text).attr("required");
    out_.attr("aria-describedby", ids_[i].range + (number.help.empty() ? "" : " " + ids_[i].help));
    std::string unit = unit_beside(number.title, number.unit.text, context_.view.units());
    quantity::Affixes affixes = quantity::unit_affixes(unit.empty() ? "1" : number.unit.text, context_.view.units());
    out_.attr("data-before", affixes.before).attr("data-after", affixes.after);
    if (!unit.empty()) out_.text(" ").text(unit);
    out_.close().text(" ").open("small").attr("id", ids_[i].range);
    out_.text(context_.words.fill(number.step ? "estimate_steps" : "estimate_range",
                                  {{"least", decimal_text(number.least)},
                                   {"most", decimal_text(number.most)},
                                   {"step", decimal_text(number.step.value_or(1))}}));
    out_.close();
    write_help(i);
  }

  void write_choice(size_t i) {
    site::Labels labels(model_.frame().fields[model_.column_of_input(i)], context_.view);
    out_.open("select").attr("id", ids_[i].control).attr("name", key(i));
    if (!input(i).help.empty()) out_.attr("aria-describedby", ids_[i].help);
    out_.open("option").attr("value", "").attr_if(input(i).preset.text.empty(), "selected", "");
    out_.text(context_.words["estimate_any"]).close();
    for (const std::string& choice : model_.choices_of(i)) {
      out_.open("option").attr("value", choice).attr_if(choice == input(i).preset.text, "selected", "");
      out_.text(labels(choice)).close();
    }
    out_.close();
    write_help(i);
  }

  void write_help(size_t i) {
    if (!input(i).help.empty()) out_.text(" ").open("small").attr("id", ids_[i].help).text(input(i).help).close();
  }

  // Ways to set all of it: as it is preset, and each case, an address that the script reads.
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

  // Of each row: what it is chosen by, in the order of the choices, then its numbers in base units, null for none.
  ordered_json rows() const {
    ordered_json rows = ordered_json::array();
    for (size_t row = 0; row < model_.frame().rows(); ++row) {
      ordered_json choices = ordered_json::array(), numbers = ordered_json::array();
      for (size_t i = 0; i < model_.spec().inputs.size(); ++i)
        if (input(i).is_choice())
          choices.push_back(quantity::to_text(model_.frame().at(row, model_.column_of_input(i))));
      for (const EstimateModel::Column& column : model_.columns())
        if (column.numbers[row])
          numbers.push_back((*column.numbers[row] * column.unit.factor).to_fraction());
        else
          numbers.push_back(nullptr);
      rows.push_back(ordered_json::array({std::move(choices), std::move(numbers)}));
    }
    return rows;
  }

  ordered_json results() const {
    ordered_json results = ordered_json::array();
    for (size_t i = 0; i < model_.results().size(); ++i) {
      const EstimateResult& written = model_.spec().results[i];
      quantity::Affixes affixes = quantity::unit_affixes(written.unit.text, context_.view.units());
      auto column = std::find_if(columns_.begin(), columns_.end(),
                                 [&](const ShownColumn& shown) { return shown.field.name == written.name; });
      results.push_back({{"steps", steps(model_.results()[i])},
                         {"place", column - columns_.begin()},
                         {"digits", written.digits},
                         {"grouped", written.grouped},
                         {"higher", written.better == quantity::Better::higher},
                         {"before", affixes.before},
                         {"after", affixes.after}});
    }
    return results;
  }

  // The formula in postfix order: texts are numbers and operators, integers are operands, counted through the inputs
  // that are numbers, the columns, the results before this one. Between its operands and itself all is in base units.
  ordered_json steps(const EstimateModel::Result& result) const {
    ordered_json steps = ordered_json::array();
    for (const quantity::FormulaNode& node : result.formula.nodes()) {
      if (node.kind == quantity::FormulaKind::number) {
        steps.push_back((node.number.value * node.number.unit.factor).to_fraction());
      } else if (node.kind == quantity::FormulaKind::operand) {
        const EstimateModel::Operand& operand = result.operands[node.left];
        steps.push_back(place_of(operand));
        if (operand.kind != EstimateModel::Kind::column) scale(model_.unit_of(operand).factor, "*", steps);
      } else {
        steps.push_back(sign_of(node.kind));
      }
    }
    scale(result.unit.factor, "/", steps);
    return steps;
  }

  static void scale(const quantity::Exact& factor, std::string_view sign, ordered_json& steps) {
    if (factor == quantity::Exact(1)) return;
    steps.push_back(factor.to_fraction());
    steps.push_back(sign);
  }

  size_t place_of(const EstimateModel::Operand& operand) const {
    size_t numbers = 0;
    for (size_t i = 0; i < model_.spec().inputs.size(); ++i) {
      if (operand.kind == EstimateModel::Kind::input && operand.index == i) return numbers;
      if (!input(i).is_choice()) ++numbers;
    }
    bool is_column = operand.kind == EstimateModel::Kind::column;
    return numbers + operand.index + (is_column ? 0 : model_.columns().size());
  }

  struct Ids {
    std::string control, range, help;
  };

  const EstimateModel& model_;
  const std::string& name_;
  const std::vector<ShownColumn>& columns_;
  Context& context_;
  std::vector<Ids> ids_;  // of each input
  markup::Writer out_;
};

}  // namespace

markup::SafeHtml estimate_form(const EstimateModel& model, const std::string& name,
                               const std::vector<ShownColumn>& columns, Context& context) {
  return Form(model, name, columns, context).html();
}

}  // namespace blocks
