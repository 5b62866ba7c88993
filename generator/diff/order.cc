#include "diff/order.h"

#include <charconv>

#include "chart/spec.h"
#include "data/sql_text.h"

namespace diff {
namespace {

std::string_view unquoted(const data::SqlToken& token) {
  if (token.kind != data::SqlTokenKind::quoted || token.text.size() < 2) return token.text;
  return token.text.substr(1, token.text.size() - 2);
}

// The field that comes straight from a column of that name.
std::optional<size_t> find_field(const quantity::Frame& frame, std::string_view name) {
  for (size_t column = 0; column < frame.columns(); ++column)
    if (frame.fields[column].column == name) return column;
  return std::nullopt;
}

// As SQLite does: a name alone is first of all one of the result. With a table it is a column of that, under whatever
// name the result has it; a computed one, as of WITH, has the same.
std::optional<size_t> column_of(const OrderTerm& term, const quantity::Frame& frame) {
  const std::string_view name = term.column;
  size_t number = 0;
  auto [at, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error == std::errc() && at == name.data() + name.size()) {
    if (number < 1 || number > frame.columns()) return std::nullopt;
    return number - 1;
  }
  const int called = frame.find(name);
  if (called >= 0 && !term.of_a_table) return static_cast<size_t>(called);
  if (auto found = find_field(frame, name)) return found;
  const bool is_computed = called >= 0 && frame.fields[static_cast<size_t>(called)].column.empty();
  return is_computed ? std::optional(static_cast<size_t>(called)) : std::nullopt;
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
  const std::vector<data::SqlToken> tokens = data::sql_tokens(sql);
  std::vector<const data::SqlToken*> term;
  int depth = 0;
  bool inside = false;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const data::SqlToken& token = tokens[i];
    if (token.kind == data::SqlTokenKind::comment) continue;
    if (token.text == "(") ++depth;
    if (token.text == ")") --depth;
    const bool begins =
        depth == 0 && data::is_keyword(token, "by") && i > 0 && data::is_keyword(tokens[i - 1], "order");
    if (begins) {
      term.clear();
      inside = true;
      continue;
    }
    if (inside && depth == 0 && (token.text == "," || token.text == ";" || data::is_keyword(token, "limit")))
      inside = false;
    if (inside) term.push_back(&token);
  }
  // NAME or TABLE.NAME, then perhaps asc or desc, and nulls first or last.
  size_t at = 0;
  if (term.size() >= 3 && term[1]->text == ".") at = 2;
  if (at >= term.size()) return std::nullopt;
  const data::SqlToken& name = *term[at];
  if (name.kind != data::SqlTokenKind::word && name.kind != data::SqlTokenKind::quoted &&
      name.kind != data::SqlTokenKind::number)
    return std::nullopt;
  OrderTerm found{unquoted(name), at > 0, false};
  for (size_t i = at + 1; i < term.size(); ++i) {
    if (data::is_keyword(*term[i], "desc")) {
      found.descending = true;
    } else if (!data::is_keyword(*term[i], "asc") && !data::is_keyword(*term[i], "nulls") &&
               !data::is_keyword(*term[i], "first") && !data::is_keyword(*term[i], "last")) {
      return std::nullopt;  // an expression
    }
  }
  return found;
}

std::optional<SortedBy> sorted_by(const site::NamedBlock& block, const quantity::Frame& frame,
                                  const data::Database& database) {
  std::optional<SortedBy> by;
  if (block.block->kind == document::FenceKind::chart) by = sorted_by_chart(block, frame);
  if (!by) {
    auto term = order_term(sql_of(block, database));
    auto column = term ? column_of(*term, frame) : std::nullopt;
    if (column) by = SortedBy{*column, term->descending};
  }
  return by && frame.fields[by->column].is_measure() ? by : std::nullopt;
}

}  // namespace diff
