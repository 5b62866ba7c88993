// Imports a single file, for the tests of import/.
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "import/infer.h"
#include "unit/text.h"

namespace import_test {

struct Imported {
  std::unique_ptr<base::SourceText> source;
  std::optional<import::Sheet> sheet;
  std::optional<import::InferredTable> table;
  base::Diagnostics diagnostics;

  std::string said() const { return ::said(diagnostics); }
  const import::InferredColumn& column(const std::string& name) const {
    REQUIRE_MESSAGE(table, said());
    const import::InferredColumn* found = table->find(name);
    REQUIRE_MESSAGE(found, name);
    return *found;
  }
  std::string csv() const {
    REQUIRE_MESSAGE(table, said());
    return import::written_table(*table, *sheet);
  }
  std::vector<std::string> key() const {
    REQUIRE_MESSAGE(table, said());
    std::vector<std::string> names;
    for (size_t i : table->key) names.push_back(table->columns[i].name);
    return names;
  }
  bool noted(std::string_view part) const {
    for (const auto* list : {&table->notes, &table->wanted})
      for (const std::string& line : *list)
        if (line.find(part) != std::string::npos) return true;
    return assumed(part);
  }
  bool assumed(std::string_view part) const {
    for (const import::Assumption& each : table->assumed)
      if (each.line().find(part) != std::string::npos) return true;
    return false;
  }
};

inline Imported take_in(std::string bytes, const import::InferOptions& options = {},
                        const quantity::Units& units = quantity::standard_units()) {
  Imported result;
  result.source = std::make_unique<base::SourceText>("file.csv", std::move(bytes));
  if (import::check_is_text(*result.source, result.diagnostics))
    result.sheet = import::read_sheet(*result.source, result.diagnostics);
  if (result.sheet) result.table = import::infer_table(*result.sheet, units, options, result.diagnostics);
  return result;
}

// A table in any format, before its columns are interpreted.
struct Read {
  std::unique_ptr<base::SourceText> source;
  std::optional<import::Sheet> sheet;
  import::Texts texts;
  std::vector<std::string> notes;
  base::Diagnostics diagnostics;

  // Returns the header and the cells as CSV: "a,b\n1,2\n".
  std::string csv() const {
    REQUIRE_MESSAGE(sheet, said(diagnostics));
    std::string out;
    for (const auto& column : sheet->columns) out += (out.empty() ? "" : "|") + column.head;
    for (size_t row = 0; row < sheet->rows(); ++row) {
      out += "\n";
      for (const auto& column : sheet->columns)
        out += (&column == &sheet->columns[0] ? "" : "|") + std::string(column.cells[row]);
    }
    return out;
  }
  bool noted(std::string_view part) const {
    return std::ranges::any_of(notes, [&](const std::string& note) { return has(note, std::string(part)); });
  }
  bool assumed(std::string_view part) const {
    return std::ranges::any_of(sheet->assumed, [&](const auto& each) { return has(each.line(), std::string(part)); });
  }
};

inline Read read(const std::string& name, std::string bytes, const import::TableChoice& choice = {}) {
  Read result;
  result.source = std::make_unique<base::SourceText>(name, std::move(bytes));
  result.sheet = import::read_table(*result.source, choice, result.texts, result.notes, result.diagnostics);
  return result;
}

}  // namespace import_test
