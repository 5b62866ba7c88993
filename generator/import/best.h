// Of rows that measure the same, only the best one is imported (`best` in the settings).
#pragma once
#include "import/data_file.h"
#include "import/settings.h"

namespace import {

// Compares the imported rows and those of the table that agree in all columns of `best.by`, so that the table has the
// same rows whether results are imported at once or in parts. Moves imported rows that are not the best of their group,
// and not in the table either, to the skips of `input`. A row of the table that an imported one beats is to be replaced
// by it (Row::beats), unless the table has several of its group: then somebody chose to keep them. Does nothing without
// `best.of`. REQUIRES: check_settings().
void select_best(Input& input, const BestOf& best, const data::Resource& resource, const DataFile& file);

}  // namespace import
