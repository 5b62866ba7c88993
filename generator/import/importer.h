// Folder import/: rows from files that others publish, and edits of the site's JSON files. What an importer is: it
// knows one published format and nothing of the site. Importers of the formats of one subject are in importers/.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "import/harvest.h"
#include "import/names.h"
#include "import/settings.h"
#include "import/upstream.h"
#include "quantity/unit.h"

namespace import {

// What an importer may use. A published name that the table does not know is told with `unknown`, and the row left out.
struct Task {
  std::string importer;
  const Settings& settings;
  const Names& names;
  const data::Resource& resource;
  const quantity::Units& units;
  base::Diagnostics& diagnostics;
  Texts& texts;
  Harvest harvest;
  std::map<std::string, Skips::Reason> unknown;  // names that nobody has said the meaning of

  std::string option(std::string_view name) const;
  // Looks a published name up; where it is unknown, or left out on purpose, this is told with the row's place and there
  // is nothing. `edition`: "v4.0", for what a name meant there; may be "".
  std::optional<FoundName> look_up(std::string_view published, std::string_view edition, const std::string& where);
  // The same of a row with its key: where the name is unknown, the row is one that could not be read.
  std::optional<FoundName> look_up(std::string_view published, std::string_view edition, const Row& keyed);
  // A list in JSON, also as people edit it (parse_edited_json); what was mended is noted. Nothing after an error.
  std::optional<notation::Node> read_list(const base::SourceText& text);

 private:
  FoundName find_name(const std::string& name, std::string_view edition) const;
};

struct ImporterOption {
  std::string name;
  std::string help;
  std::string such_as;                                   // a value that is right
  bool (*is_right)(const std::string& value) = nullptr;  // null for any
};

struct Importer {
  std::string name;
  std::string help;
  std::vector<ImporterOption> options;
  std::string_view fields;  // that its rows may have, a space between them; "" where the settings' `columns` say them
  // Fills `task.harvest`. Errors of the files are reported in `task.diagnostics`; nothing is imported then.
  void (*run)(const std::vector<Given>& given, Task& task);
};

// Rows of any table, by settings that say what its columns are.
void import_table(const std::vector<Given>& given, Task& task);

}  // namespace import
