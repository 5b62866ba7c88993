// Reads and writes CSV, by RFC 4180 or in another dialect, with the position of each cell. Files are UTF-8 with or
// without a byte order mark; lines end in CRLF or LF; quoted cells may contain line ends and doubled quotes. The first
// line names the columns.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace data {

struct CsvCell {
  std::string_view text;  // the unquoted text; valid only during the call
  base::Span span;        // the cell with its quotes
};

struct CsvDialect {
  char delimiter = ',';
  char quote = '"';              // the quotation mark; '\0' if cells can't be quoted
  char escape = '\0';            // a character that precedes a quote or delimiter that is text; '\0' if there is none
  bool doubles = true;           // whether two quotes in a quoted cell mean one
  bool trims = false;            // whether spaces before a cell are skipped
  bool has_free_quotes = false;  // whether a quote inside an unquoted cell is text
  char comment = '\0';           // the first character of skipped lines; '\0' if there is none
  bool operator==(const CsvDialect&) const = default;
};

// Calls row(cells) for each line, including the first; return false to stop. Skips empty lines. Stops at an error (code
// "csv-syntax") and returns false.
bool read_csv(const base::SourceText& source, CsvDialect dialect, base::Diagnostics& diagnostics,
              const std::function<bool(const std::vector<CsvCell>& cells)>& row);

// Writes a text as a cell, quoted if necessary.
std::string csv_cell(std::string_view text, CsvDialect dialect = {});

// Like csv_cell(), but always quoted.
std::string csv_quoted(std::string_view text, CsvDialect dialect = {});

}  // namespace data
