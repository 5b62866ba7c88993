#include "site/row_names.h"

#include <set>

#include "data/connection.h"
#include "data/database.h"

namespace site {
namespace {

Names names_of(const data::Resource& resource, data::Connection& connection) {
  if (resource.primary_key.size() != 1) return {};
  quantity::Frame frame = connection.table(resource.name);
  int key = frame.find(resource.primary_key[0]), name = frame.find("name");
  if (name < 0 || name == key) name = frame.find("title");
  if (key < 0 || name < 0 || name == key) return {};
  auto keys = static_cast<size_t>(key), texts = static_cast<size_t>(name);
  if (frame.fields[texts].type != quantity::FieldType::string) return {};
  Names names;
  for (size_t row = 0; row < frame.rows(); ++row)
    if (const quantity::Value& text = frame.at(row, texts); !quantity::is_null(text))
      names.emplace(quantity::to_text(frame.at(row, keys)), quantity::to_text(text));
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
    if (!resource || !database.find_table(name)) continue;
    if (Names names = names_of(*resource, *connection); !names.empty()) by_resource_.emplace(name, std::move(names));
  }
}

const Names* RowNames::of(std::string_view resource, View& view) const {
  const Names* found = find(resource);
  base::Hasher hasher;
  if (found)
    for (const auto& [key, name] : *found) hasher.add(key).add(name);
  view.record("row-names:", resource, hasher.finish());
  return found;
}

const Names* RowNames::find(std::string_view resource) const {
  auto found = by_resource_.find(resource);
  return found == by_resource_.end() ? nullptr : &found->second;
}

std::string_view led_to_by(const data::Resource& resource, std::string_view column) {
  for (const data::ForeignKey& key : resource.foreign_keys)
    if (key.fields.size() == 1 && key.fields[0] == column) return key.resource;
  return "";
}

}  // namespace site
