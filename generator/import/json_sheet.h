// A list of objects in JSON as a sheet: a column for each key, in the order in which keys first occur; what is nested
// is named by its path ("price.usd").
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "import/sheet.h"
#include "import/upstream.h"

namespace import {

// Also JSON Lines, an object a line; a single one only where the file is called .jsonl or .ndjson.
// `rows`: the path of the list, "data.items"; "" for the whole file or, where that is an object, its only list. Two
// values for one column in a row are an error "import-format", and so are more than kMaxColumns columns, and a file
// without a list of objects; also "json-syntax". What was mended is noted.
std::optional<Sheet> read_json_sheet(const base::SourceText& source, const std::string& rows, Texts& texts,
                                     std::vector<std::string>& notes, base::Diagnostics& diagnostics);

// Whether it is meant as JSON and not as a table that begins with a head such as "[A]".
bool looks_like_json(std::string_view text);

}  // namespace import
