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

// Elements that a label may be for.
bool takes_label(const Element& element) {
  using enum Tag;
  constexpr auto kTags = std::to_array({button, input, meter, output, progress, select, textarea, custom});
  return std::find(kTags.begin(), kTags.end(), element.tag) != kTags.end();
}

using Ids = std::unordered_map<std::string, const Element*>;

// Also the name of the attribute, so that what is none is known by its first letters.
bool may_refer(std::string_view name) {
  return name.size() >= 3 && (name.starts_with("aria-") || name == "for" || name == "form" || name == "headers" ||
                              name == "list" || name == "commandfor" || name == "popovertarget");
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

void check_reference(const Element& element, const markup::HtmlAttribute& attribute, const Ids& ids,
                     Findings& findings) {
  const std::string value = markup::unescaped(attribute.value.value_or(std::string_view()));
  for (std::string_view id : base::split(value, ' ')) {
    id = base::trim(id);
    if (id.empty()) continue;
    const auto found = ids.find(std::string(id));
    if (found == ids.end()) {
      findings
          .error("unknown-id", attribute.value.value_or(attribute.name),
                 fmt::format("the attribute {} names \"{}\", and nothing on this page has that id", attribute.name, id))
          .suggest(proposal(id, ids, findings));
    } else if (attribute.name == "for" && element.tag == Tag::label && !takes_label(*found->second)) {
      findings
          .error("unknown-id", attribute.value.value_or(attribute.name),
                 fmt::format("this label is for <{}>, which takes none", found->second->name))
          .expect("an input, a select, a textarea or another control")
          .note(findings.span(found->second->token), "what it names");
    } else if (attribute.name == "headers" && found->second->tag != Tag::th) {
      findings
          .error("unknown-id", attribute.value.value_or(attribute.name),
                 fmt::format("the attribute headers names <{}>, which heads no cells", found->second->name))
          .expect("cells with <th>")
          .note(findings.span(found->second->token), "what it names");
    }
  }
}

}  // namespace

void check_ids(const PageContext& context) {
  Ids ids;
  std::vector<const Element*> referring;
  for (const Element& element : context.page.elements) {
    if (element.in_template || element.attributes.empty()) continue;
    markup::HtmlAttribute each;
    bool refers = false;
    for (markup::HtmlAttributes all(element.attributes); all.next(each);) {
      if (equal_names(each.name, "id"))
        check_id(element, each.value.value_or(std::string_view(each.name.end(), 0)), ids, context.findings);
      refers |= may_refer(each.name) && (!element.in_drawing || each.name.starts_with("aria-"));
    }
    if (refers) referring.push_back(&element);
  }
  for (const Element* element : referring) {
    markup::HtmlAttribute each;
    for (markup::HtmlAttributes all(element->attributes); all.next(each);)
      if (std::binary_search(kReferences.begin(), kReferences.end(), each.name) &&
          (!element->in_drawing || each.name.starts_with("aria-")))
        check_reference(*element, each, ids, context.findings);
  }
}

}  // namespace audit
