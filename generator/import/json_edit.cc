#include "import/json_edit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/edit.h"
#include "base/text.h"
#include "notation/json.h"

namespace import {
namespace {

using notation::json_text;
using notation::Node;

// Returns the white space before a position in its line; nullopt if anything else is before the position.
std::optional<std::string> indent_of(const base::SourceText& file, size_t place) {
  const size_t begin = file.line_start(file.line_of(place));
  const std::string_view before = file.text().substr(begin, place - begin);
  return base::trim(before).empty() ? std::optional(std::string(before)) : std::nullopt;
}

std::string indented(std::string_view item, const std::string& indent, std::string_view line_end) {
  return indent + base::replace_all(std::string(item), "\n", std::string(line_end) + indent);
}

std::string edited(const base::SourceText& file, std::vector<base::Edit> edits) {
  const std::vector<base::FileEdits> sorted = base::sort_edits(std::move(edits)).files;
  return sorted.empty() ? std::string(file.text()) : base::edited_text(sorted.front());
}

std::string with(const base::SourceText& file, size_t begin, size_t end, std::string inserted) {
  return edited(file, {{{&file, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}, std::move(inserted)}});
}

std::string append_item(const base::SourceText& file, const Node& list, std::string_view item) {
  const std::string_view end = base::line_end_of(file.text());
  const std::string_view line = file.line(file.line_of(list.span.begin));  // a line such as `"resources": [`
  const std::string outer(line.substr(0, line.find_first_not_of(" \t")));
  if (list.items.empty())
    return with(file, list.span.begin, list.span.end,
                fmt::format("[{}{}{}{}]", end, indented(item, outer + "  ", end), end, outer));
  const Node& last = list.items.back();
  const std::string indent = indent_of(file, last.span.begin).value_or(outer + "  ");
  return with(file, last.span.end, last.span.end, fmt::format(",{}{}", end, indented(item, indent, end)));
}

std::string append_key(const base::SourceText& file, const Node& root, std::string_view key, std::string_view item) {
  const std::string_view end = base::line_end_of(file.text());
  std::string indent = "  ";
  if (!root.entries.empty()) indent = indent_of(file, root.entries.front().key_span.begin).value_or(indent);
  const std::string added =
      fmt::format("{}\"{}\": [{}{}{}{}]", indent, key, end, indented(item, indent + "  ", end), end, indent);
  if (root.entries.empty())
    return with(file, root.span.begin, root.span.end, fmt::format("{{{}{}{}}}", end, added, end));
  const size_t at = root.entries.back().value.span.end;
  return with(file, at, at, fmt::format(",{}{}", end, added));
}

// Sets a key of an object. A missing key is inserted before another key, with the same white space.
void set_key(const base::SourceText& file, const Node& object, std::string_view key, const std::string& json,
             base::Span before, std::vector<base::Edit>& edits) {
  if (const Node* value = object.find(key)) return edits.push_back({value->span, json});
  const std::string_view text = file.text().substr(0, before.begin);
  const std::string_view gap = text.substr(text.find_last_not_of(" \t\r\n") + 1);
  std::string added = fmt::format("\"{}\": {},{}", key, json, gap.empty() ? " " : gap);
  const base::Span at{&file, before.begin, before.begin};
  // Two keys that are inserted at the same place become one edit.
  if (!edits.empty() && edits.back().span.begin == at.begin && edits.back().span.end == at.end)
    edits.back().text += added;
  else
    edits.push_back({at, std::move(added)});
}

// Writes a date in CSL's form: {"date-parts": [[2026, 1, 31]]}.
std::string date_parts(std::string_view date) {
  std::vector<std::string> parts;
  for (std::string_view part : base::split(date, '-')) parts.emplace_back(part.substr(part.find_first_not_of('0')));
  return fmt::format("{{\"date-parts\": [[{}]]}}", base::join(parts, ", "));
}

}  // namespace

std::optional<std::string> insert_into_list(const base::SourceText& file, std::string_view key, std::string_view item,
                                            base::Diagnostics& diagnostics) {
  const auto root = notation::parse_json(base::whole(file), diagnostics);
  if (!root) return std::nullopt;
  if (!root->is_map()) {
    diagnostics.error("wrong-type", root->span, fmt::format("{} must contain an object", file.path())).expect("{ … }");
    return std::nullopt;
  }
  const Node* list = root->find(key);
  if (!list) return append_key(file, *root, key, item);
  if (list->is_list()) return append_item(file, *list, item);
  diagnostics.error("wrong-type", list->span, fmt::format("\"{}\" must be a list", key)).expect("[ … ]");
  return std::nullopt;
}

std::string to_json(const Node& node) {
  std::vector<std::string> parts;
  for (const Node& item : node.items) parts.push_back(to_json(item));
  for (const notation::Entry& entry : node.entries)
    parts.push_back(fmt::format("{}: {}", json_text(entry.key), to_json(entry.value)));
  if (node.is_list()) return "[" + base::join(parts, ", ") + "]";
  if (node.is_map()) return "{" + base::join(parts, ", ") + "}";
  if (node.is_null()) return "null";
  return node.kind == notation::Kind::string ? json_text(node.text) : node.text;
}

namespace {

// Returns the object of a resource in the descriptor, or null.
const Node* find_resource(const Node& root, std::string_view resource) {
  const Node* resources = root.is_map() ? root.find("resources") : nullptr;
  for (size_t i = 0; resources && i < resources->items.size(); ++i) {
    const Node& each = resources->items[i];
    const Node* name = each.is_map() ? each.find("name") : nullptr;
    if (name && name->text == resource) return &each;
  }
  return nullptr;
}

// Returns the position of the existing key before which new keys are inserted.
base::Span place_in(const Node& resource) {
  const auto schema = std::ranges::find(resource.entries, "schema", &notation::Entry::key);
  return (schema == resource.entries.end() ? resource.entries.back() : *schema).key_span;
}

const Node* find_source(const Node& list, std::string_view id) {
  const auto at = std::ranges::find_if(list.items, [&](const Node& entry) {
    const Node* found = entry.is_map() ? entry.find("id") : nullptr;
    return found && found->text == id;
  });
  return at == list.items.end() ? nullptr : &*at;
}

// Returns `entry` as JSON with the id, version and date of another edition: on one line, or one line per key, as in the
// file.
std::string entry_of(const base::SourceText& file, const Node& entry, const data::Edition& edition) {
  std::vector<std::string> keys;
  bool has_version = false;
  for (const auto& [key, key_span, value] : entry.entries) {
    std::string json = to_json(value);
    if (key == "id") json = json_text(edition.source);
    if (key == "version") json = json_text(edition.version);
    if (key == "issued" || key == "accessed") json = date_parts(edition.date);
    has_version = has_version || key == "version";
    if (key == "custom") {
      Node custom = value;
      std::erase_if(custom.entries, [](const notation::Entry& each) {
        return each.key == "status" || each.key == "reason" || each.key == "superseded_by";
      });
      if (custom.entries.empty()) continue;
      json = to_json(custom);
    }
    keys.push_back(fmt::format("{}: {}", json_text(key), json));
  }
  if (!has_version) keys.push_back("\"version\": " + json_text(edition.version));
  const auto indent = indent_of(file, entry.entries.front().key_span.begin);
  if (!indent) return "{" + base::join(keys, ", ") + "}";
  const std::string gap = std::string(base::line_end_of(file.text())) + *indent;
  const std::string end = gap.substr(0, gap.size() - std::min<size_t>(2, indent->size()));
  return "{" + gap + base::join(keys, "," + gap) + end + "}";
}

}  // namespace

std::optional<std::string> set_resource_date(const base::SourceText& descriptor, std::string_view resource,
                                             std::string_view date, bool add, base::Diagnostics& diagnostics) {
  const auto root = notation::parse_json(base::whole(descriptor), diagnostics);
  if (!root) return std::nullopt;
  std::vector<base::Edit> edits;
  if (const Node* found = find_resource(*root, resource))
    if (const Node* old_date = found->find("as_of"); old_date ? old_date->text < date : add)
      set_key(descriptor, *found, "as_of", json_text(date), place_in(*found), edits);
  return edited(descriptor, std::move(edits));
}

std::optional<std::string> set_resource_keys(const base::SourceText& descriptor, std::string_view resource,
                                             const std::vector<std::pair<std::string, std::string>>& keys,
                                             base::Diagnostics& diagnostics) {
  const auto root = notation::parse_json(base::whole(descriptor), diagnostics);
  if (!root) return std::nullopt;
  std::vector<base::Edit> edits;
  if (const Node* found = find_resource(*root, resource))
    for (const auto& [key, json] : keys) set_key(descriptor, *found, key, json, place_in(*found), edits);
  return edited(descriptor, std::move(edits));
}

std::optional<std::string> add_edition(const base::SourceText& file, std::string_view before,
                                       const data::Edition& edition, base::Diagnostics& diagnostics) {
  const auto root = notation::parse_json(base::whole(file), diagnostics);
  const Node* entry = root ? find_source(*root, before) : nullptr;
  if (!entry) return std::nullopt;
  const std::string end(base::line_end_of(file.text()));
  const auto indent = indent_of(file, entry->span.begin);
  std::vector<base::Edit> edits;
  const Node* custom = entry->find("custom");
  const bool has_custom = custom && custom->is_map() && !custom->entries.empty();
  if (!has_custom || !custom->find("superseded_by")) {
    const bool has_status = has_custom && custom->find("status");
    const std::string marks = fmt::format("{}\"superseded_by\": {}", has_status ? "" : "\"status\": \"superseded\", ",
                                          json_text(edition.source));
    const uint32_t at = has_custom ? custom->entries.front().key_span.begin : entry->entries.back().value.span.end;
    if (custom && !has_custom)
      edits.push_back({custom->span, "{" + marks + "}"});
    else
      edits.push_back({{&file, at, at}, has_custom ? marks + ", " : fmt::format(", \"custom\": {{{}}}", marks)});
  }
  edits.push_back({{&file, entry->span.end, entry->span.end},
                   "," + (indent ? end + *indent : std::string(" ")) + entry_of(file, *entry, edition)});
  return edited(file, std::move(edits));
}

std::optional<std::string> update_sources(const base::SourceText& file,
                                          const std::map<std::string, SourceUpdate>& updates,
                                          base::Diagnostics& diagnostics) {
  const auto root = notation::parse_json(base::whole(file), diagnostics);
  if (!root) return std::nullopt;
  std::vector<base::Edit> edits;
  for (const auto& [id, update] : updates) {
    const Node* entry = find_source(*root, id);
    if (!entry) continue;
    const base::Span last = entry->entries.back().key_span;  // usually "custom"
    if (!update.accessed.empty()) set_key(file, *entry, "accessed", date_parts(update.accessed), last, edits);
    if (!update.version.empty()) set_key(file, *entry, "version", json_text(update.version), last, edits);
  }
  return edited(file, std::move(edits));
}

}  // namespace import
