// What a reader with script works with: the inputs as a form, and what assets/estimate.js calculates from.
#pragma once
#include <string>

#include "blocks/estimate_model.h"

namespace blocks {

// <form hidden>, which the script shows. Ids and keys of the address start with `name`, the block's. `first_result` is
// the column of the table of all rows in which the results begin.
markup::SafeHtml estimate_form(const EstimateModel& model, const std::string& name, size_t first_result,
                               Context& context);

}  // namespace blocks
