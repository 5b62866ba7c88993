#include "data/sqlite.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace data {
namespace {

[[noreturn]] void fail(sqlite3* handle, std::string_view doing) {
  throw SqliteError("SQLite: " + std::string(sqlite3_errmsg(handle)) + " (" + std::string(doing) + ")");
}

thread_local int64_t bytes_of_thread = 0;
sqlite3_mem_methods own_memory;  // SQLite's own functions, which these call

void* allocate(int bytes) {
  void* memory = own_memory.xMalloc(bytes);
  if (memory) bytes_of_thread += own_memory.xSize(memory);
  return memory;
}

void release(void* memory) {
  bytes_of_thread -= own_memory.xSize(memory);
  own_memory.xFree(memory);
}

void* reallocate(void* memory, int bytes) {
  const int before = own_memory.xSize(memory);
  void* moved = own_memory.xRealloc(memory, bytes);
  if (moved) bytes_of_thread += own_memory.xSize(moved) - before;
  return moved;
}

// Makes SQLite count its memory by thread. Its own count is that of the whole process.
bool count_memory() {
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &own_memory) != SQLITE_OK) return false;
  sqlite3_mem_methods counted = own_memory;
  counted.xMalloc = allocate;
  counted.xFree = release;
  counted.xRealloc = reallocate;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &counted) == SQLITE_OK &&
         sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK;
}

}  // namespace

int64_t memory_of_thread() { return bytes_of_thread; }

Sqlite open_memory(bool has_image) {
  static const bool is_counted = count_memory();
  if (!is_counted) throw SqliteError("SQLite was used before its memory could be counted");
  sqlite3* raw = nullptr;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int status = sqlite3_open_v2(has_image ? "data" : ":memory:", &raw, kFlags, has_image ? "memdb" : nullptr);
  Sqlite handle(raw);
  if (status != SQLITE_OK) fail(raw, "opening a database in memory");
  sqlite3_int64 max_size = 0x7fff0000;  // SQLite allocates no larger pieces
  if (has_image) sqlite3_file_control(raw, "main", SQLITE_FCNTL_SIZE_LIMIT, &max_size);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  execute(raw, "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = OFF;");
  return handle;
}

void execute(sqlite3* handle, const std::string& sql) {
  if (sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail(handle, sql);
}

Statement prepare(sqlite3* handle, std::string_view sql) {
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v3(handle, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &raw, nullptr) !=
      SQLITE_OK)
    fail(handle, sql);
  return Statement(raw);
}

Statement prepare_insert(sqlite3* handle, std::string_view table, size_t columns) {
  const std::string into = "INSERT INTO " + quoted_name(table);
  if (columns == 0) return prepare(handle, into + " DEFAULT VALUES");
  return prepare(handle, into + " VALUES (" + base::join(std::vector<std::string>(columns, "?"), ",") + ")");
}

void create_index(sqlite3* handle, std::string_view table, size_t number, const std::vector<std::string>& columns) {
  execute(handle, fmt::format("CREATE INDEX {} ON {} ({})", quoted_name(fmt::format("{}/index{}", table, number)),
                              quoted_name(table), quoted_names(columns)));
}

bool step(sqlite3_stmt* statement) {
  int status = sqlite3_step(statement);
  if (status == SQLITE_ROW) return true;
  if (status != SQLITE_DONE) fail(sqlite3_db_handle(statement), sqlite3_sql(statement));
  return false;
}

void bind_value(sqlite3_stmt* statement, int parameter, const quantity::Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value))
    sqlite3_bind_int64(statement, parameter, *integer);
  else if (const auto* number = std::get_if<double>(&value))
    sqlite3_bind_double(statement, parameter, *number);
  else if (const auto* text = std::get_if<std::string>(&value))
    sqlite3_bind_text64(statement, parameter, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  else
    sqlite3_bind_null(statement, parameter);
}

void bind_text(sqlite3_stmt* statement, int parameter, std::string_view text) {
  // A null pointer would bind NULL, so an empty text needs a valid pointer.
  sqlite3_bind_text64(statement, parameter, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

quantity::Value column_value(sqlite3_stmt* statement, int column, const LongNumbers& numbers) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return static_cast<int64_t>(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT:
      return numbers.shown(sqlite3_column_double(statement, column));
    case SQLITE_NULL:
      return std::monostate();
    default:
      return std::string(column_text(statement, column));
  }
}

std::string_view column_text(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  if (!text) return {};
  return {text, static_cast<size_t>(sqlite3_column_bytes(statement, column))};
}

std::string quoted_name(std::string_view identifier) {
  return '"' + base::replace_all(std::string(identifier), "\"", "\"\"") + '"';
}

std::string readable_name(std::string_view identifier) {
  const bool is_word =
      !identifier.empty() && !base::is_digit(identifier.front()) &&
      std::ranges::all_of(identifier, [](char c) { return base::is_letter(c) || base::is_digit(c) || c == '_'; });
  const bool is_keyword = sqlite3_keyword_check(identifier.data(), static_cast<int>(identifier.size())) != 0;
  return is_word && !is_keyword ? std::string(identifier) : quoted_name(identifier);
}

std::string quoted_names(const std::vector<std::string>& identifiers) {
  std::vector<std::string> names;
  for (const std::string& each : identifiers) names.push_back(quoted_name(each));
  return base::join(names, ", ");
}

std::string literal(std::string_view text) { return '\'' + base::replace_all(std::string(text), "'", "''") + '\''; }

}  // namespace data
