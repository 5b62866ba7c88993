// Strict JSON (RFC 8259), read into nodes with their spans.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace notation {

// Codes: "json-syntax", "duplicate-key", "too-deep" (more than 64 levels), "too-large". A byte order mark is skipped.
// The text of a number has all its digits; the number must be within the range of a double.
std::optional<Node> parse_json(base::Span span, base::Diagnostics& diagnostics);

// Where a file contains its rows.
struct RowsAt {
  std::string key;     // the key of the list, if the file is a map; "" if the file is the list
  bool lines = false;  // whether each line is a row, without a list around them (NDJSON)
};

// Reads a list of maps or lists and calls `row` for each, so that data files of any size can be read. The node is valid
// during the call only; return false to stop. Returns false after an error ("json-rows" for anything else).
bool read_json_rows(const base::SourceText& source, base::Diagnostics& diagnostics,
                    const std::function<bool(const Node& row)>& row, const RowsAt& at = {});

// Returns a text as a JSON string, with quotes; bytes that are not UTF-8 are replaced.
std::string json_text(std::string_view text);

// Returns a number as JSON allows it: "+5", "007" and "5." are not valid. REQUIRES: `text` is a decimal number.
std::string json_number(std::string_view text);

// Writes a tree as JSON. `between` is written between the entries of a map.
std::string to_json(const Node& node, std::string_view between = ", ");

// Returns a text as a string of JSON and JavaScript, with quotes, for use in <script>: it cannot end a script, and has
// no characters that HTML forbids.
std::string script_text(std::string_view text);

}  // namespace notation
