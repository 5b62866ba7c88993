// Names for readers of the rows that foreign keys refer to.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "data/database.h"

namespace site {

// The names of a resource's rows: key -> the row's `name`, otherwise its `title`.
using Names = std::map<std::string, std::string, std::less<>>;

// The names of all resources that foreign keys refer to and that have one key column and such a text column. Made once
// per site.
class RowNames {
 public:
  RowNames() = default;
  explicit RowNames(const data::Database& database);

  // Returns null if the rows are unnamed. The result lives as long as this.
  const Names* find(std::string_view resource) const;

 private:
  std::map<std::string, Names, std::less<>> by_resource_;
};

// The resource to which this column alone is a foreign key; "" for none.
std::string_view foreign_key_target(const data::Resource& resource, std::string_view column);

}  // namespace site
