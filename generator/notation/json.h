// JSON by nlohmann/json's SAX parser over a counting iterator, so that each value knows where it stands.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace notation {

// Strict JSON (RFC 8259). Codes: "json-syntax", "duplicate-key", "too-deep" (more than 64 levels).
std::optional<Node> parse_json(base::Span span, base::Diagnostics& diagnostics);

// An array of flat objects (one level of scalars; a nested list or map is an error "json-rows"), one call a row,
// without keeping the rows: for data files of any size. The node is valid during the call only; return false to stop.
// Returns false after an error.
bool read_json_rows(const base::SourceText& source, base::Diagnostics& diagnostics,
                    const std::function<bool(const Node& row)>& row);

// A text as a JSON string, with its quotes; what is no UTF-8 is replaced.
std::string json_text(std::string_view text);

}  // namespace notation
