#include "audit/references.h"

#include <cmark-gfm.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/text.h"
#include "document/limits.h"

namespace audit {
namespace {

template <size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

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

void visit_meta(const Element& meta, const Visit& visit) {
  constexpr auto kAddresses = std::to_array<std::string_view>(
      {"og:audio", "og:image", "og:image:secure_url", "og:image:url", "og:url", "og:video", "twitter:image"});
  const auto content = Page::find_attribute(meta, "content");
  if (!content) return;
  std::string name = Page::attribute(meta, "property");
  if (name.empty()) name = Page::attribute(meta, "name");
  if (is_one_of(kAddresses, name)) visit_value(*content, Use::absolute, visit);
  if (!equal_names(Page::attribute(meta, "http-equiv"), "refresh")) return;
  if (const std::string_view url = refresh_url(*content); !url.empty()) visit_value(url, Use::redirect, visit);
}

Use use_of_link(const Element& link) {
  constexpr auto kLoading =
      std::to_array<std::string_view>({"apple-touch-icon", "dns-prefetch", "icon", "manifest", "mask-icon",
                                       "modulepreload", "preconnect", "prefetch", "preload", "stylesheet"});
  const std::string rel = Page::attribute(link, "rel");
  for (std::string_view word : base::split(rel, ' '))
    if (is_one_of(kLoading, word)) return Use::load;
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
  if (name == "src" || name == "poster" || (name == "data" && element.is("object")))
    return visit_value(value, Use::load, visit);
  if (name == "action" || name == "formaction") return visit_value(value, Use::load, visit);
  if (name == "srcset" || name == "imagesrcset") return visit_srcset(value, visit);
  if (name == "cite") visit_value(value, Use::follow, visit);
}

// Returns the address of a link as written in `markdown`, which begins before the link. The library does not return
// positions. Returns the rest of the line if the address is in a definition elsewhere or has escapes.
std::string_view written_address(std::string_view markdown, const std::string& url) {
  constexpr size_t kWindow = 4000;
  const std::string_view window = markdown.substr(0, kWindow);
  for (std::string_view before : {"](", "](<", "<"})
    if (const size_t at = window.find(std::string(before) + url); at != std::string_view::npos)
      return markdown.substr(at + before.size(), url.size());
  return window.substr(0, window.find('\n'));
}

}  // namespace

std::string_view refresh_url(std::string_view content) {
  std::string_view rest = base::trim(content.substr(std::min(content.find_first_of(";,"), content.size())));
  rest = base::trim(rest.substr(std::min<size_t>(1, rest.size())));
  if (rest.size() < 4 || !equal_names(rest.substr(0, 3), "url")) return "";
  rest = base::trim(rest.substr(3));
  if (!rest.starts_with('=')) return "";
  rest = base::trim(rest.substr(1));
  const bool is_quoted = rest.size() >= 2 && (rest[0] == '\'' || rest[0] == '"') && rest.back() == rest[0];
  return is_quoted ? rest.substr(1, rest.size() - 2) : rest;
}

void html_references(const Page& page, const Visit& visit) {
  for (const Element& element : page.elements) {
    if (element.is_text()) {
      if (equal_names(page.elements[element.parent].name, "style")) css_references(element.token, visit);
      continue;
    }
    if (element.is("meta")) visit_meta(element, visit);
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(element.attributes); all.next(each);)
      if (each.value) visit_attribute(element, each.name, *each.value, visit);
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
  const auto visit_css = [&](std::string_view written) {
    std::string target;
    for (size_t i = 0; i < written.size(); ++i)
      if (written[i] != '\\') target += written[i];
    visit({written, std::move(target), Use::load});
  };
  for (size_t at = 0; at < css.size();) {
    const std::string_view rest = css.substr(at);
    if (rest.starts_with("/*")) {
      at = std::min(css.find("*/", at + 2), css.size() - 2) + 2;
    } else if (css[at] == '"' || css[at] == '\'') {
      take_quoted(at);
    } else if (rest.size() >= 4 && equal_names(rest.substr(0, 4), "url(")) {
      at += 4;
      while (at < css.size() && base::is_space(css[at])) ++at;
      if (at < css.size() && (css[at] == '"' || css[at] == '\'')) {
        visit_css(take_quoted(at));
      } else {
        const size_t end = std::min(css.find(')', at), css.size());
        visit_css(base::trim(css.substr(at, end - at)));
        at = end;
      }
    } else if (rest.size() >= 7 && equal_names(rest.substr(0, 7), "@import")) {
      at += 7;
      while (at < css.size() && base::is_space(css[at])) ++at;
      if (at < css.size() && (css[at] == '"' || css[at] == '\'')) visit_css(take_quoted(at));
    } else {
      ++at;
    }
  }
}

void xml_references(const Page& document, const Visit& visit) {
  constexpr auto kAddresses = std::to_array<std::string_view>({"icon", "image:loc", "link", "loc", "logo", "url"});
  for (const Element& element : document.elements) {
    if (element.is_text()) {
      const Element& parent = document.elements[element.parent];
      if (is_one_of(kAddresses, parent.name)) visit_value(base::trim(element.token), Use::absolute, visit);
    } else if (element.name == "link" || element.name == "enclosure") {
      for (std::string_view name : {"href", "url"})
        if (const auto value = Page::find_attribute(element, name)) visit_value(*value, Use::absolute, visit);
    }
  }
}

void markdown_references(std::string_view markdown, const Visit& visit) {
  std::vector<uint32_t> lines;
  if (document::find_limit_violation(markdown, lines)) return;
  const std::unique_ptr<cmark_parser, void (*)(cmark_parser*)> parser(cmark_parser_new(CMARK_OPT_FOOTNOTES),
                                                                      cmark_parser_free);
  cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
  cmark_parser_feed(parser.get(), "\n", 1);  // libcmark-gfm reads beyond a footnote at the end of a text
  const std::unique_ptr<cmark_node, void (*)(cmark_node*)> root(cmark_parser_finish(parser.get()), cmark_node_free);
  const std::unique_ptr<cmark_iter, void (*)(cmark_iter*)> iterator(cmark_iter_new(root.get()), cmark_iter_free);
  cmark_iter* nodes = iterator.get();
  size_t at = 0;  // position in the block of the link, after the previous link
  while (cmark_iter_next(nodes) != CMARK_EVENT_DONE) {
    cmark_node* node = cmark_iter_get_node(nodes);
    const auto line = static_cast<size_t>(std::max(cmark_node_get_start_line(node), 1));
    const cmark_node_type type = cmark_node_get_type(node);
    if ((type & CMARK_NODE_TYPE_MASK) == CMARK_NODE_TYPE_BLOCK && line <= lines.size())
      at = std::max<size_t>(at, lines[line - 1]);
    if ((type != CMARK_NODE_LINK && type != CMARK_NODE_IMAGE) || cmark_iter_get_event_type(nodes) != CMARK_EVENT_ENTER)
      continue;
    const std::string url = cmark_node_get_url(node);
    const std::string_view written = written_address(markdown.substr(at), url);
    at = static_cast<size_t>(written.begin() - markdown.begin());
    visit({written, url, Use::follow});
  }
}

void robots_references(std::string_view robots, const Visit& visit) {
  constexpr std::string_view kSitemap = "sitemap:";
  for (std::string_view line : base::split(robots, '\n'))
    if (line.size() > kSitemap.size() && equal_names(line.substr(0, kSitemap.size()), kSitemap)) {
      const std::string_view address = base::trim(line.substr(kSitemap.size()));
      visit({address, std::string(address), Use::absolute});
    }
}

}  // namespace audit
