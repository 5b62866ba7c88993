// Finds the author's texts that readers see as plain words: titles, descriptions, captions, labels. Figures and claims
// in them are links (document::parse_words), and `check` looks for numbers and superlatives in them.
#pragma once
#include <algorithm>
#include <string_view>

#include "document/front_matter.h"

namespace site {

// Whether readers see the texts below this key of a table, chart or estimate.
inline bool is_shown_key(std::string_view key) {
  // "text", "datum" and "value" are texts of a chart's marks and legend. "same" and "differs" may be sentences.
  constexpr std::string_view kShown[] = {"title",   "text",  "subtitle", "caption", "note", "footnote",
                                         "missing", "empty", "group",    "help",    "who",  "datum",
                                         "value",   "same",  "differs",  "reason"};
  return std::find(std::begin(kShown), std::end(kShown), key) != std::end(kShown);
}

// Calls visit(Text&) for each of these texts in the front matter, except the title in `pages`, which is shared.
template <class FrontMatter, class Visit>
void for_each_shown_text(FrontMatter& front, Visit&& visit)
  requires requires { front.title; }
{
  for (auto* text : {&front.title, &front.description, &front.question, &front.outcome}) visit(*text);
  for (auto& answer : front.answers) visit(answer.label);
  for (auto& each : front.cases) visit(each.who);
  for (auto& plan : front.plans)
    for (auto* text : {&plan.title, &plan.description}) visit(*text);
}

// Calls visit(Node&) for each of these texts in a block's spec.
template <class SpecNode, class Visit>
void for_each_shown_text(SpecNode& node, Visit&& visit, bool is_shown = false)
  requires requires { node.entries; }
{
  if (node.is_string() && is_shown) visit(node);
  for (auto& item : node.items) for_each_shown_text(item, visit, is_shown);
  for (auto& entry : node.entries) for_each_shown_text(entry.value, visit, is_shown_key(entry.key));
}

}  // namespace site
