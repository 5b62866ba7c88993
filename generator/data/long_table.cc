// Makes a wide table from a resource with a row for each value (data/store.h).
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/descriptor_parts.h"
#include "data/store.h"
#include "quantity/decimal.h"

namespace data {
namespace {

using quantity::Field;
using quantity::Value;

constexpr size_t kMaxColumns = 200;

// A row of the long resource: one value of one thing.
struct Claim {
  size_t row = 0;  // the row's index in the file
  Value value;     // the value in the column's unit, as SQL stores it
  Value published;
  std::string unit;
  bool preferred = false;
  std::string because;
};

struct WideRow {
  std::string key;
  std::vector<std::vector<Claim>> cells;  // a list of claims for each column
};

class WideTable {
 public:
  WideTable(Store& store, size_t number, sqlite3* handle, base::Diagnostics& diagnostics)
      : store_(store),
        number_(number),
        resource_(store.package.resources[number]),
        form_(*resource_.long_form),
        handle_(handle),
        columns_number_(store.resource_numbers.at(form_.columns)),
        errors_(diagnostics, &resource_, store.texts[number].texts),
        column_errors_(diagnostics, &store.package.resources[columns_number_], store.texts[columns_number_].texts) {}

  void run() {
    read_columns();
    read_claims();
    create();
    fill();
  }

 private:
  const Field& value_field() const { return resource_.fields[static_cast<size_t>(resource_.find(form_.value))].field; }

  // Reads the columns, which are rows of another resource. The field of the values has the defaults.
  void read_columns() {
    const Resource& columns = store_.package.resources[columns_number_];
    auto expression = [&](std::string_view name) { return columns.find(name) < 0 ? "NULL" : quoted_name(name); };
    Statement select = prepare(
        handle_, fmt::format("SELECT {}, {}, {}, {}, {}, {}, {} FROM {} ORDER BY rowid", expression("name"),
                             expression("title"), expression("unit"), expression("better"), expression("format"),
                             expression("description"), expression("covers"), quoted_name(columns.name)));
    for (size_t row = 0; step(select.get()); ++row) {
      auto override = [&](int column, std::string& text) {
        if (std::string_view given = column_text(select.get(), column); !given.empty()) text = given;
      };
      Field field = value_field();
      field.is_plain_number = false;
      field.name = column_text(select.get(), 0);
      if (field.name.empty()) continue;  // the missing key was reported when the resource was loaded
      field.title = field.name;
      override(1, field.title);
      override(2, field.unit);
      field.unit_field.clear();
      std::string_view better = column_text(select.get(), 3);
      if (better == "higher") field.better = quantity::Better::higher;
      if (better == "lower") field.better = quantity::Better::lower;
      override(4, field.format);
      override(5, field.description);
      override(6, field.covers);
      field.resource = resource_.name;
      field.column = form_.value;
      if (!check_column(columns, row, field)) continue;
      column_numbers_.emplace(field.name, fields_.size());
      units_.push_back(store_.units.parse(field.unit));
      fields_.push_back(std::move(field));
    }
  }

  // Returns false if no table can have this column.
  bool check_column(const Resource& columns, size_t row, const Field& field) {
    auto report = [&](std::string_view code, std::string_view column, std::string message, std::string expected) {
      if (store_.texts[columns_number_].texts.empty()) return;
      column_errors_.late(code, {row, columns.find(column)}, std::move(message)).expect(std::move(expected));
    };
    bool taken = same_name(field.name, form_.row) ||
                 std::ranges::any_of(fields_, [&](const Field& other) { return same_name(other.name, field.name); });
    std::string lower = base::lower_case(field.name);
    if (taken || lower == kRef || lower.ends_with(kRefSuffix) || field.name.find('/') != std::string::npos) {
      report("bad-name", "name", fmt::format("a column of \"{}\" cannot be named \"{}\"", form_.view, field.name),
             "a unique name without \"/\" and \"__ref\"");
      return false;
    }
    if (fields_.size() == kMaxColumns) {
      report("too-many", "name", fmt::format("\"{}\" has more than {} columns", form_.view, kMaxColumns), "");
      return false;
    }
    if (field.unit.empty())
      report("bad-unit", columns.find("unit") < 0 ? "name" : "unit", fmt::format("\"{}\" has no unit", field.name),
             std::string(kUnitForm));
    base::Diagnostics wrong;
    check_unit(field.unit, store_.units, {}, wrong);
    if (columns.find("format") >= 0) check_format(field.format, field.unit, {}, wrong);
    for (const base::Diagnostic& each : wrong.list())
      report(each.code, each.code == "bad-unit" ? "unit" : "format", each.message, each.expected);
    return true;
  }

  void read_claims() {
    auto expression = [&](std::string_view name) { return resource_.find(name) < 0 ? "NULL" : quoted_name(name); };
    std::string unit = value_field().unit_field;
    Statement select =
        prepare(handle_, fmt::format("SELECT {}, {}, {}, {}, {}, {} FROM {} ORDER BY rowid", quoted_name(form_.row),
                                     quoted_name(form_.column), quoted_name(form_.value),
                                     unit.empty() ? literal(value_field().unit) : quoted_name(unit),
                                     expression("preferred"), expression("because"), quoted_name(resource_.name)));
    for (size_t row = 0; step(select.get()); ++row) {
      sqlite3_stmt* s = select.get();
      std::string key(column_text(s, 0));
      std::string column(column_text(s, 1));
      Claim claim;
      claim.row = row;
      claim.published = column_value(s, 2, store_.numbers);
      claim.unit = column_text(s, 3);
      claim.preferred = sqlite3_column_int(s, 4) != 0;
      claim.because = base::trim(column_text(s, 5));
      if (key.empty() || column.empty() || quantity::is_null(claim.published)) continue;
      auto found = column_numbers_.find(column);
      if (found == column_numbers_.end()) {
        unknown_column(row, column);
        continue;
      }
      claim.value = store_.numbers.in_sql(claim.published);
      if (!convert(claim, found->second)) continue;
      wide_row(key).cells[found->second].push_back(std::move(claim));
    }
  }

  void unknown_column(size_t row, const std::string& column) {
    const std::vector<std::string_view> names = base::views(fields_, &Field::name);
    errors_
        .late("unknown-column", {row, resource_.find(form_.column)},
              fmt::format("\"{}\" has no column \"{}\": it is not a row of \"{}\"", form_.view, column, form_.columns))
        .expect(base::list_names(names, 40))
        .suggest(base::did_you_mean(column, names));
  }

  // Converts the value to the column's unit, exactly.
  bool convert(Claim& claim, size_t column) {
    const std::string& wanted = fields_[column].unit;
    if (claim.unit == wanted || claim.unit.empty() || !units_[column]) return true;
    std::optional<quantity::Unit> from = store_.units.parse(claim.unit);
    if (!from) return true;  // the invalid unit was reported when the resource was loaded
    std::optional<quantity::Exact> exact = quantity::Exact::from(claim.published);
    std::optional<quantity::Exact> converted = exact ? quantity::convert(*exact, *from, *units_[column]) : std::nullopt;
    if (!converted) {
      errors_
          .late("unit-mismatch", {claim.row, resource_.find(value_field().unit_field)},
                fmt::format("\"{}\" cannot be converted to \"{}\", the unit of \"{}\"", claim.unit, wanted,
                            fields_[column].name))
          .expect(fmt::format("{}, or a unit of the same kind", wanted));
      return false;
    }
    claim.value = store_.numbers.add_number(*converted).value_or(converted->to_double());
    return true;
  }

  WideRow& wide_row(const std::string& key) {
    auto [at, added] = row_numbers_.try_emplace(key, rows_.size());
    if (added) rows_.push_back({key, std::vector<std::vector<Claim>>(fields_.size())});
    return rows_[at->second];
  }

  void create() {
    std::string sql = fmt::format("CREATE TABLE {} ({} TEXT", quoted_name(form_.view), quoted_name(form_.row));
    for (const Field& field : fields_)
      sql += fmt::format(", {} NUMERIC, {} TEXT", quoted_name(field.name),
                         quoted_name(field.name + std::string(kRefSuffix)));
    execute(handle_, sql + ")");
    std::vector<Field> fields{resource_.fields[static_cast<size_t>(resource_.find(form_.row))].field};
    fields.insert(fields.end(), fields_.begin(), fields_.end());
    store_.add_table({form_.view, TableKind::wide, resource_.title, std::move(fields), &resource_, "", rows_.size()});
  }

  void fill() {
    Statement insert = prepare_insert(handle_, form_.view, 1 + 2 * fields_.size());
    for (const WideRow& row : rows_) {
      sqlite3_reset(insert.get());
      sqlite3_clear_bindings(insert.get());
      bind_text(insert.get(), 1, row.key);
      for (size_t i = 0; i < fields_.size(); ++i) {
        const Claim* shown = choose(row, i);
        if (!shown) continue;
        int at = static_cast<int>(2 * i) + 2;
        bind_value(insert.get(), at, shown->value);
        bind_value(insert.get(), at + 1, ref_of(*shown));
      }
      step(insert.get());
    }
    create_index(handle_, form_.view, 1, {form_.row});
  }

  std::string ref_of(const Claim& claim) const {
    return fmt::format("{}/{}", resource_.name, store_.records[number_][claim.row].key);
  }

  const Claim* choose(const WideRow& row, size_t column) {
    const std::vector<Claim>& claims = row.cells[column];
    if (claims.empty()) return nullptr;
    if (claims.size() == 1) return &claims[0];
    const Claim* shown = nullptr;
    size_t preferred = 0;
    for (const Claim& claim : claims)
      if (claim.preferred && ++preferred == 1) shown = &claim;
    if (preferred != 1) {
      compete(row, column, preferred);
      return shown ? shown : &claims[0];
    }
    if (shown->because.empty())
      errors_
          .late("competing-values", {shown->row, -1},
                fmt::format("\"{}\" of \"{}\" is preferred to other values without a reason", fields_[column].name,
                            row.key))
          .expect("a \"because\"");
    record_competition(row, column, *shown);
    return shown;
  }

  void record_competition(const WideRow& row, size_t column, const Claim& shown) {
    auto alternative = [&](const Claim& claim) { return Alternative{ref_of(claim), claim.published, claim.unit}; };
    Competition competition{form_.view, row.key, fields_[column], alternative(shown), shown.because, {}};
    for (const Claim& claim : row.cells[column]) {
      store_.competition_numbers.emplace(ref_of(claim), store_.competitions.size());
      if (&claim != &shown) competition.others.push_back(alternative(claim));
    }
    store_.competitions.push_back(std::move(competition));
  }

  void compete(const WideRow& row, size_t column, size_t preferred) {
    std::vector<const Claim*> claims;
    for (const Claim& claim : row.cells[column])
      if (preferred == 0 || claim.preferred) claims.push_back(&claim);
    const std::string& name = fields_[column].name;
    LateError& error = errors_.late("competing-values", {claims[0]->row, -1},
                                    fmt::format("{} rows {} for \"{}\" of \"{}\"{}", claims.size(),
                                                preferred > 0 ? "are preferred" : "have a value", name, row.key,
                                                preferred > 0 ? "" : ", and none is preferred"));
    error.expect("one of them with \"preferred\": true and a \"because\"");
    for (size_t i = 1; i < claims.size(); ++i)
      error.note_at({claims[i]->row, -1}, preferred > 0 ? "also preferred" : "also published");
  }

  Store& store_;
  size_t number_;
  const Resource& resource_;
  const LongForm& form_;
  sqlite3* handle_;
  size_t columns_number_;  // index of the resource whose rows are the columns
  RowErrors errors_, column_errors_;
  std::vector<Field> fields_;  // the fields of the columns, without the row's key
  std::vector<std::optional<quantity::Unit>> units_;
  std::unordered_map<std::string, size_t> column_numbers_;
  std::vector<WideRow> rows_;  // rows in the order of the file
  std::unordered_map<std::string, size_t> row_numbers_;
};

}  // namespace

void make_wide_table(Store& store, size_t resource, sqlite3* handle, base::Diagnostics& diagnostics) {
  WideTable(store, resource, handle, diagnostics).run();
}

}  // namespace data
