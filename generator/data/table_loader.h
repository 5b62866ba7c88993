// Reads the file of one resource into its table, checking every row on the way.
#pragma once
#include "base/diagnostic.h"
#include "data/row_errors.h"
#include "data/store.h"

namespace data {

// Creates the table with its generated column `ref` and fills it and `store.records`. Rows with mistakes go in with
// nulls where the mistakes are, so that later steps find more.
void load_table(Store& store, size_t resource, sqlite3* handle, base::Diagnostics& diagnostics, RowErrors& errors);

// Finds the doubles that stand for the long numbers of all tables, once these are loaded. `errors` are of the
// resources.
void place_long_numbers(Store& store, sqlite3* handle, const std::vector<std::unique_ptr<RowErrors>>& errors);

// Indexes for joins: on the primary key and the foreign keys.
void index_table(const Resource& resource, sqlite3* handle);

}  // namespace data
