// A published page as a flat list of its elements and texts, each with its parent, for rules to go through. It is what
// was written, not what browsers would make of it: tags that don't fit together are mistakes.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/elements.h"
#include "audit/findings.h"
#include "markup/html_scanner.h"

namespace audit {

struct Element {
  Tag tag = Tag::document;
  bool in_template = false;  // within <template>: no part of the page yet
  bool in_drawing = false;   // within <svg> or <math>, and none of HTML's
  uint16_t depth = 0;
  uint32_t parent = 0;     // index into Page::elements
  std::string_view token;  // its opening tag, or the text
  std::string_view name;   // as written
  std::string_view attributes;

  bool is_text() const { return tag == Tag::text; }
};

enum class Language : uint8_t { html, xml };

struct Page {
  // Browsers nest elements no deeper; what is deeper stands beside the last that is not.
  static constexpr size_t kMostDepth = 512;

  std::vector<Element> elements;  // [0] is the document

  // Reports "broken-tag", "stray-tag", "unclosed-element". The text of `findings` outlives the page.
  static Page read(Language language, Findings& findings);

  // Nothing, when it has no such attribute; its name is compared without regard to case.
  static std::optional<std::string_view> find_attribute(const Element& element, std::string_view name);
  // With references resolved; "" for none.
  static std::string attribute(const Element& element, std::string_view name);
  // The nearest element of that tag above; 0 for none.
  uint32_t above(uint32_t element, Tag tag) const;
};

bool equal_names(std::string_view a, std::string_view b);
// <script type="application/ld+json">
bool is_json_ld(const Element& element);

}  // namespace audit
