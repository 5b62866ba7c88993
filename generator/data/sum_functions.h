// sum(), total() and avg() of SQL in exact decimal arithmetic, so that 0.1 + 0.2 is 0.3. They replace SQLite's, as
// aggregates and over windows, and never overflow. If one of the summands comes from sqrt() or the like, the result has
// 15 digits too.
#pragma once
#include <sqlite3.h>

#include "data/long_numbers.h"

namespace data {

// `numbers` outlives the connection's statements.
void add_sum_functions(sqlite3* handle, LongNumbers& numbers);

}  // namespace data
