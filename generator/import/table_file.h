// Reads a table in any common format: CSV and its variants, JSON, XLSX and ODS workbooks, and tables in web pages and
// Markdown files. The file may be compressed by gzip, or be the only file in a ZIP archive.
#pragma once
#include <optional>
#include <string>

#include "import/sheet.h"

namespace import {

// Adds a note for each conversion that might lose something (merged cells, formulas, characters that are not UTF-8),
// and the texts that the sheet points into to `texts`. Returns nullopt after an error: "csv-syntax", "json-syntax", or
// "import-format", which explains what to do.
std::optional<Sheet> read_table(const base::SourceText& file, const TableChoice& choice, Texts& texts,
                                std::vector<std::string>& notes, base::Diagnostics& diagnostics);

}  // namespace import
