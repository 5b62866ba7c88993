// States what can be compared: `same` and `differs` of a table or chart. An item of one word is the name of a column; a
// longer item is text for readers, with links to the sources of its figures.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "blocks/context.h"
#include "blocks/short_text.h"
#include "chart/spec.h"
#include "document/text.h"

namespace blocks {

// Returns the index of a column, or -1 after an error "unknown-column" with a suggestion.
int find_column(const quantity::Frame& frame, std::string_view name, base::Span span, base::Diagnostics& diagnostics);

// A column of `same` must have the same value in all rows (error "not-comparable") and is shown with that value; a
// column of `differs` is shown by its title. Returns the sentences to show.
std::vector<ShownWords> comparability(const chart::Comparability& stated, const quantity::Frame& frame,
                                      Context& context);

// Reports columns of money, and texts beside them, that are in prices of different years: "2017 prices" in a note of
// a column in 2021 US$. Code "price-base", a warning.
void check_price_years(const std::vector<quantity::Field>& fields, const std::vector<document::Text>& texts,
                       base::Span span, Context& context);

// Formats a scope for readers: "weights, optimizer state". Parts have commas, because semicolons separate sources.
std::string shown_scope(std::string_view covers);

// Returns a line for each of these fields that has a scope: "Memory covers weights and optimizer state."
std::vector<ShownWords> covers_lines(const std::vector<quantity::Field>& fields, Context& context);

}  // namespace blocks
