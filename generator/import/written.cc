// How an inferred table is written down as data of a site.
#include "base/text.h"
#include "base/utf8.h"
#include "data/csv.h"
#include "import/infer.h"
#include "import/number_text.h"

namespace import {
std::string written_cell(const InferredColumn& column, std::string_view cell) {
  switch (column.writing) {
    case Writing::as_is:
      return std::string(cell);
    case Writing::lower_case:
      return base::lower_case(cell);
    case Writing::number_with_point:
    case Writing::number_with_comma:
      break;
  }
  if (is_missing_mark(cell)) return "";
  std::optional<NumberText> number = read_number_text(cell);
  if (!number) return std::string(cell);
  const auto& text = column.writing == Writing::number_with_comma ? number->with_comma : number->with_point;
  return text.value_or(std::string(cell));
}

std::string written_table(const InferredTable& table, const Sheet& sheet) {
  std::string out;
  auto add = [&](size_t i, const std::string& cell) {
    if (i > 0) out += ',';
    bool lone = cell.empty() && table.columns.size() == 1;  // an empty line would be passed over
    out += lone ? "\"\"" : data::csv_cell(cell);
  };
  for (size_t i = 0; i < table.columns.size(); ++i) add(i, table.columns[i].name);
  out += '\n';
  for (size_t row = 0; row < sheet.rows(); ++row) {
    for (size_t i = 0; i < table.columns.size(); ++i)
      add(i, written_cell(table.columns[i], sheet.columns[i].cells[row]));
    out += '\n';
  }
  return out;
}

}  // namespace import
