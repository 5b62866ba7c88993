#include "data/compiled_query.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/descriptor_parts.h"
#include "notation/reader.h"
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

  // Reads the declaration in `comment`, which begins with "-- @".
  std::optional<Declaration> read(const SqlToken& comment, size_t at_sign) {
    end_ = comment.offset + comment.text.size();
    at_ = comment.offset + at_sign + 1;
    Declaration result;
    std::string_view name = next_word();
    result.field.name = name;
    result.span = span(at_ - name.size(), at_);
    skip_space();
    bool like = rest().starts_with("like ");
    if (name.empty() || (!like && !rest().starts_with('{'))) return fail();
    if (like && !read_like(result)) return std::nullopt;
    skip_space();
    if (rest().empty()) return result;
    if (!rest().starts_with('{')) return fail();
    return read_map(result) ? std::optional<Declaration>(std::move(result)) : std::nullopt;
  }

 private:
  std::string_view rest() const { return base::trim(sql_.text().substr(at_, end_ - at_)); }
  base::Span span(size_t begin, size_t end) const {
    return {sql_.source, sql_.begin + static_cast<uint32_t>(begin), sql_.begin + static_cast<uint32_t>(end)};
  }
  void skip_space() {
    while (at_ < end_ && base::is_space(sql_.text()[at_])) ++at_;
  }
  // Returns the text up to white space or to the '{' of a map.
  std::string_view next_word() {
    size_t begin = at_;
    while (at_ < end_ && !base::is_space(sql_.text()[at_]) && sql_.text()[at_] != '{') ++at_;
    return sql_.text().substr(begin, at_ - begin);
  }
  std::nullopt_t fail() {
    diagnostics_
        .error("bad-declaration", span(at_, std::max(at_ + 1, end_)), "this is not a valid declaration of a column")
        .expect(std::string(kForm));
    return std::nullopt;
  }

  bool read_like(Declaration& into) {
    next_word();
    skip_space();
    size_t begin = at_;
    std::string_view target = next_word();
    size_t dot = target.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || dot + 1 == target.size()) {
      at_ = begin;
      fail();
      return false;
    }
    const auto found = store_.find_column(target.substr(0, dot), target.substr(dot + 1));
    if (!found) {
      diagnostics_.error("unknown-column", span(begin, at_), found.error().message).suggest(found.error().help);
      return false;
    }
    std::string name = std::move(into.field.name);
    into.field = found.value().field();
    into.field.name = std::move(name);
    into.has_type = into.has_title = into.has_description = into.has_better = into.has_format = true;
    into.has_covers = !into.field.covers.empty();
    into.like = true;
    into.has_unit = found.value().field().is_measure();
    into.unit_span = span(begin, at_);
    return true;
  }

  bool read_map(Declaration& into) {
    base::Span map = span(at_, at_ + rest().size());
    std::optional<notation::Node> node = notation::parse_yaml(map, diagnostics_);
    if (!node) return false;
    quantity::Field& field = into.field;
    notation::Reader reader(*node, fmt::format("the declaration of \"{}\"", field.name), diagnostics_);
    auto given = [&](std::string_view key) { return node->find(key) != nullptr; };
    auto read_text = [&](std::string_view key, std::string& to, bool& has) {
      std::string text = reader.text(key);
      if (!given(key)) return;
      to = std::move(text);
      has = true;
    };
    read_text("title", field.title, into.has_title);
    read_text("description", field.description, into.has_description);
    read_text("format", field.format, into.has_format);
    read_text("covers", field.covers, into.has_covers);
    field.covers = quantity::Scope(field.covers).text();
    if (auto type = read_type(reader)) field.type = *type, into.has_type = true;
    const quantity::Better better = read_better(reader);
    if (given("better")) field.better = better, into.has_better = true;
    std::string unit = reader.text("unit");
    std::string unit_field = reader.text("unitField");
    if (!unit.empty() || !unit_field.empty()) {
      field.unit = unit;
      field.unit_field = unit.empty() ? unit_field : "";
      into.has_unit = true;
      into.unit_span = reader.span_of(unit.empty() ? "unitField" : "unit");
    }
    reader.finish();
    return check_unit(unit, store_.units, into.unit_span, diagnostics_) &&
           (!given("format") || check_format(field.format, reader.span_of("format"), diagnostics_));
  }

  base::Span sql_;
  const Store& store_;
  base::Diagnostics& diagnostics_;
  size_t at_ = 0;   // the position in the SQL
  size_t end_ = 0;  // the end of the comment
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
    std::optional<Declaration> read = reader.read(token, begin);
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
