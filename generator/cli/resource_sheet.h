// The sheet of a new resource before its columns are interpreted: chosen rows and columns, combined cells split.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/makers.h"

namespace cli {

// What the next import of the file has to do as well.
struct SheetChanges {
  std::map<std::string, std::set<std::string, std::less<>>> without;  // cells of rows that were left out, by header
  std::map<std::string, std::string> fills;                           // texts for empty cells, by header
  bool has_footnotes = false;                                         // they are the last column
  std::string refusal, help;                                          // wrong options
};

// Applies the options to the sheet, and moves units, uncertainties, ranges and footnotes to headers and columns.
SheetChanges prepare_sheet(import::Sheet& sheet, const NewResourceOptions& options, const quantity::Units& units,
                           std::vector<std::string>& notes, std::vector<std::string>& wanted,
                           base::Diagnostics& diagnostics);

// Lines of the settings, so that the next import does this again.
std::string settings_lines(const NewResourceOptions& options, const SheetChanges& changes,
                           const import::InferredTable& table);

}  // namespace cli
