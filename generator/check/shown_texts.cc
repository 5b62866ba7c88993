#include "check/shown_texts.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "base/text.h"
#include "data/sql_text.h"
#include "notation/json.h"
#include "notation/yaml.h"
#include "site/redirects.h"
#include "site/shown_texts.h"

namespace check {
namespace {

// Returns the significant digits of a number: "7" for 7e9 and 0.70, "45" for 4,500.
std::string significant_digits(std::string_view number) {
  std::string digits;
  for (char c : number.substr(0, number.find_first_of("eE")))
    if (c >= '0' && c <= '9' && (c != '0' || !digits.empty())) digits += c;
  while (digits.ends_with('0')) digits.pop_back();
  return digits;
}

// Calls the function for each node at a path such as "schema/fields/*", in which "*" means each item of a list.
void for_each_at(const notation::Node& node, std::string_view path,
                 const std::function<void(const notation::Node&)>& visit) {
  if (path.empty()) return visit(node);
  const size_t end = std::min(path.find('/'), path.size());
  const std::string_view key = path.substr(0, end), rest = path.substr(std::min(end + 1, path.size()));
  if (key == "*")
    for (const notation::Node& item : node.items) for_each_at(item, rest, visit);
  else if (const notation::Node* next = node.find(key))
    for_each_at(*next, rest, visit);
}

std::optional<notation::Node> json_of(const base::SourceText& file) {
  base::Diagnostics unused;  // reported when the file was read
  return notation::parse_json(base::whole(file), unused);
}

bool names_source(const notation::Node& node) {
  const notation::Node *source = node.find("source"), *sources = node.find("sources");
  return (source && !source->text.empty()) || (sources && sources->text == "none");
}

// Whether a text of a query may be shown: it is a value of a row or a part of one, not what rows are compared with.
bool is_value(const std::vector<data::SqlToken>& tokens, size_t at) {
  const auto is_any = [](const data::SqlToken& token, std::initializer_list<std::string_view> keywords) {
    return std::ranges::any_of(keywords, [&](std::string_view keyword) { return data::is_keyword(token, keyword); });
  };
  const data::SqlToken& before = tokens[at - 1];
  if (before.text == "|" || tokens[at + 1].text == "|" || is_any(before, {"select", "distinct", "then", "else"}))
    return true;
  if (before.text != ",") return false;
  int depth = 0;
  for (size_t i = at; i-- > 0 && depth >= 0;) {
    depth += tokens[i].text == ")" ? 1 : tokens[i].text == "(" ? -1 : 0;
    if (depth < 0) return i > 0 && is_any(tokens[i - 1], {"coalesce", "ifnull", "iif", "values"});
    if (depth == 0 && is_any(tokens[i], {"select", "from", "by"})) return data::is_keyword(tokens[i], "select");
  }
  return false;
}

}  // namespace

bool states_number(std::string_view query, std::string_view number) {
  const size_t begin = std::min(number.find_first_of("0123456789"), number.size());
  const std::string_view rest = number.substr(begin);
  const std::string wanted = significant_digits(rest.substr(0, rest.find_first_not_of("0123456789.,")));
  for (const data::SqlToken& token : data::sql_tokens(query))
    if (token.kind == data::SqlTokenKind::number && significant_digits(token.text) == wanted) return true;
  return false;
}

bool compares(std::string_view query, std::string_view words) {
  const std::string wanted = base::lower(words.substr(0, words.find(' ')));
  const std::vector<data::SqlToken> tokens = data::sql_tokens(query);
  return std::any_of(tokens.begin(), tokens.end(), [&](const data::SqlToken& token) {
    if (token.kind != data::SqlTokenKind::word && token.kind != data::SqlTokenKind::quoted) return false;
    for (const std::string_view word : {"min", "max", "rank", "dense_rank", "row_number", "first_value", "limit"})
      if (data::is_keyword(token, word)) return true;
    return base::lower(token.text).find(wanted) != std::string::npos;
  });
}

ShownTexts::ShownTexts(const io::SourceTree& tree) {
  const Text setting{.place = Place::setting};
  if (const io::SourceFile* file = tree.find("data/datapackage.json")) add_descriptor(file->source);
  if (const io::SourceFile* file = tree.find(std::string(site::kRedirects))) {
    base::Diagnostics unused;  // reported when the file was read
    const site::Redirects redirects = site::read_redirects(file->source, unused);
    for (const site::Redirect& row : redirects.rows())
      if (!row.why.empty()) add_text(row.why, row.from_span, setting);
  }
  if (const io::SourceFile* file = tree.find("data/site.json"))
    if (const auto root = json_of(file->source))
      add_all(*root, {"title", "description", "footer/text", "footer/links/*/title"}, setting);
  if (const io::SourceFile* file = tree.find("data/units.json"))
    if (const auto root = json_of(file->source)) add_all(*root, {"units/*/title"}, setting);
  for (const io::SourceFile* file : tree.below("data/views/"))
    if (file->source.path().ends_with(".sql")) add_query(base::whole(file->source));
}

ShownTexts::ShownTexts(const site::Content& content) {
  auto add_markdown = [&](const document::Document& document) { list_.push_back({&document}); };
  add_markdown(content.document());
  for (const document::Document& point : content.key_points) add_markdown(point);
  if (content.takeaway) add_markdown(*content.takeaway);
  const document::FrontMatter& front = content.front;
  for (const document::Answer& answer : front.answers)
    for (const document::Text& because : answer.because)
      if (const document::Document* document = content.short_text(because.span)) add_markdown(*document);
  std::set<uint32_t> known;  // titles that are known, because a title may be the same text as the question
  auto add_words = [&](const document::Text& text) {
    if (!text.empty() && known.insert(text.span.begin).second)
      add_text(text.text, text.span, {.place = Place::words}, content.short_text(text.span));
  };
  site::for_each_shown_text(front, add_words);
  if (front.pages) add_words(front.pages->title);
  for (const site::Block& block : content.blocks) {
    const notation::Node* holds = block.yaml.find("holds");
    const bool is_held = holds && (!holds->text.empty() || !holds->items.empty());
    site::for_each_shown_text(block.yaml, [&](const notation::Node& node) {
      add_text(node.text, node.span, {.place = Place::block, .is_held = is_held}, content.short_text(node.span));
    });
  }
  for (const document::Fence& fence : content.document().fences())
    if (fence.kind == document::FenceKind::query && fence.exact) add_query(fence.body_span);
}

void ShownTexts::add_descriptor(const base::SourceText& descriptor) {
  const auto root = json_of(descriptor);
  if (!root) return;
  add_all(*root, {"title", "description"}, {.place = Place::setting});
  for_each_at(*root, "resources/*", [&](const notation::Node& resource) {
    const Text as{.place = Place::described, .is_sourced = names_source(resource)};
    add_all(resource, {"title", "description", "caveats/*/text"}, as);
    for_each_at(resource, "schema/fields/*", [&](const notation::Node& field) {
      Text of_field = as;
      of_field.is_sourced = as.is_sourced || names_source(field);
      add_all(field, {"title", "description", "covers"}, of_field);
    });
  });
}

void ShownTexts::add_query(base::Span sql) {
  const Text as{.place = Place::query, .query = sql.text()};
  const std::vector<data::SqlToken> tokens = data::without_comments(data::sql_tokens(sql.text()));
  for (size_t i = 1; i + 1 < tokens.size(); ++i)
    if (tokens[i].kind == data::SqlTokenKind::text && tokens[i].text.size() > 2 && is_value(tokens, i)) {
      const std::string_view quoted = tokens[i].text.substr(1, tokens[i].text.size() - 2);
      const auto begin = static_cast<uint32_t>(sql.begin + tokens[i].offset + 1);
      add_text(base::replace_all(std::string(quoted), "''", "'"),
               {sql.source, begin, begin + static_cast<uint32_t>(quoted.size())},
               {.place = Place::query, .is_held = true, .query = sql.text(), .is_returned = true});
    }
  for (const data::SqlToken& token : data::sql_tokens(sql.text())) {
    const size_t map = token.text.find('{');
    if (token.kind != data::SqlTokenKind::comment || !token.text.starts_with("--") || map == std::string_view::npos ||
        token.text.find('@') > map)
      continue;
    const auto begin = static_cast<uint32_t>(sql.begin + token.offset + map);
    const auto end = static_cast<uint32_t>(sql.begin + token.offset + token.text.size());
    base::Diagnostics unused;
    const auto node = notation::parse_yaml({sql.source, begin, end}, unused);
    if (!node || !node->is_map()) continue;
    add_all(*node, {"title", "description", "covers"}, as);
  }
}

void ShownTexts::add_all(const notation::Node& map, std::initializer_list<std::string_view> paths, const Text& as) {
  for (std::string_view path : paths)
    for_each_at(map, path, [&](const notation::Node& text) {
      if (text.is_string() && !text.text.empty()) add_text(text.text, text.span, as);
    });
}

void ShownTexts::add_text(std::string_view words, base::Span span, Text as, const document::Document* document) {
  base::Diagnostics unused;
  as.document = document ? document : &plain_.emplace_back(document::parse_words({std::string(words), span}, unused));
  list_.push_back(as);
}

}  // namespace check
