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

// The number of rows that a resource's page shows; the downloads have all of them.
inline constexpr size_t kMaxRows = 1200;

// "data/prices.html"
std::string resource_address(std::string_view resource);

// A key as an anchor: "gcp/a3 high" gives "gcp.a3-high". ASCII letters, digits, "-", "_", "." and non-ASCII characters
// are unchanged.
std::string anchor_of_key(std::string_view key);

// The anchor of each row that a page shows, by its ref. Unique within a resource: if two keys would give the same
// anchor, the second in the file gets "-1".
using RowAnchors = std::map<std::string, std::string, std::less<>>;

// The content of the pages of data. It depends only on the data, so builds that share a database share it.
struct Rows {
  RowAnchors anchors;
  std::map<std::string, std::shared_ptr<const Evaluation>, std::less<>> shown;  // by resource
};
std::shared_ptr<const Rows> rows_of(const data::Database& database, unsigned jobs);

}  // namespace site
