// What a Database is made of. Filled in by the steps of loading, one after the other; immutable afterwards. For this
// folder only.
#pragma once
#include <sqlite3.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/database.h"
#include "data/long_numbers.h"
#include "data/records.h"
#include "data/rows.h"
#include "data/sqlite.h"
#include "data/text_pool.h"

namespace data {

struct Store {
  Package package;
  Bibliography bibliography;
  quantity::Units units;
  base::Hash descriptor_hash, units_hash;

  std::vector<const base::SourceText*> files;  // of package.resources, null where missing
  std::vector<Records> records;                // of package.resources
  std::unordered_map<std::string_view, size_t> resource_numbers;
  LongNumbers numbers;
  TextPool pool;
  TextTable texts;
  std::vector<std::vector<uint32_t>> caveat_sets = {{}};  // indices of Resource::caveats

  // Cells of numbers that may be long, as they are read; empty once all tables are.
  struct LongCell {
    size_t resource = 0;
    CellAddress at;
    quantity::Exact number;
  };
  std::vector<LongCell> long_cells;

  std::vector<TableInfo> tables;
  std::unordered_map<std::string, size_t> table_numbers;
  std::vector<Competition> competitions;
  std::unordered_map<std::string, size_t> competition_numbers;            // by "VIEW\nKEY\nCOLUMN"
  std::map<std::string, size_t, std::less<>> competition_numbers_by_ref;  // of all rows that take part
  std::vector<Contradiction> contradictions;
  std::vector<std::vector<RowCount>> rows_from;  // of each source of the bibliography

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
  // The resource and row that a ref leads to.
  struct Address {
    size_t resource = 0;
    size_t row = 0;
  };
  std::optional<Address> resolve(std::string_view ref) const;
  // Adds the refs of a set as a table holds them ("RESOURCE/KEY", one a line): those of its columns where these have
  // sources of their own, so that a value of `field` rests on what it comes from and on nothing else. A computed one
  // may come from any column of its rows.
  void add_refs(std::string_view set, const quantity::Field& field, quantity::Refs& refs) const;
};

// The column of a resource's table.
inline constexpr std::string_view kRef = "ref";
inline constexpr std::string_view kRefSuffix = "__ref";

}  // namespace data
