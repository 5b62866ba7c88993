#include "chart/spec_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "quantity/decimal.h"

namespace chart {
namespace {

using notation::Kind;
using notation::Node;
using notation::Reader;

// Reads a date in Vega-Lite's form of a datum: {year: 2025, month: 1, date: 20}, with month and date from 1.
std::optional<quantity::Value> date_time(const Node& node) {
  auto part = [&](const char* key, int otherwise) {
    const Node* value = node.find(key);
    return !value ? otherwise : value->kind == Kind::number ? base::parse_number<int>(value->text).value_or(-1) : -1;
  };
  for (const notation::Entry& entry : node.entries)
    if (!base::has_word("year month date", entry.key)) return std::nullopt;
  const int year = part("year", -1), month = part("month", 1), date = part("date", 1);
  if (!(year >= 0 && year <= 9999 && month >= 1 && month <= 12 && date >= 1 && date <= 31)) return std::nullopt;
  return quantity::Value(fmt::format("{:04}-{:02}-{:02}", year, month, date));
}

// Returns nullopt for a node that is not a value.
std::optional<quantity::Value> scalar(const Node& node) {
  switch (node.kind) {
    case Kind::map:
      return date_time(node);
    case Kind::boolean:
      return quantity::Value(int64_t{node.as_bool()});
    case Kind::string:
      return quantity::Value(node.text);
    case Kind::number:
      return quantity::read_number(node.text).value_or(node.as_double());
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<quantity::Value> read_value(Reader& from, std::string_view key) {
  auto value = scalar(*from.node(key));
  if (!value) from.wrong_type(key, "a number, a text or a date such as {year: 2026}");
  return value;
}

std::vector<quantity::Value> read_values(Reader& from, std::string_view key) {
  std::vector<quantity::Value> values;
  const Node* list = from.list(key);
  for (const Node& item : list ? list->items : std::vector<Node>())
    if (auto value = scalar(item))
      values.push_back(std::move(*value));
    else
      from.diagnostics()
          .error("wrong-type", item.span,
                 fmt::format("a value of \"{}\" cannot be {}", key, notation::kind_name(item.kind)))
          .expect("a number, a text or a date such as {year: 2026}");
  return values;
}

bool refuse_word(Reader& from, std::string_view key, std::string_view refused, const notation::Type& type) {
  const Node& node = *from.node(key);
  if (!node.is_string() || !base::has_word(refused, node.text)) return false;
  from.diagnostics()
      .error("unsupported-value", node.span,
             fmt::format("{}{} \"{}\" is not supported here",
                         base::has_word("donut doughnut map pie", node.text) ? "the " : "Vega-Lite's ", key, node.text))
      .expect(quoted_words(type))
      .suggest(nearest_to(node.text));
  return true;
}

std::string quoted_words(const notation::Type& choice) {
  std::vector<std::string_view> words;
  const std::vector<std::string_view> parts = base::split(choice.name, '`');
  for (size_t i = 1; i < parts.size(); i += 2) words.push_back(parts[i]);
  return base::list_names(words, words.size());
}

notation::AnyFormat::Explain vega_lite(std::string_view refused) {
  return [refused](const notation::Entry& entry, const notation::AnyFormat& format, base::Diagnostics& diagnostics) {
    if (base::has_word("transform aggregate bin impute timeUnit extent", entry.key))
      diagnostics
          .error("use-sql", entry.key_span, fmt::format("charts do not compute: \"{}\" is not supported", entry.key))
          .suggest("compute it in a query (```sql NAME), and give the query's name as `data`");
    else if (base::has_word(refused, entry.key))
      diagnostics
          .error("unsupported-key", entry.key_span,
                 fmt::format("Vega-Lite's \"{}\" is not supported in {}", entry.key, format.what()))
          .expect(base::list_names(format.key_names(), format.keys().size()))
          .suggest(nearest_to(entry.key));
    else
      return false;
    return true;
  };
}

}  // namespace chart
