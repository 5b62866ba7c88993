#include <fmt/format.h>

#include "audit/rules.h"

namespace audit {
namespace {

unsigned level_of(const Element& element) {
  return element.is_one_of({"h1", "h2", "h3", "h4", "h5", "h6"}) ? static_cast<unsigned>(element.name[1] - '0') : 0;
}

}  // namespace

// Warnings: such a page can be read, if less well by those who go from heading to heading.
void check_headings(const PageContext& context) {
  Findings& findings = context.findings;
  const Element *before = nullptr, *first = nullptr;
  for (const Element& element : context.page.elements) {
    const unsigned level = element.in_template ? 0 : level_of(element);
    if (level == 0) continue;
    if (level == 1 && first)
      findings.warning("heading-order", element.token, "this page has a second <h1>")
          .expect("one <h1>, which names the page")
          .note(findings.span(first->token), "the first one");
    if (level == 1 && !first) first = &element;
    const unsigned above = before ? level_of(*before) : 0;
    if (level > above + 1 && before)
      findings
          .warning("heading-order", element.token,
                   fmt::format("<h{}> follows <h{}>: a level is left out", level, above))
          .expect(fmt::format("<h{}>, or a heading of a higher level", above + 1))
          .note(findings.span(before->token), "the heading before it");
    if (level > 1 && !before)
      findings.warning("heading-order", element.token, fmt::format("the first heading of this page is <h{}>", level))
          .expect("<h1>, which names the page");
    before = &element;
  }
  if (!first && !before)
    findings
        .warning("heading-order", findings.text().substr(0, std::min(findings.text().find('\n'), size_t{60})),
                 "this page has no heading")
        .expect("one <h1>, which names the page");
}

}  // namespace audit
