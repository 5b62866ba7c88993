// Parses YAML with libyaml, in the core schema of YAML 1.2: true/false, null or ~, and decimal numbers. Everything else
// is text, including "no", "on" and dates. Anchors, aliases, tags, merge keys and multiple documents are errors.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace notation {

// Parses the bytes of `span`: a file, front matter, or a fenced block of a Markdown file. Spans in the tree point into
// the same source. Returns a null node for an empty text, and nullopt after an error ("yaml-syntax", "duplicate-key",
// "too-deep", "too-large"), with a hint to add quotes where one of YAML's traps is likely: ": " or " #" in a plain
// value, or a value that starts with one of % @ ` , [ { & * ! |.
std::optional<Node> parse_yaml(base::Span span, base::Diagnostics& diagnostics);

}  // namespace notation
