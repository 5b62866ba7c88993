#include "blocks/estimate_spec.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "notation/reader.h"
#include "quantity/number_format.h"

namespace blocks {
namespace {

// Whether a column is its name, plain or in quotation marks, and not a map.
bool is_name_alone(const ColumnSpec& column) {
  std::string_view written = column.span.text();
  if (written.starts_with('"') || written.starts_with('\'')) written = written.substr(1, written.size() - 2);
  return written == column.name;
}

// What a browser's own number can hold and print without an exponent, with room to spare.
constexpr int64_t kGreatestInput = 1'000'000'000'000;
constexpr int kMostInputDigits = 6;
constexpr int kMostDigits = 12;

// Names stand in formulas and in addresses.
bool is_name(std::string_view text) {
  auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

class Parser {
 public:
  explicit Parser(base::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  std::optional<EstimateSpec> run(const notation::Node& node) {
    size_t errors = diagnostics_.errors();
    notation::Reader reader(node, "this estimate", diagnostics_);
    TableSpec& table = spec_.table;
    table.span = node.span;
    table.data = reader.text("data", notation::Need::required);
    table.data_span = reader.span_of("data");
    table.caption = reader.text("caption", notation::Need::required);
    table.caption_span = reader.span_of("caption");
    table.note = reader.text("note", notation::Need::required);
    table.note_span = reader.span_of("note");
    table.empty = reader.text("empty");
    table.empty_span = reader.span_of("empty");
    reader.texts("holds");  // whether they hold is for the page to check
    if (const notation::Node* columns = reader.list("columns")) {
      table.columns = parse_columns(*columns, diagnostics_);
      refuse_totals(table.columns);
    }
    table.same = parse_names(reader, "same", table.same_spans);
    table.differs = parse_names(reader, "differs", table.differs_spans);
    each_of(reader, "inputs", [&](const notation::Entry& entry) { add_input(entry); });
    each_of(reader, "results", [&](const notation::Entry& entry) { add_result(entry); });
    if (const notation::Node* cases = reader.list("cases"))
      for (const notation::Node& item : cases->items) add_case(item);
    reader.finish();
    take_results_from_columns();
    if (diagnostics_.errors() > errors) return std::nullopt;
    return std::move(spec_);
  }

 private:
  // The entries of a map that must be there and hold something.
  template <class Add>
  void each_of(notation::Reader& reader, std::string_view key, Add add) {
    if (!reader.node(key, notation::Need::required)) return;
    const notation::Node* map = reader.map(key);
    if (!map) return;
    if (map->entries.empty())
      diagnostics_.error("bad-value", map->span, fmt::format("\"{}\" of this estimate is empty", key))
          .expect(fmt::format("{}: {{NAME: {{title: …}}}}", key));
    for (const notation::Entry& entry : map->entries) {
      if (!is_name(entry.key))
        diagnostics_.error("estimate-name", entry.key_span, fmt::format("\"{}\" can't stand in a formula", entry.key))
            .expect("a letter, then letters, digits, \"-\" and \"_\"");
      add(entry);
    }
  }

  // A result that is named among the columns stands there.
  void take_results_from_columns() {
    std::vector<ColumnSpec> columns;
    for (ColumnSpec& column : spec_.table.columns) {
      bool is_result = std::any_of(spec_.results.begin(), spec_.results.end(),
                                   [&](const EstimateResult& result) { return result.name == column.name; });
      spec_.order.push_back(is_result ? column.name : "");
      if (!is_result)
        columns.push_back(std::move(column));
      else if (!is_name_alone(column))
        diagnostics_
            .error("bad-value", column.span,
                   fmt::format("\"{}\" is a result, which says these things itself", column.name))
            .expect(fmt::format("its name alone: {}", column.name));
    }
    if (!spec_.order.empty() && columns.empty())
      diagnostics_.error("bad-value", spec_.table.span, "this estimate shows no column of its rows")
          .expect("a column that says which row it is");
    spec_.table.columns = std::move(columns);
  }

  void refuse_totals(const std::vector<ColumnSpec>& columns) {
    for (const ColumnSpec& column : columns)
      if (column.total)
        diagnostics_.error("bad-total", column.total_span, "an estimate's rows are alternatives: they have no total")
            .expect("no \"total:\"");
  }

  Written written(notation::Reader& reader, std::string_view key, notation::Need need = notation::Need::optional) {
    std::string text = reader.text(key, need);
    return {std::move(text), reader.span_of(key)};
  }

  void add_input(const notation::Entry& entry) {
    notation::Reader reader(entry.value, fmt::format("the input \"{}\"", entry.key), diagnostics_);
    EstimateInput input;
    input.name = entry.key;
    input.name_span = entry.key_span;
    input.title = reader.text("title", notation::Need::required);
    input.help = reader.text("help");
    input.column = written(reader, "column");
    if (input.is_choice())
      read_choice(reader, input);
    else
      read_number(reader, input);
    reader.finish();
    spec_.inputs.push_back(std::move(input));
  }

  void read_choice(notation::Reader& reader, EstimateInput& input) {
    std::vector<base::Span> spans;
    std::vector<std::string> choices = parse_names(reader, "choices", spans);
    for (size_t i = 0; i < choices.size() && i < spans.size(); ++i)
      input.choices.push_back({std::move(choices[i]), spans[i]});
    input.preset = written(reader, "default");
  }

  void read_number(notation::Reader& reader, EstimateInput& input) {
    input.unit = written(reader, "unit", notation::Need::required);
    size_t errors = diagnostics_.errors();
    auto least = number(reader, "min", notation::Need::required);
    auto most = number(reader, "max", notation::Need::required);
    input.step = number(reader, "step", notation::Need::optional);
    auto preset = number(reader, "default", notation::Need::required);
    input.preset = {reader.text("default"), reader.span_of("default")};
    if (!least || !most || !preset || diagnostics_.errors() > errors) return;
    input.least = *least, input.most = *most;
    if (*most <= *least)
      diagnostics_.error("bad-value", reader.span_of("max"), "\"max\" is not more than \"min\"")
          .expect(fmt::format("a number above {}", decimal_text(*least)));
    else if (input.step && input.step->sign() <= 0)
      diagnostics_.error("bad-value", reader.span_of("step"), "a step must lead somewhere").expect("a number above 0");
    else if (std::string objection = objection_to(input, *preset); !objection.empty())
      diagnostics_.error("bad-value", reader.span_of("default"), objection);
  }

  std::optional<quantity::Exact> number(notation::Reader& reader, std::string_view key, notation::Need need) {
    if (!reader.node(key, need) || !reader.number(key)) return std::nullopt;
    auto value = quantity::Exact::parse(reader.text(key));
    bool fits = value && value->abs() <= quantity::Exact(kGreatestInput) && value->to_decimal(kMostInputDigits);
    if (fits) return value;
    diagnostics_.error("bad-value", reader.span_of(key), fmt::format("{} is no number to be set", reader.text(key)))
        .expect(fmt::format("at most {} either way, with {} digits after the point", decimal_text(kGreatestInput),
                            kMostInputDigits));
    return std::nullopt;
  }

  void add_result(const notation::Entry& entry) {
    notation::Reader reader(entry.value, fmt::format("the result \"{}\"", entry.key), diagnostics_);
    EstimateResult result;
    result.name = entry.key;
    result.name_span = entry.key_span;
    result.title = reader.text("title", notation::Need::required);
    result.unit = written(reader, "unit", notation::Need::required);
    result.formula = written(reader, "formula", notation::Need::required);
    result.covers = written(reader, "covers");
    if (Written format = written(reader, "format"); !format.text.empty()) read_format(format, result);
    if (reader.choice("better", {"lower", "higher"}) == "higher") result.better = quantity::Better::higher;
    reader.finish();
    bool is_taken = spec_.find_input(result.name) != nullptr;
    if (is_taken)
      diagnostics_
          .error("estimate-name", entry.key_span, fmt::format("\"{}\" is the name of an input already", entry.key))
          .suggest("give the result a name of its own");
    spec_.results.push_back(std::move(result));
  }

  // The part of d3-format that the script on the page speaks too.
  void read_format(const Written& format, EstimateResult& result) {
    std::string_view text = format.text;
    result.grouped = text.starts_with(',');
    if (result.grouped) text.remove_prefix(1);
    if (text == "d") text = ".0f";
    std::string_view digits = text.size() > 2 ? text.substr(1, text.size() - 2) : "";
    bool reads = text.starts_with('.') && text.ends_with('f') && !digits.empty() && digits.size() <= 2 &&
                 std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (reads) result.digits = std::stoi(std::string(digits));
    if (reads && result.digits <= kMostDigits) return;
    diagnostics_
        .error("bad-format", format.span, fmt::format("\"{}\" is no format of an estimate's results", format.text))
        .expect(fmt::format("\".2f\" or \",.2f\" with 0 to {} digits after the point, or \",d\"", kMostDigits));
  }

  void add_case(const notation::Node& item) {
    notation::Reader reader(item, "this case", diagnostics_);
    EstimateCase found;
    found.span = item.span;
    found.who = reader.text("who", notation::Need::required);
    const notation::Node* inputs = reader.map("inputs");
    if (inputs)
      for (const notation::Entry& entry : inputs->entries) set_input(entry, found);
    reader.finish();
    spec_.cases.push_back(std::move(found));
  }

  void set_input(const notation::Entry& entry, EstimateCase& found) {
    const EstimateInput* input = spec_.find_input(entry.key);
    if (!input) {
      std::vector<std::string_view> names;
      for (const EstimateInput& known : spec_.inputs) names.push_back(known.name);
      diagnostics_.error("unknown-key", entry.key_span, fmt::format("there is no input \"{}\"", entry.key))
          .expect("one of " + base::list_names(names))
          .suggest(base::did_you_mean(entry.key, names));
      return;
    }
    const notation::Node& value = entry.value;
    bool is_scalar = value.is_string() || value.kind == notation::Kind::number;
    auto number = input->is_choice() || !is_scalar ? std::nullopt : quantity::Exact::parse(value.text);
    if (!is_scalar || (!input->is_choice() && !number)) {
      diagnostics_.error("wrong-type", value.span,
                         fmt::format("\"{}\" of this case must be {}, not {}", entry.key,
                                     input->is_choice() ? "a text" : "a number", notation::kind_name(value.kind)));
      return;
    }
    if (std::string objection = number ? objection_to(*input, *number) : ""; !objection.empty())
      diagnostics_.error("bad-value", value.span, objection);
    found.inputs.emplace(entry.key, Written{value.text, value.span});
  }

  base::Diagnostics& diagnostics_;
  EstimateSpec spec_;
};

}  // namespace

const EstimateInput* EstimateSpec::find_input(std::string_view name) const {
  auto found =
      std::find_if(inputs.begin(), inputs.end(), [&](const EstimateInput& input) { return input.name == name; });
  return found == inputs.end() ? nullptr : &*found;
}

std::optional<EstimateSpec> parse_estimate_spec(const notation::Node& node, base::Diagnostics& diagnostics) {
  return Parser(diagnostics).run(node);
}

std::string objection_to(const EstimateInput& input, const quantity::Exact& number) {
  if (number < input.least)
    return fmt::format("{} is less than {}, the least that \"{}\" can be", decimal_text(number),
                       decimal_text(input.least), input.name);
  if (number > input.most)
    return fmt::format("{} is more than {}, the most that \"{}\" can be", decimal_text(number),
                       decimal_text(input.most), input.name);
  bool on_a_step = !input.step || ((number - input.least) / *input.step).to_decimal(0);
  return on_a_step ? ""
                   : fmt::format("{} is not on a step of {} from {}", decimal_text(number), decimal_text(*input.step),
                                 decimal_text(input.least));
}

std::string decimal_text(const quantity::Exact& number) {
  std::string text = quantity::group_thousands(number.to_decimal().value_or(number.to_fraction()));
  return base::replace_all(std::move(text), "-", "\u2212");
}

}  // namespace blocks
