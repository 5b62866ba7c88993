// Rows of the data as readers see them: their names, and the pages of resources: data/RESOURCE.html shows the rows of a
// resource, each with an anchor, so that a number can link to its row, and the row links back to where it is used.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "data/database.h"
#include "site/evaluation.h"

namespace site {

// The maximum number of rows on a resource's pages. The downloads contain all rows.
inline constexpr size_t kMaxRows = 4000;
inline constexpr size_t kMaxRowsOnPage = 200;

// Returns the address of a resource's page: "data/prices.html", or "data/prices/2.html" for the second page. The first
// page has the anchors of all rows, and redirects those of rows on other pages, so that the link to a row stays valid
// when other rows are inserted.
std::string resource_address(std::string_view resource, size_t page = 1);
// Returns the page number in the address of a resource's page.
size_t page_of_resource(std::string_view address);

// Converts a key to an anchor: "gcp/a3 high" becomes "gcp.a3-high". ASCII letters, digits, "-", "_", "." and non-ASCII
// characters are unchanged.
std::string anchor_of_key(std::string_view key);

// The anchor of a row that a page shows, with the row's ref. Unique within a resource: if two keys give the same
// anchor, the second in the file gets "-1".
struct RowAnchor {
  std::string id;
  size_t page = 1;
};
using RowAnchors = std::map<std::string, RowAnchor, std::less<>>;

// The content of the pages of resources. It depends only on the data, so builds with the same database share it.
struct Rows {
  RowAnchors anchors;
  std::map<std::string, std::shared_ptr<const Evaluation>, std::less<>> shown;  // evaluations by resource
};
std::shared_ptr<const Rows> rows_of(const data::Database& database, unsigned jobs);

// Maps the keys of a resource's rows to their `name`, or their `title` if there is no such column.
using Names = std::map<std::string, std::string, std::less<>>;

// The names of all resources that foreign keys refer to and that have a single key column and a `name` or `title`
// column. Created once per site.
class RowNames {
 public:
  RowNames() = default;
  explicit RowNames(const data::Database& database);

  // Returns null if the rows are unnamed. The result is valid as long as this object.
  const Names* find(std::string_view resource) const;

 private:
  std::map<std::string, Names, std::less<>> by_resource_;
};

// Returns the resource to which this column alone is a foreign key; "" if there is none.
std::string_view foreign_key_target(const data::Resource& resource, std::string_view column);

}  // namespace site
