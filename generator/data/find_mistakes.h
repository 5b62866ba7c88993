// Reports what Database::load() would, without a database for queries, which needs twice the memory of its tables.
#pragma once
#include "base/diagnostic.h"
#include "data/data_files.h"

namespace data {

void find_mistakes(const DataFiles& files, base::Diagnostics& diagnostics);

}  // namespace data
