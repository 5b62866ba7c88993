// Reads the fields of a schema: their types, the forms of their values, and constraints.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/suggest.h"
#include "data/descriptor_parts.h"
#include "quantity/decimal.h"
#include "quantity/scope.h"

namespace data {
namespace {

using quantity::FieldType;

// The names of types, in the order of FieldType.
constexpr std::string_view kTypeNames[] = {"string", "integer", "number",    "boolean",
                                           "date",   "year",    "yearmonth", "datetime"};
static_assert(std::size(kTypeNames) == static_cast<size_t>(FieldType::datetime) + 1, "a name for each type");

std::vector<std::string> words_of(notation::Reader& reader, std::string_view key) {
  std::vector<std::string> words;
  if (const notation::Node* list = reader.list(key))
    for (const notation::Node& item : list->items) words.push_back(item.text);
  return words;
}

Constraints read_constraints(const notation::Node* node, FieldType type, const WrittenForm& form,
                             base::Diagnostics& diagnostics) {
  Constraints result;
  if (!node) return result;
  notation::Reader reader(*node, "the constraints", diagnostics);
  result.required = reader.boolean("required").value_or(false);
  result.unique = reader.boolean("unique").value_or(false);
  result.one_of = words_of(reader, "enum");
  auto read_bound = [&](std::string_view key, bool is_excluded, std::optional<Constraints::Bound>& bound) {
    if (!reader.node(key)) return;
    std::string text = reader.text(key);
    if ((type == FieldType::string && form.type.empty()) || type == FieldType::boolean) {
      diagnostics
          .error("wrong-type", reader.span_of(key),
                 fmt::format("a field of type {} cannot have a {}", type_name(type), key))
          .suggest("minimum and maximum are for numbers and dates");
    } else if (quantity::is_numeric(type) && !quantity::Exact::parse(text) && form.has_usual_numbers()) {
      diagnostics.error("wrong-type", reader.span_of(key), fmt::format("\"{}\" is not a number", text))
          .expect("a number");
    } else {
      bound = {std::move(text), is_excluded};
    }
  };
  read_bound("minimum", false, result.minimum);
  read_bound("maximum", false, result.maximum);
  read_bound("exclusiveMinimum", true, result.minimum);
  read_bound("exclusiveMaximum", true, result.maximum);
  if (reader.node("jsonSchema"))
    diagnostics.warning("unknown-value", reader.span_of("jsonSchema"), "\"jsonSchema\" is not checked");
  auto length = [&](std::string_view key) -> std::optional<size_t> {
    std::optional<long> value = reader.integer(key);
    return value && *value >= 0 ? std::optional<size_t>(*value) : std::nullopt;
  };
  result.min_length = length("minLength");
  result.max_length = length("maxLength");
  result.pattern = reader.text("pattern");
  result.pattern_span = reader.span_of("pattern");
  reader.finish_open();
  return result;
}

// The standard's types whose values are stored as text.
constexpr std::string_view kTextTypes[] = {"any", "time", "duration", "geopoint", "geojson", "object", "array", "list"};

void check_form(const ResourceField& field, base::Diagnostics& diagnostics) {
  const FieldType type = field.field.type;
  const std::string& format = field.form.format;
  if (quantity::is_numeric(type) || format.empty() || format == "any") return;
  const bool is_time = field.form.type == "time" || type == FieldType::date || type == FieldType::datetime;
  // The standard's types and formats of texts are accepted, but not checked.
  if ((type == FieldType::string && !is_time) || (is_time && is_date_pattern(format))) return;
  const std::string_view name = field.form.type.empty() ? type_name(type) : field.form.type;
  const std::string what = fmt::format("\"{}\" is not a format of the type {}", format, name);
  // A date in an unknown format could be read wrongly, so this is an error.
  (is_time ? diagnostics.error("bad-format", field.format_span, what)
           : diagnostics.warning("bad-format", field.format_span, what))
      .expect(is_time ? "a pattern such as \"%d/%m/%Y\"" : "a format of the standard");
}

// Reads the type of a field, and how its values are written.
void read_form(ResourceField& result, notation::Reader& reader, base::Diagnostics& diagnostics) {
  std::vector<std::string_view> known(std::begin(kTypeNames), std::end(kTypeNames));
  known.insert(known.end(), std::begin(kTextTypes), std::end(kTextTypes));
  if (const std::string type = reader.choice("type", known); !type.empty()) set_type(result, type);
  WrittenForm& form = result.form;
  form.format = reader.text("format");
  result.format_span = reader.span_of("format");
  if (form.format == "default") form.format.clear();             // this is the usual notation of the type
  if (form.format.starts_with("fmt:")) form.format.erase(0, 4);  // drafts of the standard used this prefix
  check_form(result, diagnostics);
  if (form.format == "any" && form.type != "time" && result.field.type != FieldType::date) form.format.clear();
  if (const std::string mark = reader.text("decimalChar"); !mark.empty()) form.decimal = mark;
  form.group = reader.text("groupChar");
  form.is_bare = reader.boolean("bareNumber").value_or(true);
  form.yes = words_of(reader, "trueValues");
  form.no = words_of(reader, "falseValues");
  if (form.yes.empty() && !form.no.empty()) form.yes = {"true", "True", "TRUE", "1"};
  if (form.no.empty() && !form.yes.empty()) form.no = {"false", "False", "FALSE", "0"};
  read_missing_values(reader, form.missing, diagnostics);
  accept_unused(reader, {"delimiter", "itemType"});
}

// Reads categories as in Frictionless 2: ["a", "b"], or [{"value": "a", "label": "Type A"}].
std::map<std::string, std::string, std::less<>> read_labels(const notation::Node* categories,
                                                            const Constraints& constraints,
                                                            base::Diagnostics& diagnostics) {
  std::map<std::string, std::string, std::less<>> labels;
  if (!categories) return labels;
  for (const notation::Node& item : categories->items) {
    std::string value = item.text, label;
    base::Span span = item.span;
    if (item.is_map()) {
      notation::Reader reader(item, "this category", diagnostics);
      value = reader.text("value", notation::Need::required);
      span = reader.span_of("value");
      label = reader.text("label");
      reader.finish_open();
    }
    const std::vector<std::string>& allowed = constraints.one_of;
    if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), value) == allowed.end())
      diagnostics
          .error("not-in-enum", span, fmt::format("the category \"{}\" is not in the \"enum\" of its field", value))
          .expect("one of " + base::list_names(base::views(allowed), 20))
          .suggest(base::did_you_mean(value, base::views(allowed)));
    if (!label.empty()) labels.emplace(value, label);
  }
  return labels;
}

}  // namespace

std::string_view type_name(FieldType type) { return kTypeNames[static_cast<size_t>(type)]; }

std::optional<FieldType> read_type(notation::Reader& reader) {
  const std::string name = reader.choice("type", {std::begin(kTypeNames), std::end(kTypeNames)});
  if (name.empty()) return std::nullopt;
  return static_cast<FieldType>(std::ranges::find(kTypeNames, name) - std::begin(kTypeNames));
}

void read_missing_values(notation::Reader& reader, std::vector<std::string>& missing, base::Diagnostics& diagnostics) {
  const notation::Node* list = reader.list("missingValues");
  if (!list) return;
  for (const notation::Node& item : list->items) {
    // Items may be maps: {"value": "-99", "label": "not asked"}.
    const notation::Node* value = item.is_map() ? item.find("value") : &item;
    if (!value || value->is_list() || value->is_map())
      diagnostics.error("wrong-type", item.span, "a missing value must be a text");
    else if (!value->text.empty())
      missing.push_back(value->text);
  }
}

void set_type(ResourceField& field, std::string_view name) {
  const auto type = std::ranges::find(kTypeNames, name);
  const bool is_text = type == std::end(kTypeNames);
  field.field.type = is_text ? FieldType::string : static_cast<FieldType>(type - std::begin(kTypeNames));
  field.form.type = is_text ? name : "";
}

ResourceField read_field(const notation::Node& node, const std::string& resource, base::Diagnostics& diagnostics) {
  ResourceField result;
  quantity::Field& field = result.field;
  notation::Reader reader(node, "this field", diagnostics);
  field.name = reader.text("name", notation::Need::required);
  result.span = reader.span_of("name");
  field.title = read_words(reader, "title", diagnostics);
  if (field.title.empty()) field.title = field.name;
  field.description = read_words(reader, "description", diagnostics);
  read_form(result, reader, diagnostics);
  field.unit = reader.text("unit");
  field.unit_field = reader.text("unitField");
  result.unit_span = reader.span_of(field.unit_field.empty() ? "unit" : "unitField");
  field.better = read_better(reader);
  field.extreme = reader.text("extreme");
  field.comparable = reader.text("comparable");
  field.whole = reader.text("whole");
  field.covers = quantity::Scope(reader.text("covers")).text();
  if (quantity::is_numeric(field.type)) field.format = std::exchange(result.form.format, "");
  result.constraints = read_constraints(reader.map("constraints"), field.type, result.form, diagnostics);
  refuse_removed(reader, "same_as", "to compare two columns, write an assert that joins their tables", diagnostics);
  result.own.source = reader.text("source");
  result.own.source_span = reader.span_of("source");
  result.own.locator = reader.text("locator");
  result.own.as_of = read_as_of(reader, diagnostics);
  result.own.stale_after_days = read_stale_after_days(reader, diagnostics);
  result.labels = read_labels(reader.list("categories"), result.constraints, diagnostics);
  reader.boolean("categoriesOrdered");
  accept_unused(reader, {"example", "examples", "rdfType"});
  reader.finish_open();
  field.resource = resource;
  field.column = field.name;

  if (!field.name.empty() && !check_name(field.name, result.span, diagnostics)) field.name.clear();
  if (quantity::is_numeric(field.type)) {
    check_format(field.format, result.format_span, diagnostics);
  }
  if (!field.unit.empty() && !field.unit_field.empty()) {
    diagnostics.error("bad-unit", result.unit_span, fmt::format("\"{}\" has both a unit and a unitField", field.name))
        .expect("one of them");
    field.unit_field.clear();
  }
  return result;
}

}  // namespace data
