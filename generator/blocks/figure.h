// A figure in prose: a link whose text states a number, which is checked against the data
// (content/handbook/figures.md).
#pragma once
#include "blocks/context.h"
#include "document/html_writer.h"

namespace blocks {

// Renders the figure `key`: "TABLE/KEY/COLUMN" or a figure's name, with placeholders filled in. The text must state the
// value; on pages made from data it may be empty and then becomes the value. If a correction is certain, adds it to the
// context's corrections. Codes: "unknown-figure" (reported when it was looked up), "figure-mismatch", "figure-unit",
// "figure-unreadable", "figure-empty".
document::LinkHtml prose_figure(const document::Link& link, std::string_view key, const markup::SafeHtml& content,
                                std::string_view text, Context& context);

// Returns the words before a figure in the author's paragraph, as written, without marks of emphasis at their end. With
// a bound at their end prose_figure() reads the figure; in a label it is a limit that readers choose, so they are
// empty.
std::string_view words_before(const document::Link& link, const site::Content* content);

// Returns the value of a named figure of the page as text of a drawing, as a link to its note if `is_link`. Codes:
// "unknown-figure" and "figure-mismatch" at `place`.
markup::SafeHtml drawn_figure(std::string_view name, bool is_link, base::Span place, Context& context);

}  // namespace blocks
