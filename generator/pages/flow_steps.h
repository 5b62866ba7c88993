// What a step of a flow shows: on a page of its own, and among all the others on the flow's.
#pragma once
#include <map>

#include "pages/kinds.h"
#include "site/flow.h"

namespace pages {

using StepAnchors =
    std::map<std::string, std::string, std::less<>>;  // the id of a step -> its anchor on the flow's page

// {id, to, href, label, leads_to, ends, because}, seen from the step's own page, whose hooks write the reasons; with
// anchors, also {anchor} of where an answer leads.
templates::List answers_value(const site::FlowNode& node, document::Hooks& hooks, blocks::Context& context,
                              const StepAnchors& anchors = {});
// {title, href} of the pages that an outcome's `next:` names.
templates::List next_steps_value(const site::FlowNode& node, document::Hooks& hooks, blocks::Context& context);

// All steps in the order of reading: {id, anchor, ends, title, href, text, more, answers, next_steps}. `text` is what
// the step says up to its first heading; `more`, whether its own page says more. Their sources join the page's list,
// their figures `figures`. Nothing is reported, since each step's own page has reported it.
templates::List steps_value(const site::Flow& flow, const StepAnchors& anchors, blocks::Notes& figures,
                            KindContext& kind);

}  // namespace pages
