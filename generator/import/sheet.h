// A table as spreadsheets and programs export it, before anything is known of its columns: comma, semicolon, tab or bar
// between the cells, with or without a byte order mark, lines that end in CRLF or LF.
#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace import {

struct SheetColumn {
  std::string head;                           // plain_head(); "" where the first line has nothing
  std::vector<std::string_view> cells;        // trimmed_cell(), one a row
  std::vector<const notation::Node*> values;  // of JSON, one a row: what the cell was, also a list, which is an
                                              // empty one; null where the row lacks it
};

// Its cells point into the source that it was read from, into `unescaped`, or of JSON into `tree`.
struct Sheet {
  char delimiter = ',';
  std::vector<SheetColumn> columns;
  std::vector<size_t> lines;          // of each row, 1-based
  std::deque<std::string> unescaped;  // cells with doubled quotes
  std::shared_ptr<const notation::Node> tree;
  size_t empty_rows = 0;              // left out: nothing but delimiters
  std::vector<size_t> empty_columns;  // left out: neither a head nor a value; 1-based

  size_t rows() const { return lines.size(); }
};

// Nothing after a mistake, all of them in code "csv-syntax": an empty file, one without rows, bytes that are not UTF-8,
// rows of another length than the first line (the first five are shown), more than kMaxColumns columns. The source
// must outlive the sheet.
std::optional<Sheet> read_sheet(const base::SourceText& source, base::Diagnostics& diagnostics);

// Without the spaces around it, no-break ones among them, which nobody sees.
std::string_view trimmed_cell(std::string_view text);

// A head, or what settings call one: trimmed, in NFC, with plain spaces. Heads that look alike are one.
std::string plain_head(std::string_view text);

// What people call a delimiter: "semicolons".
std::string_view delimiter_name(char delimiter);

constexpr size_t kMaxColumns = 500;

}  // namespace import
