// No id stands twice on a page, and what names an id of the page names one that is there.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "audit/rules.h"
#include "base/suggest.h"
#include "base/text.h"

namespace audit {
namespace {

// Attributes that hold ids of the same page, divided by spaces.
constexpr auto kReferences = std::to_array<std::string_view>(
    {"aria-activedescendant", "aria-controls", "aria-describedby", "aria-details", "aria-errormessage", "aria-flowto",
     "aria-labelledby", "aria-owns", "commandfor", "for", "form", "headers", "list", "popovertarget"});

using Ids = std::unordered_map<std::string, const Element*>;

bool names_ids(std::string_view attribute, bool in_drawing) {
  return (!in_drawing || attribute.starts_with("aria-")) &&
         std::binary_search(kReferences.begin(), kReferences.end(), attribute);
}

void check_id(const Element& element, std::string_view written, Ids& ids, Findings& findings) {
  std::string id = markup::unescaped(written);
  if (id.empty() || std::any_of(id.begin(), id.end(), base::is_space)) {
    findings.error("repeated-id", element.token, "an id has at least one letter, and no space")
        .suggest("links and labels can't name it so: write \"-\" for a space");
    return;
  }
  auto [at, is_new] = ids.try_emplace(std::move(id), &element);
  if (is_new) return;
  findings.error("repeated-id", written, fmt::format("the id \"{}\" is on this page already", at->first))
      .expect("an id of its own: links and labels reach the first one alone")
      .note(findings.span(at->second->token), "the first one");
}

std::string proposal(std::string_view id, const Ids& ids, const Findings& findings) {
  constexpr size_t kMostCompared = 2000;
  if (ids.size() > kMostCompared || !findings.has_room("unknown-id")) return "";
  std::vector<std::string_view> known;
  for (const auto& [name, _] : ids) known.push_back(name);
  std::sort(known.begin(), known.end());
  return base::did_you_mean(id, known);
}

void check_reference(const markup::HtmlAttribute& attribute, const Ids& ids, Findings& findings) {
  const std::string value = markup::unescaped(attribute.value.value_or(std::string_view()));
  for (std::string_view id : base::split(value, ' ')) {
    id = base::trim(id);
    if (id.empty() || ids.contains(std::string(id))) continue;
    findings
        .error("unknown-id", attribute.value.value_or(attribute.name),
               fmt::format("the attribute {} names \"{}\", and nothing on this page has that id", attribute.name, id))
        .suggest(proposal(id, ids, findings));
  }
}

}  // namespace

void check_ids(const PageContext& context) {
  Ids ids;
  std::vector<markup::HtmlAttribute> references;
  for (const Element& element : context.page.elements) {
    if (element.in_template) continue;
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(element.attributes); all.next(each);) {
      if (equal_names(each.name, "id"))
        check_id(element, each.value.value_or(std::string_view(each.name.end(), 0)), ids, context.findings);
      else if (names_ids(each.name, element.in_drawing))
        references.push_back(each);
    }
  }
  for (const markup::HtmlAttribute& each : references) check_reference(each, ids, context.findings);
}

}  // namespace audit
