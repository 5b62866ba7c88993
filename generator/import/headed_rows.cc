#include "import/headed_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/suggest.h"
#include "import/sheet.h"

namespace import {
namespace {

using Heads = std::vector<std::string_view>;

// The first of the needed columns that is not there; "" where all are.
std::string_view missing_of(const Heads& heads, const HeadedTable& table) {
  for (std::string_view needed : table.needed)
    if (std::find(heads.begin(), heads.end(), needed) == heads.end()) return needed;
  return "";
}

Heads cells_of(const Sheet& sheet, size_t row) {
  Heads cells;
  for (const SheetColumn& column : sheet.columns) cells.push_back(column.cells[row]);
  return cells;
}

}  // namespace

std::string_view cell_of(const NamedCells& row, std::string_view column) {
  const auto at = std::find_if(row.begin(), row.end(), [&](const auto& cell) { return cell.first == column; });
  return at == row.end() ? std::string_view() : at->second;
}

bool check_heads(const Heads& heads, base::Span at, const HeadedTable& table, base::Diagnostics& diagnostics) {
  if (const std::string_view missing = missing_of(heads, table); !missing.empty()) {
    diagnostics.error("import-format", at, fmt::format("no column \"{}\": this is no {}", missing, table.name))
        .expect(std::string(table.expected))
        .suggest(base::did_you_mean(missing, heads));
    return false;
  }
  std::set<std::string_view> known;
  for (std::string_view head : heads) {
    if (head.empty() || known.insert(head).second) continue;
    diagnostics.error("import-format", at, fmt::format("two columns \"{}\"", head))
        .suggest("take one of them out, or give it another name");
    return false;
  }
  return true;
}

void each_headed_row(const Given& given, const HeadedTable& table, Task& task,
                     const std::function<void(const NamedCells& row, const std::string& where)>& take) {
  const base::SourceText* text = read_text(given, task.texts, task.diagnostics);
  if (!text) return;
  const auto sheet = read_sheet(*text, task.diagnostics);
  if (!sheet) return;
  Heads heads;
  for (const SheetColumn& column : sheet->columns) heads.push_back(column.head);
  if (!check_heads(heads, span_of_line(*text, 1), table, task.diagnostics)) return;
  for (size_t row = 0; row < sheet->rows(); ++row) {
    const Heads cells = cells_of(*sheet, row);
    const std::string where = fmt::format("{}:{}", given.shown, sheet->lines[row]);
    if (!missing_of(cells, table).empty()) {
      NamedCells named;
      for (size_t i = 0; i < cells.size(); ++i)
        if (!heads[i].empty()) named.emplace_back(heads[i], cells[i]);
      take(named, where);
      continue;
    }
    if (!check_heads(cells, span_of_line(*text, sheet->lines[row]), table, task.diagnostics)) return;
    const bool is_same = cells == heads;
    task.harvest.notes.push_back(where +
                                 (is_same ? " is the header again" : " is another header, which counts from there on"));
    heads = cells;
  }
}

}  // namespace import
