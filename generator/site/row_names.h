// Names, for readers, of rows that foreign keys refer to.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "data/database.h"

namespace site {

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
