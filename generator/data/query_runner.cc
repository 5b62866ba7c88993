// Runs a query and makes a frame of its result (data/compiled_query.h).
#include "data/compiled_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/work.h"
#include "data/sql_functions.h"
#include "quantity/number_format.h"
#include "quantity/present.h"

namespace data {
namespace {

constexpr uint64_t kWorkOfCell = 16;
constexpr size_t kLongText = 1000, kCopiesOfText = 8;

// Whether a text contains U+061C, U+200E, U+200F, U+202A to U+202E or U+2066 to U+2069.
bool changes_direction(std::string_view text) {
  while (!text.empty()) {
    const char32_t c = base::take_code_point(text);
    if (c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069))
      return true;
  }
  return false;
}

class QueryRunner {
 public:
  QueryRunner(CompiledQuery& query, const Session& session, const Query& source, base::Diagnostics& diagnostics)
      : query_(query),
        session_(session),
        source_(source),
        diagnostics_(diagnostics),
        statement_(query.statement.get()) {}
  ~QueryRunner() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
    session_.guard.off();
  }

  std::optional<quantity::Frame> run(const Params& params, const OnRow& on_row) {
    if (!bind_parameters(params)) return std::nullopt;
    frame_.name = source_.name;
    frame_.fields = query_.fields;
    reported_.assign(query_.fields.size(), false);
    for (size_t i = 0; i < query_.fields.size(); ++i)
      ref_scopes_.push_back(may_have_own_source(query_.fields[i]) ? std::to_string(i) + "\n" : "");
    for (size_t i = 0; i < query_.fields.size(); ++i)
      may_be_from_text_.push_back(source_.shown && query_.columns[i].computed && may_be_from_text(query_.fields[i]));
    size_t before = diagnostics_.errors();
    std::optional<base::Meter> meter;  // the meter of a call outside a build
    if (source_.is_limited && !base::Meter::current()) meter.emplace(base::work_allowed(0));
    if (source_.is_limited && base::Meter::current()->is_over()) return std::nullopt;  // the error was reported
    if (source_.is_limited)
      session_.guard.on(statement_);  // SQLite may recompile the statement, and so needs the guard again
    int status = sqlite3_step(statement_);
    for (; status == SQLITE_ROW; status = sqlite3_step(statement_)) {
      ++rows_;
      const size_t bytes = bytes_;
      for (size_t i = 0; i < query_.columns.size(); ++i) read_cell(i);
      if (source_.is_limited && !base::charge_work(kWorkOfCell * query_.columns.size() + (bytes_ - bytes) / 2))
        return too_much("returns too many rows");
      if (on_row) on_row(statement_);
    }
    if (status != SQLITE_DONE) return failed();
    if (source_.shown) check_formats();
    if (diagnostics_.errors() != before) return std::nullopt;
    frame_.cells.shrink_to_fit();
    return std::move(frame_);
  }

 private:
  base::Span at(TextRange range) const { return range.within(source_.sql); }

  bool bind_parameters(const Params& params) {
    bool good = true;
    for (size_t i = 0; i < query_.parameters.size(); ++i) {
      const CompiledQuery::Parameter& parameter = query_.parameters[i];
      auto given = params.find(parameter.name);
      if (given != params.end()) {
        bind_value(statement_, static_cast<int>(i) + 1, session_.numbers.in_sql(given->second));
        continue;
      }
      const std::vector<std::string_view> names = base::views(params, &Params::value_type::first);
      diagnostics_
          .error("unknown-parameter", at(parameter.at), fmt::format("there is no parameter \"{}\"", parameter.name))
          .expect(names.empty() ? "a value in the page's params" : base::list_names(names, 40))
          .suggest(base::did_you_mean(parameter.name, names));
      good = false;
    }
    return good;
  }

  void read_cell(size_t i) {
    const CompiledQuery::Column& column = query_.columns[i];
    quantity::Value value;
    if (sqlite3_column_type(statement_, column.index) == SQLITE_BLOB) {
      report(i, "sql-error", "contains bytes, not text or a number", "");
    } else {
      value = column_value(statement_, column.index, session_.numbers);
    }
    bytes_ += sizeof(value) + sizeof(uint32_t);
    if (const auto* decimal = std::get_if<quantity::Decimal>(&value)) bytes_ += decimal->digits.size();
    if (const auto* text = std::get_if<std::string>(&value)) {
      // Pages may copy a long text often before they can be charged for it.
      bytes_ += text->size() * (text->size() > kLongText ? kCopiesOfText : 1);
      if (column.computed && (base::find_invalid_utf8(*text) || text->find('\0') != std::string::npos))
        report(i, "sql-error", "contains bytes that are not UTF-8 text", "");
      if (column.computed && changes_direction(*text))
        report(i, "text-direction", "contains a character that changes the direction of text",
               "select the text without it: readers would see the numbers beside it in another order");
    }
    if (const auto* number = std::get_if<double>(&value); number && !std::isfinite(*number))
      report(i, "sql-error", "is infinite", "");
    if (column.undeclared && quantity::is_number(value)) undeclared(i);
    frame_.cell_refs.push_back(refs_of(i, value));
    frame_.cells.push_back(std::move(value));
  }

  // Reports formats that the column has from another one, "like", with another unit.
  void check_formats() {
    for (size_t i = 0; i < query_.fields.size(); ++i) {
      const std::string& format = query_.fields[i].format;
      std::string why;
      if (!format.empty() &&
          !quantity::NumberFormat::parse_for(quantity::unit_for_format(frame_, i, format), format, &why))
        report(i, "bad-format", fmt::format("has a format of another unit: {}", why),
               "declare its own format: -- @name {format: \",.2f\"}");
    }
  }

  // Whether a column's refs may include columns with their own sources; for a computed value this is always possible.
  bool may_have_own_source(const quantity::Field& field) const {
    const std::vector<Resource>& all = session_.store.package.resources;
    return std::any_of(all.begin(), all.end(), [&](const Resource& resource) {
      return resource.has_field_sources() && (field.resource.empty() || field.resource == resource.name);
    });
  }

  // Returns the index of a cell's set of refs in frame_.refs.
  uint32_t refs_of(size_t i, const quantity::Value& value) {
    const CompiledQuery::Column& column = query_.columns[i];
    if (column.ref_index < 0 || quantity::is_null(value)) return 0;
    std::string_view refs = column_text(statement_, column.ref_index);
    if (refs.empty()) {
      if (source_.shown && query_.fields[i].is_measure())
        report(i, "number-without-ref",
               fmt::format("has no source in row {}: its {} is null", rows_,
                           query_.names[static_cast<size_t>(column.ref_index)]),
               "select the ref of its record");
      return 0;
    }
    const auto [known, is_new] =
        known_refs_.try_emplace(ref_scopes_[i] + std::string(refs), static_cast<uint32_t>(frame_.refs.size()));
    if (may_be_from_text_[i] && with_source_.insert(known->second).second) check_sources(i, refs);
    if (!is_new) return known->second;
    for (std::string_view ref : refs_in(refs))
      if (!session_.store.resolve(ref)) unknown_ref(i, ref);
    session_.store.add_refs(refs, query_.fields[i], frame_.refs.emplace_back());
    bytes_ += 2 * refs.size();
    return known->second;
  }

  // Whether numbers of a computed column may be taken out of texts: those in units that count nothing, and all of
  // queries that read JSON. Others are counts of rows, and constants.
  bool may_be_from_text(const quantity::Field& field) const {
    if (!field.is_measure()) return false;
    const std::string sql = base::lower(source_.sql.text());
    if (sql.find("json") != std::string::npos || sql.find("->") != std::string::npos) return true;
    const auto unit = session_.store.units.parse(field.unit);
    return unit && !std::ranges::all_of(unit->parts,
                                        [&](const auto& part) { return session_.store.units.is_count(part.name); });
  }

  // A table of texts needs no source, but a number that is taken out of its texts does.
  void check_sources(size_t i, std::string_view refs) {
    std::string_view without;
    for (std::string_view ref : refs_in(refs)) {
      const std::optional<Store::Place> place = session_.store.place_of(ref);
      const bool has_own = place && place->own && !place->own->source.empty();
      if (!place || has_own || place->record.source || !place->resource.no_source.empty()) return;
      without = place->resource.name;
    }
    report(i, "number-without-ref", fmt::format("has no source: it is computed from \"{}\", which has none", without),
           fmt::format("write the \"source\" of \"{}\", or \"sources\": \"none\" with a \"reason\"", without));
  }

  // Reports an error at most once for each column.
  void report(size_t i, std::string_view code, std::string what, std::string help) {
    if (reported_[i]) return;
    reported_[i] = true;
    diagnostics_.error(code, at(query_.columns[i].at), fmt::format("\"{}\" {}", query_.fields[i].name, what))
        .suggest(std::move(help));
  }

  void unknown_ref(size_t i, std::string_view ref) {
    // Report the row's ref at a measured cell, if there is one, rather than at the first cell.
    for (size_t j = 0; j < query_.columns.size(); ++j)
      if (query_.columns[j].ref_index == query_.columns[i].ref_index && query_.fields[j].is_measure()) {
        i = j;
        break;
      }
    report(i, "unknown-ref", fmt::format("has the ref \"{}\", which is not a record", ref),
           "select ref or X__ref of a table, or combine refs with refs() and all_refs()");
  }

  void undeclared(size_t i) {
    const std::string& name = query_.fields[i].name;
    const bool is_plain = !name.empty() && std::ranges::all_of(name, [](char c) {
      return c == '_' || base::is_letter(c) || base::is_digit(c);
    });
    report(i, "undeclared-unit", "is a computed number, but its unit is not declared",
           is_plain ? fmt::format("declare it in a comment of the query: -- @{0} {{title: …, unit: …}} (unit: 1 for a "
                                  "plain number), or -- @{0} like TABLE.COLUMN",
                                  name)
                    : "name it with AS, and declare its unit in a comment of the query: -- @name {title: …, unit: …}");
  }

  std::nullopt_t too_much(std::string_view why) {
    diagnostics_
        .error("too-much-work", at(query_.select),
               fmt::format("the query {}: it needs more work than a build of this site may do", why))
        .suggest(base::help_with_work(
            "join on keys, end recursive queries by a condition, and choose or aggregate rows in SQL"));
    return std::nullopt;
  }

  std::nullopt_t failed() {
    sqlite3* handle = sqlite3_db_handle(statement_);
    const std::string message = sqlite3_errmsg(handle);
    if (!session_.guard.stopped_by().empty()) return too_much(session_.guard.stopped_by());
    if (sqlite3_errcode(handle) == SQLITE_TOOBIG) return too_much("makes a text of more than 1 MB");
    diagnostics_.error("sql-error", at(call_in(message)), message);
    return std::nullopt;
  }

  // Finds the call of the function with which the message begins ("sqrt() calculates …"), otherwise the whole query.
  TextRange call_in(std::string_view message) const {
    const size_t name = message.find("()");
    const std::string_view sql = source_.sql.text();
    const size_t begin = name == std::string_view::npos ? name : sql.find(std::string(message.substr(0, name)) + "(");
    return begin == std::string_view::npos ? query_.select : TextRange{begin, begin + name};
  }

  CompiledQuery& query_;
  const Session& session_;
  const Query& source_;
  base::Diagnostics& diagnostics_;
  sqlite3_stmt* statement_;
  quantity::Frame frame_;
  std::vector<std::string> ref_scopes_;                   // the scope of each column; "" if it has the row's sources
  std::unordered_map<std::string, uint32_t> known_refs_;  // indices in frame_.refs by the scope and text of a set
  std::vector<bool> may_be_from_text_;                    // for each column
  std::set<uint32_t> with_source_;                        // indices of refs that were checked by check_sources()
  std::vector<bool> reported_;
  size_t rows_ = 0;
  size_t bytes_ = 0;
};

}  // namespace

std::optional<quantity::Frame> run_query(CompiledQuery& query, const Session& session, const Query& source,
                                         const Params& params, base::Diagnostics& diagnostics, const OnRow& on_row) {
  return QueryRunner(query, session, source, diagnostics).run(params, on_row);
}

}  // namespace data
