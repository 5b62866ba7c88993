// What an import makes of the rows that a resource has: by their keys, new ones are added, others changed where a value
// differs, and those of the same source that the files do not hold any more are told.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "data/descriptor.h"
#include "import/data_file.h"
#include "import/harvest.h"

namespace import {

struct CellChange {
  std::string column, before, after;  // "" before or after: there is nothing
  bool number = false;
};

struct RowChange {
  std::string key;
  std::vector<CellChange> cells;
};

struct Merged {
  std::vector<std::string> added;  // keys, as they are shown
  std::vector<RowChange> changed;
  std::vector<std::string> gone;  // the same
  size_t perhaps_gone = 0;        // rows of which that can't be told, for want of a column of the scope
  size_t same = 0;
  std::set<std::string> no_columns;  // fields of the importer that the resource has no column for
  std::string oldest, newest;        // the first and the last `as_of` of the rows that came in
  size_t undated = 0;                // of `changed`: rows with a new value and the date they had, for want of their own
  size_t same_date = 0;              // the same where the files give that date
  size_t new_numbers = 0;            // of `changed`: rows with another number
  size_t added_undated = 0;          // of `added`: rows that have the date of those that were there, for want of one
  // Rows, new or with another number, of which nothing says when they were true: those of `undated` and
  // `added_undated`, and those with the date of a source that may be older than they are.
  std::vector<std::string> dateless;
  const Row* first_dateless = nullptr;
};

struct MergeOptions {
  std::vector<std::string> scope;  // columns; see Harvest::scope
  bool remove_gone = false;
  bool keep_dates = false;  // rows that are there keep their dates, unless the files say others
  std::set<Key> unread;     // of rows that the files hold and that could not be read; see Harvest::unread
};

// Changes `file`, which then points into `rows`. What a row does not say stays; an empty cell takes a value away. A row
// that lacks a required column or the key is skipped, and so is one that is older (by its `as_of`, else that of the
// resource) than the one it would replace. REQUIRES: no two rows have one key.
Merged merge(const data::Resource& resource, DataFile& file, const std::vector<Row>& rows, const MergeOptions& options,
             Skips& skips);

}  // namespace import
