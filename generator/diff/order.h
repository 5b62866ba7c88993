// By which measured column the rows of a table or chart are sorted: as its author wrote it, not as the rows happen to
// lie.
#pragma once
#include <optional>
#include <string_view>

#include "quantity/frame.h"
#include "site/site.h"

namespace diff {

struct SortedBy {
  size_t column = 0;
  bool descending = false;
};

// The first term of the query's own ORDER BY; of a chart, the `sort` of its categories. Nothing where that is no column
// with a unit.
std::optional<SortedBy> sorted_by(const site::NamedBlock& block, const quantity::Frame& frame,
                                  const data::Database& database);

// The same of a query's text: the first term behind the last ORDER BY that is in no parentheses.
struct OrderTerm {
  std::string_view column;  // as the query's result calls it, in letters of either case
  bool descending = false;
};
// Nothing for what is computed there, and for a column that the query does not select.
std::optional<OrderTerm> order_term(std::string_view sql);

}  // namespace diff
