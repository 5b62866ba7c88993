// Infers the columns of a table from their headers and values: names, titles, types, units, constraints and the key.
// All assumptions are noted, so that an author can disagree. Then writes the table as data of a site.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "import/sheet.h"
#include "quantity/frame.h"
#include "quantity/unit.h"

namespace import {

struct InferOptions {
  std::string decimal;             // "." or ","; "" to detect it
  std::string dates;               // "dmy", "mdy" or "ymd"; "" to detect it
  std::vector<std::string> texts;  // columns, by name or headerer, that are text whatever their values
  std::vector<std::string> key;    // columns, by name or header; empty to detect it
};

// How the cells of a column are written: see written_cell().
enum class Writing { as_is, number_with_point, number_with_comma, boolean, time, date_ymd, date_dmy, date_mdy };

struct InferredColumn {
  std::string head;  // as in the file
  std::string name;
  std::string title;
  quantity::FieldType type = quantity::FieldType::string;
  std::string unit;
  bool required = false;
  std::vector<std::string> one_of;  // the few texts that occur, in the order in which they do
  Writing writing = Writing::as_is;
  size_t empty = 0;      // cells without a value
  bool is_made = false;  // not a column of the file
  bool measured() const { return !unit.empty(); }
  bool is_named_in(const std::vector<std::string>& names) const;  // by name or header
  bool is_about_the_row() const;                                  // the origin of the row, as "source" is
};

struct InferredTable {
  std::vector<InferredColumn> columns;
  std::vector<size_t> key;          // indices of columns; empty if none was found and none is needed
  std::string key_reason;           // the evidence: "unique in all 12 rows; …"
  std::vector<std::string> notes;   // what was assumed or changed, one sentence each
  std::vector<std::string> wanted;  // what only the author knows, one sentence each

  std::vector<std::string_view> numbers() const;  // columns whose values need a source
  const InferredColumn* find(std::string_view name) const;
};

// Errors: "mixed-types" (other values in a column of numbers), "ambiguous-number" (1,234 may be two numbers), "no-key"
// (quantities in rows that nothing distinguishes), "unknown-column" (in the options). Nullopt after an error; all are
// reported.
std::optional<InferredTable> infer_table(const Sheet& sheet, const base::SourceText& source,
                                         const quantity::Units& units, const InferOptions& options,
                                         base::Diagnostics& diagnostics);

// Sets the table's key, or adds to `wanted` if none is needed and none was found. Error "no-key".
void choose_key(InferredTable& table, const Sheet& sheet, const base::SourceText& source, const InferOptions& options,
                base::Diagnostics& diagnostics);

// A cell in a site's data file: numbers with a point and no separators, dates and times of ISO 8601, no marks for
// missing values.
std::string written_cell(const InferredColumn& column, std::string_view cell);

// The table as CSV: UTF-8, commas, LF, a first line with the columns' names.
std::string written_table(const InferredTable& table, const Sheet& sheet);

struct ResourceText {
  std::string name;
  std::string title;
  std::string description;
  std::string source;  // an id of the bibliography, or ""
  std::string locator;
  std::string as_of;
  std::string no_source;  // why its numbers have no source, or ""
};

// The entry of the table in data/datapackage.json: indented by two spaces, one line per field, without a final line
// end.
std::string descriptor_of(const ResourceText& resource, const InferredTable& table);

// The settings with which `import` lands the next edition of the file. `lines` are further ones, with line ends.
std::string settings_of(const ResourceText& resource, const InferredTable& table, const Sheet& sheet,
                        const std::string& lines);

}  // namespace import
