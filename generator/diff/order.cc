#include "diff/order.h"

#include <algorithm>
#include <charconv>
#include <span>

#include "chart/spec.h"
#include "data/descriptor_parts.h"
#include "data/sql_text.h"

namespace diff {
namespace {

using Tokens = std::span<const data::SqlToken>;

// A query's tokens without comments, and without what stands in parentheses.
std::vector<data::SqlToken> outermost(std::string_view sql) {
  std::vector<data::SqlToken> tokens;
  int depth = 0;
  for (const data::SqlToken& token : data::sql_tokens(sql)) {
    if (token.text == ")") --depth;
    if (depth == 0 && token.kind != data::SqlTokenKind::comment) tokens.push_back(token);
    if (token.text == "(") ++depth;
  }
  return tokens;
}

std::string_view unquoted(const data::SqlToken& token) {
  const bool has_quotes = token.kind == data::SqlTokenKind::quoted || token.kind == data::SqlTokenKind::text;
  return has_quotes && token.text.size() >= 2 ? token.text.substr(1, token.text.size() - 2) : token.text;
}

// "price", "t.price", "t.*"; without a name for what is computed.
struct ColumnName {
  std::string_view table, name;
};

ColumnName column_name(Tokens tokens) {
  const bool has_table = tokens.size() == 3 && tokens[1].text == ".";
  if (tokens.size() != 1 && !has_table) return {};
  return {has_table ? unquoted(tokens[0]) : "", unquoted(tokens.back())};
}

// A column of the result.
struct Selected {
  ColumnName column;
  std::string_view name;  // what the result calls it
};

// "price", "t.price cost", "a / b AS ratio": a name that follows an operator is a part of what is computed.
Selected selected(Tokens tokens) {
  if (tokens.size() < 2) return {column_name(tokens), column_name(tokens).name};
  const data::SqlToken& before = tokens[tokens.size() - 2];
  if (data::is_keyword(before, "as")) return {column_name(tokens.first(tokens.size() - 2)), unquoted(tokens.back())};
  if (before.kind != data::SqlTokenKind::symbol || before.text == ")")
    return {column_name(tokens.first(tokens.size() - 1)), unquoted(tokens.back())};
  return {column_name(tokens), column_name(tokens).name};
}

// What the query selects; of several SELECTs the first one names the columns.
std::vector<Selected> selected_columns(Tokens tokens) {
  std::vector<Selected> columns;
  auto is = [](std::string_view keyword) {
    return [keyword](const data::SqlToken& token) { return data::is_keyword(token, keyword); };
  };
  auto at = std::find_if(tokens.begin(), tokens.end(), is("select"));
  if (at == tokens.end()) return columns;
  ++at;
  if (at != tokens.end() && (is("distinct")(*at) || is("all")(*at))) ++at;
  const auto end = std::find_if(at, tokens.end(), is("from"));
  while (at != end) {
    const auto comma = std::find_if(at, end, [](const data::SqlToken& token) { return token.text == ","; });
    columns.push_back(selected({at, comma}));
    at = comma == end ? end : comma + 1;
  }
  return columns;
}

std::optional<size_t> number_of(std::string_view text) {
  size_t number = 0;
  auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && at == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// What the result calls the column by which it is sorted, as SQLite finds it: a name alone is first of all one of the
// result, and a column without its table is the only one of that name. Of a "*" only names are known, not numbers.
std::optional<std::string_view> name_in_result(const ColumnName& sorted, const std::vector<Selected>& columns) {
  auto is_all = [](const Selected& each) { return each.column.name == "*"; };
  auto agree = [](std::string_view a, std::string_view b) { return a.empty() || b.empty() || data::same_name(a, b); };
  if (const auto number = number_of(sorted.name)) {
    if (*number < 1 || *number > columns.size()) return std::nullopt;
    const auto end = columns.begin() + static_cast<std::ptrdiff_t>(*number);
    return std::any_of(columns.begin(), end, is_all) ? std::nullopt : std::optional((end - 1)->name);
  }
  if (sorted.table.empty())
    for (const Selected& each : columns)
      if (data::same_name(each.name, sorted.name)) return each.name;
  for (const Selected& each : columns)
    if (agree(each.column.table, sorted.table) && data::same_name(each.column.name, sorted.name)) return each.name;
  for (const Selected& each : columns)
    if (is_all(each) && agree(each.column.table, sorted.table)) return sorted.name;
  return std::nullopt;
}

std::string_view sql_of(const site::NamedBlock& block, const data::Database& database) {
  if (const document::Fence* query = block.page->content()->query(block.block->data)) return query->body;
  const data::TableInfo* table = database.find_table(block.block->data);
  return table ? table->sql : std::string_view();
}

// The column by whose values a chart's categories are sorted.
std::optional<SortedBy> sorted_by_chart(const site::NamedBlock& block, const quantity::Frame& frame) {
  base::Diagnostics unused;
  auto spec = chart::parse_spec(block.block->spec, unused);
  if (!spec) return std::nullopt;
  for (const chart::Layer& layer : spec->layers)
    for (const chart::Encoding& encoding : layer.encodings) {
      if (!encoding.sort) continue;
      const chart::SortSpec& sort = *encoding.sort;
      std::string_view field;
      if (sort.kind == chart::SortSpec::Kind::field) field = sort.field;
      if (sort.kind == chart::SortSpec::Kind::channel)
        if (const chart::Encoding* by = layer.find(sort.channel)) field = by->field;
      const int column = field.empty() ? -1 : frame.find(field);
      if (column >= 0) return SortedBy{static_cast<size_t>(column), sort.descending};
    }
  return std::nullopt;
}

}  // namespace

std::optional<OrderTerm> order_term(std::string_view sql) {
  const std::vector<data::SqlToken> tokens = outermost(sql);
  size_t begin = tokens.size();
  for (size_t i = 1; i < tokens.size(); ++i)
    if (data::is_keyword(tokens[i], "by") && data::is_keyword(tokens[i - 1], "order")) begin = i + 1;
  size_t end = begin;
  while (end < tokens.size() && tokens[end].text != "," && tokens[end].text != ";" &&
         !data::is_keyword(tokens[end], "limit"))
    ++end;
  // NAME or TABLE.NAME, then perhaps asc or desc, and nulls first or last.
  OrderTerm term;
  for (; end > begin + 1 && tokens[end - 2].text != "."; --end) {
    const data::SqlToken& last = tokens[end - 1];
    if (data::is_keyword(last, "desc"))
      term.descending = true;
    else if (!data::is_keyword(last, "asc") && !data::is_keyword(last, "nulls") && !data::is_keyword(last, "first") &&
             !data::is_keyword(last, "last"))
      return std::nullopt;  // an expression
  }
  const ColumnName sorted = column_name(Tokens(tokens).subspan(begin, end - begin));
  const auto name = sorted.name.empty() ? std::nullopt : name_in_result(sorted, selected_columns(tokens));
  if (!name || name->empty()) return std::nullopt;
  term.column = *name;
  return term;
}

std::optional<SortedBy> sorted_by(const site::NamedBlock& block, const quantity::Frame& frame,
                                  const data::Database& database) {
  std::optional<SortedBy> by;
  if (block.block->kind == document::FenceKind::chart) by = sorted_by_chart(block, frame);
  if (!by) {
    const auto term = order_term(sql_of(block, database));
    for (size_t column = 0; term && column < frame.columns(); ++column)
      if (data::same_name(frame.fields[column].name, term->column)) by = SortedBy{column, term->descending};
  }
  return by && frame.fields[by->column].is_measure() ? by : std::nullopt;
}

}  // namespace diff
