// The query as passed to SQLite. SQLite calculates with doubles and divides whole numbers to whole numbers, so
// arithmetic becomes calls of our exact functions (data/sql_functions.h): "a + b * 2" becomes "exact"('+', a,
// "exact"('*', b, 2)).
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/long_numbers.h"
#include "data/sql_text.h"

namespace data {

// "a + b" or "a - b" in the text: bytes [begin, end) and the position of the sign.
struct SqlSum {
  size_t begin = 0;
  size_t sign = 0;
  size_t end = 0;
};

struct SqlForSqlite {
  std::string text;
  std::vector<quantity::Exact> literals;  // long numbers in the text; must be in `numbers` when it runs
  std::vector<SqlSum> sums;
};

// Adds the text's long numbers to `numbers`. `tokens` has no comments. Returns nullopt if parentheses or signs nest too
// deeply. Does not check the syntax.
std::optional<SqlForSqlite> for_sqlite(std::string_view sql, const std::vector<SqlToken>& tokens, LongNumbers& numbers);

// Whether a column name made by SQLite contains rewritten text.
bool is_rewritten(std::string_view column);

}  // namespace data
