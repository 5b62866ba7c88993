// Helpers for the readers of both kinds of workbooks (grid.h).
#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "import/grid.h"
#include "import/zip_archive.h"

namespace import {

// Returns the number that a text begins with.
size_t leading_number(std::string_view digits, size_t otherwise = 0);
// Writes a stored double as a spreadsheet shows it, with at most 15 digits: 0.3 for 0.30000000000000004, 1960 for
// 1960.0. A whole number has all its digits, because it may be an id.
std::string shown_digits(std::string_view stored);
// A number with the texts around it, and in their scale: "5", " m" for "5.00 m", "1.235", "k" for 1235 and "1.2k".
struct ShownNumber {
  std::string before, digits, after;
};
// Finds a stored number in the text that a spreadsheet shows for it, divided by one of the factors. It has all its
// digits; without digits in the text, it is not divided. If the text contains another number, or may be divided by
// several factors, `digits` is "", and `before` the whole text.
ShownNumber shown_number(std::string_view stored, std::string_view shown, const std::set<size_t>& factors);
// Writes a stored share as a percentage: "12.5%" for "0.125".
std::string percent_of(std::string_view stored);

// Removes the times of columns in which all are midnight, as programs store dates; a column with other times keeps
// them.
void remove_midnights(Grid& grid);

// Reads an XML file of an archive, and replaces its CDATA sections by texts with character references.
base::Result<std::string, std::string> read_xml(const ZipArchive& archive, const std::string& name);

// A duration, such as a cell with the format "[h]:mm".
struct Elapsed {
  size_t line = 0, column = 0;
  int64_t microseconds = 0;
  char largest = 'h';  // the largest unit that its format shows: 'h', 'm' or 's'
};
// Writes the durations of a sheet as numbers with a unit, "25.5 h". Those of a column are in the same unit: the largest
// one of the format in which none has more than two decimals, otherwise seconds.
void put_elapsed(Grid& grid, const std::vector<Elapsed>& cells);

// Both return nullopt if a sheet has too many columns, or the workbook is damaged.
std::optional<std::vector<Grid>> read_xlsx(const ZipArchive& archive, const std::string& path);
std::optional<std::vector<Grid>> read_ods(const ZipArchive& archive, std::string_view content);

}  // namespace import
