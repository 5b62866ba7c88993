// The pages of the data themselves: data/RESOURCE.html shows the rows of a resource, each with an anchor, so that a
// number can lead to its row and the row back to where it is used.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "data/database.h"
#include "site/evaluation.h"

namespace site {

// How many rows a resource's pages show; the downloads have all of them.
inline constexpr size_t kMaxRows = 4000;
inline constexpr size_t kMaxRowsOnPage = 200;

// "data/prices.html"; of its second page "data/prices/2.html". The first one has the anchors of all rows: those that
// are on other pages lead there, so that the link to a row stays valid when other rows are inserted.
std::string resource_address(std::string_view resource, size_t page = 1);
// The number of a resource's page.
size_t page_of_resource(std::string_view address);

// A key as an anchor: "gcp/a3 high" gives "gcp.a3-high". ASCII letters, digits, "-", "_", "." and non-ASCII characters
// are unchanged.
std::string anchor_of_key(std::string_view key);

// The anchor of each row that a page shows, by its ref. Unique within a resource: if two keys would give the same
// anchor, the second in the file gets "-1".
struct RowAnchor {
  std::string id;
  size_t page = 1;
};
using RowAnchors = std::map<std::string, RowAnchor, std::less<>>;

// The content of the pages of data. It depends only on the data, so builds that share a database share it.
struct Rows {
  RowAnchors anchors;
  std::map<std::string, std::shared_ptr<const Evaluation>, std::less<>> shown;  // by resource
};
std::shared_ptr<const Rows> rows_of(const data::Database& database, unsigned jobs);

}  // namespace site
