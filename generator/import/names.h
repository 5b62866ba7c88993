// A site's table of names: what publishers call a thing, and which row of the site is meant. It is a resource of the
// site, so that every build checks it, with these fields:
//   name    as published
//   within  where the name means this: an importer ("vendor-prices"), an importer and an edition
//           ("vendor-results-v1.0"); "any", or empty, for everywhere. The most special entry wins.
//   means   the id; empty for a thing that is left out on purpose, and `note` says why
//   counts  for names that end in a size ("slice-8"): how many of what the size counts make one of what `means` names
//   note    for people
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "data/descriptor.h"

namespace import {

struct KnownName {
  std::string means;
  std::string counts;
  std::string note;
};

struct FoundName {
  const KnownName* known = nullptr;  // null: nobody has said what this name means
  long size = 0;                     // of a name that ends in one, in what `means` names; 0 for any other
  std::string counted;               // the number in the name, as written
};

// How a name that is not known yet is to be said in the table, as a line of its file: with what no row can lack.
// `file` is null where there is none yet.
std::string line_to_add(const data::Resource& table, const base::SourceText* file, std::string_view name);

class Names {
 public:
  // Reports "unknown-column" where a field of the above is missing but `within`, `counts`, `note`.
  static Names read(const data::Resource& resource, const base::SourceText& file, base::Diagnostics& diagnostics);

  // `within`: from the most special to the most general, without "".
  FoundName find(std::string_view name, const std::vector<std::string>& within) const;

 private:
  const KnownName* exact(std::string_view name, const std::vector<std::string>& within) const;
  std::map<std::pair<std::string, std::string>, KnownName, std::less<>> known_;  // by `within` and name
};

}  // namespace import
