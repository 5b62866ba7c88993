// Fuzzes a published table; the first line is the name of its file. After ".xlsx" and ".ods" follow the files of the
// workbook between lines "%%", each with its path on its first line. A table that is read must be written with as many
// rows.
#include "data/csv.h"
#include "fuzz/fuzz.h"
#include "import/infer.h"
#include "import/sheet.h"
#include "unit/import/zip.h"

namespace {

std::string file_of(std::string_view name, std::string_view input) {
  if (!name.ends_with(".xlsx") && !name.ends_with(".ods")) return std::string(input);
  Files files;
  for (const std::string& part : fuzz::parts_of(input, 1))
    if (const size_t end = part.find('\n'); end != std::string::npos)
      files.emplace_back(part.substr(0, end), part.substr(end + 1));
  return zip(files);
}

void check_written(const import::InferredTable& table, const import::Sheet& sheet) {
  const base::SourceText written("data/a.csv", import::written_table(table, sheet));
  base::Diagnostics diagnostics;
  size_t lines = 0;
  data::read_csv(written, {}, diagnostics, [&](const std::vector<data::CsvCell>& cells) {
    fuzz::require(cells.size() == table.columns.size(), "each line has all columns", written.text());
    return ++lines, true;
  });
  fuzz::require(!diagnostics.has_errors() && lines == sheet.rows() + 1, "all rows are written", written.text());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input = fuzz::text_of(data, size);
  const size_t end = input.find('\n');
  if (end == std::string_view::npos || end == 0 || end > 20) return 0;
  const std::string name(input.substr(0, end));
  const base::SourceText file(name, file_of(name, input.substr(end + 1)));
  base::Diagnostics diagnostics;
  import::Texts texts;
  std::vector<std::string> notes;
  const auto sheet = import::read_table(file, {}, texts, notes, diagnostics);
  fuzz::check(diagnostics);
  fuzz::require(sheet.has_value() == !diagnostics.has_errors(), "what was refused is reported");
  if (!sheet) return 0;
  for (const import::SheetColumn& column : sheet->columns)
    fuzz::require(column.cells.size() == sheet->rows(), "each column has all rows", column.head);
  auto table = import::infer_table(*sheet, quantity::Units(), {}, diagnostics);
  if (table) import::choose_key(*table, *sheet, {}, diagnostics);
  fuzz::check(diagnostics);
  if (table && !diagnostics.has_errors()) check_written(*table, *sheet);
  return 0;
}
