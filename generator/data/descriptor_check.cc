#include "data/descriptor_check.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>

#include "base/suggest.h"

namespace data {
namespace {

std::vector<std::string_view> names_of_fields(const Resource& resource) {
  std::vector<std::string_view> names;
  for (const ResourceField& field : resource.fields) names.push_back(field.field.name);
  return names;
}

std::vector<std::string_view> names_of_resources(const Package& package) {
  std::vector<std::string_view> names;
  for (const Resource& resource : package.resources) names.push_back(resource.name);
  return names;
}

void unknown_field(const Resource& resource, const std::string& field, base::Span span,
                   base::Diagnostics& diagnostics) {
  diagnostics.error("unknown-column", span, fmt::format("\"{}\" has no field \"{}\"", resource.name, field))
      .suggest(base::did_you_mean(field, names_of_fields(resource)));
}

// A long form's values without a unit of their own are taken for what their quantity has, whatever stands beside them.
void check_long_units(const Resource& resource, base::Diagnostics& diagnostics) {
  int at = resource.find(resource.long_form->value);
  if (at < 0 || resource.find("unit") < 0) return;
  const quantity::Field& value = resource.fields[static_cast<size_t>(at)].field;
  if (!value.unit.empty() || !value.unit_field.empty()) return;
  diagnostics
      .error("missing-key", resource.fields[static_cast<size_t>(at)].span,
             fmt::format("\"{}\" does not say that its units stand in the column \"unit\"", value.name))
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
      diagnostics.error("wrong-type", field.unit_span, fmt::format("\"{}\" holds no texts", field.field.unit_field))
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
    diagnostics.error("wrong-type", form.span, fmt::format("\"{}\" holds no numbers", form.value))
        .expect("type number or integer");
    return false;
  }
  if (const FieldSource& own = resource.fields[resource.find(form.value)].own; own.is_given()) {
    diagnostics.error("unknown-value", form.span, fmt::format("\"{}\" has a source of its own", form.value))
        .expect("the source of the rows, or of the resource: all values of a long table are in this field");
    return false;
  }
  if (resource.primary_key.empty()) {
    diagnostics.error("missing-key", form.span, fmt::format("\"{}\" has no primaryKey", resource.name))
        .expect("a primary key, so that each cell of the view can say which row it comes from");
    return false;
  }
  return true;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_key(const Package& package, const Resource& resource, const std::string& field) {
  if (has(resource.primary_key, field)) return true;
  for (const ForeignKey& key : resource.foreign_keys)
    if (has(key.fields, field)) return true;
  for (const Resource& other : package.resources)
    for (const ForeignKey& key : other.foreign_keys)
      if (key.resource == resource.name && has(key.reference, field)) return true;
  return false;
}

// A number without a unit is a value all the same, unless it is a key.
void find_plain_numbers(Package& package) {
  for (Resource& resource : package.resources)
    for (ResourceField& each : resource.fields)
      each.field.is_plain_number = quantity::is_numeric(each.field.type) && !each.field.has_unit() &&
                                   !is_key(package, resource, each.field.name);
}

void check_primary_key(const Resource& resource, base::Diagnostics& diagnostics) {
  if (resource.has_measures() && resource.primary_key.empty())
    diagnostics
        .error("missing-key", resource.span, fmt::format("\"{}\" holds numbers but has no primaryKey", resource.name))
        .expect("a primary key, so that each number can lead to its record and source");
}

// A long form whose view cannot have that name is taken out.
void check_view_names(Package& package, base::Diagnostics& diagnostics) {
  std::vector<std::pair<std::string, base::Span>> taken;
  for (const Resource& resource : package.resources) taken.emplace_back(resource.name, resource.span);
  for (Resource& resource : package.resources) {
    if (!resource.long_form) continue;
    const LongForm& form = *resource.long_form;
    auto same =
        std::find_if(taken.begin(), taken.end(), [&](const auto& other) { return same_name(other.first, form.view); });
    if (same != taken.end()) {
      diagnostics.error("duplicate-name", form.span, fmt::format("there is a table named \"{}\" already", same->first))
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

void check_references(Package& package, base::Diagnostics& diagnostics) {
  find_plain_numbers(package);
  for (Resource& resource : package.resources) {
    check_unit_columns(resource, diagnostics);
    check_primary_key(resource, diagnostics);
    std::erase_if(resource.foreign_keys,
                  [&](const ForeignKey& key) { return !check_foreign_key(package, resource, key, diagnostics); });
    if (resource.long_form && !check_long_form(package, resource, diagnostics)) resource.long_form.reset();
  }
  check_view_names(package, diagnostics);
}

bool is_table_name(std::string_view name) {
  bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
  });
  return plain && !name.empty() && name.front() != '.' && !name.starts_with("sqlite_");
}

bool same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sqlite3_strnicmp(a.data(), b.data(), static_cast<int>(a.size())) == 0;
}

}  // namespace data
