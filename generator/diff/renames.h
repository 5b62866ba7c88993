// Rows whose key changed, as recorded in data/redirects.csv.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "data/database.h"
#include "site/site.h"

namespace diff {

class Renames {
 public:
  // A redirect counts if each of its rows exists on one side only: from `data/RESOURCE.html#KEY`, or from a page that
  // is named by the key, such as `engines/oak.html` to `engines/elm.html`.
  Renames(const data::Database& before, const site::Site& after);

  // The new key of a row of the old side. Follows renames of the resource's rows, and of rows that its key columns
  // refer to.
  std::string key_now(const data::Resource& resource, const std::vector<std::string>& key) const;
  // The new value of a column that is a foreign key or the whole key of its resource.
  std::string value_now(const data::Resource& resource, std::string_view column, const std::string& value) const;
  // The new value of a column of a frame; `resource` is "" for a computed one.
  std::string value_now(std::string_view resource, std::string_view column, const std::string& value) const;
  // The new "resource/key" of a record.
  std::string ref_now(const std::string& ref) const;

 private:
  // Updates columns of a key that together are a foreign key.
  void follow(const data::ForeignKey& foreign, const data::Resource& resource, const std::vector<std::string>& was,
              std::vector<std::string>& now) const;

  const data::Package& package_;  // of the old side
  std::map<std::string, std::map<std::string, std::string>, std::less<>> by_resource_;
};

}  // namespace diff
