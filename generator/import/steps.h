// The steps of an import after the files were read: maps rows to columns, selects the best, merges them into the rows
// of the table, updates editions and sources, and checks the result. See import.cc.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash.h"
#include "data/bibliography.h"
#include "import/data_file.h"
#include "import/input_file.h"
#include "import/settings.h"

namespace import {

// map_rows.cc: maps rows, and selects the best

// Maps the rows of `input`. Rows that the settings exclude move to its skips; rows with unknown words do too, and are
// also added to `unread`. Of equal rows with the same key, only one remains. `as_of` overrides the date in the settings
// unless it is "". Errors: "unknown-source", once for each source; "duplicate-key" for different rows with the same
// key. REQUIRES: check_settings().
void map_rows(Input& input, const Settings& settings, const std::string& as_of, const data::Bibliography& bibliography,
              const data::Resource& resource, base::Diagnostics& diagnostics);

// Whether two cells are equal. Ignores the notation of numbers, and the last digits of computed numbers.
bool are_equal(const quantity::Field& field, const std::optional<Cell>& before, const Cell& after);

// Compares imported rows with each other and with rows of the table if they agree in all columns of `best.by`, so that
// the table gets the same rows whether results are imported together or in parts. An imported row that is not the best
// of its group, and is not in the table either, moves to the skips of `input`. An imported row that is better than a
// row of the table replaces it (Row::beats), unless the table has several rows of the group, because then somebody
// chose to keep them. Does nothing without `best.of`. REQUIRES: check_settings().
void select_best(Input& input, const BestOf& best, const data::Resource& resource, const DataFile& file);

// identity.cc: which row of a file is which row of the table

// The columns of rows that say what a row is: those that the files have, without the key and without columns about the
// row, such as its source. `texts` includes dates.
struct IdentityFields {
  std::vector<size_t> texts, numbers;
};
IdentityFields identity_fields(const data::Resource& resource, const std::vector<Row>& rows);

// The values of some columns of a row. Equal for equal values, whatever their notation.
struct Identity {
  base::Hash values;
  bool has_text = false;  // whether a column that is not a number has a value
};
Identity row_identity(const data::Resource& resource, const std::vector<size_t>& fields,
                      const std::function<std::string_view(std::string_view column)>& text_of);

// Returns the key of a table whose rows are numbered, because nothing else distinguishes them: the settings fill in
// "{row}". Returns "" for other tables.
std::string_view numbered_key(const data::Resource& resource, const Settings& settings);

// Returns the highest number that is a key of the rows; 0 if there is none.
size_t highest_number(const DataFile& file);

// Sets the numbers of rows that have none. A row of the table keeps its number if a row of the file is equal; otherwise
// if it is the only one with the same texts and counts, or the same texts. Other rows are new and get numbers after
// `last`, the highest one of earlier editions. Returns how many of these have the texts of a row that was not found, so
// that they may be that row with other values.
size_t number_rows(const data::Resource& resource, const DataFile& file, size_t last, std::vector<Row>& rows);

// merge.cc

struct CellChange {
  std::string column, before, after;  // the column and its values; "" for no value
  bool is_number = false;
};

// A new number that may be a mistake.
struct Doubt {
  std::string path;  // the row's key and the column: "danube/2026/length"
  std::string before, after;
  base::Span span;  // of the number in the file
};

struct RowChange {
  std::string key;
  std::vector<CellChange> cells;
};

// A row of the table whose key now names something else.
struct MovedRow {
  std::string key, before, after;  // the key as shown, and the texts of the row
  std::string path, text;          // of a text that changed: "2/name", and the new one, which settings may confirm
  std::string_view written;        // StoredRow::written
  base::Span span;                 // the row in the file that was imported
  std::string where;
};

struct Merged {
  std::vector<std::string> added;  // keys as shown in messages
  std::vector<RowChange> changed;
  std::vector<Doubt> doubts;               // at most kMaxDoubts
  size_t all_doubts = 0;                   // number of doubtful numbers
  std::vector<std::string> gone;           // keys as shown in messages
  std::vector<std::string> beaten;         // keys, as shown, of rows that were replaced by a better one (Row::beats)
  std::vector<std::string_view> replaced;  // StoredRow::written of all rows that an edition replaced
  std::vector<MovedRow> moved;
  size_t perhaps_gone = 0;  // rows that may be gone, if the resource has no column for a field of the scope
  size_t same = 0;
  size_t keyless = 0;  // skipped rows without a value for the key
  // Numbers that rows keep because the files have no column for them, though the table gets another edition or date: by
  // field with an example of a row.
  std::map<std::string, std::pair<size_t, std::string>> kept;
  std::set<std::string> no_columns;  // fields of the importer that the resource has no column for
  // For each source of rows of `added` and `changed`, the newest date in the files; "" if there is no date.
  std::map<std::string, std::string> dates_of_sources;
  std::string oldest, newest;  // the first and the last `as_of` of the imported rows
  size_t undated = 0;          // rows of `changed` that got a new value but kept their date, because there is no other
  size_t same_date = 0;        // rows of `changed` with other numbers, to which the files give their old date
  size_t new_numbers = 0;      // rows of `changed` with other numbers, and new rows of a table that had some
  size_t added_undated = 0;    // rows of `added` that get the date of existing rows
  // Rows with new numbers but without their own date: `undated`, `added_undated`, and changed and new rows with the
  // date of a source that may be older than they are.
  std::vector<std::string> dateless;
  const Row* first_dateless = nullptr;
};

inline constexpr size_t kMaxDoubts = 1000;

struct MergeOptions {
  std::vector<std::string> scope;  // names of columns; see Input::scope
  bool remove_gone = false;
  // If set, the rows replace all existing rows that agree with them in `scope`, regardless of the source.
  bool is_edition = false;
  bool keep_dates = false;  // if set, existing rows keep their dates unless the files contain others
  std::set<Key> unread;     // keys of Input::unread
  TextMap confirmed = {};   // numbers that are not doubtful, by Doubt::path, and new texts of the same row
};

// Merges `rows` into `file`, and frees their cells. Fields that an imported row does not have stay unchanged; an empty
// cell deletes the value. Skips rows without a key or a required column, and rows that are older than the existing one
// (by their own `as_of` or the resource's). REQUIRES: no two rows have the same key.
// An existing row counts as removed if it is not among the imported rows, agrees with one of them in the scope, and has
// the same source, or a source that the imported rows supersede. Without a scope, they supersede a source if they
// contain at least half of its rows.
// A row counts as moved if its key now has what another key had before. If keys are only numbers, such as "2" or "2.",
// also if all of its texts have changed and no other row had them, or if it has other numbers and another name: a text
// that distinguished all rows, or if none does that stayed, any text. Texts that the options confirm have not changed.
// A number is doubtful if it differs from the one before by a factor of ten or more, or is the first negative one of
// its column.
Merged merge(const data::Resource& resource, DataFile& file, std::vector<Row>& rows, const MergeOptions& options,
             Skips& skips);

// editions.cc

// Returns the edition that the current rows of a table belong to if the table declares no editions: their source, if
// they have the same, and the date of the newest row. Returns nullopt for a table without rows. The date is empty if
// neither the rows nor the table have one.
std::optional<data::Edition> edition_of_rows(const data::Resource& resource, const DataFile& file,
                                             const data::Bibliography& bibliography);

// Returns the id of a new edition's source ("atlas-2") for settings that do not contain one.
std::string edition_source_id(const std::string& source, const std::string& version);

// Returns data/datapackage.json with `edition` as the last edition of the resource. If it has no editions yet, `before`
// is added first; if it has no history, a resource for it is added. Returns nullopt after an error.
std::optional<std::string> declare_edition(const base::SourceText& descriptor, const data::Resource& resource,
                                           const std::optional<data::Edition>& before, const data::Edition& edition,
                                           base::Diagnostics& diagnostics);

struct NewEntry {
  std::string path, text;  // a file of data/sources/ and its new text
};

// Adds a source to the bibliography: a copy of the source `before` with the id, version and date of a new edition, next
// to it, or in a separate file if `before` is not in JSON. Returns nullopt if the copy can't be made.
std::optional<NewEntry> add_edition(const data::Source& before, const data::Edition& edition, const std::string& today,
                                    base::Diagnostics& diagnostics);

// history.cc

// Returns the source, locator or date of a row, or the resource's value for all rows if the cell is missing.
std::string origin_of(const data::Resource& resource, const StoredCells& cells, std::string_view name);

// Adds rows of a resource (StoredRow::written of `table`) to its history, except those that the history already has. A
// row belongs to the edition that has the row's source, otherwise to `before`. Of the rows of `before`, stores only the
// differences from the edition `base` if most rows are unchanged, and returns `base`; otherwise returns "".
std::string add_to_history(const data::Resource& resource, const DataFile& table,
                           const std::vector<std::string_view>& rows, const data::Edition& before,
                           const std::string& base, const data::Resource& history, DataFile& file);

// A source that a later one replaces; both are "" if there is none.
struct Superseded {
  std::string source, by;
};

// Returns the files of data/sources/ whose entries an import updates: each source gets its date in `dates`
// (Merged::dates_of_sources), and `revision` as its version, if that was given; `superseded` is marked. A source
// without an issue date gets that day as its access date, or `today` if only a month or year is known. Adds to `notes`
// what can't be updated.
std::map<const base::SourceText*, std::string> updated_sources(const std::map<std::string, std::string>& dates,
                                                               const Superseded& superseded,
                                                               const data::Bibliography& bibliography,
                                                               const std::string& revision, const std::string& today,
                                                               std::vector<std::string>& notes,
                                                               base::Diagnostics& diagnostics);

// check.cc

enum class Reported { new_errors, all_errors };

// Returns the errors that the data would have with the `changed` files; `new_errors` omits those that the data already
// have. The errors point into `texts`.
base::Diagnostics errors_with(const io::FileSystem& root, const io::FileSystem& changed, Reported reported,
                              Texts& texts);

// Moves errors in rows of a resource's file, written to `path`, to the positions where the cells or rows were read.
// `find` returns the imported row with a key that was added or changed, or null.
base::Diagnostics moved_to_input(const base::Diagnostics& errors, const data::Resource& resource,
                                 const std::string& path, const std::function<const Row*(const Key& key)>& find);

}  // namespace import
