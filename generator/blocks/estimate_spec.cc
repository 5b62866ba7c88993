#include "blocks/estimate_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "quantity/number_format.h"

namespace blocks {
namespace {

using notation::Need;
using quantity::Exact;

// The largest number for an input. Number inputs of browsers store and print such numbers without an exponent.
constexpr int64_t kMaxInput = 1'000'000'000'000;
constexpr int kMaxInputDigits = 6;
constexpr int kMaxDigits = 12;

// Whether a text can be a name in formulas and addresses.
bool is_name(std::string_view text) {
  return !text.empty() && base::is_letter(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return base::is_letter(c) || base::is_digit(c) || c == '_' || c == '-';
  });
}

// Whether a column is written as a plain or quoted name, and not as a map.
bool is_name_alone(const document::Text& column) {
  std::string_view written = column.span.text();
  if (written.starts_with('"') || written.starts_with('\'')) written = written.substr(1, written.size() - 2);
  return written == column.text;
}

// Returns the item with this name; null if there is none.
template <class Item>
const Item* find_named(const std::vector<Item>& items, std::string_view name) {
  const auto found = std::ranges::find_if(items, [&](const Item& item) { return item.name.text == name; });
  return found == items.end() ? nullptr : &*found;
}

class Parser {
 public:
  explicit Parser(base::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  std::optional<EstimateSpec> run(const notation::Node& node) {
    size_t errors = diagnostics_.errors();
    notation::Reader reader(node, "this estimate", diagnostics_);
    spec_.table = read_table_keys(node, reader, Need::required, diagnostics_);
    for_each_entry(reader, "inputs", [&](const notation::Entry& entry) { add_input(entry); });
    for_each_entry(reader, "results", [&](const notation::Entry& entry) { add_result(entry); });
    read_order(reader);
    if (const notation::Node* conditions = reader.list("requires"))
      for (const notation::Node& item : conditions->items) add_condition(item);
    if (const notation::Node* cases = reader.list("cases"))
      for (const notation::Node& item : cases->items) add_case(item);
    reader.finish();
    check_columns();
    if (diagnostics_.errors() > errors) return std::nullopt;
    return std::move(spec_);
  }

 private:
  void bad_value(base::Span span, std::string message, std::string expected = "") {
    diagnostics_.error("bad-value", span, std::move(message)).expect(std::move(expected));
  }

  // Calls `add` for each entry of a required map, which must not be empty.
  template <class Add>
  void for_each_entry(notation::Reader& reader, std::string_view key, Add add) {
    const notation::Node* map = reader.node(key, Need::required) ? reader.map(key) : nullptr;
    if (!map) return;
    if (map->entries.empty())
      bad_value(map->span, fmt::format("\"{}\" of this estimate is empty", key),
                fmt::format("{}: {{NAME: {{title: …}}}}", key));
    for (const notation::Entry& entry : map->entries) {
      if (!is_name(entry.key))
        diagnostics_.error("estimate-name", entry.key_span, fmt::format("\"{}\" can't be used in a formula", entry.key))
            .expect("a letter, then letters, digits, \"-\" and \"_\"");
      add(entry);
    }
  }

  // Checks the table's columns. A result may be listed by its name alone.
  void check_columns() {
    bool shows_row = spec_.table.columns.empty();
    for (const ColumnSpec& column : spec_.table.columns) {
      const std::string& name = column.name.text;
      if (column.total)
        diagnostics_.error("bad-total", column.total_span, "the rows of an estimate are options: they have no total")
            .expect("no \"total:\"");
      if (!spec_.find_result(name))
        shows_row = true;
      else if (!is_name_alone(column.name))
        bad_value(column.name.span, fmt::format("\"{}\" is a result, which has its own keys", name),
                  fmt::format("only its name: {}", name));
    }
    if (!shows_row)
      bad_value(spec_.table.span, "this estimate shows no column of its rows", "a column that identifies the row");
  }

  void add_input(const notation::Entry& entry) {
    notation::Reader reader(entry.value, fmt::format("the input \"{}\"", entry.key), diagnostics_);
    EstimateInput input;
    input.name = {entry.key, entry.key_span};
    input.title = reader.text("title", Need::required);
    input.help = reader.text("help");
    input.data = read_text(reader, "data");
    input.column = read_text(reader, "column", input.is_options() ? Need::required : Need::optional);
    if (!input.is_number() || input.is_options()) {
      std::vector<base::Span> spans;
      std::vector<std::string> choices = reader.texts("choices", &spans);
      for (size_t i = 0; i < choices.size(); ++i) input.choices.push_back({std::move(choices[i]), spans[i]});
      input.preset = read_text(reader, "default");
    } else {
      read_number(reader, input);
    }
    reader.finish();
    spec_.inputs.push_back(std::move(input));
  }

  void read_number(notation::Reader& reader, EstimateInput& input) {
    input.unit = read_text(reader, "unit", Need::required);
    size_t errors = diagnostics_.errors();
    auto min = number(reader, "min", Need::required), max = number(reader, "max", Need::required);
    auto step = number(reader, "step", Need::optional), preset = number(reader, "default", Need::required);
    input.preset = read_text(reader, "default");
    if (!min || !max || !preset || diagnostics_.errors() > errors) return;
    input.min = *min;
    input.max = *max;
    if (*max <= *min)
      bad_value(reader.span_of("max"), "\"max\" is not more than \"min\"",
                fmt::format("a number above {}", decimal_text(*min)));
    else if (step && step->sign() <= 0)
      bad_value(reader.span_of("step"), "a step must be positive", "a number above 0");
    else
      input.step = step;  // cases divide by it
    if (diagnostics_.errors() > errors) return;
    if (std::string objection = objection_to(input, *preset); !objection.empty())
      bad_value(input.preset.span, objection);
  }

  std::optional<Exact> number(notation::Reader& reader, std::string_view key, Need need) {
    if (!reader.node(key, need) || !reader.number(key)) return std::nullopt;
    auto value = Exact::parse(reader.text(key));
    if (value && value->abs() <= Exact(kMaxInput) && value->to_decimal(kMaxInputDigits)) return value;
    bad_value(reader.span_of(key), fmt::format("{} is not a valid number for an input", reader.text(key)),
              fmt::format("at most {} in size, with {} digits after the decimal point", decimal_text(kMaxInput),
                          kMaxInputDigits));
    return std::nullopt;
  }

  void add_result(const notation::Entry& entry) {
    notation::Reader reader(entry.value, fmt::format("the result \"{}\"", entry.key), diagnostics_);
    EstimateResult result;
    result.name = {entry.key, entry.key_span};
    result.title = reader.text("title", Need::required);
    result.unit = read_text(reader, "unit", Need::required);
    result.formula = read_text(reader, "formula", Need::required);
    result.covers = reader.text("covers");
    if (document::Text format = read_text(reader, "format"); !format.empty()) read_format(format, result);
    if (reader.choice("better", {"lower", "higher"}) == "higher") result.better = quantity::Better::higher;
    result.is_shown = reader.boolean("shown").value_or(true);
    reader.finish();
    if (spec_.find_input(entry.key))
      diagnostics_
          .error("estimate-name", entry.key_span, fmt::format("\"{}\" is already the name of an input", entry.key))
          .suggest("give the result another name");
    spec_.results.push_back(std::move(result));
  }

  // Reads a d3-format. Accepts only the parts that the script on the page supports too.
  void read_format(const document::Text& format, EstimateResult& result) {
    std::string_view text = format.text;
    result.grouped = text.starts_with(',');
    if (result.grouped) text.remove_prefix(1);
    if (text == "d") text = ".0f";
    for (result.digits = 0; result.digits <= kMaxDigits; ++result.digits) {
      result.is_significant = result.digits > 0 && text == fmt::format(".{}r", result.digits);
      if (result.is_significant || text == fmt::format(".{}f", result.digits)) return;
    }
    diagnostics_
        .error("bad-format", format.span, fmt::format("\"{}\" is not a format for an estimate's results", format.text))
        .expect(fmt::format("\".2f\" or \",.2f\" with 0 to {0} digits after the decimal point, \",.3r\" with 1 to {0} "
                            "significant digits, or \",d\"",
                            kMaxDigits));
  }

  void read_order(notation::Reader& reader) {
    spec_.best_of = read_text(reader, "best_of");
    std::vector<std::string_view> names;
    for (const EstimateResult& result : spec_.results) names.push_back(result.name.text);
    const std::string name = reader.choice("sort", names);
    if (const EstimateResult* result = name.empty() ? nullptr : spec_.find_result(name))
      spec_.sorted_by = static_cast<size_t>(result - spec_.results.data());
  }

  void add_condition(const notation::Node& item) {
    notation::Reader reader(item, "this condition", diagnostics_);
    EstimateCondition condition;
    condition.condition = read_text(reader, "condition", Need::required);
    condition.reason = read_text(reader, "reason", Need::required);
    reader.finish();
    spec_.conditions.push_back(std::move(condition));
  }

  void add_case(const notation::Node& item) {
    notation::Reader reader(item, "this case", diagnostics_);
    EstimateCase found;
    found.span = item.span;
    found.id = read_text(reader, "id");
    if (!found.id.empty() && !is_name(found.id.text))
      bad_value(found.id.span, fmt::format("\"{}\" can't be the id of a case", found.id.text),
                "a letter, then letters, digits, \"-\" and \"_\"");
    for (const EstimateCase& other : spec_.cases)
      if (!found.id.empty() && other.id.text == found.id.text)
        bad_value(found.id.span, fmt::format("two cases have the id \"{}\"", found.id.text));
    found.who = reader.text("who", Need::required);
    if (const notation::Node* inputs = reader.map("inputs"))
      for (const notation::Entry& entry : inputs->entries) set_input(entry, found);
    reader.finish();
    spec_.cases.push_back(std::move(found));
  }

  void set_input(const notation::Entry& entry, EstimateCase& found) {
    const notation::Node& value = entry.value;
    const EstimateInput* input = spec_.find_input(entry.key);
    if (!input) {
      std::vector<std::string_view> names;
      for (const EstimateInput& known : spec_.inputs) names.push_back(known.name.text);
      diagnostics_.error("unknown-key", entry.key_span, fmt::format("there is no input \"{}\"", entry.key))
          .expect("one of " + base::list_names(names))
          .suggest(base::did_you_mean(entry.key, names));
      return;
    }
    const bool is_scalar = value.is_string() || value.kind == notation::Kind::number;
    auto number = !input->is_number() || !is_scalar ? std::nullopt : Exact::parse(value.text);
    if (!is_scalar || (input->is_number() && !number)) {
      diagnostics_.error("wrong-type", value.span,
                         fmt::format("\"{}\" of this case must be {}, not {}", entry.key,
                                     input->is_number() ? "a number" : "a text", notation::kind_name(value.kind)));
      return;
    }
    if (std::string objection = number ? objection_to(*input, *number) : ""; !objection.empty())
      bad_value(value.span, objection);
    found.inputs.emplace(entry.key, document::Text{value.text, value.span});
  }

  base::Diagnostics& diagnostics_;
  EstimateSpec spec_;
};

}  // namespace

const EstimateInput* EstimateSpec::find_input(std::string_view name) const { return find_named(inputs, name); }

const EstimateResult* EstimateSpec::find_result(std::string_view name) const { return find_named(results, name); }

std::optional<EstimateSpec> parse_estimate_spec(const notation::Node& node, base::Diagnostics& diagnostics) {
  return Parser(diagnostics).run(node);
}

std::string objection_to(const EstimateInput& input, const Exact& number) {
  const std::string shown = decimal_text(number), name = input.name.text;
  if (number < input.min)
    return fmt::format("{} is less than {}, the minimum of \"{}\"", shown, decimal_text(input.min), name);
  if (number > input.max)
    return fmt::format("{} is more than {}, the maximum of \"{}\"", shown, decimal_text(input.max), name);
  if (!input.step || ((number - input.min) / *input.step).to_decimal(0)) return "";
  return fmt::format("{} is not on a step of {} from {}", shown, decimal_text(*input.step), decimal_text(input.min));
}

std::vector<std::string> distinct_values(const quantity::Frame& frame, std::string_view column) {
  std::vector<std::string> values;
  std::set<std::string> seen;
  const int index = frame.find(column);
  for (size_t row = 0; index >= 0 && row < frame.rows(); ++row)
    if (std::string value = quantity::to_text(frame.at(row, static_cast<size_t>(index)));
        !value.empty() && seen.insert(value).second)
      values.push_back(std::move(value));
  return values;
}

std::string decimal_text(const quantity::Exact& number) {
  std::string text = quantity::group_thousands(number.to_decimal().value_or(number.to_fraction()));
  return base::replace_all(std::move(text), "-", "\u2212");
}

}  // namespace blocks
