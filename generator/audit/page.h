// A published page as a flat list of its elements and texts, as they were written. Which elements HTML allows where is
// not checked: a validator does that.
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

// Names of elements and attributes of HTML, without regard to case.
bool equal_names(std::string_view a, std::string_view b);

struct Element {
  std::string_view token;  // the opening tag, or the text
  std::string_view name;   // as written; "" of a text
  std::string_view attributes;
  uint32_t parent = 0;       // index into Page::elements; for an element perhaps not the innermost one
  bool in_template = false;  // within <template>: not yet part of the page
  bool in_drawing = false;   // within <svg> or <math>, or any element of XML: not an element of HTML

  bool is_text() const { return name.empty(); }
  // Whether this is the HTML element of that name.
  bool is(std::string_view html_name) const { return !in_drawing && equal_names(name, html_name); }
  bool is_one_of(std::initializer_list<std::string_view> html_names) const;
};

enum class Language : uint8_t { html, xml };

struct Page {
  std::vector<Element> elements;  // [0] is the document

  // Reports "broken-tag", "stray-tag", "unclosed-element". The text of `findings` outlives the page.
  static Page read(Language language, Findings& findings);

  // Nullopt if the element does not have the attribute.
  static std::optional<std::string_view> find_attribute(const Element& element, std::string_view name);
  // An attribute with character references resolved; "" if the element does not have it.
  static std::string attribute(const Element& element, std::string_view name);
};

}  // namespace audit
