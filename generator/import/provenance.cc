#include "import/steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "check/sources.h"
#include "data/dates.h"
#include "import/json_edit.h"
#include "notation/json.h"

namespace import {
std::map<const base::SourceText*, std::string> updated_sources(const std::map<std::string, std::string>& dates,
                                                               const data::Bibliography& bibliography,
                                                               const std::string& revision,
                                                               std::vector<std::string>& notes,
                                                               base::Diagnostics& diagnostics) {
  std::map<const base::SourceText*, JsonEditor> editors;
  for (const auto& [id, date] : dates) {
    const data::Source* source = bibliography.find(id);
    if (!source || !source->span || !source->converted.empty()) continue;  // only sources in JSON can be edited
    JsonEditor& editor = editors.try_emplace(source->span.source, *source->span.source, diagnostics).first->second;
    const notation::Node* entry = editor.find("", "id", id);
    if (!entry) continue;
    const auto set = [&](std::string_view key, const std::string& json) {
      editor.set(*entry, key, json, entry->entries.back().key_span);  // the last key is usually "custom"
    };
    const std::string accessed = source->accessed.text();
    const bool ends_before = !accessed.empty() || source->issued.text() < date;
    if (check::is_living(*source) && data::is_partial_date(date) && accessed < date && ends_before)
      set("accessed", date_parts(date));
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
