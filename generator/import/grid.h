// Tables with a layout: sheets of workbooks, tables of web pages and of Markdown. Each is converted to CSV with one
// line for each row, so that all tables are read and reported the same way (sheet.h).
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "import/sheet.h"

namespace import {

struct GridCell {
  std::string text;
  bool is_number = false;        // whether the number is stored as such, with a point as decimal mark
  bool is_across = false;        // whether the cell is merged with the cell to the left
  bool is_covered = false;       // whether a merged cell covers the cell and provides its text
  size_t columns = 1, rows = 1;  // columns and rows that the cell covers
};

struct GridRow {
  size_t line = 0;                        // line in the file, 1-based
  bool is_head = false, is_foot = false;  // whether it is in the table's head or foot
  std::vector<GridCell> cells;
};

struct Grid {
  std::string name;  // the name of the sheet; for a table, the caption or the heading above
  bool has_caption = false;
  bool has_head = false;  // whether the first row consists of cells of a header
  bool is_hidden = false;
  bool is_too_large = false;  // whether cells are missing: beyond kMaxGridCells, or beyond the meter (base/work.h)
  size_t formulas = 0, missing_results = 0, hidden_rows = 0, hidden_columns = 0;
  size_t left_out_rows = 0, left_out_cells = 0, struck_cells = 0;  // what a web page hides or strikes out
  size_t partly_hidden = 0;  // number of cells of a page with hidden text beside what is shown
  size_t inner_tables = 0;  // number of cells with a table or a list of choices inside, which is not part of their text
  size_t styled_cells = 0;  // number of cells with parts that a stylesheet which was not read may hide
  std::string unclear_style;  // a selector of the page that may hide something, but is not understood
  size_t hidden_dates = 0;    // number of cells with a date whose format shows only a time
  size_t hidden_years = 0;    // number of cells with a date whose format does not show the year
  size_t blank_results = 0;   // number of formulas whose result is "" or was never calculated
  std::string first_missing;  // the first cell with such a formula: "B2"
  size_t hidden_values = 0;   // number of cells whose format does not show the stored number
  std::map<std::string, std::string> footnotes;  // texts of footnotes that are not in the table, by their marks
  std::vector<size_t> longer_rows;  // lines of Markdown with more cells than the header, which GitHub does not show
  std::vector<GridRow> rows;

  void put(size_t row, size_t column, GridCell cell);  // rows must not decrease
  void repeat_last_row(size_t count);
  size_t columns() const;
  size_t filled_rows() const;
  // Makes a row at least `width` cells wide. Returns false if the grid becomes too large.
  bool widen(GridRow& row, size_t width);
  // Counts the bytes of a text before it is copied into a cell. Returns false if the grid becomes too large.
  bool charge(const std::string& text);

 private:
  size_t cells_ = 0;  // number of allocated cells
};

constexpr size_t kMaxGridCells = 5'000'000;

// Returns the sheets of an XLSX or ODS workbook, in their order. Dates become "2026-01-31", percentages "12.5%";
// symbols and units of a cell's number format are written next to the number. The error completes "the file …".
base::Result<std::vector<Grid>, std::string> read_workbook(std::string_view bytes);

// Returns all tables of a page in order, as a browser shows them; a table inside a cell follows the outer one, and is
// not part of the cell's text. Superscripts become "²" or "[a]". Returns nullopt if the page is too large or too deeply
// nested (markup::ForeignHtml).
std::optional<std::vector<Grid>> read_web_tables(std::string_view html);
std::vector<Grid> read_markdown_tables(std::string_view text);

// Converts a grid to CSV. Repeats the text of merged cells, joins headers of several rows, and turns a row that is a
// single merged cell into a value of a column "Section" in the rows below it. Adds changes to `notes`, and to `assumed`
// what was written into cells that `choice` does not name. Returns nullopt if the grid is too large.
std::optional<std::string> csv_of(Grid grid, const TableChoice& choice, std::vector<std::string>& notes,
                                  std::vector<Assumption>& assumed);

// Returns the plain form of a superscript: "²" for "2", "⁻³" for "-3". Other texts are put in brackets, like footnote
// marks.
std::string raised(std::string_view text);
// Returns a subscript behind a text as it is, except behind a digit, whose number it would change: "₂" for "2". An
// uncertainty, "±0.009", changes none.
std::string lowered(std::string_view before, std::string_view text);

}  // namespace import
