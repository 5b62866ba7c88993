// An import as a whole: settings, names, files, rows, the site's tables; worked out first, so that all of it is written
// or nothing.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/edit.h"
#include "import/importer.h"
#include "import/merge.h"
#include "io/file_system.h"

namespace import {

struct Request {
  std::string settings;  // the path of the settings from the site's root; "" for data/imports/NAME.yaml
  std::string source;    // goes before the settings', and a row's own before both
  std::string as_of;     // the same
  std::map<std::string, std::string, std::less<>> options;
  bool remove_gone = false;
  bool keep_dates = false;  // new values may have the dates of those before them
};

struct Imported {
  std::string importer, resource, settings, names_file;
  std::string names_line;  // that may be added to names_file, of the first of `unknown`; "" without such a file
  Harvest harvest;         // without its rows and unread ones
  std::map<std::string, Skips::Reason> unknown;
  Merged merged;
  bool removed_gone = false;
  std::vector<base::ChangedFile> files;  // none where nothing changes
  base::Diagnostics diagnostics;         // with an error in it nothing is to be written
  std::string refusal, help;             // wrong usage
  Texts texts;                           // that diagnostics point into

  bool failed() const { return !refusal.empty() || diagnostics.has_errors(); }
};

// Reads the site from `root`, and writes nothing. Besides what importers report: "unknown-table" for a resource or
// table of names that the site has not, and what loading the site's data says of the rows as they would be.
Imported take_in(const io::FileSystem& root, const Importer& importer, const Request& request,
                 const std::vector<Given>& given);

}  // namespace import
