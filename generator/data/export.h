// Frames and resources as files to download. UTF-8, "\n" line ends (CSV: "\r\n", by RFC 4180), numbers as the shortest
// decimal that reads back as the same value. In CSV, a text that a spreadsheet would treat as a formula (it begins with
// = + - @, a tab or a carriage return) gets a leading '.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/connection.h"
#include "data/database.h"
#include "quantity/frame.h"

namespace data {

// The records that each row of a frame depends on, in the order of its cells, without duplicates, with their
// provenance: made once for all files of a frame. The frame and the database outlive it.
class RowOrigins {
 public:
  RowOrigins(const quantity::Frame& frame, const Database& database);

  struct Origin {
    std::string_view ref;
    std::optional<Provenance> provenance;
  };
  const std::vector<Origin>& of(size_t row) const { return rows_[row]; }

 private:
  std::vector<std::vector<Origin>> rows_;
};

// The frame's columns by name, then those of `source`, `no_source`, `locator`, `as_of` that some record has and that
// are not names of columns, each with the texts of the row's records joined by "; ".
std::string write_csv(const quantity::Frame& frame, const RowOrigins& origins);

// {"name", "fields": [{"name", "title", "type", "unit", …}], "rows": [{…, "refs": [{"ref", "column",
// "source", "no_source", "locator", "as_of"}]}]}, one row a line.
std::string write_json(const quantity::Frame& frame, const RowOrigins& origins);

// A resource without additional columns: calls write() with the pieces of both files.
void write_resource(const TableInfo& resource, Connection& connection,
                    const std::function<void(std::string_view csv, std::string_view json)>& write);

}  // namespace data
