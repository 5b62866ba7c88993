// Helpers for the readers of both kinds of workbooks (grid.h).
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/grid.h"
#include "import/zip_archive.h"

namespace import {

// Returns the number that a text begins with.
size_t leading_number(std::string_view digits, size_t otherwise = 0);
// Writes a stored double as a spreadsheet shows it, with at most 15 digits: 0.3 for 0.30000000000000004.
std::string shown_digits(std::string_view stored);
// Writes a stored share as a percentage: "12.5%" for "0.125".
std::string percent_of(std::string_view stored);

// Both return nullopt if a sheet has too many columns, or the workbook is damaged.
std::optional<std::vector<Grid>> read_xlsx(const ZipArchive& archive, const std::string& path);
std::optional<std::vector<Grid>> read_ods(std::string_view content);

}  // namespace import
