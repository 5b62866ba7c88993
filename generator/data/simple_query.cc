#include "data/simple_query.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "data/descriptor_parts.h"
#include "data/store.h"

namespace data {
namespace {

using Tokens = std::span<const SqlToken>;

constexpr std::string_view kKeepingUnits =
    "sum total avg min max median ci_low ci_high";  // functions whose result has the column's unit
constexpr std::string_view kCount = "count";

bool has_keyword(Tokens tokens, std::string_view words) {
  return std::ranges::any_of(tokens, [&](const SqlToken& token) {
    return token.kind == SqlTokenKind::word && base::has_word(words, base::lower_case(token.text));
  });
}

// Returns the tokens between the commas outside brackets.
std::vector<Tokens> split_columns(Tokens tokens) {
  std::vector<Tokens> columns;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= tokens.size(); ++i) {
    if (i < tokens.size() && (tokens[i].text == "(" || tokens[i].text == ")")) depth += tokens[i].text == "(" ? 1 : -1;
    if (i < tokens.size() && (tokens[i].text != "," || depth > 0)) continue;
    columns.push_back(tokens.subspan(begin, i - begin));
    begin = i + 1;
  }
  return columns;
}

// Reads "sum(t.price) AS total".
SimpleQuery::Aggregate aggregate_of(Tokens tokens) {
  if (!is_aggregate(tokens)) return {};
  SimpleQuery::Aggregate aggregate{base::lower_case(tokens[0].text), {}};
  const auto close = std::ranges::find(tokens, ")", &SqlToken::text);
  if (close == tokens.end()) return {};
  const auto end = static_cast<size_t>(close - tokens.begin()) + 1;
  const Tokens inside = tokens.subspan(2, end - 3), behind = tokens.subspan(end);
  const bool is_whole = behind.empty() || (behind.size() == 1 && is_name(behind[0])) ||
                        (behind.size() == 2 && is_keyword(behind[0], "as") && is_name(behind[1]));
  if (!is_whole || std::ranges::find(inside, "(", &SqlToken::text) != inside.end()) return {};
  if (aggregate.function == kCount) return aggregate;
  if (!base::has_word(kKeepingUnits, aggregate.function)) return {};
  if (inside.size() != 1 && !(inside.size() == 3 && inside[1].text == ".")) return {};
  if (!is_name(inside.back())) return {};
  aggregate.column = name_in(inside.back());
  return aggregate;
}

// Returns the column of "length", "t.length" or "length AS l"; "" for anything else.
std::string_view plain_column(Tokens tokens) {
  if (tokens.size() > 2 && is_keyword(tokens[tokens.size() - 2], "as")) tokens = tokens.first(tokens.size() - 2);
  const bool is_qualified = tokens.size() == 3 && is_name(tokens[0]) && tokens[1].text == ".";
  if (tokens.size() != 1 && !is_qualified) return "";
  return is_name(tokens.back()) ? name_in(tokens.back()) : "";
}

// Returns what is after GROUP BY.
std::vector<Tokens> grouped_by(Tokens tokens) {
  const auto group = std::ranges::find_if(tokens, [](const SqlToken& token) { return is_keyword(token, "group"); });
  if (tokens.end() - group < 3) return {};
  const auto end = std::find_if(group + 2, tokens.end(), [](const SqlToken& token) {
    return token.text == ";" || has_keyword({&token, 1}, "having order limit");
  });
  return split_columns(Tokens(group + 2, end));
}

// Counts the aggregates outside subqueries.
size_t count_aggregates(Tokens tokens, bool only_extremes) {
  size_t count = 0;
  int depth = 0, subquery = 0;  // the depth of brackets, and that of a subquery around the token
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text == "(" &&
        has_keyword(tokens.subspan(i).first(std::min<size_t>(2, tokens.size() - i)), "select with values") &&
        subquery == 0)
      subquery = depth + 1;
    depth += tokens[i].text == "(" ? 1 : tokens[i].text == ")" ? -1 : 0;
    if (depth < subquery) subquery = 0;
    if (subquery == 0 && is_aggregate(tokens.subspan(i)))
      count += !only_extremes || base::has_word("min max", base::lower_case(tokens[i].text));
  }
  return count;
}

// Whether a column ends with its name: "sum(x) AS total", "w / 2 half".
bool has_alias(Tokens column) {
  if (column.size() < 2 || !is_name(column.back())) return false;
  const SqlToken& before = column[column.size() - 2];
  if (is_keyword(before, "as") || is_keyword(before, "end")) return true;
  return before.text == ")" || (before.kind != SqlTokenKind::symbol && !is_sql_keyword(before));
}

void add_names(Tokens tokens, std::set<std::string, std::less<>>& names) {
  for (const SqlToken& token : tokens)
    if (is_name(token)) names.insert(base::lower_case(name_in(token)));
}

// Functions of which numbers of the query make others.
constexpr std::string_view kOfConstants =
    "abs cast ceil ceiling coalesce exp floor ifnull iif ln log log10 log2 max min mod nullif pow power round sign "
    "sqrt trunc";
constexpr std::string_view kOfCases = "and as case else end integer not null or real then";

// Returns the first token of the expression that ends before a token; `end` if it is no column of a SELECT.
size_t begin_of_column(Tokens tokens, size_t end) {
  int depth = 0;
  for (size_t i = end; i-- > 0;) {
    depth += tokens[i].text == ")" ? 1 : tokens[i].text == "(" ? -1 : 0;
    if (depth < 0 || (depth == 0 && has_keyword({&tokens[i], 1}, "from join with"))) return end;
    if (depth == 0 && (tokens[i].text == "," || has_keyword({&tokens[i], 1}, "select distinct"))) return i + 1;
  }
  return end;
}

// Whether an expression is made only of numbers of the query and of `names`, without its conditions.
bool is_constant(Tokens tokens, const std::set<std::string, std::less<>>& names) {
  bool has_condition = false, has_number = false, is_truth = true;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const std::string word = base::lower_case(name_in(tokens[i]));
    const bool is_call = i + 1 < tokens.size() && tokens[i + 1].text == "(";
    const bool is_case = is_keyword(tokens[i], "case") || is_keyword(tokens[i], "when");
    if (is_case || (is_call && word == "iif")) {
      has_condition = true;
      const std::string_view ends = is_keyword(tokens[i], "case") ? "when" : "then";
      int depth = 0;
      for (++i; i < tokens.size(); ++i) {
        depth += tokens[i].text == "(" ? 1 : tokens[i].text == ")" ? -1 : 0;
        if (is_case ? depth == 0 && has_keyword({&tokens[i], 1}, ends) : depth == 1 && tokens[i].text == ",") break;
      }
      if (is_case && ends == "when") --i;
    } else if (tokens[i].kind == SqlTokenKind::number) {
      has_number = true;
      is_truth &= tokens[i].text == "0" || tokens[i].text == "1";
    } else if (tokens[i].kind == SqlTokenKind::parameter) {
      return false;
    } else if (is_name(tokens[i]) && (i + 1 == tokens.size() || tokens[i + 1].text != ".")) {
      if (names.contains(word) && !is_call)
        has_number = true, is_truth = false;
      else if (!base::has_word(is_call ? kOfConstants : kOfCases, word))
        return false;
    }
  }
  return has_number && !(has_condition && is_truth);
}

}  // namespace

std::set<std::string, std::less<>> constant_names(const std::vector<SqlToken>& tokens) {
  std::set<std::string, std::less<>> names, others;
  for (size_t i = 2; i < tokens.size(); ++i) {
    if (!is_keyword(tokens[i - 1], "as") || !is_name(tokens[i])) continue;
    const size_t begin = begin_of_column(tokens, i - 1);
    if (begin == i - 1) continue;
    const Tokens expression = Tokens(tokens).subspan(begin, i - 1 - begin);
    (is_constant(expression, names) ? names : others).insert(base::lower_case(name_in(tokens[i])));
  }
  std::erase_if(names, [&](const std::string& name) { return others.contains(name); });
  return names;
}

std::optional<SimpleQuery> simple_query(const std::vector<SqlToken>& tokens) {
  const Tokens all(tokens);
  const auto from = std::ranges::find_if(tokens, [](const SqlToken& token) { return is_keyword(token, "from"); });
  const auto at = static_cast<size_t>(from - tokens.begin());
  if (at < 2 || at + 1 >= tokens.size() || !is_keyword(tokens[0], "select") || !is_name(tokens[at + 1])) return {};
  if (is_keyword(tokens[1], "distinct") || is_keyword(tokens[1], "all")) return {};
  if (has_keyword(all.subspan(1), "select join union intersect except over") ||
      has_keyword(all.subspan(at + 1), "from"))
    return {};
  size_t next = at + 2;
  if (next < tokens.size() && is_keyword(tokens[next], "as")) ++next;
  constexpr std::string_view kParts = "where group having order limit";
  if (next < tokens.size() && is_name(tokens[next]) && !has_keyword(all.subspan(next, 1), kParts)) ++next;
  if (next < tokens.size() && tokens[next].text != ";" && !has_keyword(all.subspan(next, 1), kParts)) return {};

  SimpleQuery query;
  query.table = name_in(tokens[at + 1]);
  query.end_of_columns = tokens[at - 1].offset + tokens[at - 1].text.size();
  bool needs_own_refs = false, combines = has_keyword(all.subspan(at), "group");
  for (size_t i = 1; i < at; ++i) {
    combines |= is_aggregate(all.subspan(i, at - i));
    needs_own_refs |=
        is_name(tokens[i]) && (same_name(name_in(tokens[i]), kRef) || name_in(tokens[i]).ends_with(kRefSuffix));
  }
  std::vector<std::string_view> groups;
  for (const Tokens each : grouped_by(all.subspan(at))) groups.push_back(plain_column(each));
  for (const Tokens column : split_columns(all.subspan(1, at - 1))) {
    if (column.empty() || column.back().text == "*") return {};
    query.columns.push_back(aggregate_of(column));
    // A value that no row has, or that any row of a group may have, needs refs of its author's.
    const std::string_view name = plain_column(column);
    const bool is_of_row =
        !name.empty() &&
        (!combines || std::ranges::any_of(groups, [&](std::string_view each) { return same_name(each, name); }));
    needs_own_refs |= query.columns.back().function.empty() && !is_of_row;
  }
  if (!needs_own_refs) query.ref = combines ? ", all_refs(ref) AS ref" : ", ref";
  return query;
}

bool is_aggregate(Tokens tokens) {
  if (tokens.size() < 3 || tokens[1].text != "(" || tokens[0].kind != SqlTokenKind::word) return false;
  const std::string name = base::lower_case(tokens[0].text);
  if (!base::has_word("sum total avg min max median quantile ci_low ci_high count group_concat string_agg all_refs "
                      "json_group_array json_group_object",
                      name))
    return false;
  const bool is_extreme = name == "min" || name == "max";
  size_t end = closing_bracket(tokens, 1);
  if (is_extreme && split_columns(tokens.subspan(2, end - 2)).size() > 1) return false;
  if (end + 2 < tokens.size() && is_keyword(tokens[end + 1], "filter")) end = closing_bracket(tokens, end + 2);
  return end + 1 >= tokens.size() || !is_keyword(tokens[end + 1], "over");
}

std::optional<GroupedSelect> grouped_select(const std::vector<SqlToken>& tokens, size_t select) {
  size_t end = select + 1, from = 0, group = 0, end_of_tables = 0;
  for (int depth = 0; end < tokens.size(); ++end) {
    depth += tokens[end].text == "(" ? 1 : tokens[end].text == ")" ? -1 : 0;
    const auto is = [&](std::string_view words) { return depth == 0 && has_keyword({&tokens[end], 1}, words); };
    if (depth < 0 || is("union intersect except") || tokens[end].text == ";") break;
    if (from == 0 && is("from")) from = end;
    if (group == 0 && is("group")) group = end;
    if (end_of_tables == 0 && is("where group having window order limit")) end_of_tables = end;
  }
  const Tokens body(tokens.data() + select + 1, end - select - 1);
  if ((group == 0 && count_aggregates(body, false) == 0) || count_aggregates(body, true) == 1) return std::nullopt;
  GroupedSelect grouped;
  const std::vector<Tokens> columns = split_columns(body.first((from > 0 ? from : end) - select - 1));
  for (const Tokens column : columns)
    if (has_alias(column)) add_names(column.last(1), grouped.aliases);
  if (from > 0)
    add_names(Tokens(tokens.data() + from, (end_of_tables > from ? end_of_tables : end) - from), grouped.tables);
  if (group == 0) return grouped;
  for (const Tokens key : grouped_by(Tokens(tokens.data() + group, end - group))) {
    add_names(key, grouped.settled);
    for (size_t i = 0; i < columns.size() && key.size() == 1; ++i)
      if (key[0].text == std::to_string(i + 1) ||
          (has_alias(columns[i]) && same_name(columns[i].back().text, key[0].text)))
        add_names(columns[i], grouped.settled);
  }
  return grouped;
}

bool may_depend_on_order(const std::vector<SqlToken>& tokens) {
  const auto is_select = [](const SqlToken& token) { return is_keyword(token, "select"); };
  if (has_keyword(tokens, "limit over") || std::ranges::count_if(tokens, is_select) > 1) return true;
  return count_aggregates(tokens, true) == 1;  // the row of min() or max() may be any of several
}

}  // namespace data
