// A page says what it may load, and that is files of its own site (https://www.w3.org/TR/CSP3/).
#include <fmt/format.h>

#include <array>

#include "audit/rules.h"
#include "base/text.h"

namespace audit {
namespace {

bool is_allowed_source(std::string_view source) {
  constexpr auto kAllowed = std::to_array<std::string_view>({"'none'", "'self'", "data:", "blob:"});
  for (std::string_view each : kAllowed)
    if (equal_names(source, each)) return true;
  return source.starts_with("'sha") || source.starts_with("'nonce-");
}

// Directives that say something other than where to load from.
bool lists_sources(std::string_view directive) {
  return directive.ends_with("-src") || directive == "default-src" || directive == "base-uri" ||
         directive == "form-action" || directive == "frame-ancestors";
}

// Reports the first thing that is wrong with it.
void check_directives(const Element& meta, std::string_view written, Findings& findings) {
  bool has_default = false;
  const std::string policy = markup::unescaped(written);
  const auto weak = [&](std::string message) -> base::Diagnostic& {
    return findings.error("weak-policy", written.empty() ? meta.token : written, std::move(message))
        .expect("default-src 'none' or 'self', and sources of the site itself");
  };
  for (std::string_view directive : base::split(policy, ';')) {
    std::string_view name;
    for (std::string_view word : base::split(base::trim(directive), ' ')) {
      if (word.empty()) continue;
      if (name.empty()) {
        name = word;
        has_default |= name == "default-src";
      } else if (lists_sources(name) && !is_allowed_source(word)) {
        weak(fmt::format("the policy lets {} be {}", name, word));
        return;
      } else if (name == "script-src" && !equal_names(word, "'self'") && !equal_names(word, "'none'")) {
        weak(fmt::format("the policy lets scripts be {}", word));
        return;
      }
    }
  }
  if (!has_default) weak("the policy has no default-src, so that what it does not name may come from anywhere");
}

bool loads(const Element& element) {
  if (element.is_one_of({"script", "style", "img", "iframe", "audio", "video", "embed", "object", "body"})) return true;
  if (!element.is("link")) return false;
  const std::string rel = Page::attribute(element, "rel");
  return rel.find("stylesheet") != std::string::npos || rel.find("icon") != std::string::npos;
}

}  // namespace

void check_policy(const PageContext& context) {
  Findings& findings = context.findings;
  const Element* loaded = nullptr;
  for (const Element& element : context.page.elements) {
    if (element.is("meta") && equal_names(Page::attribute(element, "http-equiv"), "content-security-policy")) {
      check_directives(element, Page::find_attribute(element, "content").value_or(std::string_view()), findings);
      if (loaded)
        findings.error("weak-policy", element.token, "the policy stands behind what it should hold for")
            .expect("it in <head>, before any script, style sheet or icon")
            .note(findings.span(loaded->token), "this comes before it");
      return;
    }
    if (!loaded && loads(element)) loaded = &element;
  }
  const std::string_view text = findings.text();
  findings
      .error("weak-policy", text.substr(0, std::min(text.find('\n'), size_t{60})),
             "this page has no Content-Security-Policy")
      .expect("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; …\">");
}

}  // namespace audit
