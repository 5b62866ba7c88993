// SQLite's handles as C++ objects. Errors throw SqliteError; mistakes in queries of authors are handled by
// connection.h.
#pragma once
#include <sqlite3.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "data/long_numbers.h"
#include "quantity/frame.h"

namespace data {

struct CloseDatabase {
  void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Sqlite = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

// Thrown if our own SQL failed or memory ran out, never for an error in the site's content.
class SqliteError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Opens an empty database in memory that never touches the disk, not even for sorting. With `has_image`, its bytes are
// in one piece, so that other connections can read them without a copy.
Sqlite open_memory(bool has_image = false);
// Returns how many bytes SQLite has allocated in this thread, less those that it has freed in this thread. A statement
// runs in one thread, so the difference is its own memory, whatever other threads do.
int64_t memory_of_thread();
void execute(sqlite3* handle, const std::string& sql);
Statement prepare(sqlite3* handle, std::string_view sql);
// Prepares a statement that inserts a row with this number of columns.
Statement prepare_insert(sqlite3* handle, std::string_view table, size_t columns);
// Creates the index of a table with this number.
void create_index(sqlite3* handle, std::string_view table, size_t number, const std::vector<std::string>& columns);
// Returns true for a row, false at the end; throws SqliteError otherwise.
bool step(sqlite3_stmt* statement);
// Binds a value to a parameter. REQUIRES: not a Decimal, see LongNumbers::in_sql()
void bind_value(sqlite3_stmt* statement, int parameter, const quantity::Value& value);
// Binds a text without copying it. It must be valid until the next step or reset.
void bind_text(sqlite3_stmt* statement, int parameter, std::string_view text);
quantity::Value column_value(sqlite3_stmt* statement, int column, const LongNumbers& numbers);
// Returns the text of a column; "" for null.
std::string_view column_text(sqlite3_stmt* statement, int column);

// Returns a quoted identifier: "name".
std::string quoted_name(std::string_view identifier);
// Returns the same without quotes if SQL does not need them, for queries that people go on writing.
std::string readable_name(std::string_view identifier);
// Returns quoted identifiers with commas between them.
std::string quoted_names(const std::vector<std::string>& identifiers);
// Returns a string literal: 'text'.
std::string literal(std::string_view text);

}  // namespace data
