// What can be checked when all rows are in: foreign keys, and which rows each caveat speaks of.
#pragma once
#include "base/diagnostic.h"
#include "data/row_errors.h"
#include "data/sql_guard.h"
#include "data/store.h"

namespace data {

void check_foreign_keys(const Store& store, size_t resource, sqlite3* handle, RowErrors& errors);

// Evaluates each caveat's condition once and notes its rows in `store.records`. Code "bad-caveat".
void apply_caveats(Store& store, size_t resource, sqlite3* handle, SqlGuard& guard, base::Diagnostics& diagnostics);

}  // namespace data
