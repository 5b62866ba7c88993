#include "check/unitless.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <variant>

#include "base/text.h"
#include "data/connection.h"

namespace check {
namespace {

bool is_key(const data::Resource& resource, const std::string& field) {
  const auto contains = [&](const std::vector<std::string>& names) {
    return std::ranges::find(names, field) != names.end();
  };
  return contains(resource.primary_key) || std::ranges::any_of(resource.unique_keys, contains) ||
         std::ranges::any_of(resource.foreign_keys, [&](const auto& key) { return contains(key.fields); });
}

// Whether a column of whole numbers is named as one of years.
bool has_years(const quantity::Field& field) {
  return field.type == quantity::FieldType::integer && (field.name == "year" || field.name.ends_with("_year"));
}

}  // namespace

std::vector<UnitlessField> find_unitless(const data::Package& package) {
  std::vector<UnitlessField> found;
  for (const data::Resource& resource : package.resources)
    for (const data::ResourceField& each : resource.fields)
      if (quantity::is_numeric(each.field.type) && each.field.type != quantity::FieldType::year &&
          !each.field.has_unit() && !has_years(each.field) && !is_key(resource, each.field.name))
        found.push_back({&resource, &each});
  return found;
}

namespace {

// Whether the texts of a field may be numbers: not if they name a row, are restricted, or say where it comes from.
bool may_be_numbers(const data::Resource& resource, const data::ResourceField& of) {
  return of.field.type == quantity::FieldType::string && of.constraints.one_of.empty() &&
         of.constraints.pattern.empty() && !is_key(resource, of.field.name) &&
         !base::has_word("source locator locator_detail as_of note covers", of.field.name);
}

// Reports columns of texts that are all numbers: they need no source, so that nobody would know where they are from.
void check_texts(const data::Database& database, base::Diagnostics& diagnostics) {
  const auto connection = database.connect();
  for (const data::TableInfo& table : database.tables()) {
    if (table.kind != data::TableKind::resource) continue;
    const auto field_at = [&](size_t i) -> const data::ResourceField& {
      return table.resource->fields.at(static_cast<size_t>(table.resource->find(table.fields[i].name)));
    };
    std::map<size_t, size_t> numbers;  // how many there are, by the index of the column
    for (size_t i = 0; i < table.fields.size(); ++i)
      if (may_be_numbers(*table.resource, field_at(i))) numbers[i] = 0;
    if (numbers.empty()) continue;
    connection->each_row(table.name, [&](std::span<const quantity::Value> row) {
      for (auto column = numbers.begin(); column != numbers.end();) {
        const auto* text = std::get_if<std::string>(&row[column->first]);
        const bool is_code = text && text->size() > 1 && text->starts_with('0') && text->at(1) != '.';
        column->second += text != nullptr;
        column = is_code || (text && !base::parse_number<double>(*text)) ? numbers.erase(column) : std::next(column);
      }
    });
    for (const auto& [i, count] : numbers)
      if (count > 1)
        diagnostics
            .warning("no-unit", field_at(i).span,
                     fmt::format("the texts of \"{}\" in \"{}\" are numbers, without a unit or a source",
                                 table.fields[i].name, table.name))
            .expect("\"type\": \"number\" in a schema")
            .suggest("if they are names, such as versions: \"constraints\" with a \"pattern\"");
  }
}

}  // namespace

void check_units(const data::Database& database, base::Diagnostics& diagnostics) {
  for (const auto& [resource, field] : find_unitless(database.package()))
    diagnostics
        .warning("no-unit", field->span,
                 fmt::format("the numbers of \"{}\" in \"{}\" have no unit", field->field.name, resource->name))
        .expect("a \"unit\", \"unit\": \"1\" for a count, a ratio or another plain number, or \"type\": \"year\"")
        .suggest("write it, or run `sourcebook fix --units`, which asks");
  check_texts(database, diagnostics);
}

}  // namespace check
