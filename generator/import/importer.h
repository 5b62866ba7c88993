// Folder import/: rows from published files, and edits of the site's JSON files:
//   source file -> rows (importers) -> rows of a table (map_rows) -> merged with its rows -> checked -> report
// An importer reads one published format and does not know the site. Importers for specific publishers are in
// importers/.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "import/input_file.h"
#include "import/names.h"
#include "import/row.h"
#include "import/settings.h"
#include "quantity/unit.h"

namespace import {

// What an importer may use.
struct Task {
  std::string importer;
  const Settings& settings;
  const Names& names;
  const data::Resource& resource;
  const quantity::Units& units;
  base::Diagnostics& diagnostics;
  Texts& texts;
  Input input = {};
  Skips unknown = {};  // published names that the table of names does not have

  std::string option(std::string_view name) const;
  // Looks up a published name. Returns nullopt if it is unknown or left out on purpose, and notes it with the row's
  // place; a row with an unknown name is also noted as unread if it `has_key`. `edition`: "v4.0", for names whose
  // meaning depends on it; may be "".
  std::optional<FoundName> look_up(std::string_view published, std::string_view edition, const Row& row,
                                   bool has_key = true);
  // A list in JSON (parse_edited_json). Nullopt after an error.
  std::optional<notation::Node> read_list(const base::SourceText& text, std::span<const std::string_view> keys = {});
};

struct ImporterOption {
  std::string name;
  std::string help;
  std::string example;                                   // a valid value
  bool (*is_valid)(const std::string& value) = nullptr;  // null for any
};

struct Importer {
  std::string name;
  std::string help;
  std::vector<ImporterOption> options;
  std::string_view fields;  // of its rows, separated by spaces; "" for those in the settings' `columns`
  // Fills `task.input`. After an error in `task.diagnostics` nothing is imported.
  void (*run)(const std::vector<InputFile>& files, Task& task);
};

// Rows of any table, by settings that describe its columns.
void import_table(const std::vector<InputFile>& files, Task& task);

// Reads each file; reports an error for a folder. `name` is that of a published file: "vms.csv".
void each_file(const std::vector<InputFile>& files, Task& task, const std::string& name,
               const std::function<void(const InputFile&)>& read);

}  // namespace import
