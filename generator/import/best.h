// Imports only the best of the rows that measure the same thing (`best` in the settings).
#pragma once
#include "import/data_file.h"
#include "import/settings.h"

namespace import {

// Compares imported rows with each other and with rows of the table if they agree in all columns of `best.by`, so that
// the table gets the same rows whether results are imported together or in parts. An imported row that is not the best
// of its group, and is not in the table either, moves to the skips of `input`. An imported row that is better than a
// row of the table replaces it (Row::beats), unless the table has several rows of the group, because then somebody
// chose to keep them. Does nothing without `best.of`. REQUIRES: check_settings().
void select_best(Input& input, const BestOf& best, const data::Resource& resource, const DataFile& file);

}  // namespace import
