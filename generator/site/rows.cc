#include "site/rows.h"

#include <charconv>

#include "base/parallel.h"
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

}  // namespace site
