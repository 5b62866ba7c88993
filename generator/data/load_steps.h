// The load steps, in the order in which Database::load() runs them. For this folder only.
#pragma once
#include <memory>
#include <vector>

#include "base/diagnostic.h"
#include "data/bibliography.h"
#include "data/rows.h"
#include "data/sql_guard.h"
#include "data/store.h"

namespace data {

// Whether a column "source" contains other texts than ids of the bibliography, as in some published tables. A single id
// means that the others are mistyped.
bool has_other_texts(const Resource& resource, int column, const Texts& texts, const Bibliography& bibliography);

// Creates the table of a resource with its generated column `ref` and its indexes, fills it and `store.records` from
// its file, and checks every row. A cell with a mistake becomes null, so that later steps find more mistakes.
void load_table(Store& store, size_t resource, sqlite3* handle, base::Diagnostics& diagnostics, RowErrors& errors);

// Chooses the doubles that represent the long numbers of all tables. `errors` contains one item for each resource.
void place_long_numbers(Store& store, sqlite3* handle, const std::vector<std::unique_ptr<RowErrors>>& errors);

void check_foreign_keys(const Store& store, size_t resource, sqlite3* handle, RowErrors& errors);

// Evaluates each caveat's condition once and stores its rows in `store.records`. Code "bad-caveat".
void apply_caveats(Store& store, size_t resource, sqlite3* handle, SqlGuard& guard, base::Diagnostics& diagnostics);

// Creates the wide form of a long resource: one row for each thing, one column (and its `X__ref`) for each quantity,
// with values in the column's unit. REQUIRES: the resource has a long form, all resources are loaded. Codes:
// "competing-values", "unit-mismatch", "unknown-column", "bad-unit", "bad-format".
void make_wide_table(Store& store, size_t resource, sqlite3* handle, base::Diagnostics& diagnostics);

// Evaluates each shared view once, after the views that it needs, and stores it as a table.
void make_views(Store& store, const std::vector<const base::SourceText*>& files, sqlite3* handle, SqlGuard& guard,
                base::Diagnostics& diagnostics);

// Finds values of one quantity that differ by more than the resource's tolerance: in rows for one cell of a wide table,
// and in columns of different resources. A column with a "same_as" is compared with the rows of the other table that
// have the same key; for this, its resource has columns with the names of the other's key columns. REQUIRES: all
// resources and wide tables are loaded. Codes for a wrong "same_as": "unknown-table", "unknown-column", "missing-key",
// "bad-unit", "unit-mismatch".
void find_contradictions(Store& store, sqlite3* handle, base::Diagnostics& diagnostics);

}  // namespace data
