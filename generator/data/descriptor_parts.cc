#include "data/descriptor_parts.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/dates.h"
#include "data/keys.h"
#include "quantity/figure_text.h"
#include "quantity/number_format.h"

namespace data {
namespace {

using quantity::FieldType;

// Returns null after an error: there is no such resource.
const Resource* find_resource(const Package& package, const std::string& name, base::Span span,
                              base::Diagnostics& diagnostics) {
  if (const Resource* found = package.find(name)) return found;
  const std::vector<std::string_view> names = base::views(package.resources, &Resource::name);
  diagnostics.error("unknown-table", span, fmt::format("there is no resource \"{}\"", name))
      .expect("one of " + base::list_names(names, 20))
      .suggest(base::did_you_mean(name, names));
  return nullptr;
}

// Reports an unused column "unit": without a `unitField`, the values of a long form have the unit of their quantity.
void check_long_units(const Resource& resource, base::Diagnostics& diagnostics) {
  const ResourceField& value = resource.fields[resource.find(resource.long_form->value)];
  if (value.field.has_unit() || resource.find("unit") < 0) return;
  diagnostics
      .error("missing-key", value.span,
             fmt::format("\"{}\" has no \"unitField\", but there is a column \"unit\"", value.field.name))
      .suggest(fmt::format("add \"unitField\": \"unit\" to the field \"{}\"", value.field.name));
}

void check_unit_columns(Resource& resource, base::Diagnostics& diagnostics) {
  if (resource.long_form) check_long_units(resource, diagnostics);
  for (ResourceField& field : resource.fields) {
    if (field.field.has_unit() && !quantity::is_numeric(field.field.type)) {
      refuse_unit(resource, field, "wrong-type",
                  fmt::format("\"{}\" has a unit, but its type is {}", field.field.name, type_name(field.field.type)),
                  "type number or integer", diagnostics);
      continue;
    }
    if (field.field.unit_field.empty()) continue;
    if (!check_field(resource, field.field.unit_field, field.unit_span, diagnostics)) {
      field.field.unit_field.clear();
    } else if (resource.fields[resource.find(field.field.unit_field)].field.type != FieldType::string) {
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
  for (const std::string& field : key.fields) check_field(resource, field, key.span, diagnostics);
  if (const Resource* target = find_resource(package, key.resource, key.span, diagnostics))
    for (const std::string& field : key.reference) check_field(*target, field, key.span, diagnostics);
  return diagnostics.errors() == before;
}

bool check_long_form(const Package& package, const Resource& resource, base::Diagnostics& diagnostics) {
  const LongForm& form = *resource.long_form;
  auto fail = [&](std::string_view code, std::string message, std::string expected) {
    diagnostics.error(code, form.span, std::move(message)).expect(std::move(expected));
    return false;
  };
  const Resource* columns = find_resource(package, form.columns, form.span, diagnostics);
  if (!columns || !check_field(*columns, "name", form.span, diagnostics)) return false;
  const ResourceField& value = resource.fields[resource.find(form.value)];
  if (!quantity::is_numeric(value.field.type))
    return fail("wrong-type", fmt::format("\"{}\" is not a column of numbers", form.value), "type number or integer");
  if (value.own.has_origin())
    return fail("unknown-value", fmt::format("\"{}\" has its own source", form.value),
                "a source for the rows or the resource, because all values of a long table are in this field");
  if (resource.primary_key.empty())
    return fail("missing-key", fmt::format("\"{}\" has no primaryKey", resource.name),
                "a primary key, so that each cell of the view has the ref of its row");
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

bool check_field(const Resource& resource, const std::string& field, base::Span span, base::Diagnostics& diagnostics) {
  if (resource.find(field) >= 0) return true;
  diagnostics.error("unknown-column", span, fmt::format("\"{}\" has no field \"{}\"", resource.name, field))
      .suggest(base::did_you_mean(field, resource.field_names()));
  return false;
}

bool check_name(const std::string& name, base::Span span, base::Diagnostics& diagnostics) {
  std::string expected;
  const std::string lower = base::lower_case(name);  // SQLite ignores case
  if (lower == "ref" || lower.ends_with("__ref"))
    expected = "another name: \"ref\" and names that end in \"__ref\" are reserved for refs of rows and cells";
  else if (name.find_first_of(std::string_view("\n\r\t\0", 4)) != std::string::npos)
    expected = "a name without tabs and line breaks";
  if (!expected.empty())
    diagnostics.error("bad-name", span, fmt::format("a field cannot be named \"{}\"", name)).expect(expected);
  return expected.empty();
}

std::string read_partial_date(notation::Reader& reader, std::string_view key) {
  std::string date = reader.text(key);
  if (date.empty() || is_partial_date(date)) return date;
  reader.diagnostics()
      .error("bad-date", reader.span_of(key), fmt::format("\"{}\" is not a date", date))
      .expect(std::string(kDateForm));
  return "";
}

void refuse_unit(const Resource& resource, ResourceField& field, std::string_view code, std::string message,
                 std::string_view expected, base::Diagnostics& diagnostics) {
  quantity::Field& of = field.field;
  (resource.is_found ? diagnostics.warning(code, field.unit_span, std::move(message))
                     : diagnostics.error(code, field.unit_span, std::move(message)))
      .expect(std::string(expected));
  if (resource.is_found && !of.unit.empty()) of.title += fmt::format(" ({})", of.unit);
  of.is_plain_number |= quantity::is_numeric(of.type);
  of.unit.clear();
  of.unit_field.clear();
}

bool check_unit(const std::string& unit, const quantity::Units& units, base::Span span,
                base::Diagnostics& diagnostics) {
  std::string why;
  if (unit.empty() || units.parse(unit, &why)) return true;
  diagnostics.error("bad-unit", span, why).expect(std::string(kUnitForm));
  return false;
}

bool check_heading(const quantity::Field& field, const quantity::Units& units, base::Span span,
                   base::Diagnostics& diagnostics) {
  const auto parsed = units.parse(field.unit);
  if (!parsed) return true;  // there is no unit, or it was reported
  for (const std::string* heading : {&field.title, &field.name}) {
    const auto named =
        quantity::TitleUnits(*heading, units).compare(*parsed, field.format.ends_with('%'), quantity::TitleOf::column);
    if (named.fit != quantity::TitleUnit::Fit::other) continue;
    diagnostics
        .error("unit-mismatch", span,
               fmt::format("\"{}\" says {}, but the field is in {}", *heading, named.words, field.unit))
        .expect("the unit in which the file has the numbers")
        .suggest(fmt::format(
            "if they are in {}, write that as \"unit\"; otherwise correct the heading: a \"title\" needs no unit",
            named.words));
    return false;
  }
  return true;
}

std::string read_shown_text(notation::Reader& reader, std::string_view key) {
  std::string text = reader.text(key);
  for (const std::string_view scheme : {"](fig:", "](count:", "](assert:", "](given:"})
    if (text.find(scheme) != std::string::npos)
      reader.diagnostics()
          .error("figure-unreadable", reader.span_of(key),
                 fmt::format("\"{}\" of data cannot contain a figure: readers would see \"{}…\"", key, scheme))
          .suggest("write it without numbers, and state the figure on a page or in the caption of a table");
  return text;
}

bool check_format(const std::string& format, const std::string& unit, base::Span span, base::Diagnostics& diagnostics) {
  std::string why;
  if (format.empty() || quantity::NumberFormat::parse_for(unit, format, &why)) return true;
  diagnostics.error("bad-format", span, why).expect("a d3-format such as \",.2f\", \"~s\" or \".1%\"");
  return false;
}

std::string_view unit_in_words(const std::string& unit) { return unit.empty() ? "no unit" : std::string_view(unit); }

// Checks that the key of the history is the edition, followed by the key of the resource.
void check_history(Package& package, Resource& resource, base::Diagnostics& diagnostics) {
  if (resource.history.empty()) return;
  const auto history = std::ranges::find(package.resources, resource.history, &Resource::name);
  std::vector<std::string> key{"edition"};
  key.insert(key.end(), resource.primary_key.begin(), resource.primary_key.end());
  if (history != package.resources.end() && &*history != &resource && history->primary_key == key) {
    history->earlier = resource.editions;
    for (const ResourceField& own : history->fields) {
      const int at = resource.find(own.field.name);
      if (at < 0 || resource.fields[static_cast<size_t>(at)].field.unit == own.field.unit) continue;
      diagnostics
          .error("bad-edition", resource.history_span,
                 fmt::format("\"{}\" is in {} in \"{}\", and in {} in \"{}\"", own.field.name,
                             unit_in_words(resource.fields[static_cast<size_t>(at)].field.unit), resource.name,
                             unit_in_words(own.field.unit), resource.history))
          .expect("one unit for all editions")
          .suggest("convert the history's rows and change its unit");
    }
    return;
  }
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

std::string table_name(std::string_view name) {
  if (is_table_name(name)) return std::string(name);
  std::string result;
  for (const char c : base::lower(name))
    if (c != '-' && is_table_name(std::string{'a', c}))
      result += c;
    else if (!result.empty() && result.back() != '-')
      result += '-';
  while (result.ends_with('-')) result.pop_back();
  return result;
}

bool same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sqlite3_strnicmp(a.data(), b.data(), static_cast<int>(a.size())) == 0;
}

}  // namespace data
