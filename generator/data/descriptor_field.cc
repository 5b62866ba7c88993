#include "data/descriptor_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/suggest.h"
#include "base/utf8.h"
#include "notation/reader.h"
#include "quantity/decimal.h"
#include "quantity/number_format.h"
#include "quantity/scope.h"

namespace data {
namespace {

using quantity::Better;
using quantity::FieldType;

struct TypeName {
  FieldType type;
  std::string_view name;
};
constexpr std::array<TypeName, 8> kTypes = {{{FieldType::string, "string"},
                                             {FieldType::integer, "integer"},
                                             {FieldType::number, "number"},
                                             {FieldType::boolean, "boolean"},
                                             {FieldType::date, "date"},
                                             {FieldType::datetime, "datetime"},
                                             {FieldType::year, "year"},
                                             {FieldType::yearmonth, "yearmonth"}}};
static_assert(kTypes.size() == static_cast<size_t>(FieldType::datetime) + 1, "a name for each type");

// A field with a name that no table can have is left out.
bool check_name(const std::string& name, base::Span span, base::Diagnostics& diagnostics) {
  std::string reason;
  std::string lower = base::lower_case(name);  // SQLite does not tell the two apart
  if (lower == "ref" || lower.ends_with("__ref")) {
    reason = "\"ref\" and names that end in \"__ref\" are kept for the provenance of a row and of a cell";
  } else if (name.find_first_of(std::string_view("/\"\n\r\t\0", 6)) != std::string::npos) {
    reason = "a name has no slash, quotation mark, tab or line end";
  }
  if (!reason.empty())
    diagnostics.error("bad-name", span, fmt::format("a field cannot be named \"{}\"", name)).expect(reason);
  return reason.empty();
}

Constraints read_constraints(const notation::Node* node, FieldType type, base::Diagnostics& diagnostics) {
  Constraints result;
  if (node == nullptr) return result;
  notation::Reader reader(*node, "the constraints", diagnostics);
  result.required = reader.boolean("required").value_or(false);
  result.unique = reader.boolean("unique").value_or(false);
  if (const notation::Node* values = reader.list("enum"))
    for (const notation::Node& value : values->items) result.one_of.push_back(value.text);
  auto bound = [&](std::string_view key) -> std::optional<std::string> {
    if (reader.node(key) == nullptr) return std::nullopt;
    std::string text = reader.text(key);
    if (type == FieldType::string || type == FieldType::boolean) {
      diagnostics
          .error("wrong-type", reader.span_of(key), fmt::format("a field of type {} has no {}", type_name(type), key))
          .suggest("minimum and maximum are for numbers and dates");
      return std::nullopt;
    }
    if (quantity::is_numeric(type) && !quantity::Exact::parse(text)) {
      diagnostics.error("wrong-type", reader.span_of(key), fmt::format("\"{}\" is not a number", text))
          .expect("a number");
      return std::nullopt;
    }
    return text;
  };
  result.minimum = bound("minimum");
  result.maximum = bound("maximum");
  auto length = [&](std::string_view key) -> std::optional<size_t> {
    std::optional<long> value = reader.integer(key);
    return value && *value >= 0 ? std::optional<size_t>(*value) : std::nullopt;
  };
  result.min_length = length("minLength");
  result.max_length = length("maxLength");
  result.pattern = reader.text("pattern");
  result.pattern_span = reader.span_of("pattern");
  reader.finish();
  return result;
}

// "TABLE.COLUMN", or {"column": "TABLE.COLUMN", "because": "…"}.
SameAs read_same_as(const notation::Node* node, base::Diagnostics& diagnostics) {
  SameAs result;
  if (node == nullptr) return result;
  result.span = node->span;
  std::string target = node->text;
  if (node->is_map()) {
    notation::Reader reader(*node, "\"same_as\"", diagnostics);
    target = reader.text("column", notation::Need::required);
    result.span = reader.span_of("column");
    result.because = reader.text("because");
    reader.finish();
  }
  size_t dot = target.rfind('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == target.size() || node->is_list()) {
    diagnostics.error("wrong-type", result.span, "\"same_as\" does not name a column")
        .expect("TABLE.COLUMN: a resource or the view of a long one, and a column of it that states the same quantity");
    return result;
  }
  result.table = target.substr(0, dot);
  result.column = target.substr(dot + 1);
  return result;
}

// Frictionless 2: ["a", "b"], or [{"value": "a", "label": "Type A"}].
std::map<std::string, std::string, std::less<>> read_labels(const notation::Node* categories,
                                                            const Constraints& constraints,
                                                            base::Diagnostics& diagnostics) {
  std::map<std::string, std::string, std::less<>> labels;
  if (categories == nullptr) return labels;
  for (const notation::Node& item : categories->items) {
    std::string value = item.text, label;
    base::Span span = item.span;
    if (item.is_map()) {
      notation::Reader reader(item, "this category", diagnostics);
      value = reader.text("value", notation::Need::required);
      span = reader.span_of("value");
      label = reader.text("label");
      reader.finish();
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

void check_format(const std::string& format, base::Span span, base::Diagnostics& diagnostics) {
  std::string why;
  if (!format.empty() && !quantity::NumberFormat::parse(format, &why))
    diagnostics.error("bad-format", span, why).expect("a d3-format such as \",.2f\", \"~s\" or \".1%\"");
}

}  // namespace

std::string_view type_name(FieldType type) {
  for (const TypeName& entry : kTypes)
    if (entry.type == type) return entry.name;
  return "string";
}

std::optional<FieldType> type_of(std::string_view name) {
  for (const TypeName& entry : kTypes)
    if (entry.name == name) return entry.type;
  return std::nullopt;
}

ResourceField read_field(const notation::Node& node, const std::string& resource, base::Diagnostics& diagnostics) {
  ResourceField result;
  quantity::Field& field = result.field;
  notation::Reader reader(node, "this field", diagnostics);
  field.name = reader.text("name", notation::Need::required);
  result.span = reader.span_of("name");
  field.title = reader.text("title");
  if (field.title.empty()) field.title = field.name;
  field.description = reader.text("description");
  std::vector<std::string_view> types;
  for (const TypeName& entry : kTypes) types.push_back(entry.name);
  field.type = type_of(reader.choice("type", types)).value_or(FieldType::string);
  field.unit = reader.text("unit");
  field.unit_field = reader.text("unitField");
  result.unit_span = reader.span_of(field.unit_field.empty() ? "unit" : "unitField");
  std::string better = reader.choice("better", {"higher", "lower"});
  field.better = better == "higher" ? Better::higher : better == "lower" ? Better::lower : Better::neither;
  field.covers = quantity::Scope(reader.text("covers")).text();
  field.format = reader.text("format");
  if (field.format == "default") field.format.clear();  // Frictionless: the type's usual notation
  result.format_span = reader.span_of("format");
  result.constraints = read_constraints(reader.map("constraints"), field.type, diagnostics);
  result.same_as = read_same_as(reader.node("same_as"), diagnostics);
  result.own.source = reader.text("source");
  result.own.source_span = reader.span_of("source");
  result.own.locator = reader.text("locator");
  result.own.as_of = reader.text("as_of");
  if (!result.own.as_of.empty() && !is_partial_date(result.own.as_of)) {
    diagnostics.error("bad-date", reader.span_of("as_of"), fmt::format("\"{}\" is not a date", result.own.as_of))
        .expect("a date such as 2026-01-31, 2026-01 or 2026");
    result.own.as_of.clear();
  }
  result.labels = read_labels(reader.list("categories"), result.constraints, diagnostics);
  reader.boolean("categoriesOrdered");
  reader.node("example");
  reader.node("rdfType");
  reader.finish();
  field.resource = resource;
  field.column = field.name;

  if (!field.name.empty() && !check_name(field.name, result.span, diagnostics)) field.name.clear();
  if (quantity::is_numeric(field.type)) {
    check_format(field.format, result.format_span, diagnostics);
  } else if (field.has_unit()) {
    diagnostics
        .error("wrong-type", result.unit_span,
               fmt::format("\"{}\" has a unit, but its type is {}", field.name, type_name(field.type)))
        .expect("type number or integer");
    field.unit.clear();
    field.unit_field.clear();
  }
  if (!result.same_as.table.empty() && !field.has_unit()) {
    diagnostics
        .error("bad-unit", result.same_as.span, fmt::format("\"{}\" has no unit, so it states no quantity", field.name))
        .expect("a field with a \"unit\" or a \"unitField\"");
    result.same_as.table.clear();
  }
  if (!field.unit.empty() && !field.unit_field.empty()) {
    diagnostics.error("bad-unit", result.unit_span, fmt::format("\"{}\" has both a unit and a unitField", field.name))
        .expect("one of them");
    field.unit_field.clear();
  }
  return result;
}

}  // namespace data
