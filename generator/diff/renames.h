// Finds rows whose key changed, as recorded in data/redirects.csv.
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
  // A redirect counts as a rename if each of its two rows exists on one side only. It starts at
  // `data/RESOURCE.html#KEY` or at a page that is named after the key, such as `engines/oak.html`, which redirects to
  // `engines/elm.html`.
  Renames(const data::Database& before, const site::Site& after);

  // Returns the new key of a row of the old side. Follows renames of the row itself and of the rows to which its key
  // columns refer.
  std::string key_now(const data::Resource& resource, const std::vector<std::string>& key) const;
  // Returns the new value of a column that is a foreign key or the whole key of its resource.
  std::string value_now(const data::Resource& resource, std::string_view column, const std::string& value) const;
  // Returns the new value of a frame's column; `resource` is "" for a computed column.
  std::string value_now(std::string_view resource, std::string_view column, const std::string& value) const;
  // Returns the new "resource/key" of a record.
  std::string ref_now(const std::string& ref) const;

 private:
  // Updates those columns of a key that together are a foreign key.
  void follow(const data::ForeignKey& foreign, const data::Resource& resource, const std::vector<std::string>& was,
              std::vector<std::string>& now) const;

  const data::Package& package_;  // the package of the old side
  std::map<std::string, std::map<std::string, std::string>, std::less<>> by_resource_;
};

}  // namespace diff
