// Writes frames and resources as files to download: UTF-8, "\n" line ends (CSV: "\r\n", by RFC 4180), numbers as the
// shortest decimal that reads back as the same value. In CSV, a leading ' is added to a text that a spreadsheet would
// treat as a formula (it begins with = + - @, a tab or a carriage return). CSV with other letters than those of ASCII
// begins with a byte order mark, without which spreadsheets show wrong letters; so does that of a large resource.
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

// The records that each row of a frame depends on, with their provenance, in the order of the cells and without
// duplicates. Created once for all files of a frame. The frame and the database must outlive it.
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

// Writes the frame's columns by name. Then come the columns `source`, `no_source`, `locator`, `locator_detail` and
// `as_of`, unless the frame uses the name or all are empty; each cell lists the texts of the row's records, joined by
// "; ".
std::string write_csv(const quantity::Frame& frame, const RowOrigins& origins);

// Writes {"name", "fields": [{"name", "title", "type", "unit", …}], "rows": [{…, "refs": [{"ref", "column", "source",
// "no_source", "locator", "locator_detail", "as_of"}]}]}, with one row per line.
std::string write_json(const quantity::Frame& frame, const RowOrigins& origins);

// Writes a resource without additional columns: calls write() with the pieces of both files.
void write_resource(const TableInfo& resource, Connection& connection,
                    const std::function<void(std::string_view csv, std::string_view json)>& write);

}  // namespace data
