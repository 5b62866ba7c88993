#include "data/contradictions.h"

#include <fmt/format.h>

#include "base/suggest.h"
#include "base/text.h"
#include "quantity/decimal.h"

namespace data {
namespace {

using quantity::Exact;

// How the other lies to the preferred one.
struct Distance {
  bool comparable = false;         // both are numbers of units that convert
  bool within = false;             // the tolerance
  std::optional<double> relative;  // nothing when the preferred one is 0
};

Distance distance_of(const Alternative& preferred, const Alternative& other, const Exact& tolerance,
                     const quantity::Units& units) {
  std::optional<Exact> a = Exact::from(preferred.value), b = Exact::from(other.value);
  if (!a || !b) return {};
  if (preferred.unit != other.unit) {
    auto to = units.parse(preferred.unit), from = units.parse(other.unit);
    if (!to || !from) return {};
    if (b = quantity::convert(*b, *from, *to); !b) return {};
  }
  Exact apart = *b - *a;
  if (a->sign() == 0) return {true, apart.sign() == 0, std::nullopt};
  Exact share = apart / a->abs();
  return {true, share.abs() <= tolerance, share.to_double()};
}

// Those of wide tables, whose units were converted when they were loaded.
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

// One column with a "same_as", held against the column that it names.
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
    other_ = store_.find_table(same.table);
    if (other_ == nullptr || other_->kind == TableKind::view) {
      std::vector<std::string_view> names;
      for (const TableInfo& table : store_.tables)
        if (table.kind != TableKind::view) names.push_back(table.name);
      diagnostics_
          .error("unknown-table", same.span,
                 fmt::format("there is no resource and no view of a long one \"{}\"", same.table))
          .expect("one of " + base::list_names(names, 20))
          .suggest(base::did_you_mean(same.table, names));
      return false;
    }
    int column = other_->find(same.column);
    if (column < 0) {
      std::vector<std::string_view> names;
      for (const quantity::Field& known : other_->fields) names.push_back(known.name);
      diagnostics_
          .error("unknown-column", same.span, fmt::format("\"{}\" has no column \"{}\"", same.table, same.column))
          .suggest(base::did_you_mean(same.column, names));
      return false;
    }
    column_ = &other_->fields[static_cast<size_t>(column)];
    if (!column_->has_unit()) {
      diagnostics_
          .error("bad-unit", same.span, fmt::format("\"{}\" has no unit, so it states no quantity", same.column))
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
          .error("missing-key", field_.same_as.span,
                 fmt::format("\"{}\" has no column \"{}\", by which to find the row of \"{}\"", resource_.name, key,
                             other_->name))
          .expect(fmt::format("columns of the names of that table's key: {}", base::join(keys_, ", ")));
      return false;
    }
    return !keys_.empty();
  }

  static std::string unit_of(std::string_view table, const quantity::Field& field) {
    return field.unit_field.empty() ? literal(field.unit) : fmt::format("{}.{}", table, quoted(field.unit_field));
  }

  // key, then ref, value and unit: first of the other table, whose row is the preferred one, then of this one.
  std::string query() const {
    std::string on, key, given;
    for (const std::string& name : keys_) {
      on += fmt::format("{}a.{} = b.{}", on.empty() ? "" : " AND ", quoted(name), quoted(name));
      key += fmt::format("{}b.{}", key.empty() ? "" : " || '/' || ", quoted(name));
    }
    std::string ref = other_->kind == TableKind::wide ? column_->name + std::string(kRefSuffix) : std::string(kRef);
    return fmt::format(
        "SELECT {}, b.{}, b.{}, {}, a.{}, a.{}, {} FROM {} a JOIN {} b ON {} WHERE b.{} IS NOT NULL AND a.{} IS NOT "
        "NULL ORDER BY a.rowid",
        key, quoted(ref), quoted(column_->name), unit_of("b", *column_), quoted(kRef), quoted(field_.field.name),
        unit_of("a", field_.field), quoted(resource_.name), quoted(other_->name), on, quoted(column_->name),
        quoted(field_.field.name));
  }

  // False when the columns can't be compared at all.
  bool compare(std::string key, Alternative preferred, Alternative other) {
    Distance distance = distance_of(preferred, other, resource_.tolerance, store_.units);
    if (!distance.comparable) {
      if (!store_.units.parse(preferred.unit) || !store_.units.parse(other.unit)) return true;  // has been reported
      diagnostics_.error("unit-mismatch", field_.same_as.span,
                         fmt::format("\"{}\" is given in {}, \"{}.{}\" in {}: these do not convert", field_.field.name,
                                     other.unit, other_->name, column_->name, preferred.unit));
      return false;
    }
    if (distance.within) return true;
    std::string because = field_.same_as.because;
    if (auto found = store_.competition_numbers_by_ref.find(preferred.ref);
        because.empty() && found != store_.competition_numbers_by_ref.end())
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

void find_contradictions(Store& store, sqlite3* handle, base::Diagnostics& diagnostics) {
  compare_competitors(store);
  for (const Resource& resource : store.package.resources)
    for (const ResourceField& field : resource.fields)
      if (!field.same_as.table.empty()) ColumnComparison(store, resource, field, handle, diagnostics).run();
}

}  // namespace data
