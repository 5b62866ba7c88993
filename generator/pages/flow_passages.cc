#include "pages/flow_passages.h"

#include <algorithm>

namespace pages {
namespace {

// Returns an answer and its question in words: "“On our own premises” to “Where must it run?”".
std::string answer_in_words(const document::AnswerName& name, const site::FlowStep& step, const site::Words& words) {
  for (const site::FlowGiven& given : step.depends_on)
    if (given.name == name.text())
      return words.fill("when_answer", {{"answer", given.label}, {"question", given.question}});
  return "";  // the wrong name was already reported
}

std::string answers_in_words(const document::Condition& condition, const site::FlowStep& step,
                             const site::Words& words) {
  std::string any;
  for (const auto& names : condition.any_of) {
    std::string all;
    for (const document::AnswerName& name : names) {
      if (!all.empty()) all += words["when_and"];
      all += answer_in_words(name, step, words);
    }
    any += (any.empty() ? "" : std::string(words["when_or"])) + all;
  }
  return any;
}

// Calls `use` for `passage` and each of its alternatives.
template <class Use>
void for_alternatives(const document::Document& document, const document::Passage& passage, const Use& use) {
  for (const document::Passage& other : document.passages())
    if (other.first == passage.first && !other.otherwise) use(other.when);
}

}  // namespace

std::string condition_attribute(const document::Condition& condition) {
  std::string text;
  for (const auto& names : condition.any_of) {
    if (!text.empty()) text += ',';
    for (const document::AnswerName& name : names)
      text += (text.empty() || text.ends_with(',') ? "" : " ") + name.text();
  }
  return text;
}

document::PassageHtml labelled_passage(const document::Document& document, const document::Passage& passage,
                                       const site::FlowStep& step, blocks::Context& context) {
  document::PassageHtml html;
  if (step.id.empty()) {
    context.diagnostics
        .error("flow-condition", passage.span, "only a step of a flow can have a passage for certain answers")
        .expect("a question or an outcome, in a folder whose index.md has \"flow: {start: …}\"");
    return html;
  }
  html.attributes.emplace_back("class", "when");
  std::string title(context.words["when_otherwise"]);
  if (passage.otherwise) {
    std::string others;
    for_alternatives(document, passage, [&](const document::Condition& when) {
      others += (others.empty() ? "" : ",") + condition_attribute(when);
    });
    html.attributes.emplace_back("data-unless", others);
  } else {
    html.attributes.emplace_back("data-when", condition_attribute(passage.when));
    title = context.words.fill("when_title", {{"answers", answers_in_words(passage.when, step, context.words)}});
  }
  markup::Writer out;
  html.before = out.open("p").attr("class", "when-title").text(title).close().take();
  return html;
}

bool holds(const document::Condition& condition, const site::FlowStep& step) {
  return condition.holds([&](const document::AnswerName& name) {
    return std::any_of(step.depends_on.begin(), step.depends_on.end(),
                       [&](const site::FlowGiven& given) { return given.is_given && given.name == name.text(); });
  });
}

bool is_shown(const document::Document& document, const document::Passage& passage, const site::FlowStep& step) {
  if (!passage.otherwise) return holds(passage.when, step);
  bool has_other = false;
  for_alternatives(document, passage,
                   [&](const document::Condition& when) { has_other = has_other || holds(when, step); });
  return !has_other;
}

}  // namespace pages
