// The rules for published pages, each for one diagnostic code (audit/page.h).
#include "audit/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/suggest.h"
#include "base/text.h"

namespace audit {
namespace {

// Returns the start of the first line, for findings about the page as a whole.
std::string_view start_of(std::string_view text) { return text.substr(0, std::min(text.find('\n'), size_t{60})); }

// -- "bare-page" --

bool begins_with_doctype(std::string_view text) {
  constexpr std::string_view kDoctype = "<!doctype html";
  text.remove_prefix(std::min(text.find_first_not_of("\xEF\xBB\xBF \t\r\n\f"), text.size()));
  return equal_names(text.substr(0, kDoctype.size()), kDoctype);
}

void check_basics(const Page& page, Findings& findings) {
  constexpr size_t kEncodingWithin = 1024;  // browsers only look in this many bytes
  const std::string_view text = findings.text(), start = start_of(text);
  const Element *html = nullptr, *title = nullptr, *second_title = nullptr, *encoding = nullptr;
  bool is_titled = false;
  for (const Element& each : page) {
    if (each.in_template) continue;
    if (each.is("html") && !html) html = &each;
    if (each.is("title")) (title ? second_title : title) = &each;
    if (each.is_text() && title && &page[each.parent] == title) is_titled = true;
    if (each.is("meta") && !encoding && each.find("charset")) encoding = &each;
  }
  const auto report = [&](const Element* at, std::string message) -> base::Diagnostic& {
    return findings.error("bare-page", at ? at->token : start, std::move(message));
  };
  if (!begins_with_doctype(text))
    report(nullptr, "this page does not begin with a doctype, so browsers use quirks mode").expect("<!doctype html>");
  if (!html || base::trim(html->decoded("lang")).empty())
    report(html, "this page does not state its language").expect("<html lang=\"…\">");
  if (!title || !is_titled) report(title, "this page has no title").expect("<title>…</title>");
  if (second_title)
    report(second_title, "this page has a second title").note(findings.span(title->token), "the first one");
  if (!encoding || !equal_names(encoding->decoded("charset"), "utf-8") ||
      static_cast<size_t>(encoding->token.end() - text.begin()) > kEncodingWithin)
    report(encoding, "this page does not declare UTF-8 near its beginning")
        .expect("<meta charset=\"utf-8\"> within the first 1024 bytes");
}

// -- "repeated-id", "unknown-id" --

using Ids = std::unordered_map<std::string, const Element*>;

// Whether an attribute contains ids of the same page, separated by spaces.
bool names_ids(std::string_view attribute, bool in_drawing) {
  constexpr auto kReferences = std::to_array<std::string_view>(
      {"aria-activedescendant", "aria-controls", "aria-describedby", "aria-details", "aria-errormessage", "aria-flowto",
       "aria-labelledby", "aria-owns", "commandfor", "for", "form", "headers", "list", "popovertarget"});
  return (!in_drawing || attribute.starts_with("aria-")) &&
         std::binary_search(kReferences.begin(), kReferences.end(), attribute);
}

void check_id(const Element& element, std::string_view written, Ids& ids, Findings& findings) {
  std::string id = markup::unescaped(written);
  if (id.empty() || std::any_of(id.begin(), id.end(), base::is_space)) {
    findings.error("repeated-id", element.token, "an id must not be empty or contain spaces")
        .suggest("links and labels can't refer to it: write \"-\" instead of a space");
    return;
  }
  auto [at, is_new] = ids.try_emplace(std::move(id), &element);
  if (is_new) return;
  findings.error("repeated-id", written, fmt::format("the id \"{}\" is already used on this page", at->first))
      .expect("a unique id: links and labels reach only the first one")
      .note(findings.span(at->second->token), "the first one");
}

void check_reference(const markup::HtmlAttribute& attribute, const Ids& ids, Findings& findings) {
  constexpr size_t kMaxCompared = 2000;
  const std::string value = markup::unescaped(attribute.value.value_or(std::string_view()));
  for (std::string_view id : base::split(value, ' ')) {
    id = base::trim(id);
    if (id.empty() || ids.contains(std::string(id))) continue;
    std::vector<std::string_view> known;
    if (ids.size() <= kMaxCompared && findings.has_room("unknown-id"))
      for (const auto& [name, _] : ids) known.push_back(name);
    std::sort(known.begin(), known.end());
    findings
        .error(
            "unknown-id", attribute.value.value_or(attribute.name),
            fmt::format("the attribute {} refers to \"{}\", and nothing on this page has that id", attribute.name, id))
        .suggest(base::did_you_mean(id, known));
  }
}

void check_ids(const Page& page, Findings& findings) {
  Ids ids;
  std::vector<markup::HtmlAttribute> references;
  for (const Element& element : page) {
    if (element.in_template) continue;
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(element.attributes); all.next(each);) {
      if (equal_names(each.name, "id"))
        check_id(element, each.value.value_or(std::string_view(each.name.end(), 0)), ids, findings);
      else if (names_ids(each.name, element.in_drawing))
        references.push_back(each);
    }
  }
  for (const markup::HtmlAttribute& each : references) check_reference(each, ids, findings);
}

// -- "image-without-alt", "unsized-image" --

void check_size(const Element& element, Findings& findings) {
  for (std::string_view name : {"width", "height"}) {
    const auto written = element.find(name);
    if (written && written->find_first_not_of("0123456789") == std::string_view::npos &&
        written->find_first_not_of('0') != std::string_view::npos)
      continue;
    findings
        .warning("unsized-image", element.token,
                 written ? fmt::format("the {} \"{}\" of <{}> is not a whole number", name, *written, element.name)
                         : fmt::format("<{}> has no {}", element.name, name))
        .expect("width and height in pixels, so that nothing moves when it loads");
    return;
  }
}

void check_images(const Page& page, Findings& findings) {
  for (const Element& element : page) {
    const bool is_frame = element.is("iframe");
    const bool needs_alt = element.is("img") || (element.is("area") && element.find("href")) ||
                           (element.is("input") && equal_names(element.decoded("type"), "image"));
    const bool has_text = is_frame ? !base::trim(element.decoded("title")).empty() : element.find("alt").has_value();
    if ((is_frame || needs_alt) && !has_text)
      findings.error("image-without-alt", element.token, fmt::format("<{}> has no alternative text", element.name))
          .expect(is_frame ? "title=\"…\"" : "alt=\"…\"; for decoration, alt=\"\"");
    if (is_frame || element.is("img") || element.is("video")) check_size(element, findings);
  }
}

// -- "heading-order" --

// Reports only warnings: such a page can be read, but less easily by people who move from heading to heading.
void check_headings(const Page& page, Findings& findings) {
  const Element *before = nullptr, *first = nullptr;
  int above = 0;
  const auto report = [&](std::string_view at, std::string message, std::string expected) -> base::Diagnostic& {
    return findings.warning("heading-order", at, std::move(message)).expect(std::move(expected));
  };
  constexpr const char* kOneTitle = "one <h1>, the title of the page";
  for (const Element& element : page) {
    if (element.in_template || !element.is_one_of({"h1", "h2", "h3", "h4", "h5", "h6"})) continue;
    const int level = element.name[1] - '0';
    if (level == 1 && first)
      report(element.token, "this page has a second <h1>", kOneTitle)
          .note(findings.span(first->token), "the first one");
    if (level == 1 && !first) first = &element;
    if (before && level > above + 1)
      report(element.token, fmt::format("<h{}> follows <h{}>: a level is skipped", level, above),
             fmt::format("<h{}>, or a heading of a higher level", above + 1))
          .note(findings.span(before->token), "the previous heading");
    if (!before && level > 1)
      report(element.token, fmt::format("the first heading of this page is <h{}>", level), kOneTitle);
    before = &element;
    above = level;
  }
  if (!before) report(start_of(findings.text()), "this page has no heading", kOneTitle);
}

// -- "inline-code": code that a strict Content-Security-Policy refuses --

// Whether an address is code; browsers ignore control characters and spaces in its scheme.
bool is_code(std::string_view written) {
  written = written.substr(0, 200);
  if (written.find_first_of(":&") == std::string_view::npos) return false;  // most addresses have neither
  std::string scheme;
  for (char c : markup::unescaped(written)) {
    if (static_cast<unsigned char>(c) <= ' ') continue;
    if (c == ':') return equal_names(scheme, "javascript") || equal_names(scheme, "vbscript");
    scheme += c;
  }
  return false;
}

void check_attributes(const Element& element, Findings& findings) {
  constexpr auto kTexts =
      std::to_array<std::string_view>({"alt", "alttext", "content", "label", "placeholder", "title", "value"});
  markup::HtmlAttribute each;
  for (markup::HtmlAttributes all(element.attributes); all.next(each);) {
    const bool is_text =
        each.name.starts_with("aria-") || each.name.starts_with("data-") || matches_any(kTexts, each.name);
    if (equal_names(each.name, "style"))
      findings.error("inline-code", each.name, fmt::format("<{}> has inline styles", element.name))
          .expect("a class, and its rules in a style sheet");
    else if (each.name.size() > 2 && equal_names(each.name.substr(0, 2), "on"))
      findings
          .error("inline-code", each.name, fmt::format("<{}> has code in the attribute {}", element.name, each.name))
          .expect("a script in a separate file");
    else if (equal_names(each.name, "srcdoc"))
      findings.error("inline-code", each.name, fmt::format("<{}> contains a page", element.name)).expect("src=\"…\"");
    else if (each.value && !is_text && is_code(*each.value))
      findings.error("inline-code", *each.value, fmt::format("the address in {} runs code", each.name))
          .expect("the address of a page or file");
  }
}

void check_inline(const Page& page, Findings& findings) {
  constexpr auto kData = std::to_array<std::string_view>({"application/ld+json", "application/json", "text/plain"});
  const bool is_page = !findings.source().path().ends_with(".svg");
  for (const Element& element : page) {
    if (element.is_text()) continue;
    const auto report = [&](const char* message) -> base::Diagnostic& {
      return findings.error("inline-code", element.token, message);
    };
    const std::string_view type = element.find("type").value_or(std::string_view());
    if (equal_names(element.name, "script") && !matches_any(kData, type)) {
      if (!element.find("src"))
        report("this script is inline").expect("a script in a separate file: <script src=\"…\" defer></script>");
      else if (equal_names(type, "module"))
        report("this script is a module, which browsers don't load from disk").expect("a classic script");
    }
    // The styles of a drawing in a separate file are not part of a page.
    if (equal_names(element.name, "style") && is_page)
      report("these styles are inline").expect("a style sheet in a file");
    if (element.is("base"))
      report("<base> changes the target of every link on the page")
          .suggest("remove it: links are relative to the page");
    if (!element.attributes.empty() && (is_page || !element.in_drawing)) check_attributes(element, findings);
  }
}

// -- "weak-policy": a page may load files only from its site (https://www.w3.org/TR/CSP3/) --

// Reports the first error in a policy.
void check_directives(const Element& meta, std::string_view written, Findings& findings) {
  constexpr auto kAllowed = std::to_array<std::string_view>({"'none'", "'self'", "data:", "blob:"});
  constexpr auto kSources =
      std::to_array<std::string_view>({"default-src", "base-uri", "form-action", "frame-ancestors"});
  bool has_default = false;
  const std::string policy = markup::unescaped(written);
  const auto weak = [&](std::string message) {
    findings.error("weak-policy", written.empty() ? meta.token : written, std::move(message))
        .expect("default-src 'none' or 'self', and sources on the site itself");
  };
  for (std::string_view directive : base::split(policy, ';')) {
    std::string_view name;
    for (std::string_view word : base::split(base::trim(directive), ' ')) {
      if (word.empty()) continue;
      if (name.empty()) {
        name = word;
        has_default |= name == "default-src";
        continue;
      }
      const bool lists_sources = name.ends_with("-src") || matches_any(kSources, name);
      const bool is_allowed = matches_any(kAllowed, word) || word.starts_with("'sha") || word.starts_with("'nonce-");
      const bool is_own = equal_names(word, "'self'") || equal_names(word, "'none'");
      if ((lists_sources && !is_allowed) || (name == "script-src" && !is_own))
        return weak(fmt::format("the policy allows {} to be {}", name, word));
    }
  }
  if (!has_default)
    weak("the policy has no default-src, so anything that it does not list may be loaded from anywhere");
}

bool loads(const Element& element) {
  if (element.is_one_of({"script", "style", "img", "iframe", "audio", "video", "embed", "object", "body"})) return true;
  if (!element.is("link")) return false;
  const std::string rel = element.decoded("rel");
  return rel.find("stylesheet") != std::string::npos || rel.find("icon") != std::string::npos;
}

void check_policy(const Page& page, Findings& findings) {
  const Element* loaded = nullptr;
  for (const Element& element : page) {
    if (element.is("meta") && equal_names(element.decoded("http-equiv"), "content-security-policy")) {
      check_directives(element, element.find("content").value_or(std::string_view()), findings);
      if (loaded)
        findings.error("weak-policy", element.token, "the policy comes after an element that it should apply to")
            .expect("it in <head>, before any script, style sheet or icon")
            .note(findings.span(loaded->token), "this comes before it");
      return;
    }
    if (!loaded && loads(element)) loaded = &element;
  }
  findings.error("weak-policy", start_of(findings.text()), "this page has no Content-Security-Policy")
      .expect("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; …\">");
}

}  // namespace

void check_page(const Page& page, Findings& findings) {
  for (auto* rule : {check_basics, check_ids, check_images, check_headings, check_inline, check_policy})
    rule(page, findings);
}

void check_drawing(const Page& page, Findings& findings) {
  check_ids(page, findings);
  check_inline(page, findings);
}

}  // namespace audit
