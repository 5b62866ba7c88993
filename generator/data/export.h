// Frames and resources as files to download. UTF-8, "\n" line ends (CSV: "\r\n", as RFC 4180 has it), numbers as the
// shortest decimal that reads back as the same value. A text of CSV that a spreadsheet would take for a formula (it
// begins with = + - @, a tab or a carriage return) gets a leading '.
#pragma once
#include <string>
#include <string_view>

#include "data/connection.h"
#include "data/database.h"
#include "quantity/frame.h"

namespace data {

// The frame's columns by name, then `source`, `locator`, `as_of` of the records that the row rests on (several joined
// by "; "), as far as there are any and the frame has no column of that name.
std::string write_csv(const quantity::Frame& frame, const Database& database);

// {"name", "fields": [{"name", "title", "type", "unit", …}], "rows": [{…, "refs": [{"ref", "source", "locator",
// "as_of"}]}]}, one row a line.
std::string write_json(const quantity::Frame& frame, const Database& database);

// A resource as its own rows say it, with no columns added.
struct ResourceFiles {
  std::string csv, json;
};
ResourceFiles write_resource(const TableInfo& resource, Connection& connection);

}  // namespace data
