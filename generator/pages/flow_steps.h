// What a step of a flow shows: on a page of its own, and among all the others on the flow's.
#pragma once
#include "pages/kinds.h"
#include "site/flow.h"

namespace pages {

// {id, to, href, label, leads_to, ends, because}, seen from the step's own page, whose hooks write the reasons.
templates::List answers_value(const site::FlowNode& node, document::Hooks& hooks, blocks::Context& context);
// {title, href} of the pages that an outcome's `next:` names.
templates::List next_steps_value(const site::FlowNode& node, document::Hooks& hooks, blocks::Context& context);

// All steps in the order of reading: {id, ends, title, href, text, more, answers, next_steps}. `text` is what the step
// says up to its first heading; `more`, whether its own page says more. Their sources join the page's list, their
// figures `figures`. Nothing is reported, since each step's own page has reported it.
templates::List steps_value(const site::Flow& flow, blocks::Notes& figures, KindContext& kind);

}  // namespace pages
