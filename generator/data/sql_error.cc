// SQLite's messages, with the place in the query and the nearest names.
#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "data/compiled_query.h"
#include "data/descriptor_check.h"
#include "data/sql_text.h"

namespace data {
namespace {

std::vector<std::string_view> table_names(const Store& store) {
  std::vector<std::string_view> names;
  for (const TableInfo& table : store.tables) names.push_back(table.name);
  return names;
}

std::string_view unquoted(std::string_view token) {
  if (token.size() >= 2 && (token.front() == '"' || token.front() == '`' || token.front() == '['))
    return token.substr(1, token.size() - 2);
  return token;
}

// The tables that the query speaks of.
std::vector<const TableInfo*> tables_in(const Store& store, std::string_view sql) {
  std::vector<const TableInfo*> tables;
  for (const SqlToken& token : sql_tokens(sql)) {
    if (token.kind != SqlTokenKind::word && token.kind != SqlTokenKind::quoted) continue;
    for (const TableInfo& table : store.tables)
      if (same_name(table.name, unquoted(token.text)) &&
          std::find(tables.begin(), tables.end(), &table) == tables.end())
        tables.push_back(&table);
  }
  return tables;
}

void help_with_column(const Store& store, std::string_view sql, std::string_view name, std::string_view token,
                      base::Diagnostic& diagnostic) {
  if (size_t dot = name.rfind('.'); dot != std::string_view::npos) name = name.substr(dot + 1);
  std::vector<const TableInfo*> tables = tables_in(store, sql);
  std::vector<std::string_view> columns;
  for (const TableInfo* table : tables)
    for (const quantity::Field& field : table->fields) columns.push_back(field.name);
  if (token.starts_with('"')) {
    diagnostic.suggest(fmt::format("a text is written in single quotes: '{}'", name));
  } else if (name == kRef) {
    for (const TableInfo* table : tables)
      if (table->kind == TableKind::wide && !table->fields.empty())
        diagnostic.suggest(
            fmt::format("in \"{}\" each column has a ref of its own: {}__ref", table->name, table->fields.back().name));
  } else {
    diagnostic.suggest(base::did_you_mean(name, columns));
  }
  if (tables.size() == 1)
    diagnostic.expect("a column of \"" + tables[0]->name + "\": " + base::list_names(columns, 40));
}

}  // namespace

void report_sql_error(sqlite3* handle, const Store& store, const SqlGuard& guard, base::Span sql,
                      base::Diagnostics& diagnostics) {
  std::string message = sqlite3_errmsg(handle);
  int offset = sqlite3_error_offset(handle);
  std::string_view text = sql.text();
  base::Span place = sql;
  std::string_view token;
  if (offset >= 0 && static_cast<size_t>(offset) < text.size()) {
    token = sql_token_at(text, static_cast<size_t>(offset));
    place.begin = sql.begin + static_cast<uint32_t>(offset);
    place.end = place.begin + static_cast<uint32_t>(token.size());
  } else if (message.starts_with("incomplete input")) {
    size_t end = base::trim(text).empty() ? 0 : text.find_last_not_of(" \t\r\n") + 1;
    place.begin = place.end = sql.begin + static_cast<uint32_t>(end);
  } else {
    for (const SqlToken& first : sql_tokens(text)) {
      if (first.kind == SqlTokenKind::comment) continue;
      place.begin = sql.begin + static_cast<uint32_t>(first.offset);
      place.end = place.begin + static_cast<uint32_t>(first.text.size());
      break;
    }
  }
  if (!guard.refusal().empty()) {
    diagnostics.error("sql-not-allowed", place, guard.refusal()).suggest(guard.help());
    return;
  }
  auto after = [&](std::string_view start) -> std::string_view {
    return message.starts_with(start) ? std::string_view(message).substr(start.size()) : std::string_view();
  };
  base::Diagnostic& diagnostic = diagnostics.error("sql-error", place, message);
  if (std::string_view table = after("no such table: "); !table.empty()) {
    if (table.starts_with("main.")) table.remove_prefix(5);
    std::vector<std::string_view> names = table_names(store);
    diagnostic.expect(names.empty() ? "" : base::list_names(names, 40)).suggest(base::did_you_mean(table, names));
  } else if (std::string_view column = after("no such column: "); !column.empty()) {
    help_with_column(store, text, column, token, diagnostic);
  } else if (std::string_view function = after("no such function: "); !function.empty()) {
    diagnostic.suggest(base::did_you_mean(function, SqlGuard::functions()));
  }
}

}  // namespace data
