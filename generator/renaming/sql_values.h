// Values that a query compares with a column: `drink = 'latte'`, `d.id IN ('latte', …)`, `CASE id WHEN 'latte'`,
// and the same with a parameter. Which column of which table that is, SQLite says: the column's expression is compiled
// with the FROM clause that it stands in, so that aliases, views, subqueries and CTEs are seen through. Where the text
// has another shape, or the column is computed, it is not known, and not guessed.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "data/connection.h"
#include "data/sql_text.h"

namespace renaming {

struct SqlValue {
  size_t begin = 0;  // bytes of the query's text
  size_t end = 0;
  std::string text;  // of a literal, without its quotes; of a parameter its name
  bool is_parameter = false;
  bool is_number = false;
  std::string resource, column;  // what it is compared with; empty where that isn't known
};

// All literals and parameters of a query for which `wanted` says so.
std::vector<SqlValue> values_in(std::string_view sql, const data::Params& params, data::Connection& connection,
                                const std::function<bool(const SqlValue&)>& wanted);

// A text as a literal of SQL.
std::string sql_literal(std::string_view text);

}  // namespace renaming
