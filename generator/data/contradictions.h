// Where the data contradict themselves: rows for one cell of a wide table, and columns that state the same quantity in
// different resources, that lie further apart than the resource's tolerance.
#pragma once
#include "base/diagnostic.h"
#include "data/store.h"

namespace data {

// REQUIRES: all resources and wide tables are loaded. Fills in store.contradictions. Codes for what a "same_as" names:
// "unknown-table", "unknown-column", "missing-key", "bad-unit", "unit-mismatch".
//
// A column with a "same_as" is held against the other table's rows of the same key: the resource has columns of the
// names of the other's key columns.
void find_contradictions(Store& store, sqlite3* handle, base::Diagnostics& diagnostics);

}  // namespace data
