// An estimate: what each row of a query comes to for what a reader sets. Without script a table of cases that the build
// calculated; with script (assets/estimate.js) a form and a table of all rows.
#pragma once
#include <optional>
#include <string>

#include "blocks/context.h"
#include "blocks/estimate_spec.h"

namespace blocks {

// <figure class="estimate">. `name` is the block's: its anchor, and its address below tables/. Nothing after an error:
// those of the model, "unknown-query", "unknown-column", "not-comparable".
std::optional<markup::SafeHtml> estimate_figure(const EstimateSpec& spec, const std::string& name, Context& context);

}  // namespace blocks
