// Nothing that a strict Content-Security-Policy refuses stands in a page: no code, no styles, no address that is code.
#include <fmt/format.h>

#include <algorithm>

#include "audit/rules.h"
#include "base/text.h"

namespace audit {
namespace {

// What a browser reads as data, whatever it holds.
bool is_data(const Element& script) {
  const auto type = Page::find_attribute(script, "type");
  if (!type || type->empty()) return false;
  return equal_names(*type, "application/ld+json") || equal_names(*type, "application/json") ||
         equal_names(*type, "text/plain");
}

bool is_handler(std::string_view name) { return name.size() > 2 && equal_names(name.substr(0, 2), "on"); }

// Whether an address is code; browsers drop blanks and control characters of its beginning, and breaks within.
bool is_code(std::string_view written) {
  written = written.substr(0, 200);
  if (written.find_first_of(":&") == std::string_view::npos) return false;  // as most are
  std::string scheme;
  for (char c : markup::unescaped(written)) {
    if (static_cast<unsigned char>(c) <= ' ') continue;
    if (c == ':') return equal_names(scheme, "javascript") || equal_names(scheme, "vbscript");
    scheme += c;
    if (scheme.size() > 10) return false;
  }
  return false;
}

// Attributes that say something to people or scripts, and lead nowhere whatever they say.
bool is_text(std::string_view name) {
  static constexpr std::string_view kTexts[] = {"alt", "alttext", "content", "label", "placeholder", "title", "value"};
  return name.substr(0, 5) == "aria-" || name.substr(0, 5) == "data-" ||
         std::find_if(std::begin(kTexts), std::end(kTexts),
                      [&](std::string_view text) { return equal_names(name, text); }) != std::end(kTexts);
}

void check_attributes(const Element& element, Findings& findings) {
  markup::HtmlAttribute each;
  for (markup::HtmlAttributes all(element.attributes); all.next(each);) {
    if (equal_names(each.name, "style"))
      findings.error("inline-code", each.name, fmt::format("<{}> has styles of its own", element.name))
          .expect("a class, and its rules in a style sheet");
    else if (is_handler(each.name))
      findings
          .error("inline-code", each.name, fmt::format("<{}> has code in the attribute {}", element.name, each.name))
          .expect("a script in a file of its own");
    else if (equal_names(each.name, "srcdoc"))
      findings.error("inline-code", each.name, fmt::format("<{}> holds a page of its own", element.name))
          .expect("src=\"…\"");
    else if (each.value && !is_text(each.name) && is_code(*each.value))
      findings.error("inline-code", *each.value, fmt::format("the address in {} is code", each.name))
          .expect("the address of a page or file");
  }
}

}  // namespace

void check_inline(const PageContext& context) {
  Findings& findings = context.findings;
  const bool is_page = !context.address.ends_with(".svg");
  for (const Element& element : context.page.elements) {
    if (element.is_text()) continue;
    const bool is_script = equal_names(element.name, "script");
    const bool is_style = equal_names(element.name, "style");
    if (is_script && !is_data(element)) {
      if (!Page::find_attribute(element, "src"))
        findings.error("inline-code", element.token, "this script stands in the page itself")
            .expect("a script in a file of its own: <script src=\"…\" defer></script>");
      else if (equal_names(Page::attribute(element, "type"), "module"))
        findings.error("inline-code", element.token, "this script is a module, which browsers don't load from disk")
            .expect("a classic script");
    }
    // A drawing in a file of its own is seen by itself; its styles are no part of a page.
    if (is_style && is_page)
      findings.error("inline-code", element.token, "these styles stand in the page itself")
          .expect("a style sheet in a file");
    if (element.is("base"))
      findings.error("inline-code", element.token, "<base> changes where all links of the page lead")
          .suggest("take it out: links are relative to the page");
    if (!element.attributes.empty() && (is_page || !element.in_drawing)) check_attributes(element, findings);
  }
}

}  // namespace audit
