// A query compiled by SQLite, with the meaning of its columns, and how it is run. For this folder only.
#pragma once
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "data/connection.h"
#include "data/sql_guard.h"
#include "data/sql_text.h"
#include "data/sqlite.h"
#include "data/store.h"
#include "quantity/frame.h"

namespace data {

// What queries are compiled and run with. `numbers` is the table that the connection's functions use.
struct Session {
  sqlite3* handle;
  const Store& store;
  LongNumbers& numbers;
  SqlGuard& guard;
};

struct CompiledQuery {
  struct Parameter {
    std::string name;  // the name without its ':'
    TextRange at;
  };
  struct Column {
    int index = 0;            // the index of the column in the statement
    int ref_index = -1;       // the index of the column with the refs; -1 if there is none
    bool undeclared = false;  // whether the column is computed and has no unit, so that it must not be a number
    bool computed = false;
    TextRange at;  // position of its name
    // Whether the query declares the unit of a column whose units are row by row: `WHERE unit = 's'` may make it true.
    bool declares_unit = false;
    bool is_constant = false;  // whether its numbers are of the query itself, as far as its text shows
  };
  Statement statement;
  TextRange select;                       // the first token, to which messages about the whole query point
  std::vector<std::string> names;         // the names of all columns of the statement
  std::vector<quantity::Exact> literals;  // see SqlForSqlite
  std::vector<quantity::Field> fields;
  std::vector<Column> columns;  // one for each item of `fields`
  std::vector<Parameter> parameters;
  std::vector<std::string> tables;   // the tables that it reads
  std::string unit_check;            // the text that checks its units (data/unit_check.h); "" if it needs no check
  Statement unit_statement;          // the statement of that text, once it has been prepared
  bool may_depend_on_order = false;  // whether data/order_check.h must run it again
  // The statements that run then, once they have been prepared; the second one may be null.
  std::array<Statement, 2> reversed_statements;

  // What was added to the author's text (data/simple_query.h).
  struct Added {
    size_t at = 0, size = 0;
  } added;
  // Returns the place in the author's text of one in the text that runs.
  size_t as_written(size_t offset) const {
    return offset <= added.at ? offset : offset - std::min(added.size, offset - added.at);
  }
};

// A declaration of a computed column in a comment of a query:
//   -- @usd_per_run {title: Cost of a run, unit: USD, better: lower, format: ".2f"}
//   -- @price like prices.usd_per_hour
//   -- @lowest like prices.usd_per_hour {title: Lowest}
// Keys: title, description, unit, unitField, better, format, covers, type (boolean, date, year … if it is not a
// number).
struct Declaration {
  quantity::Field field;  // the column's name and what is declared about the column
  bool like = false;
  std::set<std::string_view> given;  // the declared keys of the field; "unit" also for unitField
  base::Span span;                   // position of the column's name
  base::Span unit_span;
};

// Codes: "bad-declaration" for a malformed declaration, "unknown-column", "bad-unit", "bad-format".
std::vector<Declaration> read_declarations(base::Span sql, const std::vector<SqlToken>& tokens, const Store& store,
                                           base::Diagnostics& diagnostics);

// Called with the name of an unknown table: creates the table if possible, and returns whether it did.
using MakeTable = std::function<bool(std::string_view table)>;

// Returns null after an error. `make_table` may be null.
std::unique_ptr<CompiledQuery> compile_query(const Session& session, const Query& source,
                                             base::Diagnostics& diagnostics, const MakeTable& make_table = nullptr);

// Reports the error in SQL that SQLite has just refused, with its position and the nearest names.
void report_sql_error(const Session& session, base::Span sql, base::Diagnostics& diagnostics);

// Reports "scope-mismatch" for each column of a result that adds or subtracts fields of tables which cover different
// things (quantity/scope.h), unless the query declares what the column covers. Ignores a sum if the text alone does not
// show where one of its columns comes from, as with subqueries.
void check_scopes_of_sums(base::Span sql, const std::vector<SqlToken>& tokens, const std::vector<SqlSum>& sums,
                          const Store& store, const std::vector<quantity::Field>& result,
                          base::Diagnostics& diagnostics);

// Called for each row, to copy values that the frame does not contain.
using OnRow = std::function<void(sqlite3_stmt*)>;

// Runs a query into a frame, with the checks that need its rows.
std::optional<quantity::Frame> run_query(CompiledQuery& query, const Session& session, const Query& source,
                                         const Params& params, base::Diagnostics& diagnostics,
                                         const OnRow& on_row = nullptr);

}  // namespace data
