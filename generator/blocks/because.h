// Writes the reasons for an answer of a flow: a claim with its source, an assert that holds, or a cited sentence.
#pragma once
#include <vector>

#include "blocks/context.h"
#include "document/html_writer.h"

namespace blocks {

// The resource whose rows are claims, and the column with their text (content/handbook/flows.md).
inline constexpr std::string_view kClaims = "claims";
inline constexpr std::string_view kStatement = "statement";
// Optional columns with the status of a claim that is not simply true ("dated", "disputed"), and the reason.
inline constexpr std::string_view kStatus = "status";
inline constexpr std::string_view kStatusWhy = "status_why";
std::string claim_key(std::string_view id, std::string_view column = kStatement);  // returns "claims/ID/statement"

// Returns one item for each of the answer's reasons; `hooks` renders those in Markdown. Error "unknown-claim" for a
// name that is neither a claim nor an assert of this site; "flow-unjustified" for Markdown without a citation, an
// assert or a figure from the data.
std::vector<markup::SafeHtml> because_html(const document::Answer& answer, const site::Content& content,
                                           document::Hooks& hooks, Context& context);

}  // namespace blocks
