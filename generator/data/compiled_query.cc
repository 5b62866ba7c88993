#include "data/compiled_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/descriptor_parts.h"
#include "data/simple_query.h"
#include "data/unit_check.h"

namespace data {
namespace {

// The keys of a declaration that are texts.
constexpr std::pair<std::string_view, std::string quantity::Field::*> kDeclaredTexts[] = {
    {"title", &quantity::Field::title},     {"description", &quantity::Field::description},
    {"format", &quantity::Field::format},   {"covers", &quantity::Field::covers},
    {"extreme", &quantity::Field::extreme}, {"comparable", &quantity::Field::comparable},
    {"whole", &quantity::Field::whole}};

constexpr size_t kMaxQuoted = 20;  // longer words are not quoted in messages

using quantity::Field;
using quantity::FieldType;

std::string_view or_empty(const char* text) { return text ? text : ""; }

class QueryCompiler {
 public:
  // `adds_refs`: adds the refs that follow from a simple query, to what runs.
  QueryCompiler(const Session& session, const Query& source, bool adds_refs, base::Diagnostics& diagnostics)
      : session_(session),
        sql_(source.sql),
        is_shown_(source.shown),
        is_limited_(source.is_limited),
        diagnostics_(diagnostics),
        all_tokens_(sql_tokens(sql_.text())),
        tokens_(without_comments(all_tokens_)),
        simple_(simple_query(tokens_)),
        text_(sql_.text()) {
    if (adds_refs && simple_) added_ = simple_->ref;
    if (simple_) end_of_columns_ = simple_->end_of_columns;
    text_.insert(end_of_columns_, added_);
    run_tokens_ = without_comments(sql_tokens(text_));
    for_sqlite_ = for_sqlite(text_, run_tokens_, session.numbers);
  }

  // Whether the query lacks only refs that follow from it.
  bool has_implied_refs() const {
    const TableInfo* table = simple_ && !simple_->ref.empty() ? session_.store.find_table(simple_->table) : nullptr;
    return table && table->kind == TableKind::resource;
  }

  std::unique_ptr<CompiledQuery> run(const MakeTable& make_table) {
    query_ = std::make_unique<CompiledQuery>();
    query_->added = {end_of_columns_, added_.size()};
    if (!find_select() || !check_calls() || !check_intervals() || !prepare_statement(make_table)) return nullptr;
    size_t before = diagnostics_.errors();
    read_parameters();
    compound_ = is_compound(tokens_);
    declarations_ = read_declarations(sql_, all_tokens_, session_.store, diagnostics_);
    if (!read_names()) return nullptr;
    for (size_t i = 0; i < query_->fields.size(); ++i) describe(i);
    if (diagnostics_.errors() != before) return nullptr;
    for (size_t i = 0; i < query_->fields.size(); ++i) find_unit_column(i);
    check_declared_columns();
    std::vector<SqlSum> sums = for_sqlite_->sums;
    for (SqlSum& sum : sums)
      for (size_t* offset : {&sum.begin, &sum.sign, &sum.end}) *offset = query_->as_written(*offset);
    if (is_shown_) check_scopes_of_sums(sql_, tokens_, sums, session_.store, query_->fields, diagnostics_);
    attach_refs();
    add_unit_check(*query_, text_, run_tokens_, session_.guard, session_.store, is_shown_);
    query_->may_depend_on_order = is_limited_ && !query_->tables.empty() &&
                                  (data::may_depend_on_order(tokens_) || (is_shown_ && session_.store.compares_order));
    return diagnostics_.errors() == before ? std::move(query_) : nullptr;
  }

 private:
  base::Span at(TextRange range) const { return range.within(sql_); }

  bool find_select() {
    if (tokens_.empty()) {
      diagnostics_.error("sql-error", sql_, "this query is empty").expect("one SELECT");
      return false;
    }
    const SqlToken& first = tokens_[0];
    query_->select = range_of(first);
    if (is_keyword(first, "select") || is_keyword(first, "with") || is_keyword(first, "values")) return true;
    diagnostics_
        .error("sql-not-allowed", at(query_->select),
               first.text.size() > kMaxQuoted ? "a query cannot begin like this"
                                              : fmt::format("a query cannot begin with \"{}\"", first.text))
        .expect("one SELECT (or WITH … SELECT)")
        .suggest("queries only read the tables of the site; they cannot change or open anything");
    return false;
  }

  // Units and refs are followed through functions by their names, which SQLite also takes in quotes. Only a table of
  // WITH may have its name in quotes before brackets.
  bool check_calls() {
    for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (tokens_[i].kind != SqlTokenKind::quoted || tokens_[i + 1].text != "(") continue;
      const size_t end = closing_bracket(tokens_, i + 1);
      if (end + 1 < tokens_.size() && is_keyword(tokens_[end + 1], "as") && is_table_of_with(i)) continue;
      diagnostics_
          .error("sql-not-allowed", at(range_of(tokens_[i])),
                 fmt::format("the name of this function is in quotes: {}", tokens_[i].text))
          .expect(fmt::format("{}(", name_in(tokens_[i])));
      return false;
    }
    return true;
  }

  // A confidence interval means little without the number of values that it is computed from.
  bool check_intervals() {
    // The texts between the brackets of calls, with the first token of each.
    std::map<std::string, const SqlToken*> intervals, counts;
    for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
      const std::string name = base::lower_case(tokens_[i].text);
      if (tokens_[i + 1].text != "(" || !base::has_word("ci_high ci_low count", name)) continue;
      std::string argument;
      const size_t end = closing_bracket(tokens_, i + 1);
      for (size_t j = i + 2; j < end; ++j) argument += base::lower_case(tokens_[j].text) + " ";
      (name == "count" ? counts : intervals).emplace(std::move(argument), &tokens_[i]);
    }
    for (const auto& [argument, call] : intervals) {
      if (counts.contains(argument)) continue;
      diagnostics_
          .error("interval-count", at(range_of(*call)), "this query does not say how many values its interval is of")
          .expect(fmt::format("count({}) AS n beside it", base::trim(argument)));
      return false;
    }
    return true;
  }

  bool is_table_of_with(size_t i) const {
    return i > 0 && (is_keyword(tokens_[i - 1], "with") || is_keyword(tokens_[i - 1], "recursive") ||
                     (i > 1 && tokens_[i - 1].text == "," && tokens_[i - 2].text == ")"));
  }

  // Prepares the author's text unchanged. This statement never runs: it provides SQLite's messages and positions.
  Statement prepare_as_written(const char** tail = nullptr) {
    sqlite3_stmt* raw = nullptr;
    const std::string_view text = sql_.text();
    sqlite3_prepare_v2(session_.handle, text.data(), static_cast<int>(text.size()), &raw, tail);
    return Statement(raw);
  }

  bool prepare_statement(const MakeTable& make_table) {
    if (!for_sqlite_) {
      diagnostics_.error("sql-error", at(query_->select), "the query's expressions nest too deeply")
          .suggest("compute parts of them in a WITH, or in a view");
      return false;
    }
    const std::string_view text = for_sqlite_->text;
    query_->literals = for_sqlite_->literals;
    while (true) {
      sqlite3_stmt* raw = nullptr;
      const char* tail = nullptr;
      session_.guard.on();
      int status = sqlite3_prepare_v3(session_.handle, text.data(), static_cast<int>(text.size()),
                                      SQLITE_PREPARE_PERSISTENT, &raw, &tail);
      query_->statement.reset(raw);
      if (status == SQLITE_OK && raw) return is_one_select(text.substr(tail - text.data()));
      std::string message = sqlite3_errmsg(session_.handle);
      constexpr std::string_view kNoTable = "no such table: ";
      size_t before = diagnostics_.errors();
      if (make_table && message.starts_with(kNoTable) && make_table(std::string_view(message).substr(kNoTable.size())))
        continue;
      if (diagnostics_.errors() == before) {
        // make_table may have replaced SQLite's error, so prepare the query again: the author's text, then the
        // rewritten one.
        session_.guard.on();
        if (prepare_as_written()) {
          session_.guard.on();
          sqlite3_prepare_v2(session_.handle, text.data(), static_cast<int>(text.size()), &raw, nullptr);
          sqlite3_finalize(raw);
        }
        report_sql_error(session_, sql_, diagnostics_);
      }
      return false;
    }
  }

  // Whether the text is one SELECT. `rest` is the part that SQLite did not read.
  bool is_one_select(std::string_view rest) {
    auto is_statement = [](const SqlToken& token) { return token.text != ";"; };
    if (std::ranges::none_of(without_comments(sql_tokens(rest)), is_statement)) return true;
    const char* tail = nullptr;
    prepare_as_written(&tail);
    auto token = std::ranges::find_if(
        tokens_, [&](const SqlToken& each) { return is_statement(each) && sql_.text().data() + each.offset >= tail; });
    diagnostics_
        .error("sql-not-allowed", token == tokens_.end() ? at(query_->select) : at(range_of(*token)),
               "unexpected text after the end of the query")
        .expect("one SELECT");
    return false;
  }

  void read_parameters() {
    int count = sqlite3_bind_parameter_count(query_->statement.get());
    for (int i = 1; i <= count; ++i) {
      const char* name = sqlite3_bind_parameter_name(query_->statement.get(), i);
      std::string_view written = name ? name : "?";
      auto token = std::find_if(tokens_.begin(), tokens_.end(), [&](const SqlToken& t) {
        return t.kind == SqlTokenKind::parameter && (t.text == written || (!name && t.text.starts_with('?')));
      });
      TextRange place = token == tokens_.end() ? query_->select : range_of(*token);
      if (!written.starts_with(':'))
        diagnostics_.error("unknown-parameter", at(place), fmt::format("\"{}\" is not a parameter", written))
            .expect("a name after a colon, such as :region");
      query_->parameters.push_back({std::string(written.substr(1)), place});
    }
  }

  // Finds the name of a result column in the text: after AS, otherwise its first occurrence.
  TextRange place_of(std::string_view name) const {
    const SqlToken* first = nullptr;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (!is_name(tokens_[i]) || name_in(tokens_[i]) != name) continue;
      if (i > 0 && is_keyword(tokens_[i - 1], "as")) return range_of(tokens_[i]);
      if (!first) first = &tokens_[i];
    }
    return first ? range_of(*first) : query_->select;
  }

  // Returns the columns' names in the author's spelling.
  std::vector<std::string> written_names() {
    auto names_of = [](sqlite3_stmt* statement) {
      std::vector<std::string> names;
      for (int i = 0; i < sqlite3_column_count(statement); ++i)
        names.emplace_back(or_empty(sqlite3_column_name(statement, i)));
      return names;
    };
    std::vector<std::string> names = names_of(query_->statement.get());
    if (std::ranges::none_of(names, is_rewritten)) return names;
    const Statement as_written = prepare_as_written();
    std::vector<std::string> written = as_written ? names_of(as_written.get()) : names;
    std::ranges::copy(written, names.begin());  // refs that were added come after these
    return names;
  }

  bool read_names() {
    query_->names = written_names();
    std::vector<std::string_view> names;
    bool good = true;
    for (const std::string& name : query_->names) {
      const int i = static_cast<int>(names.size());
      if (std::any_of(names.begin(), names.end(), [&](std::string_view other) { return same_name(other, name); })) {
        diagnostics_
            .error("duplicate-column", at(place_of(name)),
                   fmt::format("two columns of the result are named \"{}\"", name))
            .suggest(fmt::format("rename one of them: … AS other_{}", name));
        good = false;
      }
      names.push_back(name);
      if (name == kRef) {
        row_ref_ = i;
      } else if (!name.ends_with(kRefSuffix)) {
        Field field;
        field.name = name;
        query_->fields.push_back(std::move(field));
        query_->columns.push_back({i, -1, false, false, place_of(name)});
      }
    }
    if (good && query_->fields.empty()) {
      diagnostics_.error("sql-error", at(query_->select), "the query returns only refs");
      good = false;
    }
    return good;
  }

  // The field that a result column comes from; null for a computed column.
  const Field* origin_of(int column) const {
    if (compound_) return nullptr;
    sqlite3_stmt* statement = query_->statement.get();
    const TableInfo* info = session_.store.find_table(or_empty(sqlite3_column_table_name(statement, column)));
    const int index = info ? info->find(or_empty(sqlite3_column_origin_name(statement, column))) : -1;
    return index < 0 ? nullptr : &info->fields[static_cast<size_t>(index)];
  }

  const Declaration* declaration_of(std::string_view column) const {
    for (const Declaration& declaration : declarations_)
      if (declaration.field.name == column) return &declaration;
    return nullptr;
  }

  void describe(size_t i) {
    Field& field = query_->fields[i];
    CompiledQuery::Column& column = query_->columns[i];
    std::string name = field.name;
    const Field* origin = origin_of(column.index);
    if (origin) field = *origin;
    field.whole.clear();  // the query may select some of the parts
    field.name = name;
    column.computed = origin == nullptr;
    const bool has_inferred = column.computed && infer_aggregate(column.index, field);
    const bool has_units = origin && !origin->unit_field.empty();
    const Declaration* declared = declaration_of(name);
    column.declares_unit = has_units && declared && declared->given.contains("unit");
    column.undeclared = is_shown_ && column.computed && !has_inferred && (!declared || !declares_unit(*declared));
    if (declared) apply(*declared, origin, field);
    if (field.title.empty()) field.title = name;
    const bool inherits = column.computed && field.better != quantity::Better::neither && field.comparable.empty() &&
                          !(declared && declared->given.contains("comparable"));
    if (inherits) field.comparable = comparable_of_sources();
  }

  // Sets the unit of a sum, mean, extreme or count. Returns false for other columns, and where rows have units of their
  // own.
  bool infer_aggregate(int index, Field& field) const {
    if (!simple_ || static_cast<size_t>(index) >= simple_->columns.size()) return false;
    const auto& [function, name] = simple_->columns[static_cast<size_t>(index)];
    if (function.empty()) return false;
    if (function == "count") {
      field.type = FieldType::integer;
      field.unit = "1";
      field.is_plain_number = true;
      return true;
    }
    const TableInfo* table = session_.store.find_table(simple_->table);
    const int at = table ? table->find(name) : -1;
    if (at < 0) return false;
    const Field& of = table->fields[static_cast<size_t>(at)];
    if (!of.is_measure() || !of.unit_field.empty() || !quantity::is_numeric(of.type)) return false;
    field.type = base::has_word("avg ci_high ci_low median", function) ? FieldType::number : of.type;
    field.unit = of.unit;
    field.is_plain_number = of.is_plain_number;
    if (function == "min" || function == "max") field.covers = of.covers;
    if (field.type == of.type) field.format = of.format;
    return true;
  }

  // Returns the columns that must be equal where rows compare, of all columns that the query reads.
  std::string comparable_of_sources() const {
    std::set<std::string> parts;
    for (const auto& [table, column] : session_.guard.reads()) {
      const TableInfo* info = session_.store.find_table(table);
      const int index = info ? info->find(column) : -1;
      if (index < 0) continue;
      for (const std::string_view part : base::split(info->fields[static_cast<size_t>(index)].comparable, ','))
        if (!base::trim(part).empty()) parts.emplace(base::trim(part));
    }
    return base::join({parts.begin(), parts.end()}, ", ");
  }

  // Whether the declaration settles the unit: it has one, refers to a field, or declares a type that is not a number.
  static bool declares_unit(const Declaration& declared) {
    return declared.given.contains("unit") || declared.like ||
           (declared.given.contains("type") && !quantity::is_numeric(declared.field.type));
  }

  void apply(const Declaration& declared, const Field* origin, Field& field) {
    auto given = [&](std::string_view key) { return declared.given.contains(key); };
    for (const auto& [key, text] : kDeclaredTexts)
      if (given(key)) field.*text = declared.field.*text;
    if (given("better")) field.better = declared.field.better;
    if (given("covers")) field.declares_covers = true;
    if (given("type")) field.type = declared.field.type;
    if (declared.like && !origin && (field.type == FieldType::string || quantity::is_date(field.type))) {
      field.resource = declared.field.resource;  // labels of that resource apply, and `as_of` is the date of the row
      field.column = declared.field.column;
    }
    if (!given("unit")) return;
    if (!given("type") && !origin) field.type = FieldType::number;
    if (origin && !origin->unit.empty() && !declared.field.unit.empty() &&
        !same_unit(origin->unit, declared.field.unit)) {
      diagnostics_
          .error(
              "unit-mismatch", declared.unit_span,
              fmt::format("\"{}\" is declared in {}, but it is {}.{}, which is in {}", field.name, declared.field.unit,
                          origin->resource.empty() ? "a column" : origin->resource, origin->column, origin->unit))
          .suggest("a declaration does not convert: omit the unit, or compute the value in SQL");
      return;
    }
    field.is_plain_number = declared.field.is_plain_number;
    field.unit = declared.field.unit;
    field.unit_field = declared.field.unit_field;
  }

  bool same_unit(const std::string& a, const std::string& b) const {
    std::optional<quantity::Unit> first = session_.store.units.parse(a), second = session_.store.units.parse(b);
    return first && second && quantity::same_unit(*first, *second);
  }

  // Finds the result column that contains the units of a field: `unit_field` names a column of the value's table.
  void find_unit_column(size_t i) {
    Field& field = query_->fields[i];
    if (field.unit_field.empty()) return;
    const Declaration* declared = declaration_of(field.name);
    std::vector<size_t> found;
    if (query_->columns[i].computed || (declared && !declared->field.unit_field.empty())) {
      for (size_t k = 0; k < query_->fields.size(); ++k)
        if (query_->fields[k].name == field.unit_field) found = {k};
    } else {
      sqlite3_stmt* statement = query_->statement.get();
      const std::string_view table = sqlite3_column_table_name(statement, query_->columns[i].index);
      for (size_t k = 0; k < query_->fields.size(); ++k)
        if (or_empty(sqlite3_column_table_name(statement, query_->columns[k].index)) == table &&
            or_empty(sqlite3_column_origin_name(statement, query_->columns[k].index)) == field.unit_field)
          found.push_back(k);
    }
    const std::string& unit_field = found.empty() ? field.unit_field : query_->fields[found[0]].name;
    if (found.size() == 1) return void(field.unit_field = unit_field);
    base::Diagnostic& error = diagnostics_.error("missing-unit-column", at(query_->columns[i].at), "");
    if (found.empty()) {
      error.message = fmt::format("the unit of \"{}\" is in the column \"{}\", which the query does not select",
                                  field.name, unit_field);
      error.suggest(fmt::format("select {} too", unit_field));
    } else {
      error.message = fmt::format("the unit of \"{}\" could be in several columns", field.name);
      error.suggest(fmt::format("declare which in a comment: -- @{} {{unitField: {}}}", field.name, unit_field));
    }
  }

  void check_declared_columns() {
    const std::vector<std::string_view> names = base::views(query_->fields, &Field::name);
    for (const Declaration& declaration : declarations_)
      if (std::find(names.begin(), names.end(), declaration.field.name) == names.end())
        diagnostics_
            .error("unknown-column", declaration.span,
                   fmt::format("the query has no column \"{}\"", declaration.field.name))
            .expect(base::list_names(names, 40))
            .suggest(base::did_you_mean(declaration.field.name, names));
  }

  void attach_refs() {
    const std::vector<std::string_view> names = base::views(query_->fields, &Field::name);
    for (int i = 0; i < static_cast<int>(query_->names.size()); ++i) {
      const std::string_view name = query_->names[static_cast<size_t>(i)];
      if (!name.ends_with(kRefSuffix)) continue;
      std::string_view cell = name.substr(0, name.size() - kRefSuffix.size());
      auto field = std::find(names.begin(), names.end(), cell);
      if (field == names.end()) {
        diagnostics_
            .error("unknown-column", at(place_of(name)),
                   fmt::format("\"{}\" is the ref of \"{}\", but there is no such column", name, cell))
            .suggest(base::did_you_mean(cell, names));
        continue;
      }
      CompiledQuery::Column& column = query_->columns[static_cast<size_t>(field - names.begin())];
      column.ref_index = i;
    }
    for (size_t i = 0; i < query_->fields.size(); ++i) {
      const bool is_measure = query_->fields[i].is_measure();
      CompiledQuery::Column& column = query_->columns[i];
      if (column.ref_index < 0 && (is_measure || !column.computed)) column.ref_index = row_ref_;
      if (is_measure && column.ref_index < 0 && is_shown_) no_ref(i);
    }
    if (query_->columns[0].ref_index < 0) query_->columns[0].ref_index = row_ref_;
  }

  void no_ref(size_t i) {
    const std::string& name = query_->fields[i].name;
    diagnostics_
        .error("number-without-ref", at(query_->columns[i].at),
               fmt::format("\"{0}\" has no source: the query selects neither \"{0}__ref\" nor \"ref\"", name))
        .suggest(query_->columns[i].computed
                     ? fmt::format("select the refs that it is computed from: refs(a.ref, b.ref) AS {0}__ref, or "
                                   "all_refs(ref) AS {0}__ref over a group",
                                   name)
                     : fmt::format("select the ref of its row: ref, or … AS {}__ref", name));
  }

  const Session& session_;
  base::Span sql_;
  const bool is_shown_, is_limited_;
  base::Diagnostics& diagnostics_;
  const std::vector<SqlToken> all_tokens_;  // all tokens, including comments
  const std::vector<SqlToken> tokens_;
  const std::optional<SimpleQuery> simple_;
  std::string added_;          // the columns of the refs that follow from the query
  size_t end_of_columns_ = 0;  // the place where they are added
  std::string text_;           // the query with these columns
  std::vector<SqlToken> run_tokens_;
  std::optional<SqlForSqlite> for_sqlite_;
  std::vector<Declaration> declarations_;
  bool compound_ = false;
  int row_ref_ = -1;  // the index of the column `ref`
  std::unique_ptr<CompiledQuery> query_;
};

}  // namespace

std::unique_ptr<CompiledQuery> compile_query(const Session& session, const Query& source,
                                             base::Diagnostics& diagnostics, const MakeTable& make_table) {
  base::Diagnostics found;
  QueryCompiler compiler(session, source, false, found);
  std::unique_ptr<CompiledQuery> query = compiler.run(make_table);
  const auto lacks_refs = [](const base::Diagnostic& each) { return each.code == "number-without-ref"; };
  if (!query && compiler.has_implied_refs() && std::ranges::any_of(found.list(), lacks_refs)) {
    found = {};
    query = QueryCompiler(session, source, true, found).run(make_table);
  }
  diagnostics.merge(std::move(found));
  session.guard.off();
  return query;
}

}  // namespace data
