// JSON-LD by the shape that those who read it ask for: it parses, its words are those of schema.org, and an entity of a
// kind that is known here has what that kind is nothing without. Search engines ask for a little more than the
// vocabulary does (https://developers.google.com/search/docs/appearance/structured-data).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "audit/rules.h"
#include "base/suggest.h"
#include "notation/json.h"

namespace audit {
namespace {

struct Needed {
  std::string_view type;
  std::array<std::string_view, 2> properties;
};

// A "|" divides those of which one is enough.
constexpr auto kNeeded = std::to_array<Needed>({{"Answer", {"text"}},
                                                {"Article", {"headline|name"}},
                                                {"BreadcrumbList", {"itemListElement"}},
                                                {"CollectionPage", {"name"}},
                                                {"DataCatalog", {"name"}},
                                                {"DataDownload", {"contentUrl", "encodingFormat"}},
                                                {"Dataset", {"name"}},
                                                {"DefinedTerm", {"name"}},
                                                {"DefinedTermSet", {"name"}},
                                                {"FAQPage", {"mainEntity"}},
                                                {"LearningResource", {"name"}},
                                                {"ListItem", {"position", "name|item"}},
                                                {"Organization", {"name"}},
                                                {"Person", {"name"}},
                                                {"PropertyValue", {"name"}},
                                                {"Question", {"name", "acceptedAnswer|suggestedAnswer"}},
                                                {"WebPage", {"name"}},
                                                {"WebSite", {"name"}}});

bool is_empty(const notation::Node& node) {
  return node.is_null() || (node.is_string() && node.text.empty()) || (node.is_list() && node.items.empty());
}

bool is_date(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00";
  if (text.size() > kForm.size() && text[kForm.size()] == 'T') text = text.substr(0, kForm.size());
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return false;
  for (size_t i = 0; i < text.size(); ++i)
    if (kForm[i] == '-' ? text[i] != '-' : text[i] < '0' || text[i] > '9') return false;
  return true;
}

class JsonLd {
 public:
  JsonLd(std::string_view text, Findings& findings) : text_(text), findings_(findings) {}

  void check() {
    const base::SourceText source("JSON-LD", std::string(text_));
    base::Diagnostics mistakes;
    auto root = notation::parse_json(base::whole(source), mistakes);
    if (!root) {
      for (const base::Diagnostic& each : mistakes.list()) {
        base::Diagnostic& error = findings_.error("bad-json-ld", at(each.span), each.message);
        error.expected = each.expected;
        error.help = each.help;
      }
      return;
    }
    if (root->is_list()) {
      for (const notation::Node& each : root->items) check_root(each);
    } else {
      check_root(*root);
    }
  }

 private:
  // A span within the script as a part of the page.
  std::string_view at(base::Span span) const {
    return text_.substr(span.begin, std::min<size_t>(span.end - span.begin, 200));
  }

  void check_root(const notation::Node& root) {
    if (!root.is_map()) {
      findings_.error("bad-json-ld", at(root.span), "JSON-LD is an object").expect("{\"@context\": …}");
      return;
    }
    const notation::Node* context = root.find("@context");
    const std::string_view said =
        context && context->is_string() ? std::string_view(context->text) : std::string_view();
    constexpr auto kSchema = std::to_array<std::string_view>(
        {"https://schema.org", "https://schema.org/", "http://schema.org", "http://schema.org/"});
    if (std::find(kSchema.begin(), kSchema.end(), said) == kSchema.end())
      findings_
          .error("bad-json-ld", at(context ? context->span : root.span).substr(0, 60),
                 context ? "the vocabulary is not schema.org's" : "it does not say which vocabulary its words are of")
          .expect("\"@context\": \"https://schema.org\"");
    const notation::Node* graph = root.find("@graph");
    if (!graph) return check_entity(root, true);
    if (!graph->is_list()) {
      findings_.error("bad-json-ld", at(graph->span), "@graph is no list").expect("a list of entities");
      return;
    }
    for (const notation::Node& each : graph->items) check_entity(each, true);
  }

  void check_entity(const notation::Node& node, bool needs_type) {
    if (!node.is_map()) {
      if (needs_type) findings_.error("bad-json-ld", at(node.span), "an entity is an object").expect("{\"@type\": …}");
      return;
    }
    const notation::Node* type = node.find("@type");
    const bool is_reference = node.entries.size() == 1 && node.find("@id");
    if (!type || is_empty(*type)) {
      if (!is_reference && !node.find("@value"))
        findings_.error("bad-json-ld", at(node.span).substr(0, 60), "this entity does not say what it is")
            .expect("\"@type\": …");
    } else if (type->is_string()) {
      check_properties(node, type->text);
    }
    for (const notation::Entry& entry : node.entries) check_value(entry);
  }

  void check_value(const notation::Entry& entry) {
    if (entry.value.is_map() && entry.key != "@context") check_entity(entry.value, false);
    if (entry.value.is_list())
      for (const notation::Node& each : entry.value.items)
        if (each.is_map()) check_entity(each, false);
    if ((entry.key == "datePublished" || entry.key == "dateModified" || entry.key == "dateCreated") &&
        !is_date(entry.value.text))
      findings_.error("bad-json-ld", at(entry.value.span), fmt::format("{} is no date", entry.key))
          .expect("a date such as 2026-01-31");
    const bool is_address = entry.key == "url" || entry.key == "contentUrl" || entry.key == "item";
    if (is_address && entry.value.is_string() && entry.value.text.find(':') == std::string::npos)
      findings_.error("bad-json-ld", at(entry.value.span), fmt::format("{} is no absolute address", entry.key))
          .expect("https://…");
  }

  void check_properties(const notation::Node& node, std::string_view type) {
    auto known = std::find_if(kNeeded.begin(), kNeeded.end(), [&](const Needed& each) { return each.type == type; });
    if (known == kNeeded.end()) return;
    for (std::string_view needed : known->properties) {
      if (needed.empty() || has_one_of(node, needed)) continue;
      findings_
          .warning("bad-json-ld", at(node.find("@type")->span),
                   fmt::format("this {} has no {}", type, needed.substr(0, needed.find('|'))))
          .suggest("search engines pass over it without that");
    }
    if (type == "BreadcrumbList") check_positions(node);
  }

  static bool has_one_of(const notation::Node& node, std::string_view names) {
    while (!names.empty()) {
      const size_t end = std::min(names.find('|'), names.size());
      const notation::Node* value = node.find(names.substr(0, end));
      if (value && !is_empty(*value)) return true;
      names.remove_prefix(std::min(end + 1, names.size()));
    }
    return false;
  }

  // Breadcrumbs are counted from 1.
  void check_positions(const notation::Node& list) {
    const notation::Node* items = list.find("itemListElement");
    if (!items || !items->is_list()) return;
    for (size_t i = 0; i < items->items.size(); ++i) {
      const notation::Node* position = items->items[i].is_map() ? items->items[i].find("position") : nullptr;
      if (!position || position->text == std::to_string(i + 1)) continue;
      findings_.error("bad-json-ld", at(position->span), fmt::format("this is entry {} of the breadcrumbs", i + 1))
          .expect(fmt::format("\"position\": {}", i + 1));
      return;
    }
  }

  std::string_view text_;
  Findings& findings_;
};

}  // namespace

void check_json_ld(const PageContext& context) {
  for (const Element& element : context.page.elements) {
    if (!element.is_text()) continue;
    if (is_json_ld(context.page.elements[element.parent])) JsonLd(element.token, context.findings).check();
  }
}

}  // namespace audit
