// A table as exported or published, before its columns are interpreted: CSV with commas, semicolons, tabs or bars
// between the cells, with or without a byte order mark, or a list of JSON objects.
#pragma once
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/input_file.h"
#include "import/row.h"

namespace import {

// The part of a file's column that a column contains if split_columns() (measure.h) split it.
enum class Part { whole, centre, uncertainty, low, high };

struct SheetColumn {
  std::string head;                     // the header by plain_head(); "" if the first line does not name the column
  std::vector<std::string_view> cells;  // one cell per row, by trimmed_cell()
  // The values of a JSON column, one per row. A list has an empty cell. Null if the row lacks the value.
  std::vector<const notation::Node*> values;
  std::string origin = {};  // the name in the file, if it differs from published()
  Part part = Part::whole;

  // The name that settings use. A repeated header gets a number, "Price (2)"; a missing one is "column 3".
  const std::string& published() const { return origin.empty() ? head : origin; }
  bool is_named_by_option = false;

  // Whether the cells, a row of units or an option state the unit at the end of `head`.
  bool has_stated_unit() const { return is_named_by_option || (!origin.empty() && !origin.starts_with(head)); }
};

// Which table of a file is read.
struct TableChoice {
  std::string rows;   // the path of a JSON file's rows, for read_json_sheet()
  std::string table;  // the name of a sheet, or the number (from 1) or caption of a table; "" if there is only one
  std::optional<size_t> header;  // the line of the header, 0 if the table has none; nullopt to find it
  bool may_choose = false;       // whether to read the largest of several, and add a note
  // The columns that become rows, "year={1960..2024}" or "region={North,South}", and the column for their values.
  // Texts around the braces are part of each header; further braces repeat the value: "{1960..2024} [YR{}]".
  std::string longer, value;
  std::vector<std::string> merged = {};  // columns whose merged cells give their number to each row that they cover
  // Whether raised digits after a number, "2¹⁰", are the mark of a footnote; else they may be a power, and stay.
  bool has_footnotes = false;
  // What the options or settings name: columns by header or name, and rows to leave out by their text. Nothing of it is
  // assumed.
  std::vector<std::string> stated = {};
  bool states(std::string_view head) const;
};

// The cells point into the source that the sheet was read from, into `unescaped`, or for JSON into `tree`.
struct Sheet {
  char delimiter = ',';
  std::vector<SheetColumn> columns;
  std::vector<size_t> lines;          // the line of each row, counted from 1
  std::deque<std::string> unescaped;  // cells with doubled quotes
  std::shared_ptr<const notation::Node> tree;
  size_t head_line = 0;                    // the line of the header; 0 if there is none
  bool head_is_known = false;              // whether the file or the choice says which line is the header, if any
  bool has_second_head = false;            // whether a second line of the header was joined with the first
  size_t empty_rows = 0;                   // rows that were left out because they contain only delimiters
  std::vector<size_t> empty_columns;       // skipped columns, which have neither header nor values; counted from 1
  std::string decimal;                     // the decimal mark that the format of the file defines; "" if there is none
  std::string caption;                     // of a table in a page
  std::vector<std::string> above, below;   // lines around the table that are not part of it
  std::vector<std::string> footnotes;      // the footnote marks in each row's cells, with their texts if known
  size_t marks = 0;                        // number of footnote marks in cells
  const base::SourceText* text = nullptr;  // the text to which the positions of lines and cells refer
  TableChoice choice = {};                 // the choice, if one of several tables was read
  std::vector<Assumption> assumed = {};    // what the reader assumed

  size_t rows() const { return lines.size(); }
  void erase_row(size_t row);
  base::Span place_of(size_t column, size_t row) const;  // of a cell, or its line if it was rewritten
  // Writes a text into the empty cells of a column. `text` must outlive the sheet.
  static void fill(SheetColumn& column, std::string_view text);
};

constexpr size_t kMaxColumns = 500;  // the most columns of a new resource
constexpr size_t kMaxPublishedColumns = 20'000;

constexpr size_t kMaxRows = 5'000'000, kMaxCells = 30'000'000;  // the most lines and cells of a file: about 2 GB
constexpr size_t kMaxJsonValues = 20'000'000;

// The texts of footnotes by their marks, as plain text.
using Footnotes = std::map<std::string, std::string>;

// Reads a CSV table. Leaves out titles above it, remarks below it, and footnote marks at its numbers. Joins a header of
// two lines. Finds the `delimiter` if it is 0; uses the header and the footnotes of `choice`. `footnotes` are known in
// addition to those below the table. Returns nullopt after an error "csv-syntax": an empty file, no rows, mostly
// sentences, bytes that are not UTF-8, rows that are longer or shorter than the header (the first five are shown), too
// many rows, cells or columns. The source must outlive the sheet.
std::optional<Sheet> read_sheet(const base::SourceText& source, base::Diagnostics& diagnostics, char delimiter = 0,
                                const TableChoice& choice = {}, Footnotes footnotes = {});

// Reads a list of JSON objects, with a column for each key, in the order in which keys first occur. Nested keys are
// named by their path ("price.usd"). Also reads an object of objects, whose keys become the column "id", or whose keys
// are the columns, as pandas writes a table by default; an object of lists, which are the columns; a list of an object
// and the rows, as APIs answer; YAML if `is_yaml`; a list of lists, whose header is the first list if it has only
// texts, or a list "columns" next to it; and JSON Lines, one object per line. A single line is read as JSON Lines only
// if the file name ends in .jsonl or .ndjson. `choice.rows` is the path of the list, "data.items"; "" for the whole
// file or the only list of rows in it. If a path goes through lists ("models.prices"), each item of an inner list is a
// row, with the other keys of its parents; without a path this is done if most rows have one such list. A list of texts
// or numbers is one cell. Errors: "json-syntax"; "import-format" for a file without rows, a row with two values for one
// column, or too many columns. Adds a note for each accepted deviation from strict JSON, and for what is left out.
std::optional<Sheet> read_json_sheet(const base::SourceText& source, const TableChoice& choice, Texts& texts,
                                     std::vector<std::string>& notes, base::Diagnostics& diagnostics,
                                     bool is_yaml = false);

// Makes rows of columns, as `choice.longer` says; leaves out cells without a value. Adds notes about what was left out.
// Returns false after an error "import-format": no column matches, or two columns have the same header or a new name.
// REQUIRES: is_longer_pattern(choice.longer)
bool make_longer(Sheet& sheet, const TableChoice& choice, std::vector<std::string>& notes,
                 base::Diagnostics& diagnostics);
bool is_longer_pattern(std::string_view text);
inline constexpr std::string_view kLongerForm = "year={1960..2024}, or region={North,South} with the names";

// Returns false after an error "csv-syntax" if the header is probably a row: it has numbers or dates as the rows below
// it do, and no texts above them. Numbers that are a series, such as years, are a header.
bool check_first_row(const Sheet& sheet, base::Diagnostics& diagnostics);

// Whether the value of a JSON column is a list that contains rows, which can't be a cell.
bool contains_rows(const notation::Node* value);

// Whether the text is probably JSON rather than a table that begins with a header such as "[A]".
bool looks_like_json(std::string_view text);

// Whether a line below a table is a remark by its form: "Source: …", or the text of a footnote mark, "1) …".
bool is_marked_remark(std::string_view line);

// Removes surrounding spaces, including no-break spaces.
std::string_view trimmed_cell(std::string_view text);

// Normalizes a column's header from a file or the settings: trimmed, in NFC, with plain spaces and without footnote
// marks at its end. Headers that look alike become equal.
std::string plain_head(std::string_view text);

// Returns the name of a delimiter for messages: "semicolons".
std::string_view delimiter_name(char delimiter);

// Reads a table in any common format: CSV and its variants, JSON, XLSX and ODS workbooks, and tables in web pages and
// Markdown files. The file may be compressed by gzip, or be the only file in a ZIP archive.
// Adds a note for each conversion that might lose something (merged cells, formulas, characters that are not UTF-8),
// and the texts that the sheet points into to `texts`. Returns nullopt after an error: "csv-syntax", "json-syntax", or
// "import-format", which explains what to do.
std::optional<Sheet> read_table(const base::SourceText& file, const TableChoice& choice, Texts& texts,
                                std::vector<std::string>& notes, base::Diagnostics& diagnostics);

}  // namespace import
