// Fuzzes CSV: rows written by csv_cell must read back as the same, in each dialect.
#include "data/csv.h"

#include "fuzz/fuzz.h"

namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr data::CsvDialect kDialects[] = {{}, {';', '"'}, {'\t', '\''}};

// Returns no rows after an error.
Rows read(const base::SourceText& source, data::CsvDialect dialect) {
  Rows rows;
  base::Diagnostics diagnostics;
  const bool read = data::read_csv(source, dialect, diagnostics, [&](const std::vector<data::CsvCell>& cells) {
    auto& row = rows.emplace_back();
    for (const data::CsvCell& cell : cells) {
      fuzz::check(cell.span);
      const std::string_view written = cell.span.text();
      const bool quoted = written.starts_with(dialect.quote);
      fuzz::require(quoted ? written.size() >= cell.text.size() + 2 : written == cell.text,
                    "a cell has the bytes of its place", written);
      row.emplace_back(cell.text);
    }
    fuzz::require(!row.empty(), "a row has a cell");
    return true;
  });
  fuzz::check(diagnostics);
  fuzz::require(read == !diagnostics.has_errors(), "what was refused is reported");
  return read ? rows : Rows();
}

std::string written(const Rows& rows, data::CsvDialect dialect) {
  std::string text;
  for (const auto& row : rows) {
    for (size_t i = 0; i < row.size(); ++i)
      text.append(i > 0 ? 1 : 0, dialect.delimiter).append(data::csv_cell(row[i], dialect));
    if (row.size() == 1 && row[0].empty())
      text += data::csv_quoted("", dialect);  // otherwise it would be an empty line
    text += "\r\n";
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const base::SourceText source("data/rows.csv", std::string(fuzz::text_of(data, size)));
  for (const data::CsvDialect dialect : kDialects) {
    const Rows rows = read(source, dialect);
    const std::string text = written(rows, dialect);
    if (!text.starts_with("\xEF\xBB\xBF"))
      fuzz::require(read(base::SourceText("data/again.csv", text), dialect) == rows,
                    "what was written reads as the same", text);
  }
  return 0;
}
