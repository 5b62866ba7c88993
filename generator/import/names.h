// A site's table of names: maps publishers' names of things to rows of the site. It is a resource of the
// site, checked by every build, with these fields:
//   name    as published
//   within  where the name means this: an importer ("vendor-prices"), an importer and an edition
//           ("vendor-results-v1.0"); "any" or empty if it is everywhere. The most specific entry wins.
//   means   the id that the name stands for; empty if the thing is left out on purpose, for the reason in `note`
//   counts  for names that end in a size ("slice-8"): how many of the units that the size counts make one of `means`
//   note    for people
#pragma once
#include <map>
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
  const KnownName* known = nullptr;  // the known name; null for an unknown name
  long size = 0;                     // the size at the end of a name, in units of `means`; 0 if there is none
  std::string counted;               // the number in the name
};

// Returns a line for the table's file that adds an unknown name, with all required fields. `file` is null if it does
// not exist.
std::string line_to_add(const data::Resource& table, const base::SourceText* file, std::string_view name);

class Names {
 public:
  // Reads the table. Reports "unknown-column" if the table does not have a field "name" or "means".
  static Names read(const data::Resource& resource, const base::SourceText& file, base::Diagnostics& diagnostics);

  // Finds a name. `within` lists where the name was found, from the most specific to the most general, without "".
  FoundName find(std::string_view name, const std::vector<std::string>& within) const;

 private:
  const KnownName* exact(std::string_view name, const std::vector<std::string>& within) const;
  std::map<std::pair<std::string, std::string>, KnownName, std::less<>> known_;  // names by `within` and name
};

}  // namespace import
