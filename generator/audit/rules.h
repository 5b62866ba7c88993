// What is held against each page by itself. Each rule goes through the page once and reports under its own codes; a new
// one is a function here and a line in the table of rules.cc.
#pragma once
#include <string_view>

#include "audit/page.h"

namespace audit {

struct PageContext {
  std::string_view address;
  const Page& page;
  Findings& findings;
};

// All rules, for a page of HTML.
void check_page(const PageContext& context);
// Those that hold for a drawing in a file of its own.
void check_drawing(const PageContext& context);

void check_basics(const PageContext& context);    // "bare-page"
void check_ids(const PageContext& context);       // "repeated-id", "unknown-id"
void check_images(const PageContext& context);    // "image-without-alt", "unsized-image"
void check_headings(const PageContext& context);  // "heading-order"
void check_inline(const PageContext& context);    // "inline-code"
void check_policy(const PageContext& context);    // "weak-policy"

}  // namespace audit
