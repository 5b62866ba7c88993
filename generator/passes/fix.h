// `sourcebook fix`: corrects figures in prose that differ from the data, and records new addresses. In a page's file
// only the digits of those figures change; the author's rounding, unit and wording are preserved.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/edit.h"
#include "passes/build.h"

namespace passes {

// The tables that imports write, by name.
struct ImportedTable {
  std::string settings;                          // the path of the import's settings
  std::map<std::string, std::string> confirmed;  // the values that they confirm, by "KEY/COLUMN"
};
using ImportedTables = std::map<std::string, ImportedTable, std::less<>>;

struct FixReport {
  base::Diagnostics left;  // errors that the author must fix
  std::vector<base::ChangedFile> files;
  std::string diff;              // the changes to pages
  size_t figures = 0;            // number of corrected figures
  size_t pages = 0;              // number of files with corrected figures
  check::RecordCounts recorded;  // what is new in data/permalinks.txt
  std::shared_ptr<const void> sources_of_spans;
};

// Finds the fixes of the site in `root`, and checks the site with them; writes nothing. A figure of an imported table
// whose number is far from the one in the text is an error, unless the settings confirm it: the import lists it to
// review. `records_addresses`: whether to record new addresses, if the site has no errors.
FixReport fix_site(const io::FileSystem& root, const Options& options, bool records_addresses = false,
                   const ImportedTables& imported = {});

}  // namespace passes
