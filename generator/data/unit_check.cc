#include "data/unit_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/work.h"
#include "data/descriptor_parts.h"
#include "data/simple_query.h"

namespace data {
namespace {

constexpr std::string_view kHidden = "main";  // the schema of the tables

// Whether values are texts, as dates and years are.
bool is_text(quantity::FieldType type) { return !quantity::is_numeric(type) && type != quantity::FieldType::boolean; }

const quantity::Field* find_field(const Store& store, std::string_view table, std::string_view column) {
  const TableInfo* info = store.find_table(table);
  const int index = info ? info->find(column) : -1;
  return index < 0 ? nullptr : &info->fields[static_cast<size_t>(index)];
}

// Finds the names that are columns without units (see PlainNames). A name that the query gives to something is one if
// it gives it only to such columns.
class PlainNameFinder {
  using Names = std::set<std::string, std::less<>>;

 public:
  PlainNameFinder(const std::vector<SqlToken>& tokens, const SqlGuard& guard, const Store& store)
      : tokens_(tokens), store_(store) {
    for (const auto& [table, column] : guard.reads()) {
      const quantity::Field* field = find_field(store, table, column);
      const std::string name = base::lower_case(column);
      (field && field->is_measure() ? measures_ : plain_).insert(name);
      if (field && !is_text(field->type)) numbers_.insert(name);
    }
  }

  PlainNames run() {
    for (size_t i = 1; i < tokens_.size(); ++i) {
      if (tokens_[i].text == "(" && is_column_list(i)) add_columns(i + 1);
      if (!is_name(tokens_[i]) || is_sql_keyword(tokens_[i])) continue;
      const SqlToken& before = tokens_[i - 1];
      const bool has_as = is_keyword(before, "as");
      const bool is_alias = has_as || before.text == ")" || is_keyword(before, "end") ||
                            (before.kind != SqlTokenKind::symbol && !is_sql_keyword(before));
      if (is_alias) add_alias(name(i), i - (has_as ? 1 : 0));
    }
    PlainNames names{without(measures_), without(numbers_), computed_, series()};
    add_qualified(names);
    return names;
  }

 private:
  std::string name(size_t i) const { return base::lower_case(name_in(tokens_[i])); }

  // Returns the names that are neither in `excluded`, nor given to such a column.
  Names without(Names excluded) const {
    excluded.insert(measures_.begin(), measures_.end());
    for (bool changes = true; changes;) {
      changes = false;
      for (const auto& [alias, column] : aliases_)
        if ((excluded.contains(column) || !plain_.contains(column)) && excluded.insert(alias).second) changes = true;
    }
    Names names = plain_;
    std::erase_if(names, [&](const std::string& name) { return excluded.contains(name); });
    return names;
  }

  // Adds the columns of tables with the table's name in the query, "lo.id", because a column of the result may have the
  // same name. Ignores a name that the query gives to several tables, or to a subquery.
  void add_qualified(PlainNames& names) const {
    std::map<std::string, std::set<const TableInfo*>> tables;
    for (size_t i = 1; i < tokens_.size(); ++i) {
      if (!is_name(tokens_[i]) || is_sql_keyword(tokens_[i])) continue;
      if (i + 1 < tokens_.size() && tokens_[i + 1].text == ".") continue;
      const bool has_as = is_keyword(tokens_[i - 1], "as");
      const SqlToken& before = tokens_[i - (has_as && i > 1 ? 2 : 1)];
      if (before.text == ")" || (i + 1 < tokens_.size() && is_keyword(tokens_[i + 1], "as") && !has_as))
        tables[name(i)].insert(nullptr);
      if (!is_keyword(before, "from") && !is_keyword(before, "join") && before.text != ",") continue;
      size_t alias = i + (i + 1 < tokens_.size() && is_keyword(tokens_[i + 1], "as") ? 2 : 1);
      if (alias >= tokens_.size() || !is_name(tokens_[alias]) || is_sql_keyword(tokens_[alias])) alias = i;
      tables[name(alias)].insert(store_.find_table(name_in(tokens_[i])));
    }
    for (const auto& [alias, found] : tables) {
      const TableInfo* table = found.size() == 1 ? *found.begin() : nullptr;
      if (!table || is_given(table->name)) continue;
      for (const quantity::Field& field : table->fields) {
        if (field.is_measure()) continue;
        const std::string column = alias + "." + base::lower_case(field.name);
        names.all.insert(column);
        if (is_text(field.type)) names.texts.insert(column);
      }
    }
  }
  // Whether the query gives this name to a part of WITH.
  bool is_given(std::string_view table) const {
    for (size_t i = 0; i + 1 < tokens_.size(); ++i)
      if (is_name(tokens_[i]) && same_name(name_in(tokens_[i]), table) &&
          (is_keyword(tokens_[i + 1], "as") || tokens_[i + 1].text == "("))
        return true;
    return false;
  }

  // Returns the names of parts of WITH that read no table: WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL …).
  Names series() const {
    Names found;
    for (size_t i = 1; i + 2 < tokens_.size(); ++i) {
      if (!is_keyword(tokens_[i], "as") || tokens_[i + 1].text != "(") continue;
      size_t name_at = i - 1;
      if (tokens_[name_at].text == ")")
        while (name_at > 0 && tokens_[name_at].text != "(") --name_at;
      if (tokens_[name_at].text == "(" && name_at > 0) --name_at;
      const std::string own = name(name_at);
      bool reads = false;
      const size_t end = closing_bracket(tokens_, i + 1);
      for (size_t k = i + 2; k < end; ++k) {
        if (!is_keyword(tokens_[k], "from") && !is_keyword(tokens_[k], "join")) continue;
        const std::string from = k + 1 < tokens_.size() ? name(k + 1) : "";
        reads |= from != own && !found.contains(from);
        while (k + 2 < tokens_.size() && tokens_[k + 2].text == ",") k += 2, reads = true;
      }
      if (!reads) found.insert(own);
    }
    return found;
  }
  // Whether this is the list of WITH name (a, b) AS (…).
  bool is_column_list(size_t open) const {
    size_t i = open + 1;
    while (i < tokens_.size() && (is_name(tokens_[i]) || tokens_[i].text == ",")) ++i;
    return is_name(tokens_[open - 1]) && i + 1 < tokens_.size() && tokens_[i].text == ")" &&
           is_keyword(tokens_[i + 1], "as");
  }
  void add_columns(size_t i) {
    for (; tokens_[i].text != ")"; ++i)
      if (is_name(tokens_[i])) measures_.insert(name(i));
  }
  // Adds a name of the expression that ends before a token.
  void add_alias(std::string alias, size_t end) {
    size_t begin = end - 1;
    if (!is_name(tokens_[begin]) || is_sql_keyword(tokens_[begin])) {
      computed_.insert(alias);
      return void(measures_.insert(std::move(alias)));
    }
    if (begin >= 2 && tokens_[begin - 1].text == ".") begin -= 2;
    const bool is_column = begin > 0 && (tokens_[begin - 1].text == "," || is_keyword(tokens_[begin - 1], "select") ||
                                         is_keyword(tokens_[begin - 1], "distinct"));
    if (!is_column) return void(measures_.insert(std::move(alias)));
    const std::string column = name(end - 1);
    if (alias == column) return;
    plain_.insert(alias);
    aliases_.emplace_back(std::move(alias), column);
  }

  const std::vector<SqlToken>& tokens_;
  const Store& store_;
  Names plain_;     // columns without units, and names given to them
  Names measures_;  // columns with units, and names given to other expressions
  Names numbers_;   // columns that are not texts
  Names computed_;  // names given to what is no column
  std::vector<std::pair<std::string, std::string>> aliases_;
};

// Compares the rows of a check with what the query declares.
class RowCheck {
 public:
  RowCheck(const CompiledQuery& query, const Query& source, UnitRun& run, base::Diagnostics& diagnostics)
      : query_(query), source_(source), run_(run), diagnostics_(diagnostics), reported_(query.fields.size(), false) {
    constants_ = zeros_ = others_ = bare_ = reported_;
    for (const quantity::Field& field : query.fields) declared_.push_back(run.algebra.of(field.unit));
  }

  void check_row(sqlite3_stmt* row) {
    for (size_t i = 0; i < query_.fields.size(); ++i)
      if (!reported_[i]) reported_[i] = query_.fields[i].is_measure() ? !is_good(row, i) : has_group(row, i);
  }

  // Reports columns in which no number is of a record, and marks those in which some are not.
  void finish(quantity::Frame& frame) {
    for (size_t i = 0; i < query_.fields.size(); ++i) {
      frame.fields[i].has_constants =
          constants_[i] || zeros_[i] || (bare_[i] && (query_.columns[i].is_constant || others_[i]));
      if (constants_[i] && !others_[i] && !zeros_[i] && !reported_[i])
        diagnostics_
            .error("incomplete-refs", query_.columns[i].at.within(source_.sql),
                   fmt::format("\"{}\" of the query \"{}\" has numbers of the query itself, but names records as their "
                               "source",
                               query_.fields[i].name, source_.name))
            .suggest("take the numbers from a table, which has their source");
    }
  }

 private:
  // Reports a text of three digits of a number.
  bool has_group(sqlite3_stmt* row, size_t i) {
    if (run_.groups.empty()) return false;
    const std::string_view text = column_text(row, query_.columns[i].index);
    if (!run_.groups.contains(base::hash_bytes(text))) return false;
    diagnostics_
        .error("unit-mismatch", query_.columns[i].at.within(source_.sql),
               fmt::format("\"{}\" of the query \"{}\" states {}, which is made of the digits of another number",
                           query_.fields[i].name, source_.name, text))
        .expect("whole numbers, as they are in the data")
        .suggest("select the number itself");
    return true;
  }

  bool is_good(sqlite3_stmt* row, size_t i) {
    const CompiledQuery::Column& column = query_.columns[i];
    sqlite3_value* value = sqlite3_column_value(row, column.index);
    const auto number = tagged_number(value);
    if (!number) return !column.computed || sqlite3_value_type(value) != SQLITE_TEXT || is_text_with_unit(i);
    const bool has_own_unit = column.computed || column.declares_unit || !query_.fields[i].unit_field.empty();
    return (!has_own_unit || has_unit(row, i, *number)) &&
           (column.ref_index < 0 || !source_.shown || has_refs(row, i, *number));
  }

  // Reports a text, whose digits have no unit. Returns false.
  bool is_text_with_unit(size_t i) {
    diagnostics_
        .error("unit-mismatch", query_.columns[i].at.within(source_.sql),
               fmt::format("\"{}\" of the query \"{}\" is declared with a unit, but it is a text",
                           query_.fields[i].name, source_.name))
        .expect("a number")
        .suggest("select the number itself, or declare no unit: {type: string}");
    return false;
  }

  bool has_unit(sqlite3_stmt* row, size_t i, const TaggedNumber& number) {
    const quantity::Field& field = query_.fields[i];
    UnitAlgebra& algebra = run_.algebra;
    UnitAlgebra::Id declared = declared_[i];
    if (!field.unit_field.empty())
      for (size_t k = 0; k < query_.fields.size(); ++k)
        if (query_.fields[k].name == field.unit_field) declared = algebra.of(column_text(row, query_.columns[k].index));
    if ((number.is_bare() && number.value == 0) || algebra.fits(number.unit, declared)) return true;
    std::string help = algebra.conversion(number.unit, declared);
    const bool is_shifted = algebra.is_shifted(number.unit, declared);
    if (is_shifted)
      help = "declare the unit that the factor converts to; if it counts something, write quantity(1000, '1')";
    else if (number.unit == UnitAlgebra::kBare)
      help = fmt::format("write numbers with their unit: quantity(…, '{}')", algebra.name(declared));
    else if (help.empty())
      help = fmt::format("declare its unit: {{unit: \"{}\"}}", algebra.name(number.unit));
    diagnostics_
        .error("unit-mismatch", query_.columns[i].at.within(source_.sql),
               fmt::format("\"{}\" of the query \"{}\" is declared in {}, but it is {}{}", field.name, source_.name,
                           declared == UnitAlgebra::kRatio ? "1" : algebra.name(declared),
                           is_shifted                           ? "converted to a thousandth or a thousand of "
                           : number.unit <= UnitAlgebra::kRatio ? ""
                                                                : "in ",
                           algebra.name(number.unit)))
        .suggest(std::move(help));
    return false;
  }

  bool has_refs(sqlite3_stmt* row, size_t i, const TaggedNumber& number) {
    const CompiledQuery::Column& column = query_.columns[i];
    const std::string_view refs = column_text(row, column.ref_index);
    const std::vector<uint32_t>& named = run_.refs.records(run_.refs.of(refs));
    const auto [known, at_least] = run_.refs.parts(number.refs);
    // Numbers of a table are tagged, and so are counts: this is a zero of the query, as in coalesce(length, 0).
    if (sqlite3_column_type(row, column.index) != SQLITE_BLOB) {
      if (number.value != 0 || column.is_constant)
        bare_[i] = true;
      else if (declared_[i] > UnitAlgebra::kRatio)
        zeros_[i] = true;
      return true;
    }
    const bool is_constant = number.refs == run_.refs.constant();
    (is_constant ? constants_ : others_)[i] = true;
    if (is_constant) return true;
    std::vector<uint32_t> missing;
    std::ranges::set_difference(known, named, std::back_inserter(missing));
    if (missing.empty() && named.size() >= at_least) return true;
    const std::string& ref = query_.names[static_cast<size_t>(column.ref_index)];
    std::string help = fmt::format(
        "select all of them: refs(a.ref, b.ref) AS {0}__ref, all_refs(ref) AS {0}__ref over a group, or "
        "all_refs(ref) OVER (…) AS {0}__ref over a window",
        query_.fields[i].name);
    std::string what;
    if (!missing.empty())
      what = fmt::format("is made of {}, but its {} does not name {}{}", base::count_of(known.size(), "record"), ref,
                         run_.refs.name(missing[0]),
                         missing.size() == 1 ? "" : fmt::format(" and {} more", missing.size() - 1));
    else if (at_least < RefSets::kNoRecord)
      what = fmt::format("counts {}, but its {} names {}", base::count_of(at_least, "record"), ref, named.size());
    else
      what = "is a number that EXISTS returns, which has no record";
    if (at_least == RefSets::kNoRecord)
      help = "count the records and name them, or show a text: CASE WHEN EXISTS (…) THEN 'yes' ELSE 'no' END";
    diagnostics_
        .error("incomplete-refs", column.at.within(source_.sql),
               fmt::format("\"{}\" of the query \"{}\" {}", query_.fields[i].name, source_.name, what))
        .suggest(std::move(help));
    return false;
  }

  const CompiledQuery& query_;
  const Query& source_;
  UnitRun& run_;
  base::Diagnostics& diagnostics_;
  std::vector<UnitAlgebra::Id> declared_;
  std::vector<bool> reported_;
  // Which columns have numbers of the query other than zero, zeros of the query, numbers of records, and numbers that
  // are of the query beside these: those without a unit.
  std::vector<bool> constants_, zeros_, others_, bare_;
};

// Reports why the statement ended early.
void report_end(const CompiledQuery& query, const Query& source, const UnitRun& run, const SqlGuard& guard,
                std::string_view message, base::Diagnostics& diagnostics) {
  const base::Span select = query.select.within(source.sql);
  if (!guard.stopped_by().empty()) {
    diagnostics
        .error("too-much-work", select,
               fmt::format("the check of the query's units {}: it needs more work than a build of this site may do",
                           guard.stopped_by()))
        .suggest(base::help_with_work("join on keys, and choose or aggregate rows in SQL"));
    return;
  }
  if (!run.mistake) {
    diagnostics.error("sql-error", select, fmt::format("the units of this query can't be checked: {}", message))
        .suggest("write it more simply");
    return;
  }
  const UnitMistake& mistake = *run.mistake;
  base::Span at = select;
  if (const size_t begin = mistake.at ? query.as_written(*mistake.at) : source.sql.text().find(mistake.function + "(");
      begin < source.sql.text().size() && (mistake.at || !mistake.function.empty()))
    at = TextRange{begin, begin + std::max({size_t{1}, mistake.size, mistake.function.size()})}.within(source.sql);
  const std::string what = mistake.size == 0 ? fmt::format("{}, in the query \"{}\"", mistake.what, source.name)
                                             : fmt::format("\"{}\" {}", base::shortened(at.text()), mistake.what);
  diagnostics.error(mistake.size == 0 ? "unit-mismatch" : "sql-error", at, what)
      .expect(mistake.expected)
      .suggest(mistake.help);
}

}  // namespace

// Whether rows may be made of several rows of tables.
bool combines_rows(const std::vector<SqlToken>& tokens) {
  const auto is_select = [](const SqlToken& token) { return is_keyword(token, "select"); };
  const auto from = std::ranges::find_if(tokens, [](const SqlToken& token) { return is_keyword(token, "from"); });
  return std::ranges::count_if(tokens, is_select) > 1 || std::any_of(from, tokens.end(), [](const SqlToken& token) {
           return is_keyword(token, "join") || token.text == ",";
         });
}

// Whether the refs of a column may be of another record than its number.
bool may_have_other_refs(const CompiledQuery& query, const CompiledQuery::Column& column, bool combines) {
  if (column.ref_index < 0) return false;
  const char* of = sqlite3_column_table_name(query.statement.get(), column.index);
  const char* refs = sqlite3_column_table_name(query.statement.get(), column.ref_index);
  return combines || !of || !refs || std::string_view(of) != refs;
}

void add_unit_check(CompiledQuery& query, std::string_view sql, const std::vector<SqlToken>& tokens,
                    const SqlGuard& guard, const Store& store, bool is_shown) {
  for (const auto& [table, column] : guard.reads())
    if (query.tables.empty() || query.tables.back() != table) query.tables.push_back(table);
  const bool combines = combines_rows(tokens);
  std::set<std::string, std::less<>> constants = constant_names(tokens);
  for (const auto& [table, column] : guard.reads()) constants.erase(base::lower_case(column));
  bool declares = false, has_numbers = sql.find("quantity") != std::string_view::npos;
  for (size_t i = 0; i < query.fields.size(); ++i) {
    CompiledQuery::Column& column = query.columns[i];
    column.is_constant = constants.contains(base::lower_case(query.fields[i].name));
    const bool may_differ =
        (combines && !query.fields[i].unit_field.empty()) || (is_shown && may_have_other_refs(query, column, combines));
    declares |= column.declares_unit || (query.fields[i].is_measure() && (column.computed || may_differ));
  }
  for (const auto& [table, column] : guard.reads())
    if (const quantity::Field* field = find_field(store, table, column)) has_numbers |= !is_text(field->type);
  const bool is_grouped = [&] {
    for (size_t i = 0; i < tokens.size(); ++i)
      if (is_keyword(tokens[i], "select") && grouped_select(tokens, i)) return true;
    return false;
  }();
  if (!declares && !has_numbers && !is_grouped) return;  // a query that only counts its own steps
  std::vector<SqlToken> visible;
  for (size_t i = 0; i < tokens.size(); ++i)
    if (is_keyword(tokens[i], kHidden) && i + 1 < tokens.size() && tokens[i + 1].text == ".")
      ++i;
    else
      visible.push_back(tokens[i]);
  const PlainNames names = PlainNameFinder(visible, guard, store).run();
  query.unit_check = for_unit_check(sql, visible, names, declares, is_shown).value_or("");
}

UnitCheck::UnitCheck(const Session& session)
    : store_(session.store), handle_(session.handle), guard_(session.guard), run_(session.store.units) {
  add_unit_functions(handle_, run_);
}

void UnitCheck::add_view(const TableInfo& table) {
  if (!views_.insert(table.name).second) return;
  const std::string from = fmt::format("{}.{}", kHidden, quoted_name(table.name));
  std::vector<std::string> names, values;
  const Statement all = prepare(handle_, "SELECT * FROM " + from);
  for (int i = 0; i < sqlite3_column_count(all.get()); ++i) names.emplace_back(sqlite3_column_name(all.get(), i));
  const auto has = [&](const std::string& name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  for (const std::string& name : names) {
    const int index = table.find(name);
    const quantity::Field* field = index < 0 ? nullptr : &table.fields[static_cast<size_t>(index)];
    const std::string column = quoted_name(name), own = name + std::string(kRefSuffix);
    if (!field || !field->is_measure()) {
      values.push_back(column);
      continue;
    }
    values.push_back(fmt::format("\"{}\"({}, {}, {}, {}, rowid) AS {}", kUnitTag, column,
                                 field->unit_field.empty() ? literal(field->unit) : quoted_name(field->unit_field),
                                 has(own)                 ? quoted_name(own)
                                 : has(std::string(kRef)) ? std::string(kRef)
                                                          : "NULL",
                                 run_.columns.size(), column));
    run_.columns.push_back(table.name + "." + name);
  }
  execute(handle_, fmt::format("CREATE TEMP VIEW {} AS SELECT {} FROM {}", quoted_name(table.name),
                               base::join(values, ", "), from));
}

void UnitCheck::drop_views() {
  for (const std::string& view : views_) execute(handle_, fmt::format("DROP VIEW temp.{}", quoted_name(view)));
  views_.clear();
}

bool UnitCheck::prepare_statement(CompiledQuery& query, const Query& source, base::Diagnostics& diagnostics) {
  for (const std::string& name : query.tables)
    if (const TableInfo* table = store_.find_table(name)) add_view(*table);
  const base::Meter apart(base::work_allowed(0), nullptr, true);  // as for the query itself
  guard_.on();
  sqlite3_stmt* raw = nullptr;
  sqlite3_prepare_v3(handle_, query.unit_check.data(), static_cast<int>(query.unit_check.size()),
                     SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
  query.unit_statement.reset(raw);
  if (raw) return true;
  run_.mistake.reset();
  const std::string message = guard_.refusal().empty() ? sqlite3_errmsg(handle_) : guard_.refusal();
  report_end(query, source, run_, guard_, message, diagnostics);
  return false;
}

bool UnitCheck::run(CompiledQuery& query, const Query& source, const Params& params, quantity::Frame& frame,
                    base::Diagnostics& diagnostics) {
  if (query.unit_check.empty()) return true;
  const size_t before = diagnostics.errors();
  run_.clear(source.shown);
  if (query.unit_statement || prepare_statement(query, source, diagnostics)) {
    sqlite3_stmt* statement = query.unit_statement.get();
    for (size_t i = 0; i < query.parameters.size(); ++i)
      if (const auto given = params.find(query.parameters[i].name); given != params.end())
        bind_value(statement, static_cast<int>(i) + 1, given->second);
    if (source.is_limited) guard_.on(statement);
    RowCheck rows(query, source, run_, diagnostics);
    int status = sqlite3_step(statement);
    for (; status == SQLITE_ROW; status = sqlite3_step(statement)) rows.check_row(statement);
    if (status != SQLITE_DONE)
      report_end(query, source, run_, guard_, sqlite3_errmsg(handle_), diagnostics);
    else
      rows.finish(frame);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
  }
  guard_.off();
  return diagnostics.errors() == before;
}

void refuse_constants(const quantity::Field& field, base::Span span, base::Diagnostics& diagnostics) {
  if (!field.has_constants) return;
  diagnostics
      .error("incomplete-refs", span,
             fmt::format("some numbers of \"{}\" are of the query itself, but have the source of others", field.name))
      .expect("numbers of records; only charts may show others beside them")
      .suggest("take these numbers from a table, which has their source");
}

}  // namespace data
