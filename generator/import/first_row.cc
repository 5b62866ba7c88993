// Finds out whether the header of a table is its first row, because the file has no header.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "import/cell_text.h"
#include "import/measure.h"
#include "import/sheet.h"

namespace import {
namespace {

enum class CellKind { none, number, date, text };

CellKind kind_of(std::string_view cell) {
  if (is_missing_mark(cell)) return CellKind::none;
  const ColumnValues value = count_values({cell});
  if (value.numbers > 0) return CellKind::number;
  return value.dates + value.months + value.times + value.other_dates > 0 ? CellKind::date : CellKind::text;
}

CellKind kind_of(const SheetColumn& column, const ColumnValues& values) {
  if (values.filled() == 0) return CellKind::none;
  if (values.others.empty()) return CellKind::number;
  const size_t dates = values.dates + values.months + values.times + values.other_dates;
  if (values.numbers == 0 && dates == values.others.size()) return CellKind::date;
  // Quantities, "5 km" above "6 km".
  const auto unit_of = [](std::string_view cell) {
    const auto measure = read_measure(cell, quantity::standard_units());
    return measure ? measure->unit : "";
  };
  const std::string unit = unit_of(column.head);
  const bool are_quantities = !unit.empty() && std::ranges::all_of(column.cells, [&](auto cell) {
    return cell.empty() || unit_of(cell) == unit;
  });
  return are_quantities ? CellKind::number : CellKind::text;
}

// Whether the numbers of a header are a series, such as years or months.
bool are_series(const std::vector<long>& numbers) {
  const auto is_year = [](long number) { return number >= 1500 && number <= 2200; };
  const bool are_years = std::ranges::all_of(numbers, is_year), rise = numbers.back() > numbers.front();
  const long step = numbers[1] - numbers[0];
  for (size_t i = 1; i < numbers.size(); ++i) {
    const bool is_next = rise ? numbers[i] > numbers[i - 1] : numbers[i] < numbers[i - 1];
    if (!is_next || (!are_years && (numbers.size() < 3 || numbers[i] - numbers[i - 1] != step))) return false;
  }
  return true;
}

// Whether the header has the same types as the rows below it, numbers or dates, and no text above numbers or dates. A
// text above numbers may be a word among them, "Total", if most rows repeat a number of the header.
bool is_like_rows(const Sheet& sheet) {
  const auto is_value = [](CellKind kind) { return kind == CellKind::number || kind == CellKind::date; };
  const auto has_digit = [](const auto& column) { return std::ranges::any_of(column.head, base::is_digit); };
  if (std::ranges::none_of(sheet.columns, has_digit)) return false;
  std::vector<long> numbers;
  bool is_like_row = false, are_whole = true, is_year = false, has_name = false;
  bool is_in_column = false;  // whether most rows repeat a number of the header, such as the year of all
  for (const SheetColumn& column : sheet.columns) {
    const ColumnValues values = count_values(column.cells);
    const CellKind below = kind_of(column, values);
    const bool are_quantities = below == CellKind::number && values.filled() > values.numbers;
    const CellKind above = are_quantities ? below : kind_of(column.head);
    has_name = has_name || (above == CellKind::text && is_value(below));
    const auto count = static_cast<size_t>(std::ranges::count(column.cells, column.head));
    is_in_column = is_in_column || (above == CellKind::number && count * 2 > column.cells.size());
    if (above != below || !is_value(above)) continue;
    is_like_row = true;
    const auto number = base::parse_number<long>(column.head);
    are_whole = are_whole && number;
    numbers.push_back(number.value_or(0));
    is_year = column.head.size() == 4 && values.four_digits < values.numbers;
  }
  if (has_name && !is_in_column) return false;
  if (!is_like_row || !are_whole) return is_like_row;
  return numbers.size() == 1 ? !is_year : !are_series(numbers);
}

}  // namespace

bool check_first_row(const Sheet& sheet, base::Diagnostics& diagnostics) {
  if (sheet.tree || sheet.head_is_known || sheet.has_second_head || !is_like_rows(sheet)) return true;
  diagnostics
      .error("csv-syntax", span_of_line(*sheet.text, sheet.head_line),
             "this line is read as the header, but it has numbers or dates like the rows below it")
      .expect("a line with the names of the columns, above the rows")
      .suggest(fmt::format("add such a line; --header 0 reads a table without a header, and --header {} says that this "
                           "line is the header",
                           sheet.head_line));
  return false;
}

}  // namespace import
