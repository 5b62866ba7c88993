#include "data/table_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/suggest.h"
#include "base/text.h"
#include "data/rows.h"
#include "data/sql_rewrite.h"

namespace data {
namespace {

// More are only counted, so that one wrong file does not take all the time there is.
constexpr size_t kMaxCandidates = 20'000;

std::string tuple(const std::vector<std::string>& names) {
  std::vector<std::string> parts;
  for (const std::string& name : names) parts.push_back(quoted(name));
  return base::join(parts, ", ");
}

struct Broken {
  size_t row = 0;
  std::vector<std::string> values;
};

std::vector<Broken> broken_rows(const Resource& resource, const ForeignKey& key, sqlite3* handle) {
  std::string given;
  for (const std::string& field : key.fields) given += fmt::format(" AND {} IS NOT NULL", quoted(field));
  std::string sql = fmt::format(
      "SELECT rowid, {0} FROM {1} WHERE ({0}) NOT IN (SELECT {2} FROM {3} WHERE ({4}) IS NOT NULL){5} ORDER BY rowid",
      tuple(key.fields), quoted(resource.name), tuple(key.reference), quoted(key.resource), quoted(key.reference[0]),
      given);
  Statement select = prepare(handle, sql);
  std::vector<Broken> rows;
  while (step(select.get())) {
    Broken broken{static_cast<size_t>(sqlite3_column_int64(select.get(), 0) - 1), {}};
    for (size_t i = 0; i < key.fields.size(); ++i)
      broken.values.emplace_back(column_text(select.get(), static_cast<int>(i) + 1));
    rows.push_back(std::move(broken));
  }
  return rows;
}

std::vector<std::string> candidates(const ForeignKey& key, sqlite3* handle) {
  Statement select = prepare(handle, fmt::format("SELECT DISTINCT {0} FROM {1} WHERE {0} IS NOT NULL LIMIT {2}",
                                                 quoted(key.reference.back()), quoted(key.resource), kMaxCandidates));
  std::vector<std::string> values;
  while (step(select.get())) values.emplace_back(column_text(select.get(), 0));
  return values;
}

}  // namespace

void check_foreign_keys(const Store& store, size_t number, sqlite3* handle, RowErrors& errors) {
  const Resource& resource = store.package.resources[number];
  if (store.files[number] == nullptr) return;
  for (const ForeignKey& key : resource.foreign_keys) {
    if (store.files[store.resource_numbers.at(key.resource)] == nullptr)
      continue;  // reported; not a mistake of each row
    std::vector<Broken> broken = broken_rows(resource, key, handle);
    if (broken.empty()) continue;
    std::vector<std::string> known = candidates(key, handle);
    std::vector<CellAddress> addresses;
    for (const Broken& row : broken) addresses.push_back({row.row, resource.find(key.fields.back())});
    std::vector<base::Span> spans = locate(resource, *store.files[number], addresses);
    for (size_t i = 0; i < broken.size(); ++i) {
      if (!errors.would_show("broken-foreign-key")) {
        errors.error("broken-foreign-key", spans[i], "");
        continue;
      }
      errors
          .error("broken-foreign-key", spans[i],
                 fmt::format("\"{}\" names \"{}\", which is no row of \"{}\"", base::join(key.fields, ", "),
                             base::join(broken[i].values, "/"), key.resource))
          .expect(fmt::format("a value of {}.{}", key.resource, base::join(key.reference, ", ")))
          .suggest(base::did_you_mean(broken[i].values.back(), base::views(known)));
    }
  }
}

void apply_caveats(Store& store, size_t number, sqlite3* handle, SqlGuard& guard, base::Diagnostics& diagnostics) {
  const Resource& resource = store.package.resources[number];
  Records& records = store.records[number];
  std::vector<std::vector<uint32_t>> of_row(resource.caveats.empty() ? 0 : records.size());
  for (size_t i = 0; i < resource.caveats.size(); ++i) {
    const Caveat& caveat = resource.caveats[i];
    std::string before = fmt::format("SELECT rowid FROM {} WHERE (", quoted(resource.name));
    std::string sql = before +
                      for_sqlite(caveat.when, sql_tokens(caveat.when), store.numbers)
                          .value_or(SqlForSqlite{caveat.when, {}, {}})
                          .text +
                      "\n) ORDER BY rowid";
    sqlite3_stmt* raw = nullptr;
    const char* tail = nullptr;
    guard.on();
    int status = sqlite3_prepare_v2(handle, sql.data(), static_cast<int>(sql.size()), &raw, &tail);
    Statement select(raw);
    if (status == SQLITE_OK && tail == sql.data() + sql.size() && sqlite3_bind_parameter_count(raw) == 0) {
      guard.start();
      while ((status = sqlite3_step(raw)) == SQLITE_ROW)
        of_row[static_cast<size_t>(sqlite3_column_int64(raw, 0) - 1)].push_back(static_cast<uint32_t>(i));
    }
    if (status != SQLITE_DONE) {
      std::string why = !guard.refusal().empty() ? guard.refusal()
                        : guard.out_of_steps()   ? "it takes too many steps"
                        : guard.out_of_time()    ? "it takes too long"
                        : status == SQLITE_OK    ? "it is not one expression, or it has parameters"
                                                 : std::string(sqlite3_errmsg(handle));
      std::vector<std::string_view> names;
      for (const ResourceField& field : resource.fields) names.push_back(field.field.name);
      std::string_view column = why;
      constexpr std::string_view kNoColumn = "no such column: ";
      std::string help =
          column.starts_with(kNoColumn) ? base::did_you_mean(column.substr(kNoColumn.size()), names) : "";
      diagnostics.error("bad-caveat", caveat.span, "the condition of this caveat cannot be evaluated: " + why)
          .expect(fmt::format("an SQL expression over the columns of \"{}\"", resource.name))
          .suggest(std::move(help));
    }
    guard.off();
  }
  std::map<std::vector<uint32_t>, uint32_t> numbers;
  for (size_t row = 0; row < of_row.size(); ++row) {
    if (of_row[row].empty()) continue;
    auto [at, added] = numbers.try_emplace(of_row[row], static_cast<uint32_t>(store.caveat_sets.size()));
    if (added) store.caveat_sets.push_back(of_row[row]);
    records[row].caveats = at->second;
  }
}

}  // namespace data
