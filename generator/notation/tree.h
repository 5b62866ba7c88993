// What building a tree of nodes from YAML and from JSON has in common. For this folder only.
#pragma once
#include <cstddef>
#include <string_view>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace notation {

constexpr size_t kMaxDepth = 64;
constexpr size_t kMaxYamlBytes = size_t{16} << 20;
constexpr size_t kMaxJsonBytes = size_t{2} << 30;  // offsets in spans have 32 bits

// Error "duplicate-key" for each key of a map that came before, with a note where the first stands.
void report_duplicate_keys(const Node& map, base::Diagnostics& diagnostics);

void report_too_deep(base::Span at, base::Diagnostics& diagnostics);

// Error "too-large", and false.
bool check_size(base::Span span, size_t most, std::string_view what, base::Diagnostics& diagnostics);

}  // namespace notation
