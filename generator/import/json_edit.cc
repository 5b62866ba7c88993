#include "import/json_edit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "notation/json.h"

namespace import {
namespace {

using notation::json_text;
using notation::Node;

std::string indented(std::string_view item, const std::string& indent, std::string_view line_end) {
  return indent + base::replace_all(std::string(item), "\n", std::string(line_end) + indent);
}

}  // namespace

JsonEditor::JsonEditor(const base::SourceText& file, base::Diagnostics& diagnostics)
    : file_(file), root_(notation::parse_json(base::whole(file), diagnostics)) {}

const Node* JsonEditor::find(std::string_view list, std::string_view key, std::string_view text) const {
  const Node* all = !root_ || list.empty() ? nullptr : root_->find(list);
  if (root_ && list.empty()) all = &*root_;
  for (size_t i = 0; all && i < all->items.size(); ++i)
    if (const Node* value = all->items[i].find(key); value && value->text == text) return &all->items[i];
  return nullptr;
}

void JsonEditor::set(const Node& object, std::string_view key, const std::string& json, base::Span before) {
  if (const Node* value = object.find(key)) return replace(value->span, json);
  const std::string_view text = file_.text().substr(0, before.begin);
  const std::string_view gap = text.substr(text.find_last_not_of(" \t\r\n") + 1);
  insert(before.begin, fmt::format("\"{}\": {},{}", key, json, gap.empty() ? " " : gap));
}

void JsonEditor::set_in_resource(std::string_view resource, std::string_view key, const std::string& json) {
  const Node* node = find("resources", "name", resource);
  if (!node) return;
  const auto schema = std::ranges::find(node->entries, "schema", &notation::Entry::key);
  set(*node, key, json, (schema == node->entries.end() ? node->entries.back() : *schema).key_span);
}

void JsonEditor::insert(size_t at, std::string text) {
  const base::Span span{&file_, static_cast<uint32_t>(at), static_cast<uint32_t>(at)};
  // Texts that are inserted at the same place become one edit.
  const auto same = std::ranges::find_if(
      edits_, [&](const base::Edit& each) { return each.span.begin == at && each.span.end == at; });
  if (same != edits_.end())
    same->text += text;
  else
    edits_.push_back({span, std::move(text)});
}

bool JsonEditor::append(std::string_view key, std::string_view item, base::Diagnostics& diagnostics) {
  if (!root_) return false;
  const Node* list = root_->find(key);
  if (!root_->is_map() || (list && !list->is_list())) {
    diagnostics
        .error(
            "wrong-type", list ? list->span : root_->span,
            list ? fmt::format("\"{}\" must be a list", key) : fmt::format("{} must contain an object", file_.path()))
        .expect(list ? "[ … ]" : "{ … }");
    return false;
  }
  const std::string_view end = base::line_end_of(file_.text());
  if (!list) {
    std::string indent = "  ";
    if (!root_->entries.empty()) indent = indent_of(root_->entries.front().key_span.begin).value_or(indent);
    const std::string added =
        fmt::format("{}\"{}\": [{}{}{}{}]", indent, key, end, indented(item, indent + "  ", end), end, indent);
    if (root_->entries.empty())
      replace(root_->span, fmt::format("{{{}{}{}}}", end, added, end));
    else
      insert(root_->entries.back().value.span.end, fmt::format(",{}{}", end, added));
    return true;
  }
  const std::string_view line = file_.line(file_.line_of(list->span.begin));  // a line such as `"resources": [`
  const std::string outer(line.substr(0, line.find_first_not_of(" \t")));
  if (list->items.empty()) {
    replace(list->span, fmt::format("[{}{}{}{}]", end, indented(item, outer + "  ", end), end, outer));
  } else {
    const base::Span last = list->items.back().span;
    const std::string indent = indent_of(last.begin).value_or(outer + "  ");
    insert(last.end, fmt::format(",{}{}", end, indented(item, indent, end)));
  }
  return true;
}

std::optional<std::string> JsonEditor::indent_of(size_t place) const {
  const size_t begin = file_.line_start(file_.line_of(place));
  const std::string_view before = file_.text().substr(begin, place - begin);
  return base::trim(before).empty() ? std::optional(std::string(before)) : std::nullopt;
}

std::string JsonEditor::text() const {
  const std::vector<base::FileEdits> sorted = base::sort_edits(edits_);
  return sorted.empty() ? std::string(file_.text()) : base::edited_text(sorted.front());
}

std::string json_list(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  for (const std::string& text : texts) quoted.push_back(json_text(text));
  return "[" + base::join(quoted, ", ") + "]";
}

std::string date_parts(std::string_view date) {
  std::vector<std::string> parts;
  for (std::string_view part : base::split(date, '-')) parts.emplace_back(part.substr(part.find_first_not_of('0')));
  return fmt::format("{{\"date-parts\": [[{}]]}}", base::join(parts, ", "));
}

}  // namespace import
