// Infers the columns of a table from their headers and values: names, titles, types, units, constraints and the key.
// Lists all assumptions, so that an author can disagree. Also writes the table as data of a site.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "import/cell_text.h"
#include "import/row.h"
#include "import/sheet.h"
#include "quantity/frame.h"
#include "quantity/unit.h"

namespace import {

struct InferOptions {
  std::string decimal;                         // the decimal mark: "." or ","; "" to detect it
  std::string dates;                           // the order of dates: "dmy", "mdy" or "ymd"; "" to detect it
  std::vector<std::string> texts;              // names or headers of columns that are text regardless of their values
  std::vector<std::string> key;                // names or headers of the key's columns; empty to detect the key
  std::vector<std::string> negatives, merged;  // those whose numbers in parentheses are negative; TableChoice::merged
  // Units by the name or header of a column: "km"; "1" for a plain number; "{currency}" for the unit of each row, in
  // another column.
  std::map<std::string, std::string> units;
};

struct InferredColumn {
  std::string head;       // the header in the file, with the unit of the cells
  std::string published;  // the header in the file
  std::string name;
  std::string title;
  quantity::FieldType type = quantity::FieldType::string;
  std::string unit;
  std::string unit_field;                         // the column that contains each row's unit; "" if there is none
  bool unit_is_given = false;                     // whether `unit` is from the options
  bool has_negatives = false, is_merged = false;  // whether InferOptions::negatives and `merged` name it
  bool comma = false;                             // whether the decimal mark of its numbers is a comma
  std::optional<DateOrder> dates;                 // the order of dates that are not in ISO 8601
  size_t empty = 0;                               // the number of cells without a value
  bool is_made = false;                           // whether the import added the column, which the file does not have
  bool measured() const { return !unit.empty() || !unit_field.empty(); }
  bool is_named_in(const std::vector<std::string>& names) const;  // whether `names` contains its name or a header
  bool is_about_the_row() const;  // whether the column states where the row comes from, as "source" does
};

struct InferredTable {
  std::vector<InferredColumn> columns;
  std::vector<size_t> key;          // indices of columns; empty if none was found
  std::string key_reason;           // the evidence for the key: "unique in all 12 rows; …"
  std::string no_key, no_key_help;  // the reason why no key was found, and the option that would give one
  std::vector<std::string> notes;   // sentences about what was found or changed
  std::vector<Assumption> assumed;
  std::vector<std::string> wanted;  // sentences about what only the author knows
  // The decimal marks of the numbers, and the orders of the dates, as far as the file shows them.
  std::set<std::string> decimals, orders;

  std::vector<const InferredColumn*> numbers() const;  // the columns whose values need a source
  const InferredColumn* find(std::string_view name) const;
};

// A unit is that of the options, of the header's brackets, of the cells, or of a clear end of a name ("_kwh"), which is
// an assumption; other names ("coldest_day") only raise a question.
// Errors: "mixed-types" (a symbol that is not the unit of the header), "ambiguous-number" ("1,234" may be two
// numbers), "no-key", "bad-unit" and "unknown-column" (in the options). Reports all errors, and returns nullopt if
// there are any.
std::optional<InferredTable> infer_table(const Sheet& sheet, const quantity::Units& units, const InferOptions& options,
                                         base::Diagnostics& diagnostics);

// Sets the `unit_field` of numbers whose units are in another column: those that the options name, and prices beside a
// column of currencies. Reports "bad-unit" and
// "unknown-column".
void find_unit_columns(InferredTable& table, const Sheet& sheet, const quantity::Units& units,
                       const InferOptions& options, base::Diagnostics& diagnostics);

// Rows in which a column of currencies contradicts the unit of the numbers beside it.
struct CurrencyConflict {
  size_t row;        // the first one
  std::string rows;  // "USD in line 3, CHF in line 5"
};
// Returns nullopt if there are no such rows, or if the unit is not money. `lines` are the lines of the rows.
std::optional<CurrencyConflict> find_currency_conflict(const quantity::Unit& unit,
                                                       const std::vector<std::string_view>& numbers,
                                                       const std::vector<std::string_view>& currencies,
                                                       const std::vector<size_t>& lines, const quantity::Units& units);

// Whether a column of currencies, such as "currency" or "price_currency", may be that of a number with this name.
bool is_price_in(const std::string& name, const std::string& currency, const quantity::Units& units);

// Sets the table's key, or `no_key` if none was found. Reports "no-key" if the columns in the options are not a key.
void choose_key(InferredTable& table, const Sheet& sheet, const InferOptions& options, base::Diagnostics& diagnostics);

// Returns the text of a cell in the site's data file: numbers have a point and no separators, dates and times are in
// ISO 8601, and marks for missing values are removed.
std::string written_cell(const InferredColumn& column, std::string_view cell);

// Returns the table as CSV: UTF-8, commas, LF, and a first line with the columns' names.
std::string written_table(const InferredTable& table, const Sheet& sheet);

struct ResourceText {
  std::string name, title, description;
  std::string source;     // the id of a source; may be ""
  std::string no_source;  // the reason why the table's numbers have no source; may be ""
  std::string locator, as_of;
};

// Returns the table's entry in data/datapackage.json: indented by two spaces, one line per field, without a final line
// end.
std::string descriptor_of(const ResourceText& resource, const InferredTable& table);

// Returns the settings with which `import` reads the next edition of the file. `lines` are further lines, with line
// ends.
std::string settings_of(const ResourceText& resource, const InferredTable& table, const Sheet& sheet,
                        const std::string& lines);

}  // namespace import
