// The rows of a resource's file, JSON or CSV, in one shape: a cell for each field, still as written.
#pragma once
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "data/descriptor.h"
#include "data/row_errors.h"
#include "notation/node.h"

namespace data {

struct RawCell {
  notation::Kind kind = notation::Kind::null;  // of CSV always null or string
  std::string_view text;                       // unquoted, valid during the call only
  base::Span span;                             // of the row where the cell is not there
};

struct RawRow {
  size_t index = 0;  // from 0, among the rows that could be read
  base::Span span;
  std::vector<RawCell> cells;  // one for each field of the resource
  bool from_csv = false;
};

// Calls row() for each row; return false to stop. Nulls, missing cells and empty texts are all Kind::null. Reports what
// is wrong with the file ("json-syntax", "csv-syntax" …) and columns that are no fields ("unknown-column"). Calling it
// again with the same file gives the same rows.
void read_rows(const Resource& resource, const base::SourceText& file, base::Diagnostics& diagnostics,
               RowErrors& errors, const std::function<bool(const RawRow& row)>& row);

// A cell, found again in the file: for mistakes that show when all rows have been read.
struct CellAddress {
  size_t row = 0;
  int field = -1;  // -1 for the row as a whole
  auto operator<=>(const CellAddress&) const = default;
};

// The spans of cells, in the order asked for.
std::vector<base::Span> locate(const Resource& resource, const base::SourceText& file,
                               const std::vector<CellAddress>& addresses);

}  // namespace data
