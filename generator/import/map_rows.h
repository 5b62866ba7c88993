// Converts an importer's rows to rows of the site, as the settings define: translates words, adds sources, dates and
// constants, and renames fields to columns.
#pragma once
#include <string>

#include "data/bibliography.h"
#include "import/data_file.h"
#include "import/settings.h"

namespace import {

// Maps the rows of `input`. Rows that the settings exclude move to its skips; rows with unknown words do too, and are
// also added to `unread`. Of equal rows with the same key, only one remains. `as_of` overrides the date in the settings
// unless it is "". Errors: "unknown-source", once for each source; "duplicate-key" for different rows with the same
// key. REQUIRES: check_settings().
void map_rows(Input& input, const Settings& settings, const std::string& as_of, const data::Bibliography& bibliography,
              const data::Resource& resource, base::Diagnostics& diagnostics);

// Whether two cells are equal. Ignores the notation of numbers, and the last digits of computed numbers.
bool are_equal(const quantity::Field& field, const std::optional<Cell>& before, const Cell& after);

}  // namespace import
