// Sums in SQL of columns that cover different things (quantity/scope.h). For this folder only.
#pragma once
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "data/sql_rewrite.h"
#include "data/store.h"

namespace data {

// Reports "scope-mismatch" for each column of a result that adds or subtracts fields of tables which cover different
// things, unless the query states what the column covers. A sum is left alone if one of its columns can't be told from
// the text alone, as those of subqueries can't.
void check_scopes_of_sums(base::Span sql, const std::vector<SqlToken>& tokens, const std::vector<SqlSum>& sums,
                          const Store& store, const std::vector<quantity::Field>& result,
                          base::Diagnostics& diagnostics);

}  // namespace data
