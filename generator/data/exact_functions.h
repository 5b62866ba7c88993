// SQL's arithmetic in exact decimals, as functions of SQLite: "exact"('+', a, b) and others that data/sql_rewrite.h
// calls, abs(), round(), ceil(), floor(), trunc(), sign() and mod(). A fraction without end stays a fraction: 1 / 3 * 3
// is 1. What sqrt() and the like return has 15 digits, and so has what is calculated with it.
#pragma once
#include <sqlite3.h>

#include <string_view>

#include "data/long_numbers.h"

namespace data {

inline constexpr std::string_view kExact = "exact";  // (operators, one number more than these), from the left

// What goes into functions of SQLite's own. An error for a number that they would round.
inline constexpr std::string_view kAsDouble = "as double";  // (x, name of the function)
inline constexpr std::string_view kAsText = "as text";
inline constexpr std::string_view kAsWhole = "as whole";  // for CAST(x AS INTEGER)
inline constexpr std::string_view kAsReal = "as real";    // for CAST(x AS REAL)

// `numbers` outlives the connection's statements.
void add_exact_functions(sqlite3* handle, LongNumbers& numbers);

// Whether the guard must allow a function that no author writes.
bool is_exact_function(std::string_view name);

}  // namespace data
