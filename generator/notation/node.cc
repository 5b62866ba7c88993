#include "notation/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "base/text.h"
#include "notation/tree.h"

namespace notation {

std::string_view kind_name(Kind kind) {
  constexpr std::string_view kNames[] = {"nothing", "true or false", "a number", "text", "a list", "a map"};
  return kNames[static_cast<size_t>(kind)];
}

double Node::as_double() const {
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  return base::parse_number<double>(digits).value_or(std::numeric_limits<double>::quiet_NaN());
}

const Node* Node::find(std::string_view key) const {
  for (const Entry& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

void report_duplicate_keys(const Node& map, base::Diagnostics& diagnostics) {
  std::map<std::string_view, const Entry*> by_key;
  for (const Entry& entry : map.entries)
    if (const auto [first, is_new] = by_key.try_emplace(entry.key, &entry); !is_new)
      diagnostics
          .error("duplicate-key", entry.key_span, fmt::format("the key \"{}\" occurs twice in one map", entry.key))
          .note(first->second->key_span, "first here");
}

void report_too_deep(base::Span at, base::Diagnostics& diagnostics) {
  diagnostics.error("too-deep", at, fmt::format("lists and maps are nested more than {} levels deep", kMaxDepth));
}

bool check_size(base::Span span, size_t max, std::string_view what, base::Diagnostics& diagnostics) {
  if (span.source->text().size() <= kMaxJsonBytes && span.end - span.begin <= max) return true;
  diagnostics.error("too-large", span.source->path(),
                    fmt::format("{} of more than {} MiB is not read", what, std::min(max, kMaxJsonBytes) >> 20));
  return false;
}

std::string invalid_byte_message(char byte) {
  return fmt::format("the byte 0x{:02X} is not part of UTF-8 text", static_cast<unsigned char>(byte));
}

}  // namespace notation
