// Declares editions and their sources (import/steps.h).
#include "import/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/utf8.h"
#include "check/sources.h"
#include "data/dates.h"
#include "import/json_edit.h"
#include "notation/json.h"

namespace import {
namespace {

using notation::json_text;
using notation::Node;

constexpr std::string_view kEdition = "edition";  // the first field of a history

std::string history_of(const data::Resource& resource) {
  return resource.history.empty() ? resource.name + "_history" : resource.history;
}

// Returns the descriptor of a field in the history, without constraints that compare a row with other rows of the
// table.
std::string history_field(const Node& field) {
  Node copy = field;
  for (notation::Entry& each : copy.entries)
    if (each.key == "constraints") std::erase_if(each.value.entries, [](const auto& of) { return of.key == "unique"; });
  return to_json(copy);
}

std::string history_descriptor(const data::Resource& resource, const Node& node) {
  const auto field = [](std::string_view name, std::string_view title) {
    return fmt::format(R"({{"name": "{}", "title": "{}", "type": "string", "constraints": {{"required": true}}}})",
                       name, title);
  };
  std::vector<std::string> fields{field(kEdition, "Edition")}, key{std::string(kEdition)};
  const Node* schema = node.find("schema");
  for (const Node& each : schema->find("fields")->items) fields.push_back(history_field(each));
  for (std::string_view name : {"source", "locator", "as_of"})
    if (resource.find(name) < 0 && resource.no_source.empty())
      fields.push_back(fmt::format(R"({{"name": "{}", "type": "string"}})", name));
  key.insert(key.end(), resource.primary_key.begin(), resource.primary_key.end());
  const size_t dot = resource.path.rfind('.');
  std::string more;
  for (const char* copied : {"format", "dialect", "sources", "reason", "locator", "valid_from", "valid_to"})
    if (const Node* value = node.find(copied)) more += fmt::format("\n  \"{}\": {},", copied, to_json(*value));
  return fmt::format(
      "{{\n  \"name\": {},\n  \"path\": {},\n  \"title\": {},\n  \"description\": {},{}\n  \"schema\": {{\n"
      "    \"fields\": [\n      {}\n    ],\n    \"primaryKey\": {}\n  }}\n}}",
      json_text(history_of(resource)), json_text(resource.path.substr(0, dot) + "_history" + resource.path.substr(dot)),
      json_text(resource.title + ": earlier editions"),
      json_text("The rows of earlier editions, each as it was when the next one replaced it."), more,
      base::join(fields, ",\n      "), json_list(key));
}

std::string json_of(const data::Edition& edition) {
  const auto key = [](std::string_view name, const std::string& text) {
    return text.empty() ? "" : fmt::format(", \"{}\": {}", name, json_text(text));
  };
  return fmt::format(R"({{"version": {}, "date": {}{}{}}})", json_text(edition.version), json_text(edition.date),
                     key("source", edition.source), key("changes_from", edition.changes_from));
}

// Returns the day on which numbers of a date were read, which is at most `today`, unless that is "".
std::string read_on(const std::string& date, const std::string& today) {
  return today.empty() || (data::is_date(date) && date < today) ? date : today;
}

// Returns `entry` as JSON with the id, version and date of another edition: on one line, or one line per key, as in the
// file.
std::string entry_of(const base::SourceText& file, const JsonEditor& editor, const Node& entry,
                     const data::Edition& edition, const std::string& today) {
  std::vector<std::string> keys;
  for (const auto& [key, key_span, value] : entry.entries) {
    std::string json = to_json(value);
    if (key == "id") json = json_text(edition.source);
    if (key == "version") json = json_text(edition.version);
    if (key == "issued") json = date_parts(edition.date);
    if (key == "accessed") json = date_parts(read_on(edition.date, today));
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
  if (!entry.find("version")) keys.push_back("\"version\": " + json_text(edition.version));
  const auto indent = editor.indent_of(entry.entries.front().key_span.begin);
  if (!indent) return "{" + base::join(keys, ", ") + "}";
  const std::string gap = std::string(base::line_end_of(file.text())) + *indent;
  const std::string end = gap.substr(0, gap.size() - std::min<size_t>(2, indent->size()));
  return "{" + gap + base::join(keys, "," + gap) + end + "}";
}

void mark_superseded(const Node& entry, const std::string& by, JsonEditor& editor) {
  const Node* custom = entry.find("custom");
  const bool has_custom = custom && custom->is_map() && !custom->entries.empty();
  if (has_custom && custom->find("superseded_by")) return;
  const std::string marks =
      fmt::format("{}\"superseded_by\": {}", has_custom && custom->find("status") ? "" : "\"status\": \"superseded\", ",
                  json_text(by));
  if (has_custom)
    editor.insert(custom->entries.front().key_span.begin, marks + ", ");
  else if (custom)
    editor.replace(custom->span, "{" + marks + "}");
  else
    editor.insert(entry.entries.back().value.span.end, fmt::format(", \"custom\": {{{}}}", marks));
}

}  // namespace

std::optional<data::Edition> edition_of_rows(const data::Resource& resource, const DataFile& file,
                                             const data::Bibliography& bibliography) {
  if (file.rows.empty()) return std::nullopt;
  std::map<std::string, size_t> counts;
  data::Edition edition;
  const bool has_own = resource.find("source") >= 0 || resource.find("as_of") >= 0;
  for (const StoredRow& row : file.rows) {
    const StoredCells cells = has_own ? cells_of(resource, file, row) : StoredCells();
    ++counts[origin_of(resource, cells, "source")];
    edition.date = std::max(edition.date, origin_of(resource, cells, "as_of"));
  }
  // Where rows have sources of their own, the edition has none.
  if (counts.size() == 1) edition.source = counts.begin()->first;
  const data::Source* source = bibliography.find(edition.source);
  if (edition.date.empty() && source) edition.date = source->issued.text();
  edition.version = source && !source->version.empty() ? base::replace_all(source->version, "/", "-") : edition.date;
  return edition;
}

std::string edition_source_id(const std::string& source, const std::string& version) {
  std::string id = source + "-" + base::lower_case(version);
  std::ranges::replace_if(
      id, [](char c) { return !base::is_letter(c) && !base::is_digit(c) && c != '-' && c != '.' && c != '_'; }, '-');
  return id;
}

std::optional<std::string> declare_edition(const base::SourceText& descriptor, const data::Resource& resource,
                                           const std::optional<data::Edition>& before, const data::Edition& edition,
                                           base::Diagnostics& diagnostics) {
  JsonEditor editor(descriptor, diagnostics);
  if (!editor) return std::nullopt;
  std::vector<data::Edition> editions = resource.editions;
  if (editions.empty() && before) editions.emplace_back();
  if (before) editions.back() = *before;
  editions.push_back(edition);
  std::vector<std::string> list;
  for (const data::Edition& each : editions) list.push_back(json_of(each));
  editor.set_in_resource(resource.name, "editions", "[" + base::join(list, ", ") + "]");
  const bool needs_history = before && resource.history.empty();
  if (needs_history) editor.set_in_resource(resource.name, "history", json_text(history_of(resource)));
  if (resource.find("source") < 0 && !resource.source.empty())
    editor.set_in_resource(resource.name, "source", json_text(edition.source));
  if (needs_history)
    editor.append("resources", history_descriptor(resource, *editor.find("resources", "name", resource.name)),
                  diagnostics);
  return editor.text();
}

std::optional<NewEntry> add_edition(const data::Source& before, const data::Edition& edition, const std::string& today,
                                    base::Diagnostics& diagnostics) {
  const bool is_json = before.converted.empty();
  const base::SourceText converted("", "[\n" + before.converted + "\n]\n");
  const base::SourceText& file = is_json ? *before.span.source : converted;
  JsonEditor editor(file, diagnostics);
  const Node* entry = editor.find("", "id", before.id);
  if (!entry) return std::nullopt;
  const std::string added = entry_of(file, editor, *entry, edition, today);
  if (!is_json)
    return NewEntry{"data/sources/" + base::replace_all(edition.source, "/", "-") + ".json", "[\n" + added + "\n]\n"};
  const auto indent = editor.indent_of(entry->span.begin);
  editor.insert(entry->span.end, "," + (indent ? std::string(base::line_end_of(file.text())) + *indent : " ") + added);
  return NewEntry{file.path(), editor.text()};
}

std::map<const base::SourceText*, std::string> updated_sources(const std::map<std::string, std::string>& dates,
                                                               const Superseded& superseded,
                                                               const data::Bibliography& bibliography,
                                                               const std::string& revision, const std::string& today,
                                                               std::vector<std::string>& notes,
                                                               base::Diagnostics& diagnostics) {
  std::map<const base::SourceText*, JsonEditor> editors;
  // Returns the entry of a source; null unless it is in JSON and can be edited.
  const auto find = [&](const std::string& id) -> std::pair<const Node*, JsonEditor*> {
    const data::Source* source = bibliography.find(id);
    if (!source || !source->span || !source->converted.empty()) return {};
    JsonEditor& editor = editors.try_emplace(source->span.source, *source->span.source, diagnostics).first->second;
    return {editor.find("", "id", id), &editor};
  };
  if (const auto [entry, editor] = find(superseded.source); entry)
    mark_superseded(*entry, superseded.by, *editor);
  else if (!superseded.source.empty())
    notes.push_back(fmt::format("\"{}\" is superseded by \"{}\", but not marked, because it is not in a JSON file",
                                superseded.source, superseded.by));
  for (const auto& [id, date] : dates) {
    const auto [entry, edited] = find(id);
    if (!entry) continue;
    const data::Source* source = bibliography.find(id);
    JsonEditor& editor = *edited;
    const auto set = [&](std::string_view key, const std::string& json) {
      editor.set(*entry, key, json, entry->entries.back().key_span);  // the last key is usually "custom"
    };
    const std::string accessed = source->accessed.text();
    const bool ends_before = !accessed.empty() || source->issued.text() < date;
    if (check::is_living(*source) && data::is_partial_date(date) && accessed < date && ends_before)
      set("accessed", date_parts(read_on(date, today)));
    const std::string old = check::newest_date_in(source->version);
    if (!revision.empty()) {
      if (source->version != revision) set("version", notation::json_text(revision));
    } else if (!old.empty() && old < date) {
      std::string rest = source->version;
      rest.erase(rest.find(old), old.size());
      if (std::ranges::none_of(rest, base::is_digit) && data::is_date(date))
        set("version", notation::json_text(base::replace_all(source->version, old, date)));
      else
        notes.push_back(
            fmt::format("the version of \"{}\" is dated {}, and the imported rows {}: correct it", id, old, date));
    }
  }
  std::map<const base::SourceText*, std::string> files;
  for (const auto& [text, editor] : editors)
    if (editor) files.emplace(text, editor.text());
  return files;
}

}  // namespace import
