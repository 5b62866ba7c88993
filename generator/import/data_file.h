// Reads the rows of a resource's data file, and writes the file with changed rows. The file is CSV or JSON. JSON keeps
// its layout; a new file gets one object per line. Unchanged rows keep their bytes.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "data/rows.h"
#include "import/row.h"

namespace import {

using Key = std::vector<std::string>;  // the cells of a primary key, in the order of its columns

// Joins a key as "a/b", for messages and for sorting rows. Different keys may have the same text.
std::string shown(const Key& key);

using StoredCells = std::vector<std::optional<Cell>>;  // one for each field of the resource

// A row as text, because the cells of a million rows need several hundred megabytes more: see cells_of().
struct StoredRow {
  Key key;
  std::string_view written;  // the row's bytes in the file; "" if it is new
  std::string text;          // how the row is written after set_cells(); "" if it is unchanged
};

// Finds rows by key, among those that exist when it is made; rows may be added later.
class KeyIndex {
 public:
  explicit KeyIndex(const std::vector<StoredRow>& rows);
  std::optional<size_t> find(const Key& key) const;

 private:
  const std::vector<StoredRow>& rows_;
  std::vector<size_t> sorted_;  // indices of the rows, by their keys
};

// The layout of the first row in a JSON file.
struct RowLayout {
  std::string_view indent;                // before a row
  std::optional<std::string_view> inner;  // before each cell, if these are on separate lines
};

struct DataFile {
  std::vector<StoredRow> rows;
  RowLayout layout;
  // CSV only
  std::vector<size_t> columns;      // the field of each column, in the order of the file
  std::string_view header;          // the first line
  std::vector<size_t> all_columns;  // `columns`, then the fields without a column; StoredRow::text has all of them
  bool has_new_columns = false;     // whether a row has a value for a field without a column
  std::string_view line_end = "\n";
};

// Reads a data file; that of a history without the rows that are not in it. `file` is null if the resource has no file
// yet. Returns nullopt after an error. `file` and `resource` must outlive the result.
std::optional<DataFile> read_data_file(const data::Resource& resource, const base::SourceText* file,
                                       base::Diagnostics& diagnostics);

// Returns a field of a resource, or null.
const quantity::Field* find_field(const data::Resource& resource, std::string_view name);
// Returns the text of a column of a row; "" if there is no such column, or no value.
std::string_view text_at(const data::Resource& resource, const StoredCells& cells, std::string_view column);

StoredCells stored_cells(const data::RawRow& row);
// Returns the cells of a row.
StoredCells cells_of(const data::Resource& resource, const DataFile& file, const StoredRow& row);
// Returns the cells of a row as it was in the file: StoredRow::written.
StoredCells cells_of(const data::Resource& resource, const DataFile& file, std::string_view written);
void set_cells(const data::Resource& resource, DataFile& file, StoredRow& row, const StoredCells& cells);

// Returns the text of a row in the file, without the line end.
std::string write_row(const data::Resource& resource, const DataFile& file, const StoredCells& cells);

// Returns the text of the file, with the rows sorted by key (base/natural_order.h).
std::string write_data_file(const data::Resource& resource, DataFile& file);

// Returns the primary key of a row; empty if one of its cells is missing or empty.
Key key_of(const data::Resource& resource, const StoredCells& cells);
// Like key_of() above, for a row whose fields have the names of the resource's fields.
Key key_of(const data::Resource& resource, const Row& row);

}  // namespace import
