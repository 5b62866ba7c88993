// The wide form of a long resource: one row for each thing, one column (and its `X__ref`) for each quantity.
#pragma once
#include "base/diagnostic.h"
#include "data/row_errors.h"
#include "data/store.h"

namespace data {

// REQUIRES: the resource has a long form, all tables are loaded. Values come in the column's unit. Codes:
// "competing-values", "unit-mismatch", "unknown-column", "bad-unit", "bad-format".
void make_wide_table(Store& store, size_t resource, sqlite3* handle, base::Diagnostics& diagnostics);

}  // namespace data
