// The rows of a resource as they stand in its file, and the file written anew: JSON with one object a line, or CSV.
// Rows that nobody changes keep their bytes.
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

struct StoredRow {
  std::string key;                         // the cells of the primary key with "/" between them
  std::string_view written;                // its bytes; "" for a row that is to be written from its cells
  std::vector<std::optional<Cell>> cells;  // one for each field of the resource
};

struct DataFile {
  std::vector<StoredRow> rows;
  std::vector<size_t> columns;  // of CSV: the field of each column, in the order of the file
};

// `file` is null where there is none yet. Nothing after an error, with what is wrong with the file. `file` and
// `resource` outlive what is returned.
std::optional<DataFile> read_data_file(const data::Resource& resource, const base::SourceText* file,
                                       base::Diagnostics& diagnostics);

// Sorted by their keys (natural_order.h).
std::string write_data_file(const data::Resource& resource, DataFile data);

// "" where a cell of the primary key is missing.
std::string key_of(const data::Resource& resource, const std::vector<std::optional<Cell>>& cells);

}  // namespace import
