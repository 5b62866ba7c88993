// A file as it is to be written, worked out before anything is.
#pragma once
#include <optional>
#include <string>

#include "base/hash.h"
#include "base/source_text.h"

namespace base {

struct ChangedFile {
  std::string path;  // from the site's root
  std::string bytes;
  // Of the bytes in whose place these come, which must be there still; none: nothing may be there.
  std::optional<Hash> from = {};
};

// The text of what was read; null for a file that was not there.
inline std::optional<Hash> hash_of(const SourceText* before) {
  if (!before) return std::nullopt;
  return hash_bytes(before->text());
}

}  // namespace base
