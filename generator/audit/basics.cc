#include <fmt/format.h>

#include <algorithm>

#include "audit/rules.h"
#include "base/text.h"

namespace audit {
namespace {

// Browsers look for the encoding no further.
constexpr size_t kEncodingWithin = 1024;

std::string_view start_of(std::string_view text) { return text.substr(0, std::min(text.find('\n'), text.size())); }

bool begins_with_doctype(std::string_view text) {
  constexpr std::string_view kDoctype = "<!doctype html";
  text.remove_prefix(std::min(text.find_first_not_of("\xEF\xBB\xBF \t\r\n\f"), text.size()));
  return equal_names(text.substr(0, kDoctype.size()), kDoctype);
}

}  // namespace

void check_basics(const PageContext& context) {
  Findings& findings = context.findings;
  const std::string_view start = start_of(findings.text()).substr(0, 60);
  if (!begins_with_doctype(findings.text()))
    findings
        .error("bare-page", start, "this page does not begin with a doctype, so that browsers lay it out as in 1998")
        .expect("<!doctype html>");
  const Element *html = nullptr, *title = nullptr, *second_title = nullptr, *encoding = nullptr;
  bool is_titled = false;
  for (const Element& each : context.page.elements) {
    if (each.in_template) continue;
    if (each.is("html") && !html) html = &each;
    if (each.is("title")) (title ? second_title : title) = &each;
    if (each.is_text() && title && &context.page.elements[each.parent] == title) is_titled = true;
    if (each.is("meta") && !encoding && Page::find_attribute(each, "charset")) encoding = &each;
  }
  if (!html || base::trim(Page::attribute(*html, "lang")).empty())
    findings.error("bare-page", html ? html->token : start, "this page does not say which language it is in")
        .expect("<html lang=\"…\">");
  if (!title || !is_titled)
    findings.error("bare-page", title ? title->token : start, "this page has no title").expect("<title>…</title>");
  if (second_title)
    findings.error("bare-page", second_title->token, "this page has a second title")
        .note(findings.span(title->token), "the first one");
  const std::string_view text = findings.text();
  if (!encoding || !equal_names(Page::attribute(*encoding, "charset"), "utf-8") ||
      static_cast<size_t>(encoding->token.data() - text.data()) + encoding->token.size() > kEncodingWithin)
    findings
        .error("bare-page", encoding ? encoding->token : start,
               "this page does not say in its beginning that it is in UTF-8")
        .expect("<meta charset=\"utf-8\"> within the first 1024 bytes");
}

}  // namespace audit
