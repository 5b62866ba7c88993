// A table in any format in which people publish them: CSV and its relatives, JSON, XLSX and ODS workbooks, tables in
// web pages and Markdown files; also compressed by gzip, or as the only file of a ZIP archive.
#pragma once
#include <optional>
#include <string>

#include "import/sheet.h"

namespace import {

struct TableChoice {
  std::string rows;  // of JSON: read_json_sheet()
  std::string
      table;  // the name of a sheet, the number of a table in a page, from 1, or its caption; "" for the only one
};

// Adds a note for each conversion that might lose something: merged cells, formulas, characters that are not UTF-8.
// Texts that the sheet points into are added to `texts`. Nullopt after an error "csv-syntax", "json-syntax", or
// "import-format", which explains what to do.
std::optional<Sheet> read_table(const base::SourceText& file, const TableChoice& choice, Texts& texts,
                                std::vector<std::string>& notes, base::Diagnostics& diagnostics);

}  // namespace import
