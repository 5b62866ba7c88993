// Checks that a query's units hold, by running it once more on numbers that carry their unit and their records
// (data/unit_functions.h). The rewritten text calls our functions for arithmetic, comparisons and aggregates; the
// tables that it reads are temporary views of the real ones. So everything that SQLite can do with a value is followed,
// without a second parser of SQL. For this folder only.
//
// Codes: "unit-mismatch" where numbers in different units are added or compared, and for a column whose unit does not
// follow from the query; "incomplete-refs" for a number that is made of records which its refs do not name.
#pragma once
#include <set>
#include <string>

#include "data/compiled_query.h"
#include "data/unit_functions.h"

namespace data {

class UnitCheck {
 public:
  // `session` has a connection to the tables of its store with the functions of sql_functions.h. All must outlive this.
  explicit UnitCheck(const Session& session);

  // Returns false after an error. `query` has run with these parameters and returned `frame`.
  bool run(CompiledQuery& query, const Query& source, const Params& params, quantity::Frame& frame,
           base::Diagnostics& diagnostics);

  // Drops the temporary views, which otherwise hide tables from the connection's other statements.
  void drop_views();

 private:
  bool prepare_statement(CompiledQuery& query, const Query& source, base::Diagnostics& diagnostics);
  void add_view(const TableInfo& table);

  const Store& store_;
  sqlite3* handle_;
  SqlGuard& guard_;
  UnitRun run_;
  std::set<std::string> views_;
};

// Sets the text with which the query's units are checked, unless it neither calculates nor declares units. `guard` has
// the columns that it reads.
void add_unit_check(CompiledQuery& query, std::string_view sql, const std::vector<SqlToken>& tokens,
                    const SqlGuard& guard, const Store& store, bool is_shown);

}  // namespace data
