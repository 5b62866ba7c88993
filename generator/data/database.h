// Folder data/: a site's tables, sources and queries. A Database is one SQLite database in memory: a table for each
// resource, one for the wide form of each long resource, one for each shared view. Loaded once, then immutable and safe
// to use from any thread; queries use a Connection, one per thread.
//
// Every resource's table has a generated column `ref`, "RESOURCE/KEY". Views are evaluated once, at load, and kept as
// tables: so SQLite's column metadata leads from any query to the view's column and its meaning, computed ones too.
// (Real views would lose the meaning of computed columns; tracing them through the query's text would be a guess.)
//
// Codes of load: those of notation/, "unknown-key", "bad-name", "duplicate-name", "missing-file", "unknown-column",
// "unknown-table", "missing-value", "wrong-type", "not-in-enum", "below-minimum", "above-maximum", "wrong-length",
// "pattern-mismatch", "bad-pattern", "not-unique", "duplicate-key", "broken-foreign-key", "bad-unit", "unit-mismatch",
// "unknown-source", "missing-source", "missing-locator", "bad-date", "competing-values", "csv-syntax", "bad-caveat",
// "bad-tolerance", "view-cycle", and those of Connection::run for the views.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "data/bibliography.h"
#include "data/data_files.h"
#include "data/descriptor.h"
#include "data/provenance.h"
#include "quantity/frame.h"
#include "quantity/scope.h"
#include "quantity/unit.h"

namespace data {

class Connection;
struct Store;

enum class TableKind { resource, wide, view };

// A table as queries see it.
struct TableInfo {
  std::string name;
  TableKind kind = TableKind::resource;
  std::string title;
  std::vector<quantity::Field> fields;  // without `ref` and `X__ref`
  const Resource* resource = nullptr;   // of a resource; of a wide table, the long one
  std::string_view sql;                 // of a view
  size_t rows = 0;

  // Index of a field, or -1.
  int find(std::string_view field) const;
};

// What a row states, among others that state the same quantity.
struct Alternative {
  std::string ref;
  quantity::Value value;  // as published
  std::string unit;       // its own
};
// A cell of a wide table for which several rows compete: one is preferred, the others are "also published".
struct Competition {
  std::string view;       // the wide table
  std::string key;        // its row
  quantity::Field field;  // its column
  Alternative preferred;
  std::string because;              // why the shown row is preferred
  std::vector<Alternative> others;  // in the order of the file
};

// Two rows that state the same quantity and differ by more than the resource's tolerance: rows of one cell of a wide
// table, or of two columns of which one says that it is the `same_as` the other.
struct Contradiction {
  std::string table;      // what the preferred row's cell belongs to: a wide table, a resource
  std::string key;        // its row
  quantity::Field field;  // its column
  Alternative preferred;  // the one that is shown
  Alternative other;
  std::optional<double> difference;  // of the other, relative to the preferred: -0.03; nothing when that one is 0
  std::string because;               // why the preferred one is; may be empty between resources
};

// How many rows of a resource a source stands behind.
struct RowCount {
  const Resource* resource = nullptr;
  size_t rows = 0;
};

class Database {
 public:
  // Loads everything, reporting all mistakes; after one the database holds what could be loaded (a view that failed
  // does not exist).
  static std::unique_ptr<const Database> load(const DataFiles& files, base::Diagnostics& diagnostics);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // A read-only connection for one thread. Does not outlive the Database.
  std::unique_ptr<Connection> connect() const;

  const Package& package() const;
  const Bibliography& bibliography() const;
  const quantity::Units& units() const;
  // Of the bytes of datapackage.json and of units.json: what was declared in them.
  base::Hash descriptor_hash() const;
  base::Hash units_hash() const;

  // Tables that queries may name: resources in the order of the descriptor, wide tables, views by name.
  const std::vector<TableInfo>& tables() const;
  const TableInfo* find_table(std::string_view name) const;

  // Nothing for a ref that does not exist.
  std::optional<Provenance> provenance(std::string_view ref) const;
  // What a cell covers: what its query declares, else what its own rows state, else what its field states.
  quantity::Scope scope_of(const quantity::Field& field, const quantity::Refs& refs) const;
  // Null where only one row claims the cell. `view` is the wide table, `key` the row, `column` the quantity.
  const Competition* competition(std::string_view view, std::string_view key, std::string_view column) const;
  // The competition in which a record takes part, preferred or not; null for none.
  const Competition* competition_of(std::string_view ref) const;
  // Cells of wide tables in the order of their rows and columns, then those of resources with a `same_as`.
  const std::vector<Contradiction>& contradictions() const;
  // All refs of a resource, or its first so many, in the order of its file: for backlinks and checks of staleness.
  std::vector<std::string> refs_of(std::string_view resource, size_t most = SIZE_MAX) const;
  // Which data come from a source, in the order of the descriptor.
  const std::vector<RowCount>& rows_from(const Source& source) const;

 private:
  friend class Connection;
  explicit Database(std::unique_ptr<Store> store);
  std::unique_ptr<Store> store_;
};

}  // namespace data
