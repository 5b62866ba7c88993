// Runs a compiled query into a frame, checking what shows only in its rows. For this folder only.
#pragma once
#include <functional>
#include <optional>

#include "data/compiled_query.h"
#include "data/connection.h"

namespace data {

// How much a query may give. An author's is held to so many rows and bytes, and to the guard's budget; a whole table,
// which is in memory already, to nothing.
enum class Allowance { of_query, whole_table };

// Called with the statement standing on each row: to keep what the frame does not hold.
using OnRow = std::function<void(sqlite3_stmt*)>;

// `numbers` is the table that the functions of the connection use.
std::optional<quantity::Frame> run_query(CompiledQuery& query, const Store& store, LongNumbers& numbers,
                                         SqlGuard& guard, const Query& source, const Params& params,
                                         base::Diagnostics& diagnostics, Allowance allowance = Allowance::of_query,
                                         const OnRow& on_row = nullptr);

}  // namespace data
