// The sheet of a new resource before its columns are interpreted: with chosen rows and columns, and split cells.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/makers.h"

namespace cli {

// Changes to the sheet that the next import of the file must repeat.
struct SheetChanges {
  std::map<std::string, std::set<std::string, std::less<>>> without;  // cells whose rows were left out, by header
  std::map<std::string, std::string> fills;                           // texts for empty cells, by header
  bool has_footnotes = false;                                         // whether the last column contains footnotes
  bool has_numbers = false;                                           // whether the first column numbers the rows
  std::vector<size_t> rows;                                           // numbers of the rows in the file, starting at 1
};

// Applies the options to the sheet. Throws UsageError.
SheetChanges prepare_sheet(import::Sheet& sheet, const NewResourceOptions& options, std::vector<std::string>& notes);

// Moves footnotes to a last column "note", which readers see next to the row's source.
void add_footnotes(import::Sheet& sheet, SheetChanges& changes, std::vector<std::string>& notes);

// Adds a first column with the numbers of the rows, which is the key if nothing else distinguishes them.
void number_rows(import::Sheet& sheet, SheetChanges& changes);

// Returns the lines of the import settings with which the next import repeats the changes.
std::string settings_lines(const NewResourceOptions& options, const SheetChanges& changes,
                           const import::InferredTable& table);

}  // namespace cli
