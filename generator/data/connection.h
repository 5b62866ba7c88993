// Queries of the database. One Connection per thread; its results are immutable and independent of it.
//
// A query is one SELECT (or WITH … SELECT, VALUES) over the tables of the Database, with the functions of sql_guard.h
// and within limits of length, steps, rows and memory. It cannot read a clock, random numbers or files.
//
// The meaning of its columns: a result column that is a table's column inherits the title, unit, format and "better" of
// that column, also through joins, subqueries and CTEs (SQLite's column metadata). A computed number is declared in a
// comment,
//   -- @usd_per_run {title: Cost of a run, unit: USD, better: lower, format: ".2f"}
//   -- @price like prices.usd_per_hour
// and so are the number columns of a query with UNION, INTERSECT or EXCEPT, because SQLite knows only its first part.
//
// The records that a cell depends on are in column `X__ref` for column X. Column `ref` contains those of the other
// measured cells of the row, and of the row's first cell, which names it. Both contain sets of refs, see refs() and
// all_refs().
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/result.h"
#include "data/database.h"
#include "quantity/frame.h"

namespace data {

struct Query {
  std::string name;
  base::Span sql;          // the query's text in its Markdown or SQL file
  bool shown = true;       // whether readers see the numbers, which then need refs and units; false for an assert
  bool is_limited = true;  // whether it has limits of rows, bytes and work; false for a whole table, already in memory
};

using Params = std::map<std::string, quantity::Value, std::less<>>;

// One cell, found by its address.
struct Cell {
  quantity::Value value;
  quantity::Field field;  // the field; if it has a `unit_field`, this copy has the row's unit instead
  quantity::Refs refs;
};

// Why a cell was not found: the code, message and help of a Diagnostic.
struct LookupFailure {
  std::string_view code;  // the code: "unknown-table", "unknown-column", "unknown-key", "ambiguous-key" …
  std::string message;
  std::string help;
};

class Connection {
 public:
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Evaluates the query; nullopt after an error. Statements are cached by their text: a query on many pages is compiled
  // once. Codes: "sql-error", "sql-not-allowed", "too-much-work", "unknown-parameter", "duplicate-column",
  // "unknown-column", "bad-declaration", "bad-unit", "unit-mismatch", "undeclared-unit", "missing-unit-column",
  // "number-without-ref", "unknown-ref".
  std::optional<quantity::Frame> run(const Query& query, const Params& params, base::Diagnostics& diagnostics);

  // Returns the rows of a table (resource, wide table or view), or the first of them, without the limits of queries.
  // REQUIRES: database.find_table(table)
  quantity::Frame table(std::string_view table, size_t max_rows = SIZE_MAX);

  // Calls `visit` for each row of a table with the cells of TableInfo::fields, without refs. The cells are valid only
  // during the call.
  // REQUIRES: database.find_table(table)
  void each_row(std::string_view table, const std::function<void(std::span<const quantity::Value>)>& visit);

  // Finds the cell at fig:TABLE/KEY/COLUMN. KEY is the primary key of a resource (columns joined by '/'), the row of a
  // wide table, or the text in the first column of a view.
  base::Result<Cell, LookupFailure> find_cell(std::string_view table, std::string_view key, std::string_view column);

 private:
  friend class Database;
  struct State;
  explicit Connection(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Reports a column in which some numbers are of the query itself, with the source of other numbers: tables and figures
// would show them as published, charts may draw them, such as the end of a line. Code "incomplete-refs".
void refuse_constants(const quantity::Field& field, base::Span span, base::Diagnostics& diagnostics);

}  // namespace data
