// What follows by itself in a query of one table without subqueries: the refs of its rows, and the units of sums,
// means, extremes and counts.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/sql_text.h"

namespace data {

struct SimpleQuery {
  // A column of the result that is one aggregate.
  struct Aggregate {
    std::string function;  // in lower case; "" for any other expression
    std::string_view column;
  };

  std::string_view table;
  std::vector<Aggregate> columns;  // one for each column of the result
  size_t end_of_columns = 0;       // byte offset
  std::string ref;                 // the column to add there, so that each row has its refs; "" if the query has some
};

// Returns nullopt for any other query. `tokens` has no comments.
std::optional<SimpleQuery> simple_query(const std::vector<SqlToken>& tokens);

// The columns of a query that combines rows which may have another value in each of the rows: neither aggregates nor
// what the rows are grouped by. SQLite shows the value of any row, but with one min() or max() that of its row, so that
// the query then has none.
struct BareColumns {
  size_t end_of_columns = 0;  // byte offset
  std::vector<TextRange> columns;
};

// Does not look into subqueries, nor at compound queries or those with DISTINCT or windows. `tokens` has no comments.
BareColumns bare_columns(const std::vector<SqlToken>& tokens);

}  // namespace data
