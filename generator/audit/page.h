// A published page as a flat list of its elements and texts, as they were written. Does not check where HTML allows an
// element, because validators do that.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "audit/findings.h"
#include "markup/html_scanner.h"

namespace audit {

using markup::equal_names;

bool matches_any(std::span<const std::string_view> names, std::string_view name);

struct Element : markup::HtmlTag {
  std::string_view token;    // the opening tag, or the text, whose name is ""
  uint32_t parent = 0;       // index in the page; not always the innermost parent of an element
  bool in_template = false;  // whether it is inside <template>, and so not yet part of the page
  bool in_drawing = false;   // whether it is inside <svg> or <math>, or is XML, and so not an element of HTML

  bool is_text() const { return name.empty(); }
  // Whether this is the HTML element with that name.
  bool is(std::string_view html_name) const { return !in_drawing && equal_names(name, html_name); }
  bool is_one_of(std::initializer_list<std::string_view> names) const {
    return !in_drawing && matches_any(names, name);
  }
};

using Page = std::vector<Element>;  // all elements; the first one is the document

enum class Language : uint8_t { html, xml };

// Reads a page. Reports "broken-tag", "stray-tag", "unclosed-element". The text of `findings` must outlive the page.
Page read_page(Language language, Findings& findings);

// ---- rules.cc: checks of single pages. Each rule visits the elements once and reports its own codes.
// Checks a page. Codes: "bare-page", "repeated-id", "unknown-id", "image-without-alt", "unsized-image",
// "heading-order", "inline-code", "weak-policy".
void check_page(const Page& page, Findings& findings);
// Checks a drawing in a separate file: ids and inline code.
void check_drawing(const Page& page, Findings& findings);

}  // namespace audit
