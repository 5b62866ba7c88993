// Maps columns of a table to fields, according to the settings.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/date_text.h"
#include "import/importer.h"

namespace import {

struct MappedColumn {
  const SheetColumn* sheet = nullptr;
  const ColumnMapping* mapping = nullptr;
  const quantity::Field* field = nullptr;
  const quantity::Field *uncertainty = nullptr, *high = nullptr;
  std::vector<const quantity::Field*> parts;  // of `split`, instead of `field`
  const Words* words = nullptr;               // of the settings' `values` for the field; null if there are none
  std::optional<quantity::Unit> from, to;     // of the file and of the field
  bool comma = false;                         // is the decimal mark
  std::optional<DateOrder> dates;             // of other dates than those of ISO 8601

  // Numbers that are translated as words are not read as numbers.
  bool has_numbers() const { return field && quantity::is_numeric(field->type) && !words; }
};

struct TableColumns {
  std::vector<std::string_view> heads;  // of all columns of the sheet
  std::vector<MappedColumn> mapped;     // first those whose cells are looked up in the table of names
  Spans wanted;                         // names in `only` and texts of the settings
};

// Records omitted columns in `task.input`. Nullopt after an error: "missing-key" if the settings have no columns,
// "unknown-column" for a header that does not occur exactly once, "import-format" for a list of rows in a column that
// is used, "unknown-field", "bad-unit", "unit-mismatch". `shown` is the file's name in messages. The sheet, the
// settings and the resource must outlive the result.
std::optional<TableColumns> map_columns(const Sheet& sheet, const std::string& shown, Task& task);

}  // namespace import
