// Reads the file of one resource into its table, checking every row on the way.
#pragma once
#include "base/diagnostic.h"
#include "data/row_errors.h"
#include "data/store.h"

namespace data {

// Creates the table with its generated column `ref` and fills it and `store.records`. Rows with mistakes go in with
// nulls where the mistakes are, so that later steps find more.
void load_table(Store& store, size_t resource, sqlite3* handle, base::Diagnostics& diagnostics, RowErrors& errors);

// Indexes for joins: on the primary key and the foreign keys.
void index_table(const Resource& resource, sqlite3* handle);

}  // namespace data
