// `sourcebook fix`: corrects figures in prose that differ from the data, redirects lost addresses, and records new
// ones. In a page's file only the digits of those figures change; the author's rounding, unit and wording are
// preserved.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/edit.h"
#include "passes/build.h"

namespace passes {

struct AddressFix {
  bool redirects = false;   // whether to write the rows instead of only proposing them
  bool permalinks = false;  // whether to record new addresses, if the site has no errors
  std::string today;        // the date of new rows: "2026-01-31"
};

// The tables that imports write, by name.
struct ImportedTable {
  std::string settings;                          // the path of the import's settings
  std::map<std::string, std::string> confirmed;  // the values that they confirm, by "KEY/COLUMN"
};
using ImportedTables = std::map<std::string, ImportedTable, std::less<>>;

struct FixReport {
  base::Diagnostics left;  // errors that the author must fix
  std::vector<base::ChangedFile> files;
  std::string diff;                    // the changes to pages
  size_t figures = 0;                  // number of corrected figures
  size_t pages = 0;                    // number of files with corrected figures
  std::vector<std::string> redirects;  // rows for data/redirects.csv, which `files` contains if `addresses` allows it
  check::RecordCounts recorded;        // what is new in data/permalinks.txt
  std::shared_ptr<const void> sources_of_spans;
};

// Finds the fixes of the site in `root`, and checks the site with them; writes nothing. A figure of an imported table
// whose number is far from the one in the text is an error, unless the settings confirm it: the import lists it to
// review. Redirects are added only if
// `addresses` allows it; otherwise they are proposed, and the errors that they would fix are in `left`.
FixReport fix_site(const io::FileSystem& root, const Options& options, const AddressFix& addresses = {},
                   const ImportedTables& imported = {});

}  // namespace passes
