#include "check/unitless.h"

#include <fmt/format.h>

#include <algorithm>

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

void check_units(const data::Package& package, base::Diagnostics& diagnostics) {
  for (const auto& [resource, field] : find_unitless(package))
    diagnostics
        .warning("no-unit", field->span,
                 fmt::format("the numbers of \"{}\" in \"{}\" have no unit", field->field.name, resource->name))
        .expect("a \"unit\", \"unit\": \"1\" for a count, a ratio or another plain number, or \"type\": \"year\"")
        .suggest("write it, or run `sourcebook fix --units`, which asks");
}

}  // namespace check
