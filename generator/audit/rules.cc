// The rules for published pages, each for one diagnostic code (audit/page.h).
#include "audit/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace audit {
namespace {

// Returns the start of the first line, for findings about the page as a whole.
std::string_view start_of(std::string_view text) { return text.substr(0, std::min(text.find('\n'), size_t{60})); }

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
      const bool is_frame = name == "frame-src" && word.starts_with("https://");  // of a host that the site lists
      const bool is_own = equal_names(word, "'self'") || equal_names(word, "'none'");
      if ((lists_sources && !is_allowed && !is_frame) || (name == "script-src" && !is_own))
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
  check_inline(page, findings);
  check_policy(page, findings);
}

void check_drawing(const Page& page, Findings& findings) { check_inline(page, findings); }

}  // namespace audit
