#include "site/rows.h"

#include "base/slug.h"

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

}  // namespace site
