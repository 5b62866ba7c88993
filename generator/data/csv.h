// CSV by RFC 4180, or another dialect, with the position of each cell: UTF-8 with or without a byte order mark, lines
// that end in CRLF or LF, line ends and doubled quotes in quoted cells. The first line names the columns.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace data {

struct CsvCell {
  std::string_view text;  // unquoted; valid during the call only
  base::Span span;        // with its quotes
};

struct CsvDialect {
  char delimiter = ',';
  char quote = '"';     // '\0' for none
  char escape = '\0';   // before a quote or a delimiter that is text; '\0' for none
  bool doubles = true;  // whether two quotes are one
  bool trims = false;   // spaces before a cell
  char comment = '\0';  // with which lines begin that are skipped; '\0' for none
  bool operator==(const CsvDialect&) const = default;
};

// Calls row(cells) for each line, the first included; return false to stop. Empty lines are skipped. Returns false
// after an error (code "csv-syntax"), which ends the reading.
bool read_csv(const base::SourceText& source, CsvDialect dialect, base::Diagnostics& diagnostics,
              const std::function<bool(const std::vector<CsvCell>& cells)>& row);

// Writes a text as a cell, quoted if necessary.
std::string csv_cell(std::string_view text, CsvDialect dialect = {});

// As above, always quoted.
std::string csv_quoted(std::string_view text, CsvDialect dialect = {});

}  // namespace data
