// The values of a flow's step on its own page, and in the list of steps on the flow's page.
#pragma once
#include <map>

#include "pages/kinds.h"

namespace pages {

// Maps the id of a step to its anchor on the flow's page.
using StepAnchors = std::map<std::string, std::string, std::less<>>;

// Returns {id, to, href, label, leads_to, ends, because} of each answer. Links are relative to the step's own page, and
// `hooks`, which are that page's, write the reasons. With anchors, also returns {anchor} of the step that an answer
// leads to.
templates::List answers_value(const site::FlowStep& step, document::Hooks& hooks, blocks::Context& context,
                              const StepAnchors& anchors = {});
// Returns {title, href, minutes} of a page that the front matter names by the path of its file; empty after an error.
templates::Map named_page(const document::Text& page, document::Hooks& hooks, blocks::Context& context);
// Returns {title, href, when, minutes} of the pages in the `next:` of an outcome or a lesson.
templates::List next_steps_value(document::Hooks& hooks, blocks::Context& context);
// Returns the question that follows an outcome, or null.
templates::Value asks_value(const site::FlowStep& step, blocks::Context& context);

// Returns all steps in reading order: {id, anchor, ends, title, href, text, more, asks, answers, next_steps}.
// `text` is the step up to its first heading; `more` is whether its own page has more text. Adds the steps' sources to
// the page's list, and their figures to `figures`. Reports nothing, because each step's own page reports its errors.
templates::List steps_value(const std::vector<site::FlowStep>& flow, const StepAnchors& anchors, blocks::Notes& figures,
                            KindContext& kind);

// ---- passages that only readers with certain answers see. The step's own page and the page of its flow show all of
// them, each with its answers above it.

// Returns the HTML of a passage, with its answers above it. Reports "flow-condition" if the page is not a step.
document::PassageHtml labelled_passage(const document::Document& document, const document::Passage& passage,
                                       const site::FlowStep& step, blocks::Context& context);

}  // namespace pages
