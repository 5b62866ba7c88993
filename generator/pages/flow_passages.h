// Parts of a flow's step for readers who gave certain answers. The step's own page and the page of its flow show all of
// them, each below the answers that it is for; the page of a variant shows only its own.
#pragma once
#include "blocks/context.h"
#include "document/html_writer.h"

namespace pages {

// A condition in the form that assets/flow.js reads: "place.own data.protected,place.elsewhere".
std::string condition_attribute(const document::Condition& condition);

// The HTML of a passage, with its answers above it. Error "flow-condition" if the page is not a step.
document::PassageHtml labelled_passage(const document::Document& document, const document::Passage& passage,
                                       const site::FlowStep& step, blocks::Context& context);

// Whether the condition is true for readers of a variant.
bool holds(const document::Condition& condition, const site::FlowStep& step);
bool is_shown(const document::Document& document, const document::Passage& passage, const site::FlowStep& step);

}  // namespace pages
