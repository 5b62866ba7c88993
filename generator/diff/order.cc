#include <set>

#include "blocks/spec.h"
#include "data/descriptor_parts.h"
#include "data/sql_text.h"
#include "diff/sides.h"

namespace diff {
namespace {

// Returns a query's tokens without comments and without everything in parentheses.
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

std::string_view sql_of(const site::NamedBlock& block, const data::Database& database) {
  if (const document::Fence* query = block.page->content()->query(block.block->data)) return query->body;
  const data::TableInfo* table = database.find_table(block.block->data);
  return table ? table->sql : std::string_view();
}

// Finds the column of the result that a term refers to. As in SQLite, an unqualified name is first looked up among the
// columns of the result, then among the columns of the tables. A column of the result counts as a table's column if it
// has the same meaning.
std::optional<size_t> column_of(const OrderTerm& term, const quantity::Frame& frame, const data::Database& database) {
  std::set<size_t> named, from_any, from_table;
  for (size_t i = 0; i < frame.columns(); ++i) {
    const quantity::Field& field = frame.fields[i];
    if (data::same_name(field.name, term.column)) named.insert(i);
    for (const data::TableInfo& table : database.tables()) {
      const int column = table.find(term.column);
      const quantity::Field* of_table = column < 0 ? nullptr : &table.fields[static_cast<size_t>(column)];
      if (!of_table || of_table->resource != field.resource || of_table->column != field.column ||
          of_table->title != field.title)
        continue;
      from_any.insert(i);
      if (data::same_name(table.name, term.table)) from_table.insert(i);
    }
  }
  if (term.table.empty() && !named.empty()) return *named.begin();
  for (const auto* candidates : {&from_table, &from_any, &named})
    if (!candidates->empty()) return candidates->size() == 1 ? std::optional(*candidates->begin()) : std::nullopt;
  return std::nullopt;
}

// Returns the column by which a chart sorts its categories.
std::optional<SortedBy> sorted_by_chart(const site::NamedBlock& block, const quantity::Frame& frame) {
  const auto* spec = block.block->spec->as<chart::Spec>();
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
  size_t at = tokens.size();
  for (size_t i = 1; i < tokens.size(); ++i)
    if (data::is_keyword(tokens[i], "by") && data::is_keyword(tokens[i - 1], "order")) at = i + 1;
  if (at == tokens.size()) return std::nullopt;
  // Parses NAME or TABLE.NAME, optionally followed by asc or desc, and by nulls first or last.
  OrderTerm term;
  if (at + 2 < tokens.size() && tokens[at + 1].text == ".") {
    term.table = unquoted(tokens[at]);
    at += 2;
  }
  if (tokens[at].kind != data::SqlTokenKind::word && tokens[at].kind != data::SqlTokenKind::quoted) return std::nullopt;
  term.column = unquoted(tokens[at]);
  for (++at; at < tokens.size() && tokens[at].text != "," && tokens[at].text != ";"; ++at) {
    const auto is = [&](std::string_view keyword) { return data::is_keyword(tokens[at], keyword); };
    if (is("limit")) break;
    if (is("desc"))
      term.descending = true;
    else if (!is("asc") && !is("nulls") && !is("first") && !is("last"))
      return std::nullopt;  // the term is an expression
  }
  return term;
}

std::optional<SortedBy> sorted_by(const site::NamedBlock& block, const quantity::Frame& frame,
                                  const data::Database& database) {
  std::optional<SortedBy> by;
  if (block.block->kind == document::FenceKind::chart) by = sorted_by_chart(block, frame);
  if (!by)
    if (const auto term = order_term(sql_of(block, database)))
      if (const auto column = column_of(*term, frame, database)) by = SortedBy{*column, term->descending};
  return by && frame.fields[by->column].is_measure() ? by : std::nullopt;
}

}  // namespace diff
