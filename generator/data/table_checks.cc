// Checks the rows of all tables: foreign keys, caveats, contradictions (data/store.h).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "data/sql_text.h"
#include "data/store.h"
#include "quantity/decimal.h"

namespace data {
namespace {

// The maximum number of values that suggestions consider, to limit the time for a file with many errors.
constexpr size_t kMaxCandidates = 20'000;

std::vector<std::string> candidates(const ForeignKey& key, sqlite3* handle) {
  Statement select =
      prepare(handle, fmt::format("SELECT DISTINCT {0} FROM {1} WHERE {0} IS NOT NULL LIMIT {2}",
                                  quoted_name(key.reference.back()), quoted_name(key.resource), kMaxCandidates));
  std::vector<std::string> values;
  while (step(select.get())) values.emplace_back(column_text(select.get(), 0));
  return values;
}

// Returns a value in another unit; nullopt if it is not a number, or the units do not convert.
std::optional<quantity::Exact> exact_in(const std::string& unit, const Alternative& value,
                                        const quantity::Units& units) {
  std::optional<quantity::Exact> number = quantity::Exact::from(value.value);
  if (!number || unit == value.unit) return number;
  const auto to = units.parse(unit), from = units.parse(value.unit);
  return to && from ? quantity::convert(*number, *from, *to) : std::nullopt;
}

}  // namespace

void check_foreign_keys(const Store& store, size_t number, sqlite3* handle, RowErrors& errors) {
  const Resource& resource = store.package.resources[number];
  if (store.texts[number].texts.empty()) return;
  for (const ForeignKey& key : resource.foreign_keys) {
    if (store.texts[store.resource_numbers.at(key.resource)].texts.empty()) continue;  // a missing file was reported
    std::string given;
    for (const std::string& field : key.fields) given += fmt::format(" AND {} IS NOT NULL", quoted_name(field));
    Statement select = prepare(
        handle,
        fmt::format("SELECT rowid, {0} FROM {1} WHERE ({0}) NOT IN (SELECT {2} FROM {3} WHERE ({4}) IS NOT NULL){5} "
                    "ORDER BY rowid",
                    quoted_names(key.fields), quoted_name(resource.name), quoted_names(key.reference),
                    quoted_name(key.resource), quoted_name(key.reference[0]), given));
    std::optional<std::vector<std::string>> known;
    while (step(select.get())) {
      const CellAddress at{static_cast<size_t>(sqlite3_column_int64(select.get(), 0) - 1),
                           resource.find(key.fields.back())};
      if (!errors.would_show("broken-foreign-key")) {
        errors.late("broken-foreign-key", at, "");
        continue;
      }
      if (!known) known = candidates(key, handle);
      std::vector<std::string> values;
      for (int i = 1; i <= static_cast<int>(key.fields.size()); ++i) values.emplace_back(column_text(select.get(), i));
      errors
          .late("broken-foreign-key", at,
                fmt::format("\"{}\" is \"{}\", which is not a row of \"{}\"", base::join(key.fields, ", "),
                            base::join(values, "/"), key.resource))
          .expect(fmt::format("a value of {}.{}", key.resource, base::join(key.reference, ", ")))
          .suggest(base::did_you_mean(values.back(), base::views(*known)));
    }
  }
}

void apply_caveats(Store& store, size_t number, sqlite3* handle, SqlGuard& guard, base::Diagnostics& diagnostics) {
  const Resource& resource = store.package.resources[number];
  for (const Caveat& caveat : resource.caveats) {
    const int stated_by = resource.find(caveat.stated_by);
    if (stated_by < 0 && !caveat.stated_by.empty()) {
      diagnostics
          .error("bad-caveat", caveat.stated_by_span,
                 fmt::format("\"{}\" is not a column of this resource", caveat.stated_by))
          .expect("the column that names who states the values")
          .suggest(base::did_you_mean(caveat.stated_by, resource.field_names()));
      continue;
    }
    const auto condition = for_sqlite(caveat.when, without_comments(sql_tokens(caveat.when)), store.numbers);
    const std::string sql = fmt::format("SELECT rowid, {} FROM {} WHERE ({}\n) ORDER BY rowid",
                                        stated_by < 0 ? "NULL" : quoted_name(caveat.stated_by),
                                        quoted_name(resource.name), condition ? condition->text : caveat.when);
    sqlite3_stmt* raw = nullptr;
    const char* tail = nullptr;
    guard.on();
    int status = sqlite3_prepare_v2(handle, sql.data(), static_cast<int>(sql.size()), &raw, &tail);
    Statement select(raw);
    if (status == SQLITE_OK && tail == sql.data() + sql.size() && sqlite3_bind_parameter_count(raw) == 0) {
      guard.on();
      for (status = sqlite3_step(raw); status == SQLITE_ROW; status = sqlite3_step(raw)) {
        const auto row = static_cast<size_t>(sqlite3_column_int64(raw, 0) - 1);
        store.records[number].add_caveat(row, caveat);
        if (const unsigned char* who = sqlite3_column_text(raw, 1))
          store.originators.emplace(std::pair(number, row),
                                    Originator{reinterpret_cast<const char*>(who),
                                               resource.fields[static_cast<size_t>(stated_by)].field.title});
      }
    }
    if (status != SQLITE_DONE) {
      std::string why = guard.refusal();
      if (why.empty() && !guard.stopped_by().empty()) why = fmt::format("it {}", guard.stopped_by());
      if (why.empty())
        why = status == SQLITE_OK ? "it is not one expression, or it has parameters" : sqlite3_errmsg(handle);
      constexpr std::string_view kNoColumn = "no such column: ";
      std::string help =
          why.starts_with(kNoColumn) ? base::did_you_mean(why.substr(kNoColumn.size()), resource.field_names()) : "";
      diagnostics.error("bad-caveat", caveat.span, "the condition of this caveat cannot be evaluated: " + why)
          .expect(fmt::format("an SQL expression over the columns of \"{}\"", resource.name))
          .suggest(std::move(help));
    }
    guard.off();
  }
}

void find_contradictions(Store& store) {
  using quantity::Exact;
  for (const Competition& competition : store.competitions)
    for (const Alternative& other : competition.others) {
      const std::optional<Exact> preferred = Exact::from(competition.preferred.value),
                                 value = exact_in(competition.preferred.unit, other, store.units);
      if (!preferred || !value || *preferred == *value) continue;
      std::optional<double> difference;
      if (preferred->sign() != 0) difference = ((*value - *preferred) / preferred->abs()).to_double();
      store.contradictions.push_back({competition.view, competition.key, competition.field, competition.preferred,
                                      other, difference, competition.because});
    }
}

void place_long_numbers(Store& store, sqlite3* handle, const std::vector<std::unique_ptr<RowErrors>>& errors) {
  std::vector<Store::LongCell> cells = std::exchange(store.long_cells, {});
  // Add them in ascending order, so that numbers between the same two doubles get doubles in this order.
  std::stable_sort(cells.begin(), cells.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  for (const Store::LongCell& cell : cells) {
    const Resource& resource = store.package.resources[cell.resource];
    const std::string& name = resource.fields[static_cast<size_t>(cell.at.field)].field.name;
    const std::optional<quantity::Value> in_sql = store.numbers.add_number(cell.number);
    const double nearest = cell.number.to_double();
    // SQLite would store this double as an INTEGER.
    const bool is_whole = in_sql && std::abs(nearest) < 0x1p63 && std::trunc(nearest) == nearest;
    if (in_sql && !is_whole) {
      if (*in_sql == quantity::Value(nearest)) continue;
      Statement update = prepare(
          handle, fmt::format("UPDATE {} SET {} = ?1 WHERE rowid = ?2", quoted_name(resource.name), quoted_name(name)));
      bind_value(update.get(), 1, *in_sql);
      sqlite3_bind_int64(update.get(), 2, static_cast<sqlite3_int64>(cell.at.row) + 1);
      step(update.get());
      continue;
    }
    RowErrors& of_resource = *errors[cell.resource];
    if (is_whole)
      of_resource.late("wrong-type", cell.at, fmt::format("\"{}\" has too many digits for a fraction", name))
          .expect("a whole number, or at most 15 digits before the decimal point");
    else
      of_resource
          .late("wrong-type", cell.at,
                fmt::format("\"{}\" cannot be distinguished from other numbers in calculations: they differ only after "
                            "their 16th digit",
                            name))
          .expect("at most four numbers between two adjacent doubles, which differ by 1e-16 of their size")
          .suggest("if you do not calculate with them, use the type string");
  }
}

}  // namespace data
