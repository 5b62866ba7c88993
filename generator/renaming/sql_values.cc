#include "renaming/sql_values.h"

#include <fmt/format.h>

#include "base/text.h"
#include "base/utf8.h"

namespace renaming {
namespace {

using data::SqlToken;
using data::SqlTokenKind;

bool is(const SqlToken& token, std::string_view symbol) {
  return token.kind == SqlTokenKind::symbol && token.text == symbol;
}

class Finder {
 public:
  Finder(std::string_view sql, const data::Params& params, data::Connection& connection)
      : sql_(sql), params_(params), connection_(connection) {
    for (SqlToken& token : data::sql_tokens(sql_)) {
      if (token.kind == SqlTokenKind::comment)
        for (size_t i = 0; i < token.text.size(); ++i) sql_[token.offset + i] = ' ';
      else
        tokens_.push_back(token);
    }
  }

  std::vector<SqlValue> find(const std::function<bool(const SqlValue&)>& wanted) {
    std::vector<SqlValue> found;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const SqlToken& token = tokens_[i];
      SqlValue value{token.offset, token.offset + token.text.size(), "", false, false, "", ""};
      if (token.kind == SqlTokenKind::text && token.text.size() >= 2)
        value.text = base::replace_all(std::string(token.text.substr(1, token.text.size() - 2)), "''", "'");
      else if (token.kind == SqlTokenKind::parameter)
        value.text = token.text.substr(1), value.is_parameter = true;
      else if (token.kind == SqlTokenKind::number)
        value.text = token.text, value.is_number = true;
      else
        continue;
      if (!wanted(value)) continue;
      if (auto column = compared_with(i)) ask(*column, i, value);
      found.push_back(std::move(value));
    }
    return found;
  }

 private:
  struct Column {
    size_t first = 0;  // tokens: NAME or ALIAS.NAME
    size_t last = 0;
  };

  // Anything else that is not there is the end of the text.
  const SqlToken& at(size_t i) const {
    static const SqlToken none{SqlTokenKind::symbol, "", 0};
    return i < tokens_.size() ? tokens_[i] : none;
  }
  bool keyword(size_t i, std::string_view word) const { return is_keyword(at(i), word); }
  bool is_name(size_t i) const {
    static const std::vector<std::string_view> reserved{"and",  "or",    "not",  "in",  "is",    "null",   "when",
                                                        "then", "else",  "case", "end", "like",  "select", "from",
                                                        "on",   "where", "glob", "by",  "having"};
    if (at(i).kind == SqlTokenKind::quoted) return true;
    if (at(i).kind != SqlTokenKind::word) return false;
    for (std::string_view word : reserved)
      if (keyword(i, word)) return false;
    return true;
  }

  // How many tokens of "=", "==", "<>" or "!=" stand right before, or right after, a value; 0 for none.
  size_t equality_before(size_t value) const {
    if (value < 2) return 0;
    const bool equals = is(at(value - 1), "=");
    if (equals && (is(at(value - 2), "=") || is(at(value - 2), "!"))) return 2;
    if (equals) return is(at(value - 2), "<") || is(at(value - 2), ">") ? 0 : 1;
    return is(at(value - 1), ">") && is(at(value - 2), "<") ? 2 : 0;
  }
  size_t equality_after(size_t value) const {
    if (is(at(value + 1), "=")) return is(at(value + 2), "=") ? 2 : 1;
    if (is(at(value + 1), "!") && is(at(value + 2), "=")) return 2;
    return is(at(value + 1), "<") && is(at(value + 2), ">") ? 2 : 0;
  }
  // What binds closer than a comparison makes the name a part of something computed.
  static bool binds(const SqlToken& token) {
    if (token.kind != SqlTokenKind::symbol) return is_keyword(token, "collate");
    return token.text.size() == 1 && std::string_view("|+-*/%&~.").find(token.text[0]) != std::string_view::npos;
  }

  // The name that ends, or begins, right there.
  std::optional<Column> column_before(size_t end) const {
    if (end == 0 || !is_name(end - 1)) return std::nullopt;
    Column column{end - 1, end - 1};
    if (end >= 3 && is(at(end - 2), ".") && is_name(end - 3)) column.first = end - 3;
    if (column.first > 0 && binds(at(column.first - 1))) return std::nullopt;
    return column;
  }
  std::optional<Column> column_after(size_t begin) const {
    if (!is_name(begin)) return std::nullopt;
    Column column{begin, begin};
    if (is(at(begin + 1), ".") && is_name(begin + 2)) column.last = begin + 2;
    if (binds(at(column.last + 1)) || is(at(column.last + 1), "(")) return std::nullopt;
    return column;
  }

  std::optional<Column> compared_with(size_t value) const {
    if (binds(at(value + 1)) || (value > 0 && binds(at(value - 1)))) return std::nullopt;
    if (size_t length = equality_before(value)) return column_before(value - length);
    if (value > 0 && keyword(value - 1, "is")) return column_before(value - 1);
    if (value > 1 && keyword(value - 1, "not") && keyword(value - 2, "is")) return column_before(value - 2);
    if (size_t length = equality_after(value)) return column_after(value + 1 + length);
    if (value > 0 && keyword(value - 1, "when")) return subject_of_case(value - 1);
    return subject_of_list(value);
  }

  // CASE COLUMN WHEN … : from one of its WHENs.
  std::optional<Column> subject_of_case(size_t when) const {
    size_t inner = 0;
    for (size_t i = when; i-- > 0;) {
      if (keyword(i, "end")) ++inner;
      if (!keyword(i, "case")) continue;
      if (inner-- > 0) continue;
      std::optional<Column> column = column_after(i + 1);
      return column && keyword(column->last + 1, "when") ? column : std::nullopt;
    }
    return std::nullopt;
  }

  // COLUMN [NOT] IN (VALUE, …): from one of the values.
  std::optional<Column> subject_of_list(size_t value) const {
    size_t i = value;
    while (i > 0 && is(at(i - 1), ",")) {
      if (i < 2) return std::nullopt;
      const SqlTokenKind kind = at(i - 2).kind;
      if (kind != SqlTokenKind::text && kind != SqlTokenKind::number && kind != SqlTokenKind::parameter)
        return std::nullopt;
      i -= 2;
    }
    if (i < 2 || !is(at(i - 1), "(") || !keyword(i - 2, "in")) return std::nullopt;
    if (!is(at(value + 1), ",") && !is(at(value + 1), ")")) return std::nullopt;
    return column_before(i - 2 - (i > 2 && keyword(i - 3, "not") ? 1 : 0));
  }

  // The first token of the SELECT that a token stands in; all tokens' number where there is none.
  size_t select_around(size_t token) const {
    size_t depth = 0;
    for (size_t i = token; i-- > 0;) {
      if (is(at(i), ")")) ++depth;
      if (is(at(i), "(") && depth > 0) --depth;
      if (depth == 0 && keyword(i, "select")) return i;
    }
    return tokens_.size();
  }

  // Tokens of the FROM clause, the word itself included; empty where there is none.
  std::pair<size_t, size_t> from_clause(size_t select) const {
    size_t depth = 0, from = tokens_.size();
    for (size_t i = select + 1; i < tokens_.size(); ++i) {
      if (is(at(i), "(")) ++depth;
      if (is(at(i), ")") && depth-- == 0) return {from, std::max(i, from)};
      if (depth > 0) continue;
      if (from == tokens_.size() && keyword(i, "from")) from = i;
      for (std::string_view end :
           {"where", "group", "order", "having", "limit", "window", "union", "intersect", "except"})
        if (keyword(i, end)) return {std::min(from, i), i};
      if (is(at(i), ";")) return {std::min(from, i), i};
    }
    return {from, tokens_.size()};
  }

  std::string text_of(size_t begin, size_t end) const {
    if (begin >= end) return "";
    return sql_.substr(at(begin).offset, at(end - 1).offset + at(end - 1).text.size() - at(begin).offset);
  }

  // WITH … of the whole query, where one of its names stands among these tokens: without need it would only hide
  // what columns mean, which SQLite can't tell of a UNION.
  std::string with_clause_for(size_t begin, size_t end) const {
    if (!keyword(0, "with")) return "";
    size_t depth = 0;
    bool is_needed = false;
    for (size_t i = 1; i < tokens_.size(); ++i) {
      if (is(at(i), "(")) ++depth;
      if (is(at(i), ")")) --depth;
      if (depth > 0) continue;
      if (keyword(i, "select")) return is_needed ? text_of(0, i) + " " : "";
      for (size_t used = begin; used < end; ++used)
        is_needed |= base::fold_case(at(used).text) == base::fold_case(at(i).text) && is_name(i);
    }
    return "";
  }

  // The table in a FROM clause that a name stands for, with its alias: "rivers AS r" for "r". Empty for none, and for a
  // subquery.
  std::pair<size_t, size_t> table_called(std::string_view name, size_t begin, size_t end) const {
    const std::string wanted = base::fold_case(name);
    size_t depth = 0;
    for (size_t i = begin + 1; i < end; ++i) {
      if (is(at(i), "(")) ++depth;
      if (is(at(i), ")") && depth > 0) --depth;
      const bool begins = keyword(i - 1, "from") || keyword(i - 1, "join") || is(at(i - 1), ",");
      if (depth > 0 || !begins || !is_name(i)) continue;
      const size_t alias = keyword(i + 1, "as") ? i + 2 : i + 1;
      if (alias < end && base::fold_case(at(alias).text) == wanted) return {i, alias + 1};
      if (base::fold_case(at(i).text) == wanted) return {i, i + 1};
    }
    return {end, end};
  }

  void ask(const Column& column, size_t value, SqlValue& answer) {
    const size_t select = select_around(value);
    if (select == tokens_.size()) return;
    const auto [begin, end] = from_clause(select);
    ask_of(column, with_clause_for(begin, end), text_of(begin, end), answer);
    if (!answer.resource.empty() || column.first == column.last) return;
    // A UNION elsewhere in the clause hides what this column is.
    const auto [first, last] = table_called(at(column.first).text, begin, end);
    if (first < last) ask_of(column, with_clause_for(first, last), "FROM " + text_of(first, last), answer);
  }

  void ask_of(const Column& column, const std::string& with, const std::string& from, SqlValue& answer) {
    const std::string name = text_of(column.first, column.last + 1);
    const std::string text = fmt::format("{}SELECT {} AS asked {} LIMIT 0", with, name, from);
    const base::SourceText source("a question", text);
    base::Diagnostics unknown;
    auto frame = connection_.run({"asked", base::whole(source), false}, params_, unknown);
    if (!frame || frame->fields.size() != 1) return;
    answer.resource = frame->fields[0].resource;
    answer.column = frame->fields[0].column;
  }

  std::string sql_;  // comments blanked out; tokens point into the caller's text
  const data::Params& params_;
  data::Connection& connection_;
  std::vector<SqlToken> tokens_;
};

}  // namespace

std::vector<SqlValue> values_in(std::string_view sql, const data::Params& params, data::Connection& connection,
                                const std::function<bool(const SqlValue&)>& wanted) {
  return Finder(sql, params, connection).find(wanted);
}

std::string sql_literal(std::string_view text) { return "'" + base::replace_all(std::string(text), "'", "''") + "'"; }

}  // namespace renaming
