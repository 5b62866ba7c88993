// Code that the parsers of YAML and JSON share. For this folder only.
#pragma once
#include <cstddef>
#include <string_view>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace notation {

constexpr size_t kMaxDepth = 64;
constexpr size_t kMaxYamlBytes = size_t{16} << 20;
constexpr size_t kMaxJsonBytes = size_t{2} << 30;  // offsets in spans have 32 bits

// Reports "duplicate-key" for each repeated key of a map, with a note at the first one.
void report_duplicate_keys(const Node& map, base::Diagnostics& diagnostics);

void report_too_deep(base::Span at, base::Diagnostics& diagnostics);

// Reports "too-large" and returns false if the text has more than `max` bytes.
bool check_size(base::Span span, size_t max, std::string_view what, base::Diagnostics& diagnostics);

std::string invalid_byte_message(char byte);

}  // namespace notation
