// An estimate calculates results for each row of a query, from inputs that readers set. Without scripts it is a table
// of cases that the build calculated; with scripts (assets/estimate.js) it is a form and a table of all rows.
#pragma once
#include <optional>
#include <string>

#include "blocks/context.h"
#include "blocks/estimate_spec.h"

namespace blocks {

// Returns the estimate as <figure class="estimate">. `name` is the block's name, which is its anchor and its address in
// tables/. Returns nullopt after an error: an error of EstimateModel, "unknown-query", "unknown-column",
// "not-comparable".
std::optional<markup::SafeHtml> estimate_figure(const EstimateSpec& spec, const std::string& name, Context& context);

}  // namespace blocks
