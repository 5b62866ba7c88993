// Which columns of a table become which fields, by the settings.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/importer.h"
#include "import/sheet.h"

namespace import {

struct MappedColumn {
  const SheetColumn* sheet = nullptr;
  const ColumnMapping* mapping = nullptr;
  const quantity::Field* field = nullptr;
  std::optional<quantity::Unit> from, to;  // where numbers are to be converted, or their signs compared
  bool comma = false;
};

struct TableColumns {
  std::vector<std::string_view> heads;  // of all columns of the sheet
  std::vector<MappedColumn> mapped;     // those whose cells are looked up in the table of names first
  Spans wanted;                         // what texts of the settings and `only` name
};

// What is left out is noted in `task.harvest`. Nothing after an error: "missing-key" where the settings have no
// columns, "unknown-column" for a head that is not there, or not once, "import-format" for a list in a column that is
// wanted, "unknown-field", "bad-unit", "unit-mismatch". `shown` is the file's name in messages. The sheet, the settings
// and the resource must outlive the result.
std::optional<TableColumns> map_columns(const Sheet& sheet, const std::string& shown, Task& task);

}  // namespace import
