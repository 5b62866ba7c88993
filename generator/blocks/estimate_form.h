// What a reader with script works with: the inputs as a form, and what assets/estimate.js calculates from.
#pragma once
#include <string>
#include <vector>

#include "blocks/estimate_model.h"
#include "blocks/table_columns.h"

namespace blocks {

// <form hidden>, which the script shows. Ids and keys of the address start with `name`, the block's. `columns` are
// those of the table of all rows.
markup::SafeHtml estimate_form(const EstimateModel& model, const std::string& name,
                               const std::vector<ShownColumn>& columns, Context& context);

}  // namespace blocks
