// Queries of the database. One Connection per thread; its results are immutable and independent of it.
//
// What a query may do: one SELECT (or WITH … SELECT, VALUES) over the tables of the Database, with the functions of
// sql_guard.h, within limits of length, steps, rows and memory. It cannot read a clock, random numbers or files.
//
// The meaning of its columns: a column that is a table's column has the latter's title, unit, format and "better", also
// through joins, subqueries and CTEs (SQLite's column metadata). A computed number is declared in a comment,
//   -- @usd_per_run {title: Cost of a run, unit: USD, better: lower, format: ".2f"}
//   -- @price like prices.usd_per_hour
// and so are the number columns of a query with UNION, INTERSECT or EXCEPT, whose first part is all that SQLite knows.
//
// Which records its cells depend on: column `X__ref` for column X; column `ref` for the other measured cells of the
// row, and for the row's first cell, which names it. Both contain sets of refs, see refs() and all_refs().
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
  base::Span sql;     // within its Markdown or SQL file
  bool shown = true;  // false for an assert: readers do not see its numbers, which need neither refs nor units
};

using Params = std::map<std::string, quantity::Value, std::less<>>;

// One cell, found by its address.
struct Cell {
  quantity::Value value;
  quantity::Field field;  // with a `unit_field`, `unit` is the row's and `unit_field` is ""
  quantity::Refs refs;
};

// The parts of a Diagnostic: code, message and help.
struct LookupFailure {
  std::string_view code;  // "unknown-table", "unknown-column", "unknown-key", "ambiguous-key", "number-without-ref"
  std::string message;
  std::string help;
};

enum class Allowance;  // compiled_query.h

class Connection {
 public:
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Evaluates the query; nullopt after an error. Statements are cached by their text, so that one query for many pages
  // is compiled once. Codes: "sql-error", "sql-not-allowed", "too-much-work", "unknown-parameter",
  // "duplicate-column", "unknown-column", "bad-declaration", "bad-unit", "unit-mismatch", "undeclared-unit",
  // "missing-unit-column", "number-without-ref", "unknown-ref".
  std::optional<quantity::Frame> run(const Query& query, const Params& params, base::Diagnostics& diagnostics);

  // The rows of a table (resource, wide table or view), or the first of them, without the limits of queries.
  // REQUIRES: database.find_table(table)
  quantity::Frame table(std::string_view table, size_t max_rows = SIZE_MAX);

  // Visits all rows of a table, each with the cells of TableInfo::fields, without refs. The cells are valid during the
  // call only.
  // REQUIRES: database.find_table(table)
  void each_row(std::string_view table, const std::function<void(std::span<const quantity::Value>)>& visit);

  // The cell at fig:TABLE/KEY/COLUMN. KEY is the primary key of a resource (columns joined by '/'), the row of a wide
  // table, or the text in the first column of a view.
  base::Result<Cell, LookupFailure> find_cell(std::string_view table, std::string_view key, std::string_view column);

  // For `check`: with true, SQLite returns rows in another order unless the query orders them.
  void reverse_unordered(bool on);

 private:
  friend class Database;
  struct State;
  std::optional<quantity::Frame> run(const Query& query, const Params& params, Allowance allowance,
                                     base::Diagnostics& diagnostics);
  explicit Connection(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace data
