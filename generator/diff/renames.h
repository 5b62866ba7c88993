// Rows that got another key: data/redirects.csv says so, where it leads on from the row's place or page to another's.
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
  // A redirect counts where exactly one side has the row: from `data/RESOURCE.html#KEY`, or from a page that is called
  // by the key, such as `engines/oak.html` to `engines/elm.html`.
  Renames(const data::Database& before, const site::Site& after);

  // What a key of the old side is called on the new one; the same where nobody renamed it. Follows the resource's own
  // renames, and those of the rows that its key columns lead to.
  std::string key_now(const data::Resource& resource, const std::vector<std::string>& key) const;
  // The same of one value of a column, be it a foreign key or the whole key of its resource.
  std::string value_now(const data::Resource& resource, std::string_view column, const std::string& value) const;
  // The same for a column of a frame; a computed one is of no resource.
  std::string value_now(std::string_view resource, std::string_view column, const std::string& value) const;
  // The same of a record: "resource/key".
  std::string ref_now(const std::string& ref) const;

 private:
  // Columns of a key that together are a foreign key: those of `now` become what the row that they lead to is called.
  void follow(const data::ForeignKey& foreign, const data::Resource& resource, const std::vector<std::string>& was,
              std::vector<std::string>& now) const;

  const data::Package& package_;  // of the old side
  std::map<std::string, std::map<std::string, std::string>, std::less<>> by_resource_;
};

}  // namespace diff
