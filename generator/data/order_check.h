// Checks that a query's result does not depend on the order of the rows in its tables, by running it once or twice more
// with all tables in reverse: LIMIT after an ORDER BY with ties, row_number(), the row of one max(), a subquery of
// which the first row counts. The order of the result itself, and that of group_concat(), may differ unless
// `compares_order` (data/store.h). For this folder only.
//
// Code: "unordered-query".
#pragma once
#include <set>
#include <string>

#include "data/compiled_query.h"

namespace data {

class OrderCheck {
 public:
  // `session` has a connection to the tables of its store. All must outlive this.
  explicit OrderCheck(const Session& session) : session_(session) {}

  // Returns false if the result is another one. `frame` is the result of the query with these parameters.
  bool run(CompiledQuery& query, const Query& source, const Params& params, const quantity::Frame& frame,
           base::Diagnostics& diagnostics);

  // Drops the temporary views, which otherwise hide tables from the connection's other statements.
  void drop_views();

 private:
  void prepare_statements(CompiledQuery& query);
  bool compare(const CompiledQuery& query, const Query& source, const quantity::Frame& frame,
               const quantity::Frame& other, base::Diagnostics& diagnostics) const;

  const Session session_;
  std::set<std::string> views_;
};

}  // namespace data
