// Questions to the database. One Connection a thread; everything it returns is frozen and independent of it.
//
// What a query may do: one SELECT (or WITH … SELECT, VALUES) over the tables of the Database, with the functions of
// sql_guard.h, within limits of length, steps, rows and memory. Nothing in it can see a clock, chance, or a file.
//
// What its columns mean: a column that comes straight from a table's column keeps that one's title, unit, format and
// "better", through joins, subqueries and CTEs (SQLite's column metadata). A computed number says it in a comment,
//   -- @usd_per_run {title: Cost of a run, unit: USD, better: lower, format: ".2f"}
//   -- @price like prices.usd_per_hour
// and so do the number columns of a query with UNION, INTERSECT or EXCEPT, where SQLite knows the first arm only.
//
// Which records its cells rest on: column `X__ref` for column X; column `ref` for the other measured cells of the row,
// and for the row's first cell, which names it. Both hold sets of refs, see refs() and all_refs().
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

// A query that gives more is stopped.
inline constexpr size_t kMostRowsOfQuery = 1'000'000;

struct Query {
  std::string name;
  base::Span sql;     // within its Markdown or SQL file
  bool shown = true;  // false for an assert: its numbers reach no reader, and need neither refs nor declared units
};

using Params = std::map<std::string, quantity::Value, std::less<>>;

// One cell, found by its address.
struct Cell {
  quantity::Value value;
  quantity::Field field;  // `unit` is the row's own where the field has a `unit_field`, which is then ""
  quantity::Refs refs;
};

// For a Diagnostic: code, message and help.
struct LookupFailure {
  std::string_view code;  // "unknown-table", "unknown-column", "unknown-key", "ambiguous-key", "number-without-ref"
  std::string message;
  std::string help;
};

enum class Allowance;  // query_runner.h

class Connection {
 public:
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Evaluates the query; nothing after an error. Statements are cached by their text, so that one query for many pages
  // is compiled once. Codes: "sql-error", "sql-not-allowed", "query-too-slow", "query-too-large", "unknown-parameter",
  // "duplicate-column", "unknown-column", "bad-declaration", "bad-unit", "unit-mismatch", "undeclared-unit",
  // "missing-unit-column", "number-without-ref", "unknown-ref".
  std::optional<quantity::Frame> run(const Query& query, const Params& params, base::Diagnostics& diagnostics);

  // All of a table (resource, wide table or view), or its first rows: what a query's limits are does not matter here.
  // REQUIRES: database.find_table(table)
  quantity::Frame table(std::string_view table, size_t most_rows = SIZE_MAX);

  // All rows of a table, one after the other, each with the cells of TableInfo::fields: for whoever needs no refs, and
  // not all rows at once. What is visited is gone after the call.
  // REQUIRES: database.find_table(table)
  void each_row(std::string_view table, const std::function<void(std::span<const quantity::Value>)>& visit);

  // The cell at fig:TABLE/KEY/COLUMN. A resource is asked by its primary key (columns joined by '/'), a wide table by
  // its row, a view by the text of its first column.
  base::Result<Cell, LookupFailure> find_cell(std::string_view table, std::string_view key, std::string_view column);

  // For `check`: with true, SQLite returns rows in another order wherever a query does not fix it.
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
