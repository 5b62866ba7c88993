// An estimate calculates results for each row of a query, from inputs that readers set. Without scripts it is a table
// of cases that the build calculated; with scripts (assets/estimate.js) it is a form and a table of all rows.
#pragma once
#include <optional>
#include <string>

#include "blocks/context.h"
#include "blocks/estimate_model.h"
#include "blocks/table_columns.h"

namespace blocks {

// Returns the estimate as <figure class="estimate">. `name` is the block's name, which is its anchor and its address in
// tables/. Returns nullopt after an error: an error of EstimateModel, "unknown-query", "unknown-column",
// "not-comparable".
std::optional<markup::SafeHtml> estimate_figure(const EstimateSpec& spec, const std::string& name, Context& context);

// Returns its <form>, which is hidden until the script shows it, with the data with which assets/estimate.js
// calculates. Ids and the keys in the page's address start with the block's `name`; `columns` are the columns of the
// table. Adds the sources of the options to `notes`.
markup::SafeHtml estimate_form(const EstimateModel& model, const std::string& name,
                               const std::vector<ShownColumn>& columns, Notes& notes, Context& context);

}  // namespace blocks
