// What the readers of both kinds of workbooks share (grid.h).
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/archive.h"
#include "import/grid.h"

namespace import {

// The number that a text begins with.
size_t leading_number(std::string_view digits, size_t otherwise = 0);
// A stored double, with the at most 15 digits that a spreadsheet shows: 0.30000000000000004 is 0.3.
std::string shown_digits(std::string_view stored);
// "0.125" is "12.5%".
std::string percent_of(std::string_view stored);

// Nullopt if a sheet has too many columns, or the workbook is damaged.
std::optional<std::vector<Grid>> read_xlsx(const ZipArchive& archive, const std::string& path);
std::optional<std::vector<Grid>> read_ods(std::string_view content);

}  // namespace import
