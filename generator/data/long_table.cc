#include "data/long_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/descriptor_check.h"
#include "data/rows.h"
#include "quantity/decimal.h"
#include "quantity/number_format.h"

namespace data {
namespace {

using quantity::Field;
using quantity::Value;

constexpr size_t kMaxColumns = 200;

// One row of the long resource.
struct Claim {
  size_t row = 0;  // in the file
  Value value;     // in the column's unit, as SQL has it
  Value published;
  std::string unit;
  bool preferred = false;
  std::string because;
};

struct WideRow {
  std::string key;
  std::vector<std::vector<Claim>> cells;  // of each column
};

class WideTable {
 public:
  WideTable(Store& store, size_t number, sqlite3* handle, base::Diagnostics& diagnostics)
      : store_(store),
        number_(number),
        resource_(store.package.resources[number]),
        form_(*resource_.long_form),
        handle_(handle),
        errors_(diagnostics) {}

  void run() {
    read_columns();
    read_claims();
    create();
    fill();
    report();
  }

 private:
  struct Problem {
    std::string_view code;
    std::string message, expected, help;
    CellAddress at;
    std::vector<std::pair<CellAddress, std::string>> notes;
  };

  const Field& value_field() const { return resource_.fields[static_cast<size_t>(resource_.find(form_.value))].field; }

  // The columns are the rows of another resource; what that one does not say, the value's own field says.
  void read_columns() {
    size_t number = store_.resource_numbers.at(form_.columns);
    const Resource& columns = store_.package.resources[number];
    auto expression = [&](std::string_view name) { return columns.find(name) < 0 ? "NULL" : quoted(name); };
    Statement select = prepare(
        handle_, fmt::format("SELECT {}, {}, {}, {}, {}, {}, {} FROM {} ORDER BY rowid", expression("name"),
                             expression("title"), expression("unit"), expression("better"), expression("format"),
                             expression("description"), expression("covers"), quoted(columns.name)));
    for (size_t row = 0; step(select.get()); ++row) {
      Field field = value_field();
      field.is_plain_number = false;
      field.name = column_text(select.get(), 0);
      if (field.name.empty()) continue;  // reported when it was loaded
      field.title = column_text(select.get(), 1);
      if (field.title.empty()) field.title = field.name;
      std::string_view unit = column_text(select.get(), 2);
      if (!unit.empty()) field.unit = unit;
      field.unit_field.clear();
      std::string_view better = column_text(select.get(), 3);
      if (better == "higher") field.better = quantity::Better::higher;
      if (better == "lower") field.better = quantity::Better::lower;
      if (std::string_view format = column_text(select.get(), 4); !format.empty()) field.format = format;
      if (std::string_view description = column_text(select.get(), 5); !description.empty())
        field.description = description;
      if (std::string_view covers = column_text(select.get(), 6); !covers.empty()) field.covers = covers;
      field.resource = resource_.name;
      field.column = form_.value;
      if (!check_column(columns, number, row, field)) continue;
      column_numbers_.emplace(field.name, fields_.size());
      units_.push_back(store_.units.parse(field.unit));
      fields_.push_back(std::move(field));
    }
  }

  // False for a column that no table can have.
  bool check_column(const Resource& columns, size_t number, size_t row, const Field& field) {
    auto tell = [&](std::string_view code, std::string_view where, std::string message, std::string expected) {
      if (store_.files[number] == nullptr) return;
      base::Span span = locate(columns, *store_.files[number], {{row, columns.find(where)}})[0];
      errors_.error(code, span, std::move(message)).expect(std::move(expected));
    };
    std::string why;
    bool taken = same_name(field.name, form_.row) ||
                 std::any_of(fields_.begin(), fields_.end(),
                             [&](const Field& other) { return same_name(other.name, field.name); });
    std::string lower = base::lower_case(field.name);
    if (taken || lower == kRef || lower.ends_with(kRefSuffix) || field.name.find('/') != std::string::npos) {
      tell("bad-name", "name", fmt::format("a column of \"{}\" cannot be named \"{}\"", form_.view, field.name),
           "a name of its own, without \"/\" and \"__ref\"");
      return false;
    }
    if (fields_.size() == kMaxColumns) {
      tell("too-many", "name", fmt::format("\"{}\" has more than {} columns", form_.view, kMaxColumns), "");
      return false;
    }
    if (field.unit.empty())
      tell("bad-unit", columns.find("unit") < 0 ? "name" : "unit", fmt::format("\"{}\" has no unit", field.name),
           "a unit such as \"GB/s\", or \"1\" for a plain number");
    else if (!store_.units.parse(field.unit, &why))
      tell("bad-unit", "unit", why, "a unit such as \"GB/s\", or \"1\" for a plain number");
    if (!field.format.empty() && columns.find("format") >= 0 && !quantity::NumberFormat::parse(field.format, &why))
      tell("bad-format", "format", why, "a d3-format such as \",.2f\" or \"~s\"");
    return true;
  }

  void read_claims() {
    auto expression = [&](std::string_view name) { return resource_.find(name) < 0 ? "NULL" : quoted(name); };
    std::string unit = value_field().unit_field;
    Statement select =
        prepare(handle_, fmt::format("SELECT {}, {}, {}, {}, {}, {} FROM {} ORDER BY rowid", quoted(form_.row),
                                     quoted(form_.column), quoted(form_.value),
                                     unit.empty() ? literal(value_field().unit) : quoted(unit), expression("preferred"),
                                     expression("because"), quoted(resource_.name)));
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
    std::vector<std::string_view> names;
    for (const Field& field : fields_) names.push_back(field.name);
    problems_.push_back(
        {"unknown-column",
         fmt::format("\"{}\" has no column \"{}\": it is no row of \"{}\"", form_.view, column, form_.columns),
         base::list_names(names, 40),
         base::did_you_mean(column, names),
         {row, resource_.find(form_.column)},
         {}});
  }

  // Into the column's unit, exactly.
  bool convert(Claim& claim, size_t column) {
    const std::string& wanted = fields_[column].unit;
    if (claim.unit == wanted || claim.unit.empty() || !units_[column]) return true;
    std::optional<quantity::Unit> from = store_.units.parse(claim.unit);
    if (!from) return true;  // reported when it was loaded
    std::optional<quantity::Exact> exact = quantity::Exact::from(claim.published);
    std::optional<quantity::Exact> converted = exact ? quantity::convert(*exact, *from, *units_[column]) : std::nullopt;
    if (!converted) {
      problems_.push_back({"unit-mismatch",
                           fmt::format("\"{}\" cannot be converted to \"{}\", the unit of \"{}\"", claim.unit, wanted,
                                       fields_[column].name),
                           fmt::format("{}, or a unit of the same kind", wanted),
                           "",
                           {claim.row, resource_.find(value_field().unit_field)},
                           {}});
      return false;
    }
    claim.value = store_.numbers.add(*converted).value_or(converted->to_double());
    return true;
  }

  WideRow& wide_row(const std::string& key) {
    auto [at, added] = row_numbers_.try_emplace(key, rows_.size());
    if (added) rows_.push_back({key, std::vector<std::vector<Claim>>(fields_.size())});
    return rows_[at->second];
  }

  void create() {
    std::string sql = fmt::format("CREATE TABLE {} ({} TEXT", quoted(form_.view), quoted(form_.row));
    for (const Field& field : fields_)
      sql += fmt::format(", {} NUMERIC, {} TEXT", quoted(field.name), quoted(field.name + std::string(kRefSuffix)));
    execute(handle_, sql + ")");
    TableInfo table;
    table.name = form_.view;
    table.kind = TableKind::wide;
    table.title = resource_.title;
    Field row = resource_.fields[static_cast<size_t>(resource_.find(form_.row))].field;
    table.fields.push_back(std::move(row));
    for (const Field& field : fields_) table.fields.push_back(field);
    table.resource = &resource_;
    table.rows = rows_.size();
    store_.add_table(std::move(table));
  }

  void fill() {
    std::string sql = fmt::format("INSERT INTO {} VALUES (?", quoted(form_.view));
    for (size_t i = 0; i < fields_.size(); ++i) sql += ",?,?";
    Statement insert = prepare(handle_, sql + ")");
    for (const WideRow& row : rows_) {
      sqlite3_reset(insert.get());
      sqlite3_clear_bindings(insert.get());
      bind_text(insert.get(), 1, row.key);
      for (size_t i = 0; i < fields_.size(); ++i) {
        const Claim* shown = choose(row, i);
        if (shown == nullptr) continue;
        int at = static_cast<int>(2 * i) + 2;
        bind_value(insert.get(), at, shown->value);
        bind_value(insert.get(), at + 1, ref_of(*shown));
      }
      step(insert.get());
    }
    execute(handle_, fmt::format("CREATE INDEX {} ON {} ({})", quoted(form_.view + "/index1"), quoted(form_.view),
                                 quoted(form_.row)));
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
      return shown == nullptr ? &claims[0] : shown;
    }
    if (shown->because.empty())
      problems_.push_back({"competing-values",
                           fmt::format("\"{}\" of \"{}\" is preferred to other values, but does not say why",
                                       fields_[column].name, row.key),
                           "a \"because\"",
                           "",
                           {shown->row, -1},
                           {}});
    record_competition(row, column, *shown);
    return shown;
  }

  void record_competition(const WideRow& row, size_t column, const Claim& shown) {
    auto alternative = [&](const Claim& claim) { return Alternative{ref_of(claim), claim.published, claim.unit}; };
    Competition competition{form_.view, row.key, fields_[column], alternative(shown), shown.because, {}};
    for (const Claim& claim : row.cells[column]) {
      store_.competition_numbers_by_ref.emplace(ref_of(claim), store_.competitions.size());
      if (&claim != &shown) competition.others.push_back(alternative(claim));
    }
    store_.competition_numbers.emplace(fmt::format("{}\n{}\n{}", form_.view, row.key, fields_[column].name),
                                       store_.competitions.size());
    store_.competitions.push_back(std::move(competition));
  }

  void compete(const WideRow& row, size_t column, size_t preferred) {
    Problem problem;
    problem.code = "competing-values";
    const std::vector<Claim>& claims = row.cells[column];
    const Claim* first = nullptr;
    for (const Claim& claim : claims) {
      if (preferred > 0 && !claim.preferred) continue;
      if (first == nullptr) {
        first = &claim;
        problem.at = {claim.row, -1};
      } else {
        problem.notes.push_back({{claim.row, -1}, preferred > 0 ? "also preferred" : "also published"});
      }
    }
    problem.message = preferred == 0 ? fmt::format("{} rows give \"{}\" of \"{}\", and none is preferred",
                                                   claims.size(), fields_[column].name, row.key)
                                     : fmt::format("{} rows are preferred for \"{}\" of \"{}\"", preferred,
                                                   fields_[column].name, row.key);
    problem.expected = "one of them with \"preferred\": true and a \"because\"";
    problems_.push_back(std::move(problem));
  }

  void report() {
    const base::SourceText* file = store_.files[number_];
    if (problems_.empty() || file == nullptr) return;
    std::vector<CellAddress> addresses;
    for (const Problem& problem : problems_) {
      addresses.push_back(problem.at);
      for (const auto& [at, text] : problem.notes) addresses.push_back(at);
    }
    std::vector<base::Span> spans = locate(resource_, *file, addresses);
    size_t next = 0;
    for (Problem& problem : problems_) {
      base::Diagnostic& said = errors_.error(problem.code, spans[next++], std::move(problem.message));
      said.expect(std::move(problem.expected)).suggest(std::move(problem.help));
      for (auto& [at, text] : problem.notes) said.note(spans[next++], std::move(text));
    }
  }

  Store& store_;
  size_t number_;
  const Resource& resource_;
  const LongForm& form_;
  sqlite3* handle_;
  RowErrors errors_;
  std::vector<Field> fields_;  // of the columns, without the row's
  std::vector<std::optional<quantity::Unit>> units_;
  std::unordered_map<std::string, size_t> column_numbers_;
  std::vector<WideRow> rows_;  // in the order in which the file names them
  std::unordered_map<std::string, size_t> row_numbers_;
  std::vector<Problem> problems_;
};

}  // namespace

void make_wide_table(Store& store, size_t resource, sqlite3* handle, base::Diagnostics& diagnostics) {
  WideTable(store, resource, handle, diagnostics).run();
}

}  // namespace data
