// The form of an estimate: its inputs, and what assets/estimate.js calculates from.
#pragma once
#include <string>
#include <vector>

#include "blocks/context.h"
#include "blocks/estimate_model.h"
#include "blocks/table_columns.h"

namespace blocks {

// <form>, hidden until the script shows it. Ids and keys of the address start with the block's `name`; `columns` are
// the columns of the table. `notes` gets the sources of the options.
markup::SafeHtml estimate_form(const EstimateModel& model, const std::string& name,
                               const std::vector<ShownColumn>& columns, Notes& notes, Context& context);

}  // namespace blocks
