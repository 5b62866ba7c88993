#include "import/grid.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/work.h"
#include "data/csv.h"
#include "import/cell_text.h"
#include "import/head.h"
#include "import/sheet.h"

namespace import {
namespace {

size_t filled_cells(const GridRow& row) {
  return static_cast<size_t>(std::ranges::count_if(
      row.cells, [](const GridCell& cell) { return !cell.is_covered && !trimmed_cell(cell.text).empty(); }));
}

// Whether a row is one merged cell: a title, a heading between rows, or a remark.
bool is_alone(const GridRow& row) {
  return !row.cells.empty() && row.cells.front().columns > 1 && row.cells.front().rows < 2 &&
         !row.cells.front().is_covered && filled_cells(row) == 1;
}

// Copies merged cells into all cells that they cover.
void fill_merged(Grid& grid) {
  for (size_t r = 0; r < grid.rows.size(); ++r)
    for (size_t c = 0; c < grid.rows[r].cells.size(); ++c) {
      const GridCell cell = grid.rows[r].cells[c];
      if (cell.is_covered || (cell.columns < 2 && cell.rows < 2) || is_alone(grid.rows[r])) continue;
      const size_t last = grid.rows[r].line + cell.rows;
      for (size_t below = r; below < grid.rows.size() && grid.rows[below].line < last; ++below) {
        std::vector<GridCell>& cells = grid.rows[below].cells;
        if (!grid.widen(grid.rows[below], c + cell.columns)) return;
        for (size_t i = c; i < c + cell.columns; ++i) {
          if (below == r && i == c) continue;
          if (!grid.charge(cell.text)) return;
          cells[i] = cell;
          cells[i].is_covered = true;
          cells[i].is_across = i > c || cells[i].is_across;
        }
      }
    }
}

// Lists the columns below the header whose cells got the text of merged ones. A number may be that of all cells
// together, so only `choice` says that it is that of each.
void list_merged(const Grid& grid, size_t head, const TableChoice& choice, std::vector<std::string>& notes,
                 std::vector<Assumption>& assumed) {
  for (size_t column = 0; column < grid.columns(); ++column) {
    std::string text, number;
    for (size_t row = head; row < grid.rows.size(); ++row) {
      if (column >= grid.rows[row].cells.size()) continue;
      const GridCell& cell = grid.rows[row].cells[column];
      const bool is_number =
          std::ranges::any_of(cell.text, base::is_digit) && !base::is_letter(trimmed_cell(cell.text).front());
      if (cell.is_covered && !cell.text.empty()) (is_number ? number : text) = cell.text;
    }
    if (text.empty() && number.empty()) continue;
    const bool has_header = head > 0 && column < grid.rows[head - 1].cells.size();
    const std::string name = has_header ? plain_head(grid.rows[head - 1].cells[column].text) : "";
    const std::string shown = name.empty() ? fmt::format("column {}", column + 1) : name;
    const auto is_named = [&](const std::string& each) { return names_column(each, name) || each == shown; };
    const bool is_known = std::ranges::any_of(choice.merged, is_named);
    std::string what = fmt::format("the {} of merged cells, such as \"{}\", was written into each cell of {}",
                                   number.empty() ? "text" : "number", number.empty() ? text : number, shown);
    if (is_known || (number.empty() && choice.states(shown)))
      notes.push_back(std::move(what));
    else
      assumed.push_back(
          {std::move(what),
           fmt::format("to confirm it: --merged {}, or in the settings {{field: …, merged: repeat}}{}",
                       name.empty() ? shown : column_name(name),
                       number.empty() ? "" : "; if it is the number of all together, write it into one row")});
  }
}

// Finds the rows of the header: it begins with the first row that has two cells, and continues while rows are in the
// table's head or below merged cells.
std::pair<size_t, size_t> find_heads(const Grid& grid, std::optional<size_t> header) {
  size_t first = 0;
  const auto is_above = [&](const GridRow& row) { return header ? row.line < *header : filled_cells(row) < 2; };
  while (first < grid.rows.size() && is_above(grid.rows[first])) ++first;
  size_t end = first + 1;
  const auto continues = [&](const GridRow& above, const GridRow& row) {
    if (row.is_head) return above.is_head;
    const bool has_across = std::ranges::any_of(above.cells, &GridCell::is_across);
    return has_across && std::ranges::none_of(row.cells, &GridCell::is_number) && filled_cells(row) > 1;
  };
  while (end < grid.rows.size() && continues(grid.rows[end - 1], grid.rows[end])) ++end;
  return {std::min(first, grid.rows.size()), std::min(end, grid.rows.size())};
}

void join_heads(Grid& grid, size_t first, size_t end) {
  for (size_t row = first + 1; row < end; ++row) {
    std::vector<GridCell>& heads = grid.rows[first].cells;
    if (heads.size() < grid.rows[row].cells.size()) heads.resize(grid.rows[row].cells.size());
    for (size_t i = 0; i < grid.rows[row].cells.size(); ++i) {
      const std::string& text = grid.rows[row].cells[i].text;
      std::string& head = heads[i].text;
      const std::string added = " " + text;
      if (text.empty() || text == head || head.ends_with(added)) continue;
      if (!head.empty() && text.starts_with('('))
        head += added;
      else
        head = head.empty() ? text : with_word(head, text);
    }
  }
  if (end > first + 1)
    grid.rows.erase(grid.rows.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                    grid.rows.begin() + static_cast<std::ptrdiff_t>(end));
}

// Moves the text of rows that are one merged cell, below the header, to a last column of the rows that follow.
size_t move_sections(Grid& grid, size_t head) {
  const size_t columns = grid.columns();
  std::string section;
  size_t count = 0, after = 0;  // `after` counts the rows below the last heading; without rows, it is a remark
  for (size_t i = head + 1; i < grid.rows.size(); ++i) {
    if (is_alone(grid.rows[i])) {
      ++count;
      after = 0;
    } else
      after += filled_cells(grid.rows[i]) > 1;
  }
  if (count == 0 || (count == 1 && after == 0)) return 0;
  const size_t sections = count - (after == 0);
  size_t seen = 0;
  for (size_t i = head; i < grid.rows.size(); ++i) {
    GridRow& row = grid.rows[i];
    if (i > head && is_alone(row) && seen < sections) {
      section = row.cells.front().text;
      row.cells.clear();
      ++seen;
    } else if (i == head || !row.cells.empty()) {
      row.cells.resize(columns);
      if (grid.charge(section)) row.cells.push_back({i == head ? "Section" : section});
    }
  }
  return sections;
}

}  // namespace

void Grid::put(size_t row, size_t column, GridCell cell) {
  if (rows.empty() || rows.back().line != row) rows.push_back({row, false, {}});
  if (widen(rows.back(), column + 1) && charge(cell.text)) rows.back().cells[column] = std::move(cell);
}

void Grid::repeat_last_row(size_t count) {
  for (size_t i = 0; i < count && !is_too_large; ++i) {
    rows.push_back({rows.back().line + 1, rows.back().is_head, rows.back().is_foot, {}});
    const std::vector<GridCell>& cells = rows[rows.size() - 2].cells;
    if (!widen(rows.back(), cells.size()) || !std::ranges::all_of(cells, [&](auto& each) { return charge(each.text); }))
      return;
    rows.back().cells = cells;
  }
}

bool Grid::widen(GridRow& row, size_t width) {
  if (row.cells.size() >= width) return true;
  cells_ += width - row.cells.size();
  const bool is_within = base::charge_work((width - row.cells.size()) * sizeof(GridCell) / 2);
  is_too_large = is_too_large || cells_ > kMaxGridCells || !is_within;
  if (!is_too_large) row.cells.resize(width);
  return !is_too_large;
}

bool Grid::charge(const std::string& text) {
  is_too_large = !base::charge_work(text.size() / 2) || is_too_large;
  return !is_too_large;
}

size_t Grid::columns() const {
  size_t most = 0;
  for (const GridRow& row : rows) most = std::max(most, row.cells.size());
  return most;
}

size_t Grid::filled_rows() const {
  return static_cast<size_t>(std::ranges::count_if(rows, [](const GridRow& row) { return filled_cells(row) > 0; }));
}

std::optional<std::string> csv_of(Grid grid, const TableChoice& choice, std::vector<std::string>& notes,
                                  std::vector<Assumption>& assumed) {
  const std::optional<size_t> header = choice.header;
  fill_merged(grid);
  if (grid.is_too_large) return std::nullopt;
  const auto [first, end] = header == 0 ? std::pair<size_t, size_t>() : find_heads(grid, header);
  if (end > first + 1) notes.push_back(fmt::format("the {} rows of the header were joined", end - first));
  join_heads(grid, first, end);
  list_merged(grid, std::min(end, first + 1), choice, notes, assumed);
  if (const size_t sections = header == 0 ? 0 : move_sections(grid, first); sections > 0)
    notes.push_back(fmt::format("{} between the rows became the column Section", base::count_of(sections, "heading")));
  if (grid.is_too_large) return std::nullopt;
  if (grid.formulas > 0)
    notes.push_back("the stored results of " + base::count_of(grid.formulas, "formula") + " were used");
  if (grid.left_out_rows + grid.left_out_cells > 0)
    notes.push_back(fmt::format("{} and {} that the page hides were left out",
                                base::count_of(grid.left_out_rows, "row"),
                                base::count_of(grid.left_out_cells, "cell")));
  if (grid.partly_hidden > 0)
    notes.push_back("hidden text was left out of " + base::count_of(grid.partly_hidden, "cell"));
  if (grid.inner_tables > 0)
    assumed.push_back({"a table, picture or field inside, or all but one of several choices, was left out of " +
                           base::count_of(grid.inner_tables, "cell"),
                       "if it is part of them, write its text into the cells"});
  if (grid.styled_cells > 0)
    assumed.push_back({fmt::format("the page's linked stylesheets, which are not read, do not hide parts of {}",
                                   base::count_of(grid.styled_cells, "cell")),
                       "compare them with a browser; if some are hidden, copy the table from there"});
  if (grid.struck_cells > 0)
    notes.push_back("struck-out text was left out of " + base::count_of(grid.struck_cells, "cell"));
  if (grid.hidden_dates > 0)
    notes.push_back(base::count_of(grid.hidden_dates, "cell") +
                    " of a time also has a date, or more than 24 hours, which its format does not show, and was read "
                    "as shown");
  if (grid.hidden_years > 0)
    notes.push_back("the years of " + base::count_of(grid.hidden_years, "date") +
                    " were read, although the format of their cells does not show them");
  if (grid.hidden_values > 0)
    notes.push_back(base::count_of(grid.hidden_values, "cell") +
                    " with a number that its format does not show was read as shown, empty");
  if (grid.hidden_rows + grid.hidden_columns > 0)
    notes.push_back(fmt::format("{} and {} are hidden in the workbook, and were read as well",
                                base::count_of(grid.hidden_rows, "row"),
                                base::count_of(grid.hidden_columns, "column")));
  const size_t columns = grid.columns();
  std::string out;
  size_t line = 1;
  for (const GridRow& row : grid.rows) {
    if (filled_cells(row) == 0) continue;
    for (; line < row.line; ++line) out += '\n';
    for (size_t i = 0; i < columns; ++i) {
      if (i > 0) out += ',';
      if (i < row.cells.size()) out += data::csv_cell(on_one_line(base::replace_all(row.cells[i].text, "\u00A0", " ")));
    }
    if (columns == 1 && out.ends_with('\n')) out += "\"\"";
    out += '\n';
    ++line;
  }
  return out;
}

}  // namespace import
