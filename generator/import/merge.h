// Merges imported rows into the rows of a resource by key: adds new rows, and changes existing rows whose values
// differ. Finds rows of the same source that are no longer in the files.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "data/descriptor.h"
#include "import/data_file.h"

namespace import {

struct CellChange {
  std::string column, before, after;  // the column and its values; "" for no value
  bool is_number = false;
};

struct RowChange {
  std::string key;
  std::vector<CellChange> cells;
};

struct Merged {
  std::vector<std::string> added;  // keys as shown in messages
  std::vector<RowChange> changed;
  std::vector<std::string> gone;           // keys as shown in messages
  std::vector<std::string> beaten;         // keys, as shown, of rows that were replaced by a better one (Row::beats)
  std::vector<std::string_view> replaced;  // StoredRow::written of all rows that an edition replaced
  size_t perhaps_gone = 0;  // rows that may be gone, if the resource has no column for a field of the scope
  size_t same = 0;
  size_t keyless = 0;                // skipped rows without a value for the key
  std::set<std::string> no_columns;  // fields of the importer that the resource has no column for
  // For each source of rows of `added` and `changed`, the newest date in the files; "" if there is no date.
  std::map<std::string, std::string> dates_of_sources;
  std::string oldest, newest;  // the first and the last `as_of` of the imported rows
  size_t undated = 0;          // rows of `changed` that got a new value but kept their date, because there is no other
  size_t same_date = 0;        // rows of `changed` with other numbers, to which the files give their old date
  size_t new_numbers = 0;      // rows of `changed` with other numbers
  size_t added_undated = 0;    // rows of `added` that get the date of existing rows
  // Rows with new numbers but without their own date: `undated`, `added_undated`, and rows with the date of a source
  // that may be older than they are.
  std::vector<std::string> dateless;
  const Row* first_dateless = nullptr;
};

struct MergeOptions {
  std::vector<std::string> scope;  // names of columns; see Input::scope
  bool remove_gone = false;
  // If set, the rows replace all existing rows that agree with them in `scope`, regardless of the source.
  bool is_edition = false;
  bool keep_dates = false;  // if set, existing rows keep their dates unless the files contain others
  std::set<Key> unread;     // keys of Input::unread
};

// Merges `rows` into `file`, and frees their cells. Fields that an imported row does not have stay unchanged; an empty
// cell deletes the value. Skips rows without a key or a required column, and rows that are older than the existing one
// (by their own `as_of` or the resource's). REQUIRES: no two rows have the same key.
// An existing row counts as removed if it is not among the imported rows, agrees with one of them in the scope, and has
// the same source, or a source that the imported rows supersede. Without a scope, they supersede a source if they
// contain at least half of its rows.
Merged merge(const data::Resource& resource, DataFile& file, std::vector<Row>& rows, const MergeOptions& options,
             Skips& skips);

}  // namespace import
