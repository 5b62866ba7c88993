// A query that SQLite has compiled, and what its columns are. For this folder only.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "data/sql_guard.h"
#include "data/sqlite.h"
#include "data/store.h"
#include "quantity/frame.h"

namespace data {

// Bytes of the query's text; a query is cached by its text, which may stand in several places.
struct TextRange {
  size_t begin = 0;
  size_t end = 0;
  base::Span within(base::Span sql) const {
    return {sql.source, sql.begin + static_cast<uint32_t>(begin), sql.begin + static_cast<uint32_t>(end)};
  }
};

struct CompiledQuery {
  struct Parameter {
    std::string name;  // without its ':'
    TextRange at;
  };
  struct Column {
    int index = 0;            // of the statement
    int ref_index = -1;       // column that holds its refs, -1 for none
    bool own_ref = false;     // that is X__ref, not ref
    bool undeclared = false;  // computed, and no unit was declared: may not be a number
    bool computed = false;
    TextRange at;  // where its name stands
  };
  Statement statement;
  TextRange select;                       // the first token, for messages about the whole
  std::vector<std::string> names;         // of all its columns
  std::vector<quantity::Exact> literals;  // see SqlForSqlite
  std::vector<quantity::Field> fields;
  std::vector<Column> columns;  // of `fields`
  std::vector<Parameter> parameters;
  int row_ref = -1;  // column `ref`
  bool has_measures = false;
  bool shown = true;  // see Query
};

// Asked for a table that does not exist: makes it, if that can be done, and says so.
using MakeTable = std::function<bool(std::string_view table)>;

// Null after an error. `make_table` may be null.
std::unique_ptr<CompiledQuery> compile_query(sqlite3* handle, const Store& store, LongNumbers& numbers, SqlGuard& guard,
                                             base::Span sql, bool shown, base::Diagnostics& diagnostics,
                                             const MakeTable& make_table = nullptr);

// What is wrong with SQL that SQLite refused just now.
void report_sql_error(sqlite3* handle, const Store& store, const SqlGuard& guard, base::Span sql,
                      base::Diagnostics& diagnostics);

}  // namespace data
