// A table as exported or published, before its columns are interpreted: CSV with commas, semicolons, tabs
// or bars between the cells, with or without a byte order mark; or a list of JSON objects.
#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/input_file.h"

namespace import {

struct SheetColumn {
  std::string head;                           // plain_head(); "" if the first line does not name the column
  std::vector<std::string_view> cells;        // trimmed_cell(), one per row
  std::vector<const notation::Node*> values;  // of JSON, one per row: the value, which may be a list (an empty cell);
                                              // null if the row lacks it
};

// Its cells point into the source that it was read from, into `unescaped`, or for JSON into `tree`.
struct Sheet {
  char delimiter = ',';
  std::vector<SheetColumn> columns;
  std::vector<size_t> lines;          // of each row, 1-based
  std::deque<std::string> unescaped;  // cells with doubled quotes
  std::shared_ptr<const notation::Node> tree;
  size_t empty_rows = 0;              // left out: nothing but delimiters
  std::vector<size_t> empty_columns;  // skipped columns, without header and values; 1-based

  size_t rows() const { return lines.size(); }
};

constexpr size_t kMaxColumns = 500;

// Nullopt after an error "csv-syntax": an empty file, one without rows, bytes that are not UTF-8, rows of another
// length than the first line (the first five are shown), more than kMaxColumns columns. The source must outlive the
// sheet.
std::optional<Sheet> read_sheet(const base::SourceText& source, base::Diagnostics& diagnostics);

// A list of JSON objects: a column for each key, in the order in which keys first occur. Nested keys are named by their
// path ("price.usd"). Also JSON Lines, an object per line; for a single line the file name must end in .jsonl or
// .ndjson. `rows` is the path of the list, "data.items"; "" for the whole file or the only list in its object. Errors:
// "json-syntax"; "import-format" for a file without a list of objects, a row with two values for one column, or more
// than kMaxColumns columns. Adds a note for each accepted deviation from strict JSON.
std::optional<Sheet> read_json_sheet(const base::SourceText& source, const std::string& rows, Texts& texts,
                                     std::vector<std::string>& notes, base::Diagnostics& diagnostics);

// Whether the text is meant as JSON rather than a table that begins with a header such as "[A]".
bool looks_like_json(std::string_view text);

// Without surrounding spaces, including no-break spaces.
std::string_view trimmed_cell(std::string_view text);

// The header of a column, in a file or in settings: trimmed, in NFC, with plain spaces. Headers that look alike are
// equal.
std::string plain_head(std::string_view text);

// "semicolons"
std::string_view delimiter_name(char delimiter);

}  // namespace import
