// Tables as others publish them, read by the names of their columns, whose order differs from file to file. Within a
// file a second header may stand, below which it is another.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "import/importer.h"

namespace import {

// What is known of one kind of them.
struct HeadedTable {
  std::string_view name;                     // "catalog of SkyPilot"
  std::span<const std::string_view> needed;  // columns by which it is told, and its headers
  std::string_view expected;                 // these and others, for people
};

// A row, by the names of its columns; cells without one are left out.
using NamedCells = std::vector<std::pair<std::string_view, std::string_view>>;
// "" for a column that is not there.
std::string_view cell_of(const NamedCells& row, std::string_view column);

// False, with an error "import-format", where a needed column is missing, or any is there twice.
bool check_heads(const std::vector<std::string_view>& heads, base::Span at, const HeadedTable& table,
                 base::Diagnostics& diagnostics);

// Calls `take` with each row of a file and its place, "vms.csv:37"; further headers are told in the harvest's notes.
// Errors: those of read_sheet() and check_heads().
void each_headed_row(const Given& given, const HeadedTable& table, Task& task,
                     const std::function<void(const NamedCells& row, const std::string& where)>& take);

}  // namespace import
