// Which cells and which rows say the same.
#pragma once
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "import/harvest.h"

namespace import {

// Numbers are the same however they are written; calculated ones that differ in their last digits are, too.
bool agree(const quantity::Field& field, const std::optional<Cell>& before, const Cell& after);

// Leaves one row of each key: of those that say the same of the resource, wherever, the first; the others are told in
// `skips`. Two that do not are an error "duplicate-key". Rows without a key stay.
void leave_one_of_each_key(const data::Resource& resource, std::vector<Row>& rows, Skips& skips,
                           base::Diagnostics& diagnostics);

}  // namespace import
