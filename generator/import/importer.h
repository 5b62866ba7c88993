// Folder import/: imports rows from published files, and edits the site's JSON files:
//   source file -> rows (importers) -> rows of a table (map_rows) -> merged with its rows -> checked -> report
// An importer reads one published format and does not know the site. Importers for specific publishers are in
// importers/.
#pragma once
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "import/input_file.h"
#include "import/row.h"
#include "import/settings.h"
#include "quantity/unit.h"

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

// A site's table of names maps publishers' names of things to rows of the site. It is a resource of the
// site, checked by every build, with these fields:
//   name    as published
//   within  where the name means this: an importer ("vendor-prices"), an importer and an edition
//           ("vendor-results-v1.0"); "any" or empty for everywhere. The most specific entry wins.
//   means   the id of what has this name; empty to leave it out, for the reason in `note`
//   counts  for names that end in a size ("slice-8"): how many of the units that the size counts make one of `means`
//   note    for people
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

// The input of an importer, and the objects that it adds its results to.
struct Task {
  std::string importer;
  const Settings& settings;
  const Names& names;
  const data::Resource& resource;
  const quantity::Units& units;
  base::Diagnostics& diagnostics;
  Texts& texts;
  Input input = {};
  Skips unknown = {};  // published names that are not in the table of names

  std::string option(std::string_view name) const;
  // Looks up a published name. If the name is unknown or omitted on purpose, notes it with the row's place and returns
  // nullopt; a row with an unknown name is also noted as unread if it `has_key`. `edition` ("v4.0") is needed for names
  // whose meaning depends on the edition; it may be "".
  std::optional<FoundName> look_up(std::string_view published, std::string_view edition, const Row& row,
                                   bool has_key = true);
  // Reads a JSON file that contains a list, with parse_edited_json(). Returns nullopt after an error.
  std::optional<notation::Node> read_list(const base::SourceText& text, std::span<const std::string_view> keys = {});
};

struct ImporterOption {
  std::string name;
  std::string help;
  std::string example;                                   // a valid value
  bool (*is_valid)(const std::string& value) = nullptr;  // checks a value; null if any value is valid
};

struct Importer {
  std::string name;
  std::string help;
  std::vector<ImporterOption> options;
  std::string_view fields;  // names of the rows' fields, separated by spaces; "" if the settings' `columns` define them
  // Reads the files and fills `task.input`. After an error in `task.diagnostics` nothing is imported.
  void (*run)(const std::vector<InputFile>& files, Task& task);
};

// Imports rows of any table, with settings that describe its columns.
void import_table(const std::vector<InputFile>& files, Task& task);

// Calls `read` for each file; reports an error for a folder. `name` is the usual name of the published file: "vms.csv".
void each_file(const std::vector<InputFile>& files, Task& task, const std::string& name,
               const std::function<void(const InputFile&)>& read);

}  // namespace import
