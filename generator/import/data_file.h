// The rows of a resource as they stand in its file, and the file written anew: JSON, laid out as it was, or with one
// object a line; or CSV. Rows that nobody changes keep their bytes.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "import/harvest.h"

namespace import {

using Key = std::vector<std::string>;  // the cells of a primary key, in its order

// "a/b": for people, and for the order of rows. Two keys may be shown alike.
std::string shown(const Key& key);

struct StoredRow {
  Key key;
  std::string_view written;                // its bytes; "" for a row that is to be written from its cells
  std::vector<std::optional<Cell>> cells;  // one for each field of the resource
  const Row* from = nullptr;               // of an import, that added or changed it
};

// How the rows of a JSON file stand in it, as its first one does.
struct RowLayout {
  std::string_view indent;                // before a row
  std::optional<std::string_view> inner;  // before each cell, where these have lines of their own
};

struct DataFile {
  std::vector<StoredRow> rows;
  RowLayout layout;
  std::vector<size_t> columns;  // of CSV: the field of each column, in the order of the file
  std::string_view header;      // of CSV: the first line as it stands there
  std::string_view line_end = "\n";
};

// `file` is null where there is none yet. Nothing after an error, with what is wrong with the file. `file` and
// `resource` outlive what is returned.
std::optional<DataFile> read_data_file(const data::Resource& resource, const base::SourceText* file,
                                       base::Diagnostics& diagnostics);

// A row as it would stand in the file, without the end of its line.
std::string write_row(const data::Resource& resource, const DataFile& data, const StoredRow& row);

// Sorted by their keys as these are shown (natural_order.h).
std::string write_data_file(const data::Resource& resource, const DataFile& data);

// Empty where a cell of the primary key is missing or empty. `cells`: one for each field of the resource.
Key key_of(const data::Resource& resource, const std::vector<std::optional<Cell>>& cells);
// The same of a row whose fields are named as those of the resource.
Key key_of(const data::Resource& resource, const Row& row);

}  // namespace import
