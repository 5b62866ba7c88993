#include "data/declarations.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/descriptor.h"
#include "notation/reader.h"
#include "notation/yaml.h"
#include "quantity/number_format.h"
#include "quantity/scope.h"

namespace data {
namespace {

using quantity::Better;

constexpr std::string_view kForm =
    "-- @column {title: …, unit: USD/h, better: lower, format: \".2f\"} or -- @column like TABLE.COLUMN";

class DeclarationReader {
 public:
  DeclarationReader(base::Span sql, const quantity::Units& units, const FindField& find, base::Diagnostics& diagnostics)
      : sql_(sql), units_(units), find_(find), diagnostics_(diagnostics) {}

  // `comment` begins with "-- @".
  std::optional<Declaration> read(const SqlToken& comment, size_t at_sign) {
    end_ = comment.offset + comment.text.size();
    at_ = comment.offset + at_sign + 1;
    Declaration result;
    std::string_view name = take_word();
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
  // Up to white space, or to the '{' of a map.
  std::string_view take_word() {
    size_t begin = at_;
    while (at_ < end_ && !base::is_space(sql_.text()[at_]) && sql_.text()[at_] != '{') ++at_;
    return sql_.text().substr(begin, at_ - begin);
  }
  std::nullopt_t fail() {
    diagnostics_.error("bad-declaration", span(at_, std::max(at_ + 1, end_)), "this does not declare a column")
        .expect(std::string(kForm));
    return std::nullopt;
  }

  bool read_like(Declaration& into) {
    take_word();
    skip_space();
    size_t begin = at_;
    std::string_view target = take_word();
    size_t dot = target.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || dot + 1 == target.size()) {
      at_ = begin;
      fail();
      return false;
    }
    std::string why, help;
    const quantity::Field* field = find_(target.substr(0, dot), target.substr(dot + 1), why, help);
    if (field == nullptr) {
      diagnostics_.error("unknown-column", span(begin, at_), why).suggest(help);
      return false;
    }
    std::string name = std::move(into.field.name);
    into.field = *field;
    into.field.name = std::move(name);
    into.field.resource.clear();
    into.field.column.clear();
    into.has_type = into.has_title = into.has_description = into.has_better = into.has_format = true;
    into.has_covers = !field->covers.empty();
    into.like = true;
    into.has_unit = field->is_measure();
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
    auto take_text = [&](std::string_view key, std::string& to, bool& has) {
      std::string text = reader.text(key);
      if (!given(key)) return;
      to = std::move(text);
      has = true;
    };
    take_text("title", field.title, into.has_title);
    take_text("description", field.description, into.has_description);
    take_text("format", field.format, into.has_format);
    take_text("covers", field.covers, into.has_covers);
    field.covers = quantity::Scope(field.covers).text();
    std::string type =
        reader.choice("type", {"string", "integer", "number", "boolean", "date", "datetime", "year", "yearmonth"});
    if (auto known = type_of(type)) field.type = *known, into.has_type = true;
    std::string better = reader.choice("better", {"higher", "lower"});
    if (given("better")) {
      field.better = better == "higher" ? Better::higher : better == "lower" ? Better::lower : Better::neither;
      into.has_better = true;
    }
    std::string unit = reader.text("unit");
    std::string unit_field = reader.text("unitField");
    if (!unit.empty() || !unit_field.empty()) {
      field.unit = unit;
      field.unit_field = unit.empty() ? unit_field : "";
      into.has_unit = true;
      into.unit_span = reader.span_of(unit.empty() ? "unitField" : "unit");
    }
    reader.finish();
    std::string why;
    if (!unit.empty() && !units_.parse(unit, &why)) {
      diagnostics_.error("bad-unit", into.unit_span, why)
          .expect("a unit such as \"GB/s\", or \"1\" for a plain number");
      return false;
    }
    if (given("format") && !field.format.empty() && !quantity::NumberFormat::parse(field.format, &why)) {
      diagnostics_.error("bad-format", reader.span_of("format"), why)
          .expect("a d3-format such as \",.2f\", \"~s\" or \".1%\"");
      return false;
    }
    return true;
  }

  base::Span sql_;
  const quantity::Units& units_;
  const FindField& find_;
  base::Diagnostics& diagnostics_;
  size_t at_ = 0;   // in the SQL
  size_t end_ = 0;  // of the comment
};

}  // namespace

std::vector<Declaration> read_declarations(base::Span sql, const std::vector<SqlToken>& tokens,
                                           const quantity::Units& units, const FindField& find,
                                           base::Diagnostics& diagnostics) {
  std::vector<Declaration> declarations;
  DeclarationReader reader(sql, units, find, diagnostics);
  for (const SqlToken& token : tokens) {
    if (token.kind != SqlTokenKind::comment || !token.text.starts_with("--")) continue;
    size_t begin = token.text.find_first_not_of(" \t", 2);
    if (begin == std::string_view::npos || token.text[begin] != '@') continue;
    std::optional<Declaration> read = reader.read(token, begin);
    if (!read) continue;
    auto same = std::find_if(declarations.begin(), declarations.end(),
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
