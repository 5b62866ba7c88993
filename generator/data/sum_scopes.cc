// Checks that what a query adds or compares has the same scope (data/compiled_query.h).
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <optional>
#include <set>

#include "data/compiled_query.h"
#include "data/descriptor_parts.h"
#include "quantity/figure_text.h"
#include "quantity/scope.h"

namespace data {
namespace {

using quantity::Scope;

struct NamedTable {
  std::string_view alias;
  const TableInfo* table;
};

// One operand of a sum.
struct Side {
  Scope scope;
  bool has_measures = false;
  std::set<int> price_years;
};

class SumScopes {
 public:
  SumScopes(base::Span sql, const std::vector<SqlToken>& tokens, const Store& store,
            const std::vector<quantity::Field>& result, base::Diagnostics& diagnostics)
      : sql_(sql), store_(store), result_(result), diagnostics_(diagnostics), tokens_(tokens) {
    find_tables();
  }

  void check(const SqlSum& sum) {
    const std::optional<Side> left = side(sum.begin, sum.sign), right = side(sum.sign + 1, sum.end);
    if (!left || !right || !left->has_measures || !right->has_measures) return;
    const std::optional<std::string_view> name = column_of(sum);
    if (!name) return;
    if (left->scope == right->scope || states_covers(*name)) return check_price_years(sum, *left, *right);
    if (!reported_.insert(*name).second) return;
    diagnostics_
        .error("scope-mismatch", TextRange{sum.begin, sum.end}.within(sql_),
               fmt::format("this combines {} with {}", left->scope.value_text(), right->scope.value_text()))
        .expect("values that cover the same thing")
        .suggest(fmt::format("state in the query what the result covers: -- @{} {{covers: …}}", *name));
  }

 private:
  void check_price_years(const SqlSum& sum, const Side& left, const Side& right) {
    if (left.price_years.empty() || right.price_years.empty() || left.price_years == right.price_years) return;
    diagnostics_
        .warning("price-base", TextRange{sum.begin, sum.end}.within(sql_),
                 fmt::format("this combines amounts in prices of {} and of {}", *left.price_years.begin(),
                             *right.price_years.begin()))
        .expect("amounts of money in prices of one year")
        .suggest("correct the year in the column's title, or convert one of the amounts first, in a WITH or a view");
  }

  bool has_text(size_t i, std::string_view text) const { return i < tokens_.size() && tokens_[i].text == text; }

  void find_tables() {
    std::vector<std::string_view> subqueries;  // the names in WITH name AS (…)
    for (size_t i = 0; i + 2 < tokens_.size(); ++i)
      if (is_name(tokens_[i]) && is_keyword(tokens_[i + 1], "as") && has_text(i + 2, "("))
        subqueries.push_back(name_in(tokens_[i]));
    for (size_t i = 1; i < tokens_.size(); ++i) {
      const SqlToken& before = tokens_[i - 1];
      if (!is_name(tokens_[i]) || !(is_keyword(before, "from") || is_keyword(before, "join") || before.text == ","))
        continue;
      const std::string_view name = name_in(tokens_[i]);
      const TableInfo* table = store_.find_table(name);
      if (!table || std::find(subqueries.begin(), subqueries.end(), name) != subqueries.end()) continue;
      const size_t alias = i + 1 < tokens_.size() && is_keyword(tokens_[i + 1], "as") ? i + 2 : i + 1;
      const bool has_alias = alias < tokens_.size() && is_name(tokens_[alias]) && !is_sql_keyword(tokens_[alias]);
      tables_.push_back({has_alias ? name_in(tokens_[alias]) : name, table});
    }
  }

  bool is_table(const SqlToken& token) const {
    return std::any_of(tables_.begin(), tables_.end(), [&](const NamedTable& each) {
      return same_name(each.alias, name_in(token)) || same_name(each.table->name, name_in(token));
    });
  }

  // Finds the field by its column name; null if no table has the column or several have it.
  const quantity::Field* field_of(std::string_view alias, std::string_view column) const {
    const quantity::Field* found = nullptr;
    for (const NamedTable& each : tables_) {
      if (!alias.empty() && !same_name(each.alias, alias)) continue;
      const int index = each.table->find(column);
      if (index < 0) continue;
      const quantity::Field* field = &each.table->fields[static_cast<size_t>(index)];
      if (found && found != field) return nullptr;
      found = field;
    }
    return found;
  }

  // Whether the field's rows can declare what they cover.
  bool has_scopes_of_rows(const quantity::Field& field) const {
    const TableInfo* table = store_.find_table(field.resource);
    return table && table->find("covers") >= 0;
  }

  // Reads the operand in these tokens; nullopt if the scope of one of its columns is unknown.
  std::optional<Side> side(size_t begin, size_t end) const {
    Side side;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const SqlToken& token = tokens_[i];
      if (token.offset < begin || token.offset >= end || !is_name(token)) continue;
      if (has_text(i + 1, "(") || has_text(i + 1, ".")) continue;
      const bool is_qualified = i >= 2 && has_text(i - 1, ".");
      const quantity::Field* field =
          field_of(is_qualified ? name_in(tokens_[i - 2]) : std::string_view(), name_in(token));
      if (!field && !is_qualified && (is_sql_keyword(token) || is_table(token))) continue;
      if (!field || has_scopes_of_rows(*field)) return std::nullopt;
      if (!field->is_measure() || is_plain(*field)) continue;
      side.scope = side.has_measures ? side.scope * Scope(field->covers) : Scope(field->covers);
      side.has_measures = true;
      side.price_years.merge(quantity::price_years(
          fmt::format("{}\n{}\n{}", field->title, field->description, field->covers), store_.units.language()));
    }
    return side;
  }

  bool is_plain(const quantity::Field& field) const {
    if (!field.covers.empty()) return false;
    const std::optional<quantity::Unit> unit = store_.units.parse(field.unit);
    return field.unit_field.empty() && (!unit || unit->is_ratio());
  }

  // Returns the result column that contains a sum; nullopt for a sum that only selects or orders rows.
  std::optional<std::string_view> column_of(const SqlSum& sum) const {
    size_t at = 0;
    while (at < tokens_.size() && tokens_[at].offset < sum.sign) ++at;
    int depth = 0, outside = 0;  // number of parentheses around the sum; -1 means one
    size_t select = at;
    for (; select > 0; --select) {
      const SqlToken& token = tokens_[select - 1];
      depth += token.text == ")" ? 1 : token.text == "(" ? -1 : 0;
      outside = std::min(outside, depth);
      if (depth > outside) continue;
      if (is_keyword(token, "from")) return std::nullopt;
      if (is_keyword(token, "select")) break;
    }
    if (select == 0) return std::nullopt;
    std::string_view last = "x";
    depth = -outside;
    for (size_t i = at; i < tokens_.size(); ++i) {
      depth += tokens_[i].text == "(" ? 1 : tokens_[i].text == ")" ? -1 : 0;
      const bool is_end = tokens_[i].text == "," || tokens_[i].text == ";" || is_keyword(tokens_[i], "from") ||
                          is_keyword(tokens_[i], "union");
      if (depth < 0 || (depth == 0 && is_end)) break;
      if (depth == 0 && is_name(tokens_[i])) last = name_in(tokens_[i]);
    }
    return last;
  }

  bool states_covers(std::string_view column) const {
    const auto named = std::find_if(result_.begin(), result_.end(),
                                    [&](const quantity::Field& field) { return same_name(field.name, column); });
    if (named != result_.end()) return named->declares_covers;
    return std::any_of(result_.begin(), result_.end(),
                       [](const quantity::Field& field) { return field.declares_covers; });
  }

  base::Span sql_;
  const Store& store_;
  const std::vector<quantity::Field>& result_;
  base::Diagnostics& diagnostics_;
  const std::vector<SqlToken>& tokens_;
  std::vector<NamedTable> tables_;
  std::set<std::string_view> reported_;
};

}  // namespace

void check_scopes_of_sums(base::Span sql, const std::vector<SqlToken>& tokens, const std::vector<SqlSum>& sums,
                          const Store& store, const std::vector<quantity::Field>& result,
                          base::Diagnostics& diagnostics) {
  if (sums.empty()) return;
  SumScopes scopes(sql, tokens, store, result, diagnostics);
  for (const SqlSum& sum : sums) scopes.check(sum);
}

}  // namespace data
