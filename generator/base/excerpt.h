// The line that a diagnostic is about, as people are shown it.
#pragma once
#include <string>

#include "base/source_text.h"

namespace base {

// Three parts of the line in which a span begins. Control characters are shown, not sent; of a long line only what
// stands around the span is there, with "…" for the rest, so that a megabyte of JSON on one line stays readable.
struct Excerpt {
  std::string before, marked, after;
};

// REQUIRES: the span has a source.
Excerpt excerpt_of(Span span);

}  // namespace base
