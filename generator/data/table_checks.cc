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

using quantity::Exact;

// How far an alternative is from the preferred value.
struct Distance {
  bool comparable = false;         // whether both are numbers, and their units convert
  bool within = false;             // whether the difference is within the tolerance
  std::optional<double> relative;  // the relative difference; nullopt if the preferred value is 0
};

Distance distance_of(const Alternative& preferred, const Alternative& other, const Exact& tolerance,
                     const quantity::Units& units) {
  std::optional<Exact> a = Exact::from(preferred.value), b = Exact::from(other.value);
  if (!a || !b) return {};
  if (preferred.unit != other.unit) {
    auto to = units.parse(preferred.unit), from = units.parse(other.unit);
    if (!to || !from) return {};
    b = quantity::convert(*b, *from, *to);
    if (!b) return {};
  }
  Exact apart = *b - *a;
  if (a->sign() == 0) return {true, apart.sign() == 0, std::nullopt};
  Exact share = apart / a->abs();
  return {true, share.abs() <= tolerance, share.to_double()};
}

// Compares values for one cell of a wide table. Their units were converted when the table was made.
void compare_competitors(Store& store) {
  for (const Competition& competition : store.competitions) {
    const Exact& tolerance = store.package.find(competition.field.resource)->tolerance;
    for (const Alternative& other : competition.others) {
      Distance distance = distance_of(competition.preferred, other, tolerance, store.units);
      if (!distance.comparable || distance.within) continue;
      store.contradictions.push_back({competition.view, competition.key, competition.field, competition.preferred,
                                      other, distance.relative, competition.because});
    }
  }
}

// Compares a column that has a "same_as" with the column that it names.
class ColumnComparison {
 public:
  ColumnComparison(Store& store, const Resource& resource, const ResourceField& field, sqlite3* handle,
                   base::Diagnostics& diagnostics)
      : store_(store), resource_(resource), field_(field), handle_(handle), diagnostics_(diagnostics) {}

  void run() {
    if (!find_target()) return;
    Statement select = prepare(handle_, query());
    while (step(select.get())) {
      sqlite3_stmt* row = select.get();
      auto alternative = [&](int at) {
        return Alternative{std::string(column_text(row, at)), column_value(row, at + 1, store_.numbers),
                           std::string(column_text(row, at + 2))};
      };
      if (!compare(std::string(column_text(row, 0)), alternative(1), alternative(4))) return;
    }
  }

 private:
  bool find_target() {
    const SameAs& same = field_.same_as;
    const auto found = store_.find_column(same.table, same.column);
    if (!found) {
      diagnostics_.error(found.error().code, same.span, found.error().message).suggest(found.error().help);
      return false;
    }
    other_ = found.value().table;
    column_ = &found.value().field();
    if (other_->kind == TableKind::view) {
      diagnostics_.error("unknown-table", same.span, fmt::format("\"{}\" is a view defined by a query", same.table))
          .expect("a resource, or the view of a long one");
      return false;
    }
    if (!column_->has_unit()) {
      diagnostics_.error("bad-unit", same.span, fmt::format("\"{}\" has no unit, so it is not a quantity", same.column))
          .expect("a column with a unit");
      return false;
    }
    return find_keys();
  }

  bool find_keys() {
    keys_ = other_->kind == TableKind::wide ? std::vector<std::string>{other_->resource->long_form->row}
                                            : other_->resource->primary_key;
    for (const std::string& key : keys_) {
      if (resource_.find(key) >= 0) continue;
      diagnostics_
          .error(
              "missing-key", field_.same_as.span,
              fmt::format("\"{}\" has no column \"{}\" to find the row of \"{}\"", resource_.name, key, other_->name))
          .expect(fmt::format("columns with the names of that table's key: {}", base::join(keys_, ", ")));
      return false;
    }
    return !keys_.empty();
  }

  static std::string unit_of(std::string_view table, const quantity::Field& field) {
    return field.unit_field.empty() ? literal(field.unit) : fmt::format("{}.{}", table, quoted_name(field.unit_field));
  }

  // Selects the key; then ref, value and unit in the other table, whose row is preferred; then the same in this table.
  std::string query() const {
    std::string on, key;
    for (const std::string& name : keys_) {
      on += fmt::format("{}a.{} = b.{}", on.empty() ? "" : " AND ", quoted_name(name), quoted_name(name));
      key += fmt::format("{}b.{}", key.empty() ? "" : " || '/' || ", quoted_name(name));
    }
    std::string ref = other_->kind == TableKind::wide ? column_->name + std::string(kRefSuffix) : std::string(kRef);
    return fmt::format(
        "SELECT {0}, b.{1}, b.{2}, {3}, a.{4}, a.{5}, {6} FROM {7} a JOIN {8} b ON {9} WHERE b.{2} IS NOT NULL AND "
        "a.{5} IS NOT NULL ORDER BY a.rowid",
        key, quoted_name(ref), quoted_name(column_->name), unit_of("b", *column_), quoted_name(kRef),
        quoted_name(field_.field.name), unit_of("a", field_.field), quoted_name(resource_.name),
        quoted_name(other_->name), on);
  }

  // Returns false if the columns cannot be compared.
  bool compare(std::string key, Alternative preferred, Alternative other) {
    Distance distance = distance_of(preferred, other, resource_.tolerance, store_.units);
    if (!distance.comparable) {
      if (!store_.units.parse(preferred.unit) || !store_.units.parse(other.unit)) return true;  // the unit was reported
      diagnostics_.error("unit-mismatch", field_.same_as.span,
                         fmt::format("\"{}\" is given in {}, \"{}.{}\" in {}: these do not convert", field_.field.name,
                                     other.unit, other_->name, column_->name, preferred.unit));
      return false;
    }
    if (distance.within) return true;
    std::string because = field_.same_as.because;
    const auto found = store_.competition_numbers.find(preferred.ref);
    if (because.empty() && found != store_.competition_numbers.end())
      because = store_.competitions[found->second].because;
    store_.contradictions.push_back({other_->name, std::move(key), *column_, std::move(preferred), std::move(other),
                                     distance.relative, std::move(because)});
    return true;
  }

  Store& store_;
  const Resource& resource_;
  const ResourceField& field_;
  sqlite3* handle_;
  base::Diagnostics& diagnostics_;
  const TableInfo* other_ = nullptr;
  const quantity::Field* column_ = nullptr;
  std::vector<std::string> keys_;
};

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
  Records& records = store.records[number];
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
        records[row].caveats.push_back(&caveat);
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

void find_contradictions(Store& store, sqlite3* handle, base::Diagnostics& diagnostics) {
  compare_competitors(store);
  for (const Resource& resource : store.package.resources)
    for (const ResourceField& field : resource.fields)
      if (!field.same_as.table.empty()) ColumnComparison(store, resource, field, handle, diagnostics).run();
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
