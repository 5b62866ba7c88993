// Maps columns of a table to fields, according to the settings.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "import/cell_text.h"
#include "import/importer.h"

namespace import {

struct MappedColumn {
  const SheetColumn* sheet = nullptr;
  const ColumnMapping* mapping = nullptr;
  std::vector<std::pair<Part, const quantity::Field*>> fields;  // as in the mapping
  const Words* words = nullptr;            // the settings' `values` for the first field; null if there are none
  std::optional<quantity::Unit> from, to;  // the unit in the file, and the unit of the first field
  bool comma = false;                      // whether the decimal mark is a comma
  std::optional<DateOrder> dates;          // the order of dates that are not in ISO 8601

  // Numbers that the settings translate as words are not read as numbers. The ends of a range of years are.
  bool has_numbers() const { return (quantity::is_numeric(field().type) || has(Part::high)) && !words; }
  const quantity::Field& field() const { return *fields.front().second; }
  bool has(Part part) const { return fields.back().first == part; }
};

struct TableColumns {
  std::vector<std::string_view> heads;  // headers of all columns of the sheet
  std::vector<MappedColumn> mapped;     // columns; those whose cells are looked up in the table of names come first
  std::set<std::string> wanted;         // names that `only` and texts of the settings refer to
};

// Maps the columns of a sheet. Adds a note about omitted columns to `task.input`. Returns nullopt after an error:
// "missing-key" if the settings have no columns, "unknown-column" for a header that does not occur exactly once,
// "import-format" for a list of rows in a column that is used, "unknown-field", "bad-unit", "unit-mismatch". `shown` is
// the file's name in messages. The sheet, the settings and the resource must outlive the result.
std::optional<TableColumns> map_columns(const Sheet& sheet, const std::string& shown, Task& task);

}  // namespace import
