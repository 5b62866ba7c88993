// Frames and resources as files to download. UTF-8, "\n" line ends (CSV: "\r\n", as RFC 4180 has it), numbers as the
// shortest decimal that reads back as the same value. A text of CSV that a spreadsheet would take for a formula (it
// begins with = + - @, a tab or a carriage return) gets a leading '.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/connection.h"
#include "data/database.h"
#include "data/provenance.h"
#include "quantity/frame.h"

namespace data {

// The records that each row of a frame rests on, once each and in the order of its cells, with what they say: found
// once for all files of a frame. The frame and the database outlive it.
class RowOrigins {
 public:
  RowOrigins(const quantity::Frame& frame, const Database& database);

  struct Origin {
    std::string_view ref;
    std::optional<Provenance> says;
  };
  const std::vector<Origin>& of(size_t row) const { return rows_[row]; }

 private:
  std::vector<std::vector<Origin>> rows_;
};

// The frame's columns by name, then `source`, `no_source`, `locator`, `as_of` of the records that the row rests on
// (several joined by "; "), as far as there are any and the frame has no column of that name.
std::string write_csv(const quantity::Frame& frame, const RowOrigins& origins);

// {"name", "fields": [{"name", "title", "type", "unit", …}], "rows": [{…, "refs": [{"ref", "column",
// "source", "no_source", "locator", "as_of"}]}]}, one row a line.
std::string write_json(const quantity::Frame& frame, const RowOrigins& origins);

// A resource as its own rows say it, with no columns added: take() gets both files piece by piece.
void write_resource(const TableInfo& resource, Connection& connection,
                    const std::function<void(std::string_view csv, std::string_view json)>& take);

}  // namespace data
