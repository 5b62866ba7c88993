// The contents of a Database, and the steps that fill it; then it is immutable. For this folder only.
#pragma once
#include <sqlite3.h>

#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/connection.h"
#include "data/database.h"
#include "data/long_numbers.h"
#include "data/rows.h"
#include "data/sql_guard.h"
#include "data/sqlite.h"

namespace data {

// The records of one resource in the order of its file, found by key. A row's rowid is the record's index plus 1.
// Millions of rows must fit into memory, and most differ from the one before in their keys only, so what rows have in
// common is stored once.
class Records {
 public:
  // Adds a record without caveats. If an earlier one has the same key, returns its index; find() continues to return
  // that one. Copies the texts.
  std::optional<size_t> add_record(const Record& record);
  void add_caveat(size_t row, const Caveat& caveat) { caveats_[row].push_back(&caveat); }

  std::optional<size_t> find(std::string_view key) const;
  size_t size() const { return rows_.size(); }
  Record operator[](size_t row) const;
  std::string_view key(size_t row) const { return rows_[row].text(); }
  // The records without their keys and caveats, each once or more.
  const std::vector<Record>& kinds() const { return kinds_; }

 private:
  struct Row {
    const char* key;
    uint32_t key_size;
    uint32_t kind;  // the index of the rest
    std::string_view text() const { return {key, key_size}; }
  };
  uint32_t& slot_of(std::string_view key);
  std::string_view copy(std::string_view text, std::string_view last);

  std::vector<Row> rows_;
  std::vector<Record> kinds_;
  std::unordered_map<size_t, std::vector<const Caveat*>> caveats_;
  std::vector<uint32_t> slots_;  // a hash table with the numbers of rows, counted from 1; 0 for an empty slot
  std::unique_ptr<std::pmr::monotonic_buffer_resource> texts_ = std::make_unique<std::pmr::monotonic_buffer_resource>();
};

struct Store {
  Package package;
  Bibliography bibliography;
  quantity::Units units;

  std::vector<ResourceTexts> texts;  // one for each item of package.resources
  std::vector<Records> records;      // one for each item of package.resources
  std::unordered_map<std::string_view, size_t> resource_numbers;
  LongNumbers numbers;
  // When rows are true, by resource and row; few rows have such dates.
  std::map<std::pair<size_t, size_t>, Validity> validity;
  std::map<std::pair<size_t, size_t>, Originator> originators;  // by resource and row
  std::string as_of;                                            // see Database::as_of
  bool compares_order = false;                                  // see DataFiles

  // A cell whose number may be long. The list is empty after all tables are loaded.
  struct LongCell {
    size_t resource = 0;
    CellAddress at;
    quantity::Exact number;
  };
  std::vector<LongCell> long_cells;

  std::vector<TableInfo> tables;
  std::unordered_map<std::string, size_t> table_numbers;
  std::vector<Competition> competitions;
  std::map<std::string, size_t, std::less<>> competition_numbers;  // keyed by the refs of all rows that take part
  std::vector<Contradiction> contradictions;
  std::vector<std::vector<RowCount>> rows_from;  // one list for each source of the bibliography

  Sqlite loaded;                         // the connection that owns the image
  const unsigned char* image = nullptr;  // the bytes of the database, shared by all connections
  sqlite3_int64 image_size = 0;

  const TableInfo* find_table(std::string_view name) const {
    auto at = table_numbers.find(std::string(name));
    return at == table_numbers.end() ? nullptr : &tables[at->second];
  }
  TableInfo& add_table(TableInfo table) {
    table_numbers.emplace(table.name, tables.size());
    return tables.emplace_back(std::move(table));
  }
  // A column of a table. find_column() fails with "unknown-table" or "unknown-column".
  struct Column {
    const TableInfo* table = nullptr;
    size_t index = 0;
    const quantity::Field& field() const { return table->fields[index]; }
  };
  base::Result<Column, LookupFailure> find_column(std::string_view table, std::string_view column) const;
  // The resource and the row that a ref identifies.
  struct Address {
    size_t resource = 0;
    size_t row = 0;
  };
  std::optional<Address> resolve(std::string_view ref) const;
  // The resource, the record and, if its column has its own source, the column of a ref.
  struct Place {
    const Resource& resource;
    Record record;
    const FieldSource* own = nullptr;
  };
  std::optional<Place> place_of(std::string_view ref) const;
  std::optional<Age> age_of(std::string_view ref) const;
  // Adds the refs of a set as a table stores them ("RESOURCE/KEY", one per line). If columns of the resource have their
  // own sources, adds the refs of those columns instead, so that a value of `field` depends on its own sources only. A
  // computed value may come from any column of its rows.
  void add_refs(std::string_view set, const quantity::Field& field, quantity::Refs& refs) const;
};

// The generated column of a resource's table that contains the row's ref.
inline constexpr std::string_view kRef = "ref";
inline constexpr std::string_view kRefSuffix = "__ref";

// Registers the SQL function is_old(refs): 1 if a record is old, 0 if none is, NULL if one that must not be old is
// undated. `store` must outlive the connection.
void add_is_old(sqlite3* handle, const Store& store);

// The load steps, in the order in which Database::load() runs them.

// Whether a column "source" contains other texts than ids of the bibliography, as in some published tables. A single id
// means that the others are mistyped.
bool has_other_texts(const Resource& resource, int column, const Texts& texts, const Bibliography& bibliography);

// Creates the table of a resource with its generated column `ref` and its indexes, fills it and `store.records` from
// its file, and checks every row. A cell with a mistake becomes null, so that later steps find more mistakes.
void load_table(Store& store, size_t resource, sqlite3* handle, base::Diagnostics& diagnostics, RowErrors& errors);

// Chooses the doubles that represent the long numbers of all tables. `errors` contains one item for each resource.
void place_long_numbers(Store& store, sqlite3* handle, const std::vector<std::unique_ptr<RowErrors>>& errors);

void check_foreign_keys(const Store& store, size_t resource, sqlite3* handle, RowErrors& errors);

// Evaluates each caveat's condition once and stores its rows in `store.records`. Code "bad-caveat".
void apply_caveats(Store& store, size_t resource, sqlite3* handle, SqlGuard& guard, base::Diagnostics& diagnostics);

// Creates the wide form of a long resource: one row for each thing, one column (and its `X__ref`) for each quantity,
// with values in the column's unit. REQUIRES: the resource has a long form, all resources are loaded. Codes:
// "competing-values", "unit-mismatch", "unknown-column", "bad-unit", "bad-format".
void make_wide_table(Store& store, size_t resource, sqlite3* handle, base::Diagnostics& diagnostics);

// Evaluates each shared view once, after the views that it needs, and stores it as a table.
void make_views(Store& store, const std::vector<const base::SourceText*>& files, sqlite3* handle, SqlGuard& guard,
                base::Diagnostics& diagnostics);

// Finds rows for one cell of a wide table that state different values. REQUIRES: all wide tables are loaded.
void find_contradictions(Store& store);

}  // namespace data
