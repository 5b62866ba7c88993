// fig:TABLE/KEY/COLUMN: one cell by its address, without SQL. For this folder only; not for several threads at once.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "data/connection.h"
#include "data/sqlite.h"
#include "data/store.h"

namespace data {

class CellFinder {
 public:
  CellFinder(const Store& store, sqlite3* handle) : store_(store), handle_(handle) {}

  base::Result<Cell, LookupFailure> find(std::string_view table, std::string_view key, std::string_view column);

 private:
  // Statements for one column of one table: value, refs (or null), unit (or null).
  struct Lookup {
    Statement by_rowid;
    Statement by_key;       // the first column is that text
    Statement by_key_text;  // the first column, as text, is that
  };
  Lookup& lookup(const TableInfo& table, size_t field);
  std::string refs_column(const TableInfo& table, const quantity::Field& field) const;
  base::Result<Cell, LookupFailure> read(const TableInfo& table, size_t field, std::string_view key, sqlite3_stmt* row);
  LookupFailure unknown_key(const TableInfo& table, std::string_view key);
  bool has_column(const std::string& table, const std::string& column) const;

  const Store& store_;
  sqlite3* handle_;
  std::unordered_map<std::string, Lookup> lookups_;  // by "TABLE/COLUMN"
};

}  // namespace data
