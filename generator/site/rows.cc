#include "site/rows.h"

#include <charconv>
#include <set>

#include "base/parallel.h"
#include "base/slug.h"
#include "data/connection.h"

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

std::string anchor_of_key(std::string_view key) {
  std::string anchor;
  for (char c : key) {
    bool stays = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
                 c == '.' || static_cast<unsigned char>(c) >= 0x80;
    anchor += stays ? c : c == '/' ? '.' : '-';
  }
  return anchor;
}

std::string resource_address(std::string_view resource, size_t page) {
  return "data/" + std::string(resource) + (page > 1 ? "/" + std::to_string(page) : "") + ".html";
}

size_t page_of_resource(std::string_view address) {
  size_t page = 0;
  const size_t slash = address.rfind('/') + 1;
  std::from_chars(address.data() + slash, address.data() + address.size(), page);
  return slash > std::string_view("data/").size() ? page : 1;
}

std::shared_ptr<const Rows> rows_of(const data::Database& database, unsigned jobs) {
  const std::vector<data::Resource>& resources = database.package().resources;
  std::vector<RowAnchors> anchors(resources.size());
  std::vector<std::shared_ptr<Evaluation>> shown(resources.size());
  base::parallel_for(jobs, resources.size(), [&](size_t i, unsigned) {
    const std::string& name = resources[i].name;
    base::Slugger taken;
    taken.reserve("main");  // every page has an element with this id
    size_t row = 0;
    for (std::string& ref : database.refs_of(name, kMaxRows)) {
      std::string anchor = taken.unique(anchor_of_key(std::string_view(ref).substr(name.size() + 1)));
      anchors[i].emplace(std::move(ref), RowAnchor{std::move(anchor), row++ / kMaxRowsOnPage + 1});
    }
    if (!database.find_table(name)) return;
    shown[i] = std::make_shared<Evaluation>();
    shown[i]->frames.emplace(name, std::make_shared<const quantity::Frame>(database.connect()->table(name, kMaxRows)));
  });
  auto rows = std::make_shared<Rows>();
  for (size_t i = 0; i < resources.size(); ++i) {
    rows->anchors.merge(anchors[i]);
    if (shown[i]) rows->shown.emplace(resources[i].name, std::move(shown[i]));
  }
  return rows;
}

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
