// Checks single pages. Each rule visits the elements once and reports its own codes.
#pragma once
#include <string_view>

#include "audit/page.h"

namespace audit {

struct PageContext {
  std::string_view address;
  const Page& page;
  Findings& findings;
};

// Checks a page. Codes: "bare-page", "repeated-id", "unknown-id", "image-without-alt", "unsized-image",
// "heading-order", "inline-code", "weak-policy".
void check_page(const PageContext& context);
// Checks a drawing in a separate file: ids and inline code.
void check_drawing(const PageContext& context);

}  // namespace audit
