// A published page as a flat list of its elements and texts, as they were written. Does not check where HTML allows an
// element, because validators do that.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/findings.h"
#include "markup/html_scanner.h"

namespace audit {

// Compares names of elements or attributes of HTML, ignoring case.
bool equal_names(std::string_view a, std::string_view b);

struct Element {
  std::string_view token;  // the opening tag, or the text
  std::string_view name;   // the element's name as the file states it; "" for a text
  std::string_view attributes;
  uint32_t parent = 0;       // index into Page::elements; not always the innermost parent of an element
  bool in_template = false;  // whether it is inside <template>, and so not yet part of the page
  bool in_drawing = false;   // whether it is inside <svg> or <math>, or is XML, and so not an element of HTML

  bool is_text() const { return name.empty(); }
  // Whether this is the HTML element with that name.
  bool is(std::string_view html_name) const { return !in_drawing && equal_names(name, html_name); }
  bool is_one_of(std::initializer_list<std::string_view> html_names) const;
};

enum class Language : uint8_t { html, xml };

struct Page {
  std::vector<Element> elements;  // all elements; the first one is the document

  // Reads a page. Reports "broken-tag", "stray-tag", "unclosed-element". The text of `findings` must outlive the page.
  static Page read(Language language, Findings& findings);

  // Returns nullopt if the element does not have the attribute.
  static std::optional<std::string_view> find_attribute(const Element& element, std::string_view name);
  // Returns an attribute with character references resolved; "" if the element does not have it.
  static std::string attribute(const Element& element, std::string_view name);
};

// ---- rules.cc: checks of single pages. Each rule visits the elements once and reports its own codes.
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
