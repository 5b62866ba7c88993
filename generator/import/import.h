// Runs a complete import. Computes everything before anything is written, so that all files are written or none.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "import/importer.h"
#include "import/steps.h"

namespace import {

struct Request {
  std::string settings;  // the path of the settings from the site's root; "" means data/imports/NAME.yaml
  std::string source;    // the source of the rows, instead of that in the settings; a row's own source overrides both
  std::string as_of;     // the date of the rows, which overrides that of the settings
  std::string edition;   // the version of the edition whose rows replace the existing rows; "" for an ordinary import
  std::string today;     // the date on which the files are imported; "" accepts any `as_of`
  Words options;
  bool remove_gone = false;
  bool keep_dates = false;      // whether new values may have the dates of the old ones
  bool strict = false;          // whether doubtful numbers are errors
  bool no_assumptions = false;  // whether assumptions are errors
  // Called before each step that may take long: "comparing 1,000,000 rows". May be empty.
  std::function<void(const std::string& step)> progress = {};
};

struct ImportResult : Outcome {
  std::string resource, settings, names_file;
  std::string names_line;  // a line for names_file with the first name of `unknown`; "" if there is no such file
  Input input;             // the input without its rows
  Skips unknown;
  Merged merged;
  bool removed_gone = false;
  data::Edition edition;  // the edition in the request
  std::string history;    // the path of the file to which the replaced rows moved; "" if none were replaced
};

// Throws base::UsageError if `as_of` is not a date, or is later than `today`. An empty `today` allows any date.
void check_as_of(const std::string& as_of, const std::string& today);

// Runs an import. Reads the site from `root`, but does not write to it. Errors: those of importers; "unknown-table" if
// the resource or the table of names does not exist; "outdated-source" for rows that are newer than their source;
// "doubtful-number" and "assumption", if requested; and those of loading the site's data with the new rows. Throws
// base::UsageError.
ImportResult import_files(const io::FileSystem& root, const Importer& importer, const Request& request,
                          const std::vector<InputFile>& files);

// Returns a report for people: counts, then new, changed, missing and skipped rows. Without `all`, lists only the first
// few of each. Ends with a newline.
std::string report_of(const ImportResult& result, bool all);

}  // namespace import
