// From an importer's rows to rows of the site: translates words, adds sources, dates and constants, and renames fields
// to columns, as the settings say.
#pragma once
#include <string>

#include "data/bibliography.h"
#include "import/data_file.h"
#include "import/settings.h"

namespace import {

// Changes `input`: rows that the settings exclude go to its skips, and so do those with unknown words, which are also
// added to `unread`. Of equal rows with the same key only one remains. `as_of` overrides the settings' unless it is "".
// Errors: "unknown-source", once for each; "duplicate-key" for different rows with the same key. REQUIRES:
// check_settings().
void map_rows(Input& input, const Settings& settings, const std::string& as_of, const data::Bibliography& bibliography,
              const data::Resource& resource, base::Diagnostics& diagnostics);

// Whether two cells are equal. The notation of numbers does not matter, nor do the last digits of computed ones.
bool are_equal(const quantity::Field& field, const std::optional<Cell>& before, const Cell& after);

}  // namespace import
