// The contents of a Database. The load steps fill it, and then it is immutable. For this folder only.
#pragma once
#include <sqlite3.h>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/connection.h"
#include "data/database.h"
#include "data/long_numbers.h"
#include "data/resource_text.h"
#include "data/rows.h"
#include "data/sqlite.h"

namespace data {

// The key and the provenance of one row, stored outside SQLite: about 200 bytes. Most texts point into the file.
struct Record {
  std::string_view key;  // the primary key, with columns joined by '/'; empty without one
  std::string_view locator;
  std::string_view as_of, note, covers;
  const Source* source = nullptr;
  std::vector<const Caveat*> caveats;  // the caveats in the order of the descriptor
};

// The records of one resource in the order of its file, found by key. A row's rowid is the record's index plus 1.
class Records {
 public:
  // Adds a record. If an earlier one has the same key, returns its index; find() continues to return that one.
  std::optional<size_t> add(Record record) {
    const std::string_view key = records_.emplace_back(std::move(record)).key;
    if (key.empty()) return std::nullopt;
    const auto [at, added] = by_key_.try_emplace(key, records_.size() - 1);
    return added ? std::nullopt : std::optional<size_t>(at->second);
  }
  std::optional<size_t> find(std::string_view key) const {
    const auto at = by_key_.find(key);
    return at == by_key_.end() ? std::nullopt : std::optional<size_t>(at->second);
  }

  size_t size() const { return records_.size(); }
  const Record& operator[](size_t index) const { return records_[index]; }
  Record& operator[](size_t index) { return records_[index]; }
  const std::vector<Record>& all() const { return records_; }

 private:
  std::vector<Record> records_;
  std::unordered_map<std::string_view, size_t> by_key_;
};

// Stores texts at stable addresses.
class TextPool {
 public:
  std::string_view add(std::string_view text) { return texts_.emplace_back(text); }

  // Returns a view of the source if the text is written there without escapes, otherwise of a copy.
  std::string_view add(std::string_view text, base::Span written) {
    const std::string_view raw = written.text();
    if (raw == text) return raw;
    return raw.size() == text.size() + 2 && raw.substr(1, text.size()) == text ? raw.substr(1, text.size()) : add(text);
  }

 private:
  std::deque<std::string> texts_;
};

struct Store {
  Package package;
  Bibliography bibliography;
  quantity::Units units;
  base::Hash descriptor_hash, units_hash;

  std::vector<ResourceTexts> texts;  // one for each item of package.resources
  std::vector<Records> records;      // one for each item of package.resources
  std::unordered_map<std::string_view, size_t> resource_numbers;
  LongNumbers numbers;
  TextPool pool;

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

  struct FreeImage {
    void operator()(unsigned char* image) const { sqlite3_free(image); }
  };
  std::unique_ptr<unsigned char, FreeImage> image;  // the serialised database, shared by all connections
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
  // Adds the refs of a set as a table stores them ("RESOURCE/KEY", one per line). If columns of the resource have their
  // own sources, adds the refs of those columns instead, so that a value of `field` depends on its own sources only. A
  // computed value may come from any column of its rows.
  void add_refs(std::string_view set, const quantity::Field& field, quantity::Refs& refs) const;
};

// The generated column of a resource's table that contains the row's ref.
inline constexpr std::string_view kRef = "ref";
inline constexpr std::string_view kRefSuffix = "__ref";

}  // namespace data
