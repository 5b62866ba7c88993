// What follows by itself in a query of one table without subqueries: the refs of its rows, and the units of sums,
// means, extremes and counts.
#pragma once
#include <optional>
#include <set>
#include <span>
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

// The names in a SELECT that combines rows, with GROUP BY or aggregates: those whose values its groups settle, those
// that it gives to its columns, and those of its tables, in lower case. Any other column of its tables outside an
// aggregate may have several values in a group.
struct GroupedSelect {
  std::set<std::string, std::less<>> settled, aliases, tables;
};

// Returns nullopt for other SELECTs, and for one min() or max(), with which SQLite shows the other columns of its row.
// `tokens` has no comments, and that at `select` is the keyword.
std::optional<GroupedSelect> grouped_select(const std::vector<SqlToken>& tokens, size_t select);

// Whether a call of an aggregate begins at a token. min() and max() of several values are none, nor are windows.
bool is_aggregate(std::span<const SqlToken> tokens);

// Returns the names that a query gives to numbers of its own, in lower case: 77, sqrt(2), CASE WHEN r.km > 5 THEN 7
// END; not to truth values, CASE WHEN r.km > 5 THEN 1 ELSE 0 END. `tokens` has no comments.
std::set<std::string, std::less<>> constant_names(const std::vector<SqlToken>& tokens);

// Whether the order of the rows of tables may decide what a query returns.
bool may_depend_on_order(const std::vector<SqlToken>& tokens);

}  // namespace data
