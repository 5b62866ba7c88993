// Reads the rows of a resource's data file, and writes the file with changed rows. The file is CSV or JSON. JSON keeps
// its layout; a new file gets one object per line. Unchanged rows keep their bytes.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "import/row.h"

namespace import {

using Key = std::vector<std::string>;  // the cells of a primary key, in the order of its columns

// Joins a key as "a/b", for messages and for sorting rows. Different keys may have the same text.
std::string shown(const Key& key);

using StoredCells = std::vector<std::optional<Cell>>;  // one for each field of the resource

struct StoredRow {
  Key key;
  std::string_view written;  // the row's bytes in the file; "" to write the row from its cells
  StoredCells cells;
  const Row* from = nullptr;  // the imported row that added or changed it
};

// The layout of the first row in a JSON file.
struct RowLayout {
  std::string_view indent;                // before a row
  std::optional<std::string_view> inner;  // before each cell, if these are on separate lines
};

struct DataFile {
  std::vector<StoredRow> rows;
  RowLayout layout;
  std::vector<size_t> columns;  // CSV only: the field of each column, in the order of the file
  std::string_view header;      // CSV only: the first line
  std::string_view line_end = "\n";
};

// Reads a data file. `file` is null if the resource has no file yet. Returns nullopt after an error. `file` and
// `resource` must outlive the result.
std::optional<DataFile> read_data_file(const data::Resource& resource, const base::SourceText* file,
                                       base::Diagnostics& diagnostics);

// Returns the text of a row in the file, without the line end.
std::string write_row(const data::Resource& resource, const DataFile& data, const StoredRow& row);

// Returns the text of the file, with the rows sorted by key (is_naturally_before).
std::string write_data_file(const data::Resource& resource, DataFile& data);

// Compares in natural order, in which "slice-8" comes before "slice-16". Different strings are never equal.
bool is_naturally_before(std::string_view a, std::string_view b);

// Returns the primary key of a row; empty if one of its cells is missing or empty.
Key key_of(const data::Resource& resource, const StoredCells& cells);
// Like key_of() above, for a row whose fields have the names of the resource's fields.
Key key_of(const data::Resource& resource, const Row& row);

}  // namespace import
