// Shared views: each is evaluated once, in the order in which they need one another, and kept as a table.
#pragma once
#include <vector>

#include "base/diagnostic.h"
#include "data/sql_guard.h"
#include "data/store.h"

namespace data {

void make_views(Store& store, const std::vector<const base::SourceText*>& files, sqlite3* handle, SqlGuard& guard,
                base::Diagnostics& diagnostics);

}  // namespace data
