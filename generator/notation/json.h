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
// A number keeps its digits, however many, but must be within the range of a double.
std::optional<Node> parse_json(base::Span span, base::Diagnostics& diagnostics);

// An array of flat objects (one level of scalars; a nested list or map is an error "json-rows"), one call a row,
// without keeping the rows: for data files of any size. The node is valid during the call only; return false to stop.
// Returns false after an error.
bool read_json_rows(const base::SourceText& source, base::Diagnostics& diagnostics,
                    const std::function<bool(const Node& row)>& row);

// A text as a JSON string, with its quotes; what is not UTF-8 is replaced.
std::string json_text(std::string_view text);

// A text as JSON and JavaScript both read it, with its quotes, that may stand within <script>: nothing in it ends a
// script or is forbidden in HTML.
std::string script_text(std::string_view text);

}  // namespace notation
