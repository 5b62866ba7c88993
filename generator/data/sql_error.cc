// Reports SQLite's messages with their position in the query and with similar names.
#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "data/compiled_query.h"
#include "data/descriptor_parts.h"

namespace data {
namespace {

// Finds the tables that the query names.
std::vector<const TableInfo*> tables_in(const Store& store, std::string_view sql) {
  std::vector<const TableInfo*> tables;
  for (const SqlToken& token : sql_tokens(sql))
    for (const TableInfo& table : store.tables)
      if (is_name(token) && same_name(table.name, name_in(token)) &&
          std::find(tables.begin(), tables.end(), &table) == tables.end())
        tables.push_back(&table);
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
    diagnostic.suggest(fmt::format("strings are in single quotes: '{}'", name));
  } else if (name == kRef) {
    for (const TableInfo* table : tables)
      if (table->kind == TableKind::wide && !table->fields.empty())
        diagnostic.suggest(
            fmt::format("in \"{}\" each column has its own ref: {}__ref", table->name, table->fields.back().name));
  } else {
    const bool is_elsewhere = std::ranges::find(columns, name) != columns.end();  // in another part of a UNION
    diagnostic.suggest(is_elsewhere ? "only another table of this query has it" : base::did_you_mean(name, columns));
  }
  if (tables.size() == 1)
    diagnostic.expect("a column of \"" + tables[0]->name + "\": " + base::list_names(columns, 40));
}

}  // namespace

void report_sql_error(const Session& session, base::Span sql, base::Diagnostics& diagnostics) {
  const Store& store = session.store;
  std::string message = sqlite3_errmsg(session.handle);
  // SQLite 3.46 quotes the name and adds its own advice, which is removed here.
  constexpr std::string_view kQuoted = "no such column: \"";
  if (message.starts_with(kQuoted))
    message = fmt::format("no such column: {}", message.substr(kQuoted.size(), message.find("\" - ") - kQuoted.size()));
  const int offset = sqlite3_error_offset(session.handle);
  const std::string_view text = sql.text();
  const std::vector<SqlToken> tokens = without_comments(sql_tokens(text));
  const auto at = std::ranges::find(tokens, static_cast<size_t>(offset), &SqlToken::offset);
  TextRange place{0, text.size()};
  if (message.starts_with("incomplete input"))
    place.begin = place.end = text.find_last_not_of(" \t\r\n") + 1;
  else if (at != tokens.end() || !tokens.empty())
    place = range_of(at != tokens.end() ? *at : tokens[0]);
  const std::string_view token = at != tokens.end() ? at->text : "";
  if (const SqlGuard& guard = session.guard; !guard.refusal().empty()) {
    diagnostics.error("sql-not-allowed", place.within(sql), guard.refusal()).suggest(guard.help());
    return;
  }
  auto after = [&](std::string_view start) -> std::string_view {
    return message.starts_with(start) ? std::string_view(message).substr(start.size()) : std::string_view();
  };
  base::Diagnostic& diagnostic = diagnostics.error("sql-error", place.within(sql), message);
  if (std::string_view table = after("no such table: "); !table.empty()) {
    if (table.starts_with("main.")) table.remove_prefix(5);
    const std::vector<std::string_view> names = base::views(store.tables, &TableInfo::name);
    diagnostic.expect(names.empty() ? "" : base::list_names(names, 40)).suggest(base::did_you_mean(table, names));
  } else if (std::string_view column = after("no such column: "); !column.empty()) {
    help_with_column(store, text, column, token, diagnostic);
  } else if (std::string_view function = after("no such function: "); !function.empty()) {
    diagnostic.suggest(base::did_you_mean(function, SqlGuard::functions()));
  }
}

}  // namespace data
