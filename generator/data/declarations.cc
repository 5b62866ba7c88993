// Reads what a query declares about its columns, from its comments (data/compiled_query.h).
#include "data/compiled_query.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/descriptor_parts.h"
#include "data/keys.h"
#include "notation/yaml.h"
#include "quantity/scope.h"

namespace data {
namespace {

constexpr std::string_view kForm =
    "-- @column {title: …, unit: USD/h, better: lower, format: \".2f\"} or -- @column like TABLE.COLUMN";

class DeclarationReader {
 public:
  DeclarationReader(base::Span sql, const Store& store, base::Diagnostics& diagnostics)
      : sql_(sql), store_(store), diagnostics_(diagnostics) {}

  // Reads the part of a comment after "-- @".
  std::optional<Declaration> read(std::string_view text) {
    Declaration result;
    const std::string_view name = take_word(text);
    result.field.name = name;
    result.span = span(name);
    const bool like = text.starts_with("like ");
    if (name.empty() || (!like && !text.starts_with('{'))) return fail(text);
    if (like) {
      take_word(text);
      const std::string_view rest = text, target = take_word(text);
      const size_t dot = target.rfind('.');
      if (dot == std::string_view::npos || dot == 0 || dot + 1 == target.size()) return fail(rest);
      if (!read_like(result, target, dot)) return std::nullopt;
    }
    if (text.empty()) return result;
    if (!text.starts_with('{')) return fail(text);
    return read_map(result, text) ? std::optional<Declaration>(std::move(result)) : std::nullopt;
  }

 private:
  base::Span span(std::string_view part) const {
    const auto begin = sql_.begin + static_cast<uint32_t>(part.data() - sql_.text().data());
    return {sql_.source, begin, begin + static_cast<uint32_t>(part.size())};
  }
  // Removes the text up to white space or to the '{' of a map, and the white space after it.
  static std::string_view take_word(std::string_view& text) {
    const std::string_view word = text.substr(0, text.find_first_of(" \t\n\r\f\v{"));
    text = base::trim(text.substr(word.size()));
    return word;
  }
  std::nullopt_t fail(std::string_view rest) {
    diagnostics_.error("bad-declaration", span(rest), "this is not a valid declaration of a column")
        .expect(std::string(kForm));
    return std::nullopt;
  }

  bool read_like(Declaration& into, std::string_view target, size_t dot) {
    into.unit_span = span(target);
    const auto found = store_.find_column(target.substr(0, dot), target.substr(dot + 1));
    if (!found) {
      diagnostics_.error("unknown-column", into.unit_span, found.error().message).suggest(found.error().help);
      return false;
    }
    std::string name = std::move(into.field.name);
    into.field = found.value().field();
    into.field.name = std::move(name);
    into.like = true;
    into.given = {"title", "description", "format", "type", "better", "comparable"};
    if (!into.field.covers.empty()) into.given.insert("covers");
    if (into.field.is_measure()) into.given.insert("unit");
    return true;
  }

  bool read_map(Declaration& into, std::string_view map) {
    std::optional<notation::Node> node = notation::parse_yaml(span(map), diagnostics_);
    if (!node) return false;
    quantity::Field& field = into.field;
    const auto given = [&](std::string_view key) {
      const notation::Node* value = node->find(key);
      return value && !value->text.empty() ? value : nullptr;
    };
    const notation::Node* unit = given("unit") ? given("unit") : given("unitField");
    if (unit) field.unit = field.unit_field = "";  // replaces that of `like`
    declaration_format().read(*node, fmt::format("the declaration of \"{}\"", field.name), field, diagnostics_);
    field.covers = quantity::Scope(field.covers).text();
    for (const notation::AnyFormat::KeyInfo& key : declaration_format().keys())
      if (const notation::Node* value = node->find(key.name);
          value && !value->is_null() && !key.name.starts_with("unit"))
        into.given.insert(key.name);
    if (given("unit")) field.unit_field.clear();
    if (unit) {
      into.given.insert("unit");
      into.unit_span = unit->span;
    }
    return (!unit || check_unit(field.unit, store_.units, unit->span, diagnostics_)) &&
           (!given("format") || check_format(field.format, field.unit, given("format")->span, diagnostics_)) &&
           (!given("title") || check_heading(field, store_.units, given("title")->span, diagnostics_));
  }

  base::Span sql_;
  const Store& store_;
  base::Diagnostics& diagnostics_;
};

}  // namespace

std::vector<Declaration> read_declarations(base::Span sql, const std::vector<SqlToken>& tokens, const Store& store,
                                           base::Diagnostics& diagnostics) {
  std::vector<Declaration> declarations;
  DeclarationReader reader(sql, store, diagnostics);
  for (const SqlToken& token : tokens) {
    if (token.kind != SqlTokenKind::comment || !token.text.starts_with("--")) continue;
    size_t begin = token.text.find_first_not_of(" \t", 2);
    if (begin == std::string_view::npos || token.text[begin] != '@') continue;
    std::optional<Declaration> read = reader.read(token.text.substr(begin + 1));
    if (!read) continue;
    auto same = std::ranges::find_if(declarations,
                                     [&](const Declaration& other) { return other.field.name == read->field.name; });
    if (same != declarations.end()) {
      diagnostics.error("bad-declaration", read->span, fmt::format("\"{}\" is declared twice", read->field.name))
          .note(same->span, "the first");
      continue;
    }
    declarations.push_back(std::move(*read));
  }
  return declarations;
}

}  // namespace data
