#include "import/insert_json.h"

#include <fmt/format.h>

#include "base/text.h"
#include "notation/json.h"

namespace import {
namespace {

using notation::Node;

// The white space with which the line of a place begins, if nothing else stands before it there.
std::optional<std::string> indent_of(const base::SourceText& file, size_t place) {
  size_t begin = file.line_start(file.line_of(place));
  std::string_view before = file.text().substr(begin, place - begin);
  if (!base::trim(before).empty()) return std::nullopt;
  return std::string(before);
}

std::string indented(std::string_view item, const std::string& indent, std::string_view line_end) {
  std::string out;
  for (std::string_view line : base::split(item, '\n')) {
    if (!out.empty()) out += line_end;
    out += indent;
    out += line;
  }
  return out;
}

std::string with(std::string_view text, size_t at, size_t end, const std::string& inserted) {
  return std::string(text.substr(0, at)) + inserted + std::string(text.substr(end));
}

std::string append_item(const base::SourceText& file, const Node& list, std::string_view item) {
  std::string_view end = base::line_end_of(file.text());
  std::string outer = indent_of(file, list.span.begin).value_or("");
  if (outer.empty()) {  // "resources": [
    std::string_view line = file.line(file.line_of(list.span.begin));
    outer = std::string(line.substr(0, line.find_first_not_of(" \t")));
  }
  if (list.items.empty()) {
    std::string inner = fmt::format("[{}{}{}{}]", end, indented(item, outer + "  ", end), end, outer);
    return with(file.text(), list.span.begin, list.span.end, inner);
  }
  const Node& last = list.items.back();
  std::string indent = indent_of(file, last.span.begin).value_or(outer + "  ");
  return with(file.text(), last.span.end, last.span.end, fmt::format(",{}{}", end, indented(item, indent, end)));
}

std::string append_key(const base::SourceText& file, const Node& root, std::string_view key, std::string_view item) {
  std::string_view end = base::line_end_of(file.text());
  std::string indent = "  ";
  if (!root.entries.empty()) indent = indent_of(file, root.entries.front().key_span.begin).value_or(indent);
  std::string added =
      fmt::format("{}\"{}\": [{}{}{}{}]", indent, key, end, indented(item, indent + "  ", end), end, indent);
  if (root.entries.empty())
    return with(file.text(), root.span.begin, root.span.end, fmt::format("{{{}{}{}}}", end, added, end));
  size_t at = root.entries.back().value.span.end;
  return with(file.text(), at, at, fmt::format(",{}{}", end, added));
}

}  // namespace

std::optional<std::string> insert_into_list(const base::SourceText& file, std::string_view key, std::string_view item,
                                            base::Diagnostics& diagnostics) {
  auto root = notation::parse_json(base::whole(file), diagnostics);
  if (!root) return std::nullopt;
  if (!root->is_map()) {
    diagnostics.error("wrong-type", root->span, fmt::format("{} holds no object", file.path())).expect("{ … }");
    return std::nullopt;
  }
  const Node* list = root->find(key);
  if (!list) return append_key(file, *root, key, item);
  if (!list->is_list()) {
    diagnostics.error("wrong-type", list->span, fmt::format("there is no list of {} here", key)).expect("[ … ]");
    return std::nullopt;
  }
  return append_item(file, *list, item);
}

}  // namespace import
