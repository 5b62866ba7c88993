// The form in which readers change an estimate's inputs, and the model as JSON for its script (blocks/estimate.h).
#include "blocks/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "quantity/present.h"
#include "site/url.h"

namespace blocks {
namespace {

using nlohmann::ordered_json;

std::string estimate_json(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

// Converts a number to base units.
ordered_json base_number(const EstimateModel::Variable& variable, size_t at) {
  const EstimateModel::Number& number = variable.numbers[at];
  return number ? ordered_json((*number * variable.unit.factor).to_fraction()) : ordered_json();
}

constexpr size_t kMainInputs = 4;  // further inputs are in a closed part of the form

class EstimateForm {
 public:
  EstimateForm(const EstimateModel& model, const std::string& name, const std::vector<ShownColumn>& columns,
               Notes& notes, Context& context)
      : model_(model), name_(name), columns_(columns), notes_(notes), context_(context) {}

  markup::SafeHtml html() {
    const EstimateSpec& spec = model_.spec();
    out_.open("form").attr("hidden").attr("aria-label", spec.table.caption.text);
    out_.attr("data-rows", estimate_json(rows())).attr("data-results", estimate_json(results()));
    if (!spec.conditions.empty()) {
      out_.attr("data-requires", estimate_json(conditions())).attr("data-out", context_.words["estimate_out"]);
      out_.attr("data-gaps", context_.words["estimate_gap"]);
    }
    if (spec.sorted_to) {
      out_.attr("data-range", context_.words["estimate_span"]).attr("data-tied", context_.words["estimate_tied"]);
    }
    const quantity::Locale& locale = context_.view.units().locale();
    const auto marks = [](const quantity::Locale& of) {
      return estimate_json({of.decimal, of.group, of.group_size, of.least_before});
    };
    out_.attr_if(marks(locale) != marks(quantity::english()), "data-marks", marks(locale));
    bool higher = spec.results[spec.sorted_by].better == quantity::Better::higher;
    out_.attr("data-said", context_.words[higher ? "estimate_highest" : "estimate_lowest"]);
    out_.attr("data-only", context_.words["estimate_only"]);
    out_.attr("data-none", context_.words["estimate_none"]).attr("data-wrong", context_.words["estimate_wrong"]);
    const size_t main = spec.inputs.size() > kMainInputs + 1 ? kMainInputs : spec.inputs.size();
    for (size_t i = 0; i < main; ++i) write_input(spec.inputs[i]);
    out_.open("div");
    if (main < spec.inputs.size()) {
      out_.open("details").element("summary", context_.words["estimate_more"]).open("div");
      for (size_t i = main; i < spec.inputs.size(); ++i) write_input(spec.inputs[i]);
      out_.close().close();
    }
    write_cases();
    return out_.close().close().take();
  }

 private:
  std::string key(const EstimateInput& input) const { return name_ + "." + input.name.text; }

  void write_input(const EstimateInput& input) {
    const std::string wanted = name_ + "-" + input.name.text;
    const std::string id = context_.ids.claim(wanted), range = context_.ids.claim(wanted + "-range"),
                      help = context_.ids.claim(wanted + "-help");
    out_.open("p").open("label").attr("for", id).text(input.title).close().text(" ");
    if (input.is_number())
      write_number(input, id, range, help);
    else
      write_choice(input, id, help);
    if (!input.help.empty()) out_.text(" ").open("small").attr("id", help).text(input.help).close();
    out_.close();
  }

  void write_number(const EstimateInput& number, const std::string& id, const std::string& range,
                    const std::string& help) {
    auto plain = [](const quantity::Exact& value) { return value.to_decimal().value_or(""); };
    const quantity::Locale& locale = context_.view.units().locale();
    out_.open("span").leaf("input").attr("id", id).attr("type", "number").attr("inputmode", "decimal");
    out_.attr("name", key(number)).attr("min", plain(number.min)).attr("max", plain(number.max));
    out_.attr("step", number.step ? plain(*number.step) : "any").attr("value", number.preset.text).attr("required");
    out_.attr("aria-describedby", range + (number.help.empty() ? "" : " " + help));
    std::string unit = unit_beside(number.title, number.unit.text, context_.view.units());
    quantity::Affixes affixes = quantity::unit_affixes(unit.empty() ? "1" : number.unit.text, context_.view.units());
    out_.attr("data-before", affixes.before).attr("data-after", affixes.after);
    const std::string one = quantity::unit_affixes(number.unit.text, context_.view.units(), true).after;
    out_.attr_if(!unit.empty() && one != affixes.after, "data-one", one);
    if (!unit.empty()) out_.text(" ").text(unit);
    out_.close().text(" ").open("small").attr("id", range);
    out_.text(context_.words.fill(number.step ? "estimate_steps" : "estimate_range",
                                  {{"least", decimal_text(number.min, locale)},
                                   {"most", decimal_text(number.max, locale)},
                                   {"step", decimal_text(number.step.value_or(1), locale)}}));
    out_.close();
  }

  void write_choice(const EstimateInput& input, const std::string& id, const std::string& help) {
    const auto index = static_cast<size_t>(&input - model_.spec().inputs.data());
    const site::Labels labels(model_.choice_field(index), context_.view);
    out_.open("select").attr("id", id).attr("name", key(input));
    out_.attr_if(!input.help.empty(), "aria-describedby", help);
    if (input.is_options()) {
      out_.attr("data-numbers", estimate_json(numbers_of_options(index)));
    } else {
      out_.open("option").attr("value", "").attr_if(input.preset.empty(), "selected", "");
      out_.text(context_.words["estimate_any"]).close();
    }
    for (const std::string& choice : model_.choices_of(input)) {
      out_.open("option").attr("value", choice).attr_if(choice == input.preset.text, "selected", "");
      out_.text(labels(choice)).close();
    }
    out_.close();
    if (const std::string note = notes_.add_note(model_.refs_of_options(index), true, "", context_); !note.empty()) {
      out_.text(" ").open("small").open("a").attr("href", "#" + site::encode_fragment(note));
      out_.text(context_.words["estimate_sources"]).close().close();
    }
  }

  // Writes the defaults, and the address of each case.
  void write_cases() {
    const auto& cases = model_.spec().cases;
    if (!cases.empty()) {
      out_.open("details").attr("class", "examples").element("summary", context_.words["estimate_examples"]).open("ul");
      for (const EstimateCase& each : cases) {
        std::string href = site::relative_link(context_.address(), context_.view.address());
        char separator = '?';
        for (const auto& [input, value] : each.inputs) {
          href += fmt::format("{}{}.{}={}", separator, site::encode_query_value(name_), site::encode_query_value(input),
                              site::encode_query_value(value.text));
          separator = '&';
        }
        href += "#" + site::encode_fragment(name_);
        write_link(href, each.who, out_.open("li"));
        out_.close();
      }
      out_.close().close();
    }
    out_.open("button").attr("type", "reset").text(context_.words["estimate_reset"]).close();
  }

  // Lists the numbers that formulas use, for each option.
  ordered_json numbers_of_options(size_t input) const {
    ordered_json options = ordered_json::array();
    for (const std::string& name : model_.choices_of(model_.spec().inputs[input])) {
      ordered_json numbers = ordered_json::array();
      for (const EstimateModel::Variable& variable : model_.variables())
        if (variable.is_option() && *variable.columns[0].input == input)
          numbers.push_back(base_number(variable, model_.option_row(input, name)));
      options.push_back(std::move(numbers));
    }
    return options;
  }

  // Returns for each row: the values of its choices in the order of the inputs, its numbers in base units (null if
  // missing), the texts in reasons, and its group.
  ordered_json rows() const {
    ordered_json rows = ordered_json::array();
    for (size_t row = 0; row < model_.frame().rows(); ++row) {
      ordered_json choices = ordered_json::array(), numbers = ordered_json::array();
      for (const EstimateInput& input : model_.spec().inputs)
        if (input.is_choice()) choices.push_back(model_.choice_of(row, input));
      for (const EstimateModel::Variable& variable : model_.variables())
        if (variable.is_column()) numbers.push_back(base_number(variable, row));
      rows.push_back(ordered_json::array({std::move(choices), std::move(numbers)}));
      if (!model_.spec().conditions.empty() || !model_.spec().best_of.empty())
        rows.back().push_back(ordered_json(model_.texts_in_reasons(row)));
      if (!model_.spec().best_of.empty()) rows.back().push_back(model_.group_of(row));
    }
    return rows;
  }

  ordered_json results() const {
    ordered_json results = ordered_json::array();
    for (size_t i = 0; i < model_.spec().results.size(); ++i) {
      const EstimateResult& written = model_.spec().results[i];
      const auto affixes = quantity::unit_affixes(written.unit.text, context_.view.units());
      const auto of_one = quantity::unit_affixes(written.unit.text, context_.view.units(), true);
      auto column = std::find_if(columns_.begin(), columns_.end(),
                                 [&](const ShownColumn& shown) { return shown.field.name == written.name.text; });
      ordered_json result = {{"steps", steps(model_.result(i))}};
      if (column != columns_.end()) result["place"] = column - columns_.begin();
      result.update({{"name", written.name.text},
                     {"digits", written.digits},
                     {"grouped", written.grouped},
                     {"higher", written.better == quantity::Better::higher},
                     {"before", affixes.before},
                     {"after", affixes.after}});
      if (written.is_significant) result["significant"] = true;
      if (of_one.after != affixes.after) result["one"] = of_one.after;
      if (i == model_.spec().sorted_by) result["sorts"] = true;
      if (i == model_.spec().sorted_to) result["ends"] = true;
      results.push_back(std::move(result));
    }
    return results;
  }

  ordered_json conditions() const {
    ordered_json conditions = ordered_json::array();
    for (size_t i = 0; i < model_.conditions().size(); ++i) {
      const EstimateCondition& written = model_.spec().conditions[i];
      conditions.push_back({{"steps", steps(model_.conditions()[i])}, {"reason", written.reason.text}});
      if (written.is_gap) conditions.back()["gap"] = true;
    }
    return conditions;
  }

  // Returns the formula in postfix order: texts are numbers and operators, integers are indices of variables. Inputs
  // and earlier results are in their own units; everything else is in base units.
  ordered_json steps(const EstimateModel::Variable& result) const {
    static constexpr std::string_view kSigns[] = {"",    "",     "+", "-",  "*", "/",  "min",
                                                  "max", "ceil", "<", "<=", ">", ">=", "="};  // indexed by FormulaKind
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
          if (!variable.is_column() && !variable.is_option()) scale(variable.unit.factor, "*");
          break;
        }
        default:
          steps.push_back(kSigns[static_cast<size_t>(node.kind)]);
      }
    }
    if (!result.name.empty()) scale(result.unit.factor, "/");
    return steps;
  }

  const EstimateModel& model_;
  const std::string& name_;
  const std::vector<ShownColumn>& columns_;
  Notes& notes_;
  Context& context_;
  markup::Writer out_;
};

}  // namespace

markup::SafeHtml estimate_form(const EstimateModel& model, const std::string& name,
                               const std::vector<ShownColumn>& columns, Notes& notes, Context& context) {
  return EstimateForm(model, name, columns, notes, context).html();
}

}  // namespace blocks
