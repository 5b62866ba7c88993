// Renders the passages of a flow's step that only readers with certain answers see. The step's own page and the page of
// its flow show all passages, each with its answers above it. The page of a variant shows only its own passages.
#pragma once
#include "blocks/context.h"
#include "document/html_writer.h"

namespace pages {

// Returns a condition in the form that assets/flow.js reads: "place.own data.protected,place.elsewhere".
std::string condition_attribute(const document::Condition& condition);

// Returns the HTML of a passage, with its answers above it. Reports "flow-condition" if the page is not a step.
document::PassageHtml labelled_passage(const document::Document& document, const document::Passage& passage,
                                       const site::FlowStep& step, blocks::Context& context);

// Whether the condition is true for readers of a variant.
bool holds(const document::Condition& condition, const site::FlowStep& step);
bool is_shown(const document::Document& document, const document::Passage& passage, const site::FlowStep& step);

}  // namespace pages
