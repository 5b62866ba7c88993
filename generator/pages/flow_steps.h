// What a step of a flow shows on its own page, and in the list of steps on the flow's page.
#pragma once
#include <map>

#include "pages/kinds.h"

namespace pages {

// The id of a step -> its anchor on the flow's page.
using StepAnchors = std::map<std::string, std::string, std::less<>>;

// {id, to, href, label, leads_to, ends, because}, relative to the step's own page, whose hooks write the reasons; with
// anchors, also {anchor} of the step that an answer leads to.
templates::List answers_value(const site::FlowStep& step, document::Hooks& hooks, blocks::Context& context,
                              const StepAnchors& anchors = {});
// {title, href, minutes} of a page that the front matter names by the path of its file; empty after an error.
templates::Map named_page(const document::Text& page, document::Hooks& hooks, blocks::Context& context);
// {title, href, when, minutes} of the pages that the `next:` of an outcome or a lesson names; of a variant of a step,
// those for its readers. For a lesson, `step` is empty.
templates::List next_steps_value(const site::FlowStep& step, document::Hooks& hooks, blocks::Context& context);
// The question that follows an outcome; null for none.
templates::Value asks_value(const site::FlowStep& step, blocks::Context& context);

// All steps in reading order: {id, anchor, ends, title, href, text, more, asks, answers, next_steps, depends_on}.
// `text` is the step up to its first heading; `more`, whether its own page has more. Their sources join the page's
// list, their figures `figures`. Nothing is reported, since each step's own page reports it.
templates::List steps_value(const std::vector<site::FlowStep>& flow, const StepAnchors& anchors, blocks::Notes& figures,
                            KindContext& kind);

}  // namespace pages
