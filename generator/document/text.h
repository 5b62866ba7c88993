// A text and where it was written.
#pragma once
#include <string>

#include "base/source_text.h"

namespace document {

// The span may cover quotes, and escapes that are resolved in `text`.
struct Text {
  std::string text;
  base::Span span;

  bool empty() const { return text.empty(); }
};

}  // namespace document
