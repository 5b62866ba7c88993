// JSON as people edit it by hand.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "import/upstream.h"
#include "notation/node.h"

namespace import {

// Strict JSON, of a whole file.
std::optional<notation::Node> parse_whole_json(const base::SourceText& text, base::Diagnostics& diagnostics);

// JSON, also with a comma before a closing bracket, a byte order mark and bytes that are not UTF-8 (read as "?"); what
// was mended is noted. Reports what strict reading says when that is not enough. `parse` is strict.
std::optional<notation::Node> parse_edited_json(const base::SourceText& source, Texts& texts,
                                                std::vector<std::string>& notes, base::Diagnostics& diagnostics,
                                                decltype(parse_whole_json)* parse = parse_whole_json);

}  // namespace import
