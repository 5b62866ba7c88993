// Finds every address in a published page, drawing or style sheet (audit/links.h).
#include "audit/links.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace audit {
namespace {

void visit_value(std::string_view written, Use use, const Visit& visit) {
  visit({written, markup::unescaped(written), use});
}

// Visits the addresses in "a.png 1x, b.png 2x": each is followed by its condition, up to a comma.
void visit_srcset(std::string_view written, const Visit& visit) {
  for (size_t at = 0; at < written.size();) {
    while (at < written.size() && (base::is_space(written[at]) || written[at] == ',')) ++at;
    size_t end = at;
    while (end < written.size() && !base::is_space(written[end])) ++end;
    std::string_view address = written.substr(at, end - at);
    const bool is_last = address.ends_with(',');
    while (address.ends_with(',')) address.remove_suffix(1);
    if (!address.empty()) visit_value(address, Use::load, visit);
    at = is_last ? end : std::min(written.find(',', end), written.size());
  }
}

Use use_of_link(const Element& link) {
  constexpr auto kLoading =
      std::to_array<std::string_view>({"apple-touch-icon", "dns-prefetch", "icon", "manifest", "mask-icon",
                                       "modulepreload", "preconnect", "prefetch", "preload", "stylesheet"});
  const std::string rel = link.decoded("rel");
  for (std::string_view word : base::split(rel, ' '))
    if (matches_any(kLoading, word)) return Use::load;
  return Use::name;
}

void visit_attribute(const Element& element, std::string_view name, std::string_view value, const Visit& visit) {
  if (element.in_drawing) {
    if (name == "href" || name == "xlink:href")
      visit_value(value, element.name == "a" ? Use::follow : Use::load, visit);
    else if (value.starts_with("url("))
      css_references(value, visit);
    return;
  }
  if (name == "href" && element.is_one_of({"a", "area"})) return visit_value(value, Use::follow, visit);
  if (name == "href" && element.is("link")) return visit_value(value, use_of_link(element), visit);
  // Browsers load frames of the hosts that the policy of the page lists, and no others.
  if (name == "src" && element.is("iframe") && value.starts_with("https://"))
    return visit_value(value, Use::follow, visit);
  if (name == "src" || name == "poster" || (name == "data" && element.is("object")))
    return visit_value(value, Use::load, visit);
  if (name == "action" || name == "formaction") return visit_value(value, Use::load, visit);
  if (name == "srcset" || name == "imagesrcset") return visit_srcset(value, visit);
  if (name == "cite") visit_value(value, Use::follow, visit);
}

}  // namespace

void html_references(const Page& page, const Visit& visit) {
  std::string_view before;  // the name of the element or text before this one
  bool in_template = false;
  const Visit visit_in_place = [&](Reference reference) {
    reference.in_template = in_template;
    visit(reference);
  };
  for (const Element& element : page) {
    in_template = element.in_template;
    if (element.is_text() && equal_names(before, "style")) css_references(element.token, visit);
    before = element.name;
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(element.attributes); all.next(each);)
      if (each.value) visit_attribute(element, each.name, *each.value, visit_in_place);
  }
}

void css_references(std::string_view css, const Visit& visit) {
  // Moves `at` past the quoted text that begins there; returns the text between the quotes.
  const auto take_quoted = [&](size_t& at) {
    const char quote = css[at];
    const size_t begin = ++at;
    while (at < css.size() && css[at] != quote && css[at] != '\n') at += css[at] == '\\' ? 2 : 1;
    at = std::min(at, css.size());
    const std::string_view text = css.substr(begin, at - begin);
    at = std::min(at + 1, css.size());
    return text;
  };
  const auto is_quote = [&](size_t at) { return at < css.size() && (css[at] == '"' || css[at] == '\''); };
  const auto visit_css = [&](std::string_view written) {
    std::string target;
    for (size_t i = 0; i < written.size(); ++i)
      if (written[i] != '\\') target += written[i];
    visit({written, std::move(target), Use::load});
  };
  for (size_t at = 0; at < css.size();) {
    const auto begins_with = [&](std::string_view word) { return equal_names(css.substr(at, word.size()), word); };
    if (begins_with("/*")) {
      at = std::min(css.find("*/", at + 2), css.size() - 2) + 2;
    } else if (is_quote(at)) {
      take_quoted(at);
    } else if (begins_with("url(") || begins_with("@import")) {
      const bool is_url = begins_with("url(");
      at = std::min(css.find_first_not_of(" \t\n\r\f", at + (is_url ? 4 : 7)), css.size());
      if (is_quote(at)) {
        visit_css(take_quoted(at));
      } else if (is_url) {
        const size_t end = std::min(css.find(')', at), css.size());
        visit_css(base::trim(css.substr(at, end - at)));
        at = end;
      }
    } else {
      ++at;
    }
  }
}

}  // namespace audit
