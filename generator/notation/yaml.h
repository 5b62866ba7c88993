// YAML by libyaml, in the core schema of YAML 1.2: true/false, null or ~, decimal numbers; all else is text ("no" and
// "on" too, and dates). Anchors, aliases, tags, merge keys and several documents in one text are refused.
#pragma once
#include <optional>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace notation {

// Parses the bytes that `span` covers (front matter or a fenced block within a Markdown file; or a whole file); spans
// in the tree point into the same source. An empty text gives a null node. Nothing on error, with diagnostics (code
// "yaml-syntax", "duplicate-key"; with a hint to quote where one of YAML's traps is likely: a ": " or " #" in a plain
// value, a value that starts with % @ ` , [ { & * ! |).
std::optional<Node> parse_yaml(base::Span span, base::Diagnostics& diagnostics);

}  // namespace notation
