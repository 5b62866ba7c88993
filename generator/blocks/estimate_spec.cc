#include "blocks/estimate_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "quantity/number_format.h"

namespace blocks {
namespace {

using namespace notation::kinds;
using notation::Format;
using notation::kRequired;
using notation::Node;
using notation::Reader;
using notation::Value;
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

void bad_value(base::Span span, std::string message, std::string expected, base::Diagnostics& diagnostics) {
  diagnostics.error("bad-value", span, std::move(message)).expect(std::move(expected));
}

// ---- Inputs

// Returns the value of a number, if the form of an input can show it.
std::optional<Exact> input_number(const Node& node, base::Diagnostics& diagnostics) {
  auto value = Exact::parse(node.text);
  if (value && value->abs() <= Exact(kMaxInput) && value->to_decimal(kMaxInputDigits)) return value;
  bad_value(node.span, fmt::format("{} is not a valid number for an input", node.text),
            fmt::format("at most {} in size, with {} digits after the decimal point", decimal_text(kMaxInput),
                        kMaxInputDigits),
            diagnostics);
  return std::nullopt;
}

// `Stored` is Exact, or an optional one.
template <class Stored>
Value<EstimateInput> exact(Stored EstimateInput::* place) {
  return {notation::number_type(false, {}), [place](Reader& from, std::string_view key, EstimateInput& to) {
            if (!from.number(key)) return;
            if (const auto value = input_number(*from.node(key), from.diagnostics())) to.*place = *value;
          }};
}

const Format<EstimateInput> kInput(
    "the input",
    {
        {"title", text(&EstimateInput::title), kRequired, "The label."},
        {"help", text(&EstimateInput::help), "none", "A line of help below it."},
        {"unit", text(&EstimateInput::unit), "required", "Its unit; `1` for a plain number.", "number"},
        {"min", exact(&EstimateInput::min), "required", "Where the allowed range begins.", "number"},
        {"max", exact(&EstimateInput::max), "required", "Where the allowed range ends.", "number"},
        {"step", exact(&EstimateInput::step), "none", "Counted from `min`; without it, any number is allowed.",
         "number"},
        {"default", text(&EstimateInput::preset), "any row, or the first option",
         "The initial value, which a number needs."},
        {"column", text(&EstimateInput::column), "required", "The column whose values are the choices.",
         "choice options"},
        {"choices", texts(&EstimateInput::choices), "all", "The values to offer, in order.", "choice options"},
        {"data", text(&EstimateInput::data), "required",
         "The query of the page, view or resource whose rows are the options.", "options"},
    },
    {.rules = R"({"if": {"anyOf": [{"required": ["column"]}, {"required": ["data"]}]},
        "then": {"required": ["column"],
                 "properties": {"unit": false, "min": false, "max": false, "step": false}},
        "else": {"required": ["unit", "min", "max", "default"],
                 "properties": {"choices": false, "default": {"type": "number"}}}})"});

std::string_view kind_of(const EstimateInput& input) {
  return input.is_options() ? "options" : input.is_choice() ? "choice" : "number";
}

void check_missing_keys(const EstimateInput& input, const Node& map, base::Diagnostics& diagnostics) {
  for (const std::string_view key : {"unit", "min", "max", "default", "column"}) {
    const Node* value = map.find(key);
    if (kind_of(input) == (key == "column" ? "options" : "number") && (!value || value->is_null()))
      diagnostics.error("missing-key", map.span,
                        fmt::format("the input \"{}\" needs the key \"{}\"", input.name.text, key));
  }
}

// Reports keys that inputs of this kind do not use.
void check_unused_keys(const EstimateInput& input, const Node& map, base::Diagnostics& diagnostics) {
  const std::string_view kind = kind_of(input);
  for (const notation::Entry& entry : map.entries) {
    const std::string_view used_by = kInput.find(entry.key)->used_by;
    if (used_by.empty() || base::has_word(used_by, kind) || entry.value.is_null() || entry.value.text.empty()) continue;
    diagnostics.error("unknown-key", entry.key_span,
                      fmt::format("the input \"{}\" has no key \"{}\": {}", input.name.text, entry.key,
                                  kind == "number" ? "it is a number, because it has no \"column\""
                                                   : "it is a choice, because it has a \"column\""));
  }
}

void check_range(const EstimateInput& input, const Node& map, base::Diagnostics& diagnostics) {
  const Node& preset = *map.find("default");
  if (preset.kind != notation::Kind::number) {
    diagnostics.error("wrong-type", preset.span,
                      fmt::format("\"default\" of the input \"{}\" must be a number, not {}", input.name.text,
                                  notation::kind_name(preset.kind)));
    return;
  }
  const auto number = input_number(preset, diagnostics);
  if (!number) return;
  if (input.max <= input.min)
    bad_value(map.find("max")->span, "\"max\" is not more than \"min\"",
              fmt::format("a number above {}", decimal_text(input.min)), diagnostics);
  else if (input.step && input.step->sign() <= 0)
    bad_value(map.find("step")->span, "a step must be positive", "a number above 0", diagnostics);
  else if (std::string objection = objection_to(input, *number); !objection.empty())
    bad_value(preset.span, objection, "", diagnostics);
}

// Calls `add` for each entry of a map, which must not be empty.
template <class Add>
void for_each_entry(Reader& from, std::string_view key, Add add) {
  const Node* map = from.map(key);
  if (!map) return;
  if (map->entries.empty())
    bad_value(map->span, fmt::format("\"{}\" of this estimate is empty", key),
              fmt::format("{}: {{NAME: {{title: …}}}}", key), from.diagnostics());
  for (const notation::Entry& entry : map->entries) {
    if (!is_name(entry.key))
      from.diagnostics()
          .error("estimate-name", entry.key_span, fmt::format("\"{}\" can't be used in a formula", entry.key))
          .expect("a letter, then letters, digits, \"-\" and \"_\"");
    add(entry);
  }
}

void read_inputs(Reader& from, std::string_view key, EstimateSpec& to) {
  base::Diagnostics& diagnostics = from.diagnostics();
  for_each_entry(from, key, [&](const notation::Entry& entry) {
    const size_t errors = diagnostics.errors();
    EstimateInput input;
    input.name = {entry.key, entry.key_span};
    kInput.read(entry.value, fmt::format("the input \"{}\"", entry.key), input, diagnostics);
    if (entry.value.is_map()) check_missing_keys(input, entry.value, diagnostics);
    if (diagnostics.errors() == errors) check_unused_keys(input, entry.value, diagnostics);
    if (diagnostics.errors() == errors && kind_of(input) == "number") check_range(input, entry.value, diagnostics);
    if (diagnostics.errors() > errors) input.is_wrong = true;
    to.inputs.push_back(std::move(input));
  });
}

// ---- Results

// A d3-format, of which only those parts are supported that the script on the page supports too.
Value<EstimateResult> result_format() {
  return {notation::kText, [](Reader& from, std::string_view key, EstimateResult& to) {
            const std::string format = from.text(key);
            if (format.empty()) return;
            std::string_view rest = format;
            to.grouped = rest.starts_with(',');
            if (to.grouped) rest.remove_prefix(1);
            if (rest == "d") rest = ".0f";
            for (to.digits = 0; to.digits <= kMaxDigits; ++to.digits) {
              to.is_significant = to.digits > 0 && rest == fmt::format(".{}r", to.digits);
              if (to.is_significant || rest == fmt::format(".{}f", to.digits)) return;
            }
            from.diagnostics()
                .error("bad-format", from.span_of(key),
                       fmt::format("\"{}\" is not a format for an estimate's results", format))
                .expect(fmt::format("\".2f\" or \",.2f\" with 0 to {0} digits after the decimal point, \",.3r\" with 1 "
                                    "to {0} significant digits, or \",d\"",
                                    kMaxDigits));
          }};
}

const Format<EstimateResult> kResult(
    "the result",
    {
        {"title", text(&EstimateResult::title), kRequired, "The title of its column."},
        {"unit", text(&EstimateResult::unit), kRequired, "The unit of the result."},
        {"formula", text(&EstimateResult::formula), kRequired, "How to calculate it."},
        {"format", result_format(), "`\",.2f\"`",
         "[The number format](units.md#formats): digits after the point (`\",.2f\"`), significant digits (`\",.3r\"`), "
         "or "
         "whole numbers (`\",d\"`)."},
        {"shown", flag(&EstimateResult::is_shown), "`true`",
         "`false` for a step of the calculation that gets no column unless `columns` lists it."},
        {"better",
         choice(&EstimateResult::better, {{"lower", quantity::Better::lower}, {"higher", quantity::Better::higher}}),
         "`lower`", "Which results come first."},
        {"covers", text(&EstimateResult::covers), "none", "[What the result covers](disagreement.md#covers)."},
    });

void read_results(Reader& from, std::string_view key, EstimateSpec& to) {
  for_each_entry(from, key, [&](const notation::Entry& entry) {
    EstimateResult result;
    result.name = {entry.key, entry.key_span};
    kResult.read(entry.value, fmt::format("the result \"{}\"", entry.key), result, from.diagnostics());
    if (to.find_input(entry.key))
      from.diagnostics()
          .error("estimate-name", entry.key_span, fmt::format("\"{}\" is already the name of an input", entry.key))
          .suggest("give the result another name");
    to.results.push_back(std::move(result));
  });
}

std::optional<size_t> read_result_name(Reader& from, std::string_view key, const EstimateSpec& spec) {
  std::vector<std::string_view> names;
  for (const EstimateResult& result : spec.results) names.push_back(result.name.text);
  const std::string name = from.choice(key, names);
  const EstimateResult* result = name.empty() ? nullptr : spec.find_result(name);
  return result ? std::optional(static_cast<size_t>(result - spec.results.data())) : std::nullopt;
}

void read_order(Reader& from, std::string_view key, EstimateSpec& to) {
  to.sorted_by = read_result_name(from, key, to).value_or(0);
}

void read_range(Reader& from, std::string_view key, EstimateSpec& to) {
  to.sorted_to = read_result_name(from, key, to);
  to.sorted_to_span = from.span_of(key);
}

// Checks that the two ends of the range are different results in one unit.
void check_range_ends(const EstimateSpec& spec, base::Diagnostics& diagnostics) {
  if (!spec.sorted_to) return;
  const EstimateResult &from = spec.results[spec.sorted_by], &to = spec.results[*spec.sorted_to];
  if (&from != &to && from.unit.text == to.unit.text) return;
  bad_value(spec.sorted_to_span,
            fmt::format("\"{}\" can't end a range that \"{}\" begins", to.name.text, from.name.text),
            &from == &to ? "another result" : fmt::format("a result in {}", from.unit.text), diagnostics);
}

// ---- Conditions and cases

const Format<EstimateCondition> kCondition(
    "this condition",
    {
        {"condition", text(&EstimateCondition::condition), kRequired,
         "Two formulas with `<`, `<=`, `>`, `>=` or `=` between them; or one formula, which must have a value."},
        {"reason", text(&EstimateCondition::reason), kRequired,
         "What readers see after the name of the row, which is its first column; `{name}` is a result or a column of "
         "the rows."},
        {"gap", flag(&EstimateCondition::is_gap), "`false`",
         "`true` if the data lack what the condition needs: the row is then listed as not estimated."},
    });

const Format<EstimateCase> kCase(
    "this case", {
                     {"id", text(&EstimateCase::id), "none", "Its name in [figures](estimates.md#figures)."},
                     {"who", text(&EstimateCase::who), kRequired, "Who the case is for."},
                     {"inputs",
                      {{"map", R"({"type": "object", "additionalProperties": {"type": ["string", "number"]}})"},
                       [](Reader& from, std::string_view key, EstimateCase&) { from.map(key); }},
                      "none",
                      "The settings; the others keep their defaults."},
                 });

void set_input(const notation::Entry& entry, const EstimateSpec& spec, EstimateCase& found,
               base::Diagnostics& diagnostics) {
  const Node& value = entry.value;
  const EstimateInput* input = spec.find_input(entry.key);
  if (!input) {
    std::vector<std::string_view> names;
    for (const EstimateInput& known : spec.inputs) names.push_back(known.name.text);
    diagnostics.error("unknown-key", entry.key_span, fmt::format("there is no input \"{}\"", entry.key))
        .expect("one of " + base::list_names(names))
        .suggest(base::did_you_mean(entry.key, names));
    return;
  }
  if (input->is_wrong) return;
  const bool is_scalar = value.is_string() || value.kind == notation::Kind::number;
  auto number = !input->is_number() || !is_scalar ? std::nullopt : Exact::parse(value.text);
  if (!is_scalar || (input->is_number() && !number)) {
    diagnostics.error("wrong-type", value.span,
                      fmt::format("\"{}\" of this case must be {}, not {}", entry.key,
                                  input->is_number() ? "a number" : "a text", notation::kind_name(value.kind)));
    return;
  }
  if (std::string objection = number ? objection_to(*input, *number) : ""; !objection.empty())
    bad_value(value.span, objection, "", diagnostics);
  found.inputs.emplace(entry.key, document::Text{value.text, value.span});
}

void read_cases(Reader& from, std::string_view key, EstimateSpec& to) {
  const Node* list = from.list(key);
  if (!list) return;
  base::Diagnostics& diagnostics = from.diagnostics();
  for (const Node& item : list->items) {
    EstimateCase found = kCase.read(item, diagnostics);
    if (!found.id.empty() && !is_name(found.id.text))
      bad_value(found.id.span, fmt::format("\"{}\" can't be the id of a case", found.id.text),
                "a letter, then letters, digits, \"-\" and \"_\"", diagnostics);
    for (const EstimateCase& other : to.cases)
      if (!found.id.empty() && other.id.text == found.id.text)
        bad_value(found.id.span, fmt::format("two cases have the id \"{}\"", found.id.text), "", diagnostics);
    if (const Node* inputs = item.find("inputs"))
      for (const notation::Entry& entry : inputs->entries) set_input(entry, to, found, diagnostics);
    to.cases.push_back(std::move(found));
  }
}

// Checks the table's columns, and the range. A result may be listed by its name alone.
void check_columns(EstimateSpec& spec, const Node& map, base::Diagnostics& diagnostics) {
  check_range_ends(spec, diagnostics);
  bool shows_row = spec.table.columns.empty();
  for (const ColumnSpec& column : spec.table.columns) {
    const std::string& name = column.name.text;
    if (column.has_summary())
      diagnostics.error("bad-total", column.summary_span, "the rows of an estimate are options: they have no total")
          .expect("no \"total:\"");
    if (!spec.find_result(name))
      shows_row = true;
    else if (!is_name_alone(column.name))
      bad_value(column.name.span, fmt::format("\"{}\" is a result, which has its own keys", name),
                fmt::format("only its name: {}", name), diagnostics);
  }
  if (!shows_row)
    bad_value(map.span, "this estimate shows no column of its rows", "a column that identifies the row", diagnostics);
}

}  // namespace

const Format<EstimateSpec>& estimate_format() {
  static const Format<EstimateSpec> format(
      "this estimate",
      joined(within(&EstimateSpec::table, shared_keys(kRequired)),
             {
                 {"inputs", {named_type(kInput), read_inputs}, kRequired, "What readers can set."},
                 {"results", {named_type(kResult), read_results}, kRequired, "What is calculated for each row."},
                 {"sort",
                  {notation::kText, read_order},
                  "the first",
                  "The result that sorts the rows, and that the summary states."},
                 {"sort_to",
                  {notation::kText, read_range},
                  "none",
                  "The result that ends the [range](estimates.md#ranges) which `sort` begins."},
                 {"best_of", text(&EstimateSpec::best_of), "all rows",
                  "A column: of the rows with the same value in it, only the first is shown."},
                 {"requires", list(&EstimateSpec::conditions, kCondition), "none",
                  "What a row must meet; see [below](#requires)."},
                 {"cases",
                  {list_type(kCase), read_cases},
                  "the defaults of the inputs",
                  "Settings that the build calculates."},
             }),
      {.check = check_columns});
  return format;
}

std::optional<EstimateSpec> parse_estimate_spec(const Node& node, base::Diagnostics& diagnostics) {
  const size_t errors = diagnostics.errors();
  EstimateSpec spec;
  spec.table.span = node.span;
  estimate_format().read(node, "this estimate", spec, diagnostics);
  if (diagnostics.errors() > errors) return std::nullopt;
  return spec;
}

const EstimateInput* EstimateSpec::find_input(std::string_view name) const { return find_named(inputs, name); }

const EstimateResult* EstimateSpec::find_result(std::string_view name) const { return find_named(results, name); }

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

std::string decimal_text(const quantity::Exact& number, const quantity::Locale& locale) {
  std::string text = quantity::write_number(number.to_decimal().value_or(number.to_fraction()), locale);
  return base::replace_all(std::move(text), "-", "\u2212");
}

}  // namespace blocks
