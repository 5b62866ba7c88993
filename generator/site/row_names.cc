#include "site/row_names.h"

#include <set>

#include "data/connection.h"
#include "data/database.h"

namespace site {
namespace {

Names names_of(const data::Resource& resource, const data::TableInfo& table, data::Connection& connection) {
  if (resource.primary_key.size() != 1) return {};
  int key = table.find(resource.primary_key[0]), name = table.find("name");
  if (name < 0 || name == key) name = table.find("title");
  if (key < 0 || name < 0 || name == key) return {};
  auto keys = static_cast<size_t>(key), texts = static_cast<size_t>(name);
  if (table.fields[texts].type != quantity::FieldType::string) return {};
  Names names;
  connection.each_row(table.name, [&](std::span<const quantity::Value> row) {
    if (!quantity::is_null(row[texts])) names.emplace(quantity::to_text(row[keys]), quantity::to_text(row[texts]));
  });
  return names;
}

}  // namespace

RowNames::RowNames(const data::Database& database) {
  std::set<std::string> wanted;
  for (const data::Resource& resource : database.package().resources)
    for (const data::ForeignKey& key : resource.foreign_keys)
      if (key.fields.size() == 1) wanted.insert(key.resource);
  if (wanted.empty()) return;
  auto connection = database.connect();
  for (const std::string& name : wanted) {
    const data::Resource* resource = database.package().find(name);
    const data::TableInfo* table = database.find_table(name);
    if (!resource || !table) continue;
    if (Names names = names_of(*resource, *table, *connection); !names.empty())
      by_resource_.emplace(name, std::move(names));
  }
}

const Names* RowNames::find(std::string_view resource) const {
  auto found = by_resource_.find(resource);
  return found == by_resource_.end() ? nullptr : &found->second;
}

std::string_view foreign_key_target(const data::Resource& resource, std::string_view column) {
  for (const data::ForeignKey& key : resource.foreign_keys)
    if (key.fields.size() == 1 && key.fields[0] == column) return key.resource;
  return "";
}

}  // namespace site
