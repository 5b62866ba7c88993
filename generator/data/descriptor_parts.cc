#include "data/descriptor_parts.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <iterator>

#include "base/suggest.h"
#include "base/utf8.h"
#include "data/dates.h"
#include "quantity/decimal.h"
#include "quantity/number_format.h"
#include "quantity/scope.h"

namespace data {
namespace {

using quantity::Better;
using quantity::FieldType;

// The names of types, in the order of FieldType.
constexpr std::string_view kTypeNames[] = {"string", "integer", "number",    "boolean",
                                           "date",   "year",    "yearmonth", "datetime"};
static_assert(std::size(kTypeNames) == static_cast<size_t>(FieldType::datetime) + 1, "a name for each type");

// Returns false after an error: no table can have a column with this name.
bool check_name(const std::string& name, base::Span span, base::Diagnostics& diagnostics) {
  std::string expected;
  const std::string lower = base::lower_case(name);  // SQLite ignores case
  if (lower == "ref" || lower.ends_with("__ref"))
    expected = "another name: \"ref\" and names that end in \"__ref\" are reserved for refs of rows and cells";
  else if (name.find_first_of(std::string_view("/\"\n\r\t\0", 6)) != std::string::npos)
    expected = "a name without slashes, quotation marks, tabs and line breaks";
  if (!expected.empty())
    diagnostics.error("bad-name", span, fmt::format("a field cannot be named \"{}\"", name)).expect(expected);
  return expected.empty();
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
          .error("wrong-type", reader.span_of(key),
                 fmt::format("a field of type {} cannot have a {}", type_name(type), key))
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

// Reads "TABLE.COLUMN", or {"column": "TABLE.COLUMN", "because": "…"}.
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
    diagnostics.error("wrong-type", result.span, "\"same_as\" must be the name of a column")
        .expect("TABLE.COLUMN: a column of a resource, or of the view of a long one, that states the same quantity");
    return result;
  }
  result.table = target.substr(0, dot);
  result.column = target.substr(dot + 1);
  return result;
}

// Reads categories as in Frictionless 2: ["a", "b"], or [{"value": "a", "label": "Type A"}].
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

std::vector<std::string_view> names_of_resources(const Package& package) {
  return base::views(package.resources, &Resource::name);
}

void unknown_field(const Resource& resource, const std::string& field, base::Span span,
                   base::Diagnostics& diagnostics) {
  diagnostics.error("unknown-column", span, fmt::format("\"{}\" has no field \"{}\"", resource.name, field))
      .suggest(base::did_you_mean(field, resource.field_names()));
}

// Reports an unused column "unit": without a `unitField`, the values of a long form have the unit of their quantity.
void check_long_units(const Resource& resource, base::Diagnostics& diagnostics) {
  int at = resource.find(resource.long_form->value);
  if (at < 0 || resource.find("unit") < 0) return;
  const quantity::Field& value = resource.fields[static_cast<size_t>(at)].field;
  if (!value.unit.empty() || !value.unit_field.empty()) return;
  diagnostics
      .error("missing-key", resource.fields[static_cast<size_t>(at)].span,
             fmt::format("\"{}\" has no \"unitField\", but there is a column \"unit\"", value.name))
      .suggest(fmt::format("add \"unitField\": \"unit\" to the field \"{}\"", value.name));
}

void check_unit_columns(Resource& resource, base::Diagnostics& diagnostics) {
  if (resource.long_form) check_long_units(resource, diagnostics);
  for (ResourceField& field : resource.fields) {
    if (field.field.unit_field.empty()) continue;
    int index = resource.find(field.field.unit_field);
    if (index < 0) {
      unknown_field(resource, field.field.unit_field, field.unit_span, diagnostics);
      field.field.unit_field.clear();
    } else if (resource.fields[index].field.type != quantity::FieldType::string) {
      diagnostics
          .error("wrong-type", field.unit_span, fmt::format("\"{}\" is not a column of text", field.field.unit_field))
          .expect("a field of type string, with the unit of each row");
      field.field.unit_field.clear();
    }
  }
}

bool check_foreign_key(const Package& package, const Resource& resource, const ForeignKey& key,
                       base::Diagnostics& diagnostics) {
  size_t before = diagnostics.errors();
  for (const std::string& field : key.fields)
    if (resource.find(field) < 0) unknown_field(resource, field, key.span, diagnostics);
  const Resource* target = package.find(key.resource);
  if (target == nullptr) {
    diagnostics.error("unknown-table", key.span, fmt::format("there is no resource \"{}\"", key.resource))
        .expect("one of " + base::list_names(names_of_resources(package), 20))
        .suggest(base::did_you_mean(key.resource, names_of_resources(package)));
  } else {
    for (const std::string& field : key.reference)
      if (target->find(field) < 0) unknown_field(*target, field, key.span, diagnostics);
  }
  return diagnostics.errors() == before;
}

bool check_long_form(const Package& package, const Resource& resource, base::Diagnostics& diagnostics) {
  const LongForm& form = *resource.long_form;
  const Resource* columns = package.find(form.columns);
  if (columns == nullptr) {
    diagnostics.error("unknown-table", form.span, fmt::format("there is no resource \"{}\"", form.columns))
        .suggest(base::did_you_mean(form.columns, names_of_resources(package)));
    return false;
  }
  if (columns->find("name") < 0) {
    unknown_field(*columns, "name", form.span, diagnostics);
    return false;
  }
  quantity::FieldType type = resource.fields[resource.find(form.value)].field.type;
  if (type != quantity::FieldType::number && type != quantity::FieldType::integer) {
    diagnostics.error("wrong-type", form.span, fmt::format("\"{}\" is not a column of numbers", form.value))
        .expect("type number or integer");
    return false;
  }
  if (const FieldSource& own = resource.fields[resource.find(form.value)].own; own.is_given()) {
    diagnostics.error("unknown-value", form.span, fmt::format("\"{}\" has its own source", form.value))
        .expect("a source for the rows or the resource, because all values of a long table are in this field");
    return false;
  }
  if (resource.primary_key.empty()) {
    diagnostics.error("missing-key", form.span, fmt::format("\"{}\" has no primaryKey", resource.name))
        .expect("a primary key, so that each cell of the view has the ref of its row");
    return false;
  }
  return true;
}

bool is_key(const Package& package, const Resource& resource, const std::string& field) {
  auto has = [&](const std::vector<std::string>& names) { return std::ranges::find(names, field) != names.end(); };
  auto is_target = [&](const Resource& other) {
    return std::ranges::any_of(
        other.foreign_keys, [&](const ForeignKey& key) { return key.resource == resource.name && has(key.reference); });
  };
  return has(resource.primary_key) || std::ranges::any_of(resource.foreign_keys, has, &ForeignKey::fields) ||
         std::ranges::any_of(package.resources, is_target);
}

// Marks numbers without a unit as measured values, unless they are part of a key.
void find_plain_numbers(Package& package) {
  for (Resource& resource : package.resources)
    for (ResourceField& each : resource.fields)
      each.field.is_plain_number = quantity::is_numeric(each.field.type) && !each.field.has_unit() &&
                                   !is_key(package, resource, each.field.name);
}

void check_primary_key(const Resource& resource, base::Diagnostics& diagnostics) {
  if (resource.has_measures() && resource.primary_key.empty())
    diagnostics.error("missing-key", resource.span, fmt::format("\"{}\" has numbers but no primaryKey", resource.name))
        .expect("a primary key, so that each number has a ref of its record and source");
}

// Removes long forms whose view would have an invalid name or the name of another table.
void check_view_names(Package& package, base::Diagnostics& diagnostics) {
  std::vector<std::pair<std::string, base::Span>> taken;
  for (const Resource& resource : package.resources) taken.emplace_back(resource.name, resource.span);
  for (Resource& resource : package.resources) {
    if (!resource.long_form) continue;
    const LongForm& form = *resource.long_form;
    auto same =
        std::find_if(taken.begin(), taken.end(), [&](const auto& other) { return same_name(other.first, form.view); });
    if (same != taken.end()) {
      diagnostics.error("duplicate-name", form.span, fmt::format("a table is already named \"{}\"", same->first))
          .note(same->second, "the first");
      resource.long_form.reset();
    } else if (!is_table_name(form.view)) {
      diagnostics.error("bad-name", form.span, fmt::format("a view cannot be named \"{}\"", form.view))
          .expect(std::string(kTableNames));
      resource.long_form.reset();
    } else {
      taken.emplace_back(form.view, form.span);
    }
  }
}

}  // namespace

std::string_view type_name(FieldType type) { return kTypeNames[static_cast<size_t>(type)]; }

std::optional<FieldType> read_type(notation::Reader& reader) {
  const std::string name = reader.choice("type", {std::begin(kTypeNames), std::end(kTypeNames)});
  if (name.empty()) return std::nullopt;
  return static_cast<FieldType>(std::ranges::find(kTypeNames, name) - std::begin(kTypeNames));
}

Better read_better(notation::Reader& reader) {
  const std::string better = reader.choice("better", {"higher", "lower"});
  return better == "higher" ? Better::higher : better == "lower" ? Better::lower : Better::neither;
}

std::string read_as_of(notation::Reader& reader, base::Diagnostics& diagnostics) {
  std::string date = reader.text("as_of");
  if (date.empty() || is_partial_date(date)) return date;
  diagnostics.error("bad-date", reader.span_of("as_of"), fmt::format("\"{}\" is not a date", date))
      .expect(std::string(kDateForm));
  return "";
}

bool check_unit(const std::string& unit, const quantity::Units& units, base::Span span,
                base::Diagnostics& diagnostics) {
  std::string why;
  if (unit.empty() || units.parse(unit, &why)) return true;
  diagnostics.error("bad-unit", span, why).expect(std::string(kUnitForm));
  return false;
}

bool check_format(const std::string& format, base::Span span, base::Diagnostics& diagnostics) {
  std::string why;
  if (format.empty() || quantity::NumberFormat::parse(format, &why)) return true;
  diagnostics.error("bad-format", span, why).expect("a d3-format such as \",.2f\", \"~s\" or \".1%\"");
  return false;
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
  field.type = read_type(reader).value_or(FieldType::string);
  field.unit = reader.text("unit");
  field.unit_field = reader.text("unitField");
  result.unit_span = reader.span_of(field.unit_field.empty() ? "unit" : "unitField");
  field.better = read_better(reader);
  field.covers = quantity::Scope(reader.text("covers")).text();
  field.format = reader.text("format");
  if (field.format == "default") field.format.clear();  // the default in Frictionless: the usual notation for the type
  result.format_span = reader.span_of("format");
  result.constraints = read_constraints(reader.map("constraints"), field.type, diagnostics);
  result.same_as = read_same_as(reader.node("same_as"), diagnostics);
  result.own.source = reader.text("source");
  result.own.source_span = reader.span_of("source");
  result.own.locator = reader.text("locator");
  result.own.as_of = read_as_of(reader, diagnostics);
  result.labels = read_labels(reader.list("categories"), result.constraints, diagnostics);
  reader.boolean("categoriesOrdered");
  accept_unused(reader, {"example", "rdfType"});
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
        .error("bad-unit", result.same_as.span, fmt::format("\"{}\" has no unit, so it is not a quantity", field.name))
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

// Checks that the key of the history is the edition, followed by the key of the resource.
void check_history(const Package& package, Resource& resource, base::Diagnostics& diagnostics) {
  if (resource.history.empty()) return;
  const Resource* history = package.find(resource.history);
  std::vector<std::string> key{"edition"};
  key.insert(key.end(), resource.primary_key.begin(), resource.primary_key.end());
  if (history && history != &resource && history->primary_key == key) return;
  diagnostics
      .error("bad-edition", resource.history_span,
             fmt::format("\"{}\" can't have the earlier rows of \"{}\"", resource.history, resource.name))
      .expect(fmt::format("a resource with the primary key [{}]", base::join(key, ", ")));
  resource.history.clear();
}

void check_references(Package& package, base::Diagnostics& diagnostics) {
  find_plain_numbers(package);
  for (Resource& resource : package.resources) {
    check_unit_columns(resource, diagnostics);
    check_primary_key(resource, diagnostics);
    std::erase_if(resource.foreign_keys,
                  [&](const ForeignKey& key) { return !check_foreign_key(package, resource, key, diagnostics); });
    check_history(package, resource, diagnostics);
    if (resource.long_form && !check_long_form(package, resource, diagnostics)) resource.long_form.reset();
  }
  check_view_names(package, diagnostics);
}

bool is_table_name(std::string_view name) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789_-.";
  return !name.empty() && name.find_first_not_of(kAllowed) == std::string_view::npos && name.front() != '.' &&
         !name.starts_with("sqlite_");
}

bool same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sqlite3_strnicmp(a.data(), b.data(), static_cast<int>(a.size())) == 0;
}

}  // namespace data
