#include "import/source_entry.h"

#include <fmt/format.h>

#include "base/edit.h"
#include "base/text.h"
#include "notation/json.h"

namespace import {
namespace {

using notation::Node;

// CSL's form: {"date-parts": [[2026, 1, 31]]}.
std::string date_parts(std::string_view date) {
  std::string parts;
  for (std::string_view part : base::split(date, '-')) {
    while (part.size() > 1 && part.starts_with('0')) part.remove_prefix(1);
    parts += (parts.empty() ? "" : ", ") + std::string(part);
  }
  return fmt::format("{{\"date-parts\": [[{}]]}}", parts);
}

// What stands between a key and the value or bracket before it: a space, or a line end and spaces.
std::string gap_before_key(const base::SourceText& file, base::Span key) {
  size_t begin = key.begin;
  while (begin > 0 && base::is_space(file.text()[begin - 1])) --begin;
  std::string gap(file.text().substr(begin, key.begin - begin));
  return gap.empty() ? " " : gap;
}

void set_edition(const base::SourceText& file, const Node& entry, const Edition& edition, base::FileEdits& edits) {
  // New keys stand before the last one, which is mostly "custom".
  const base::Span last = entry.entries.back().key_span;
  std::string added;
  auto set = [&](std::string_view key, const std::string& json) {
    if (const Node* value = entry.find(key))
      edits.edits.push_back({value->span, json});
    else
      added += fmt::format("\"{}\": {},{}", key, json, gap_before_key(file, last));
  };
  if (!edition.accessed.empty()) set("accessed", date_parts(edition.accessed));
  if (!edition.version.empty()) set("version", notation::json_text(edition.version));
  if (!added.empty()) edits.edits.push_back({base::Span{&file, last.begin, last.begin}, std::move(added)});
}

}  // namespace

std::optional<std::string> with_editions(const base::SourceText& file, const std::map<std::string, Edition>& editions,
                                         base::Diagnostics& diagnostics) {
  auto root = notation::parse_json(base::whole(file), diagnostics);
  if (!root) return std::nullopt;
  base::FileEdits edits{&file, {}};
  for (const Node& entry : root->items) {
    const Node* id = entry.is_map() ? entry.find("id") : nullptr;
    const auto edition = id ? editions.find(id->text) : editions.end();
    if (edition == editions.end()) continue;
    set_edition(file, entry, edition->second, edits);
  }
  std::vector<base::FileEdits> sorted = base::sort_edits(std::move(edits.edits)).files;
  return sorted.empty() ? std::string(file.text()) : base::edited_text(sorted.front());
}

}  // namespace import
