#include "data/order_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/work.h"

namespace data {
namespace {

// Returns a text for a cell.
std::string text_of(const quantity::Value& value, bool in_order) {
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{:.11e}", *number);
  std::string text = quantity::to_text(value);
  // Texts that group_concat() joins in another order have the same bytes.
  if (!in_order && std::holds_alternative<std::string>(value)) std::ranges::sort(text);
  return text;
}

// Returns the rows of some columns, sorted unless their order counts.
std::vector<std::string> rows_of(const quantity::Frame& frame, size_t first, size_t last, bool in_order = false) {
  std::vector<std::string> rows(frame.rows());
  for (size_t row = 0; row < rows.size(); ++row)
    for (size_t column = first; column < last; ++column) rows[row] += text_of(frame.at(row, column), in_order) + "\n";
  if (!in_order) std::ranges::sort(rows);
  return rows;
}

// Returns the query with a further key, ascending or "DESC", wherever the order of rows decides which of them count:
// before LIMIT, and in subqueries, of which a value is the first row. The order of tables does not change how SQLite
// orders the rows of UNION, DISTINCT and groups, and those that it finds by an index.
std::string with_more_keys(std::string sql, std::string_view direction) {
  struct Select {
    bool is_select = false, has_order = false;
    size_t limit = 0;  // its place, or 0
  };
  std::vector<Select> open(1);
  std::map<size_t, std::string, std::greater<>> keys;  // by their place
  const std::string closed = sql + "\n)";
  for (const SqlToken& token : without_comments(sql_tokens(closed))) {
    Select& select = open.back();
    select.is_select |= is_keyword(token, "select");
    select.has_order |= is_keyword(token, "order");
    if (is_keyword(token, "limit")) select.limit = token.offset;
    if (token.text == "(") open.emplace_back();
    if (token.text != ")") continue;
    if (select.is_select && (select.limit > 0 || open.size() > 1))
      keys[select.limit > 0 ? select.limit : token.offset] =
          fmt::format("{} 1 {} ", select.has_order ? "," : " ORDER BY", direction);
    open.pop_back();
  }
  for (const auto& [place, text] : keys) sql.insert(place, text);
  return sql;
}

}  // namespace

void OrderCheck::prepare_statements(CompiledQuery& query) {
  for (const std::string& table : query.tables)
    if (session_.store.find_table(table) && views_.insert(table).second)
      // With LIMIT, SQLite must order the rows. -1 is no limit.
      execute(session_.handle,
              fmt::format("CREATE TEMP VIEW {0} AS SELECT * FROM main.{0} ORDER BY rowid DESC LIMIT -1",
                          quoted_name(table)));
  const std::string sql = sqlite3_sql(query.statement.get());
  const auto prepare = [&](const std::string& text) {
    session_.guard.on();
    sqlite3_stmt* raw = nullptr;
    sqlite3_prepare_v3(session_.handle, text.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
    session_.guard.off();
    return Statement(raw);
  };
  const std::string ascending = with_more_keys(sql, "");
  query.reversed_statements[0] = prepare(ascending);
  // In one direction, the first row of the result may also be the first one of the tables.
  if (ascending != sql) query.reversed_statements[1] = prepare(with_more_keys(sql, "DESC"));
}

void OrderCheck::drop_views() {
  for (const std::string& view : views_) execute(session_.handle, fmt::format("DROP VIEW temp.{}", quoted_name(view)));
  views_.clear();
}

bool OrderCheck::run(CompiledQuery& query, const Query& source, const Params& params, const quantity::Frame& frame,
                     base::Diagnostics& diagnostics) {
  if (!query.may_depend_on_order) return true;
  const base::Meter apart(base::work_allowed(0), nullptr, true);  // as for the query itself
  if (!query.reversed_statements[0]) prepare_statements(query);
  for (Statement& statement : query.reversed_statements) {
    if (!statement) continue;  // e.g. because it reads what a view does not have, such as rowid: an order of its own
    base::Diagnostics said_before;
    std::swap(query.statement, statement);
    const std::optional<quantity::Frame> other = run_query(query, session_, source, params, said_before);
    std::swap(query.statement, statement);
    const size_t before = diagnostics.errors();
    if (other && !compare(query, source, frame, *other, diagnostics)) return false;
    if (diagnostics.errors() > before) break;
  }
  return true;
}

bool OrderCheck::compare(const CompiledQuery& query, const Query& source, const quantity::Frame& frame,
                         const quantity::Frame& other, base::Diagnostics& diagnostics) const {
  const size_t columns = frame.columns();
  const bool is_same = rows_of(frame, 0, columns) == rows_of(other, 0, columns);
  if (is_same && (!source.shown || !session_.store.compares_order ||
                  rows_of(frame, 0, columns, true) == rows_of(other, 0, columns, true)))
    return true;
  size_t column = is_same ? columns : 0;
  while (column < columns && rows_of(frame, column, column + 1) == rows_of(other, column, column + 1)) ++column;
  diagnostics
      .error("unordered-query", (column < columns ? query.columns[column].at : query.select).within(source.sql),
             fmt::format("{}the query \"{}\" {} when its tables have their rows in another order",
                         column < columns ? fmt::format("\"{}\" of ", frame.fields[column].name) : "", source.name,
                         is_same            ? "returns its rows in another order"
                         : column < columns ? "has other values"
                                            : "returns another result"))
      .expect("one result, whichever rows come first")
      .suggest(is_same ? "end the ORDER BY with a column that has no ties, such as the primary key"
                       : "end each ORDER BY with a column that has no ties, such as the primary key, where LIMIT, "
                         "row_number(), lag() or max() choose rows");
  return is_same;
}

}  // namespace data
