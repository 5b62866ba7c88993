#include "site/rows.h"

#include "base/slug.h"
#include "data/connection.h"

namespace site {

std::string anchor_of_key(std::string_view key) {
  std::string anchor;
  for (char c : key) {
    bool stays = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
                 c == '.' || static_cast<unsigned char>(c) >= 0x80;
    anchor += stays ? c : c == '/' ? '.' : '-';
  }
  return anchor;
}

std::string resource_address(std::string_view resource) { return "data/" + std::string(resource) + ".html"; }

namespace {

RowAnchors row_anchors(const data::Database& database) {
  RowAnchors anchors;
  for (const data::Resource& resource : database.package().resources) {
    base::Slugger taken;
    taken.reserve("main");  // of every page
    for (std::string& ref : database.refs_of(resource.name, kMostRows)) {
      std::string anchor = taken.unique(anchor_of_key(std::string_view(ref).substr(resource.name.size() + 1)));
      anchors.emplace(std::move(ref), std::move(anchor));
    }
  }
  return anchors;
}

}  // namespace

std::shared_ptr<const Rows> rows_of(const data::Database& database) {
  auto rows = std::make_shared<Rows>();
  if (database.package().resources.empty()) return rows;
  rows->anchors = row_anchors(database);
  const auto connection = database.connect();
  for (const data::Resource& resource : database.package().resources) {
    if (!database.find_table(resource.name)) continue;
    auto shown = std::make_shared<Evaluation>();
    shown->frames.emplace(resource.name,
                          std::make_shared<const quantity::Frame>(connection->table(resource.name, kMostRows)));
    rows->shown.emplace(resource.name, std::move(shown));
  }
  return rows;
}

}  // namespace site
