// The form of an estimate: its inputs, and the data with which assets/estimate.js calculates.
#pragma once
#include <string>
#include <vector>

#include "blocks/context.h"
#include "blocks/estimate_model.h"
#include "blocks/table_columns.h"

namespace blocks {

// Returns a <form> that is hidden until the script shows it. Ids and the keys in the page's address start with the
// block's `name`; `columns` are the columns of the table. Adds the sources of the options to `notes`.
markup::SafeHtml estimate_form(const EstimateModel& model, const std::string& name,
                               const std::vector<ShownColumn>& columns, Notes& notes, Context& context);

}  // namespace blocks
