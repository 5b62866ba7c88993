// Folder data/: a site's tables, sources and queries. A Database is one SQLite database in memory: a table for each
// resource, one for the wide form of each long resource, one for each shared view. Immutable and thread-safe once it is
// loaded; queries use a Connection, one per thread.
//
// Every resource's table has a generated column `ref`, "RESOURCE/KEY". Views are evaluated once, at load, and stored as
// tables. So SQLite's column metadata leads from any query to the view's column and its meaning, even if the view
// computes the column.
//
// Error codes of load(): those of notation/, "unknown-key", "bad-name", "duplicate-name", "missing-file",
// "unknown-column", "unknown-table", "missing-value", "wrong-type", "not-in-enum", "below-minimum", "above-maximum",
// "wrong-length", "pattern-mismatch", "bad-pattern", "not-unique", "duplicate-key", "broken-foreign-key", "bad-unit",
// "unit-mismatch", "unknown-source", "missing-source", "missing-locator", "bad-date", "competing-values", "csv-syntax",
// "bad-caveat", "view-cycle", and those of Connection::run() for the views.
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
#include "data/dates.h"
#include "data/descriptor.h"
#include "io/source_tree.h"
#include "quantity/frame.h"
#include "quantity/scope.h"
#include "quantity/unit.h"

namespace data {

// The files in a site's data/. The caller owns the texts, which must outlive the Database.
struct DataFiles {
  const base::SourceText* descriptor = nullptr;          // datapackage.json; null for a site without data
  std::map<std::string, const base::SourceText*> files;  // files by their path relative to data/
  std::vector<const base::SourceText*> sources;          // files of sources/, sorted by path
  std::vector<const base::SourceText*> views;            // views/**.sql, sorted by path
  const base::SourceText* units = nullptr;               // units.json; may be null
  std::string as_of;                                     // the date of the site; "" for the newest date of the data
  std::string lang = "en";                               // the language of the site
  bool compares_order = false;  // whether queries must state the order of their rows (data/order_check.h)
};

// `tree` contains all files in data/ and owns the texts.
DataFiles data_files(const io::SourceTree& tree, base::Diagnostics& diagnostics);

// Returns the file data/NAME; null if it does not exist. Error "not-a-file" if it is a folder.
const base::SourceText* data_file(const io::SourceTree& tree, const std::string& name, base::Diagnostics& diagnostics);

// Reads the site's sources from a file system. Adds the texts that the bibliography and the diagnostics refer to to
// `texts`. Codes: see io::SourceTree::read and Bibliography::read.
Bibliography read_bibliography(const io::FileSystem& root, std::vector<std::shared_ptr<const base::SourceText>>& texts,
                               base::Diagnostics& diagnostics);

// Reads data/units.json, the units that a site declares. If `file` is null, returns only the built-in units.
//   {"units": [{"name": "cup", "plural": "cups", "title": "What one person drinks", "prefixes": false}],
//    "aliases": {"hours": "h"}}
quantity::Units read_units(const base::SourceText* file, base::Diagnostics& diagnostics, std::string_view lang = "en");

class Connection;
struct Store;

enum class TableKind { resource, wide, view };

// A table that queries can read.
struct TableInfo {
  std::string name;
  TableKind kind = TableKind::resource;
  std::string title;
  std::vector<quantity::Field> fields;  // the columns except `ref` and `X__ref`
  const Resource* resource = nullptr;   // the resource, or the long resource of a wide table; null for a view
  std::string_view sql;                 // the query of a view; "" for a resource
  size_t rows = 0;

  // Returns the index of a field, or -1.
  int find(std::string_view field) const;
};

// A value that one of several rows states for the same quantity.
struct Alternative {
  std::string ref;
  quantity::Value value;  // the published value
  std::string unit;       // the unit of the row
};
// A cell of a wide table that several rows state: one is preferred, the others are "also published".
struct Competition {
  std::string view;       // the name of the wide table
  std::string key;        // the key of the row
  quantity::Field field;  // the field of the column
  Alternative preferred;
  std::string because;              // the reason why the preferred row is preferred
  std::vector<Alternative> others;  // other values, in the order of the rows in the file
};

// Two rows for one cell of a wide table that state different values.
struct Contradiction {
  std::string table;      // the wide table
  std::string key;        // the key of the row
  quantity::Field field;  // the field of the column
  Alternative preferred;
  Alternative other;
  std::optional<double> difference;  // the share of the preferred value: -0.03; nullopt if that value is 0
  std::string because;               // the reason why one is preferred
};

// The number of rows of a resource that come from a source.
struct RowCount {
  const Resource* resource = nullptr;
  size_t rows = 0;
};

// A ref "RESOURCE/KEY" identifies a record. If a value's column has its own source, kOfColumn and the column's name
// follow the record's ref.
inline constexpr char kOfColumn = '\x1f';  // a control character, which keys cannot contain

// Returns the record of a ref, "RESOURCE/KEY", without a column.
inline std::string_view record_of(std::string_view ref) { return ref.substr(0, ref.find(kOfColumn)); }

// What a row says about itself and where it comes from, stored outside SQLite. Its texts are valid while the Database
// exists.
struct Record {
  std::string_view key;             // the primary key, with columns joined by '/'; empty without one
  std::string_view locator;         // the place in the source
  std::string_view locator_detail;  // the exact place, which readers need less: a path, a revision; may be empty
  std::string_view as_of;           // a date: "2026-01-31", "2026-01", "2026"; "" if undated
  std::string_view note;
  std::string_view covers;             // the scope of the numbers; "" if the row does not state one
  const Source* source = nullptr;      // the source; null for a row without one, which Resource::no_source explains
  std::vector<const Caveat*> caveats;  // the caveats in the order of the descriptor
};

// Who states the values of a row that its source only repeats, such as the seller of a price that a tracker lists.
struct Originator {
  std::string name;
  std::string role;  // the title of the column that has the name
};

// Where a value comes from: its record, with the source of its column if that has its own.
struct Provenance : Record {
  const Resource* resource = nullptr;
  std::string_view source_id;              // the source's id; "" without a source
  std::string_view no_source;              // the reason that the resource gives for a missing source; "" with a source
  const Originator* originator = nullptr;  // null if the source itself states the value
};

// How old a value may be, and how old it is on the date of the site: never on that of the clock, so that the output of
// a build does not depend on the day.
struct Age {
  std::string_view as_of;  // the date of the value: "2026-01-31", "2026-01", "2026"
  long limit = 0;          // `stale_after_days` of its column or table
  long days = 0;  // from the last day of `as_of` to the first day of the site's date; negative for later values
  bool is_old() const { return days > limit; }
};

class Database {
 public:
  // Loads everything and reports all mistakes. After a mistake the database contains what could be loaded; a view that
  // failed does not exist.
  static std::unique_ptr<const Database> load(const DataFiles& files, base::Diagnostics& diagnostics);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Opens a read-only connection for one thread. The Database must outlive it.
  std::unique_ptr<Connection> connect() const;

  const Package& package() const;
  const Bibliography& bibliography() const;
  const quantity::Units& units() const;
  // A hash of datapackage.json and units.json.

  // The tables that queries can read: resources in the order of the descriptor, wide tables, then views by name.
  const std::vector<TableInfo>& tables() const;
  const TableInfo* find_table(std::string_view name) const;

  // Returns where a record comes from; nullopt if the ref does not exist.
  std::optional<Provenance> provenance(std::string_view ref) const;
  // Returns the scope of a cell: as declared by its query, otherwise by its rows, otherwise by its field.
  quantity::Scope scope_of(const quantity::Field& field, const quantity::Refs& refs) const;
  // Returns when a row is true; null for a row without such dates.
  const Validity* validity_of(std::string_view ref) const;
  // Whether any row has such dates.
  bool has_validity() const;
  // Returns the date of the site: DataFiles::as_of or, without it, the newest `as_of` of rows, columns and tables:
  // "2026-01-31", "2026-01", "2026"; "" if none has one.
  const std::string& as_of() const;
  // Returns the age of a record's value; nullopt if it is undated or may have any age.
  std::optional<Age> age_of(std::string_view ref) const;
  // Returns the competition that includes this record, preferred or not; null if there is none.
  const Competition* competition_of(std::string_view ref) const;
  // In the order of the rows and columns of wide tables.
  const std::vector<Contradiction>& contradictions() const;
  // Returns at most `max` refs of a resource, in the order of its file: for backlinks and checks of staleness.
  std::vector<std::string> refs_of(std::string_view resource, size_t max = SIZE_MAX) const;
  // Returns at most `max` keys in the history of rows that the table no longer has, each of the last edition that had
  // the row; the last editions come first.
  std::vector<std::string_view> dropped_keys(const Resource& resource, size_t max) const;
  // Returns which resources use a source, in the order of the descriptor.
  const std::vector<RowCount>& rows_from(const Source& source) const;

 private:
  friend class Connection;
  explicit Database(std::unique_ptr<Store> store);
  std::unique_ptr<Store> store_;
};

// Reports what Database::load() would, without a database for queries, which needs twice the memory of its tables.
void find_mistakes(const DataFiles& files, base::Diagnostics& diagnostics);

}  // namespace data
