#include "import/importer.h"

#include <fmt/format.h>

#include "base/text.h"

namespace import {

std::string Task::option(std::string_view name) const {
  const auto at = settings.options.find(name);
  return at == settings.options.end() ? "" : at->second;
}

std::optional<FoundName> Task::look_up(std::string_view published, std::string_view edition, const Row& row,
                                       bool has_key) {
  const std::string name(base::trim(published));
  std::vector<std::string> within{importer};
  if (!edition.empty()) within.insert(within.begin(), importer + "-" + std::string(edition));
  FoundName found = names.find(name, within);
  if (!found.known) {
    unknown.add(name, row.where);
    if (has_key) input.unread.push_back(row);
    return std::nullopt;
  }
  if (!found.known->means.empty()) return found;
  const std::string why = found.known->note.empty() ? "" : ": " + found.known->note;
  input.skips.add("the table of names excludes \"" + name + "\" out" + why, row.where);
  return std::nullopt;
}

std::optional<notation::Node> Task::read_list(const base::SourceText& text, std::span<const std::string_view> keys) {
  auto root = parse_edited_json(text, texts, input.notes, diagnostics, parse_whole_json, keys);
  if (!root || root->is_list()) return root;
  diagnostics.error("import-format", root->span, "expected a list of results").expect("[{…}, {…}]");
  return std::nullopt;
}

void each_file(const std::vector<InputFile>& files, Task& task, const std::string& name,
               const std::function<void(const InputFile&)>& read) {
  for (const InputFile& each : files) {
    if (!each.is_folder())
      read(each);
    else
      task.diagnostics.error("import-format", each.shown, fmt::format("{} is a folder", each.shown))
          .suggest("give the file in it: " + name);
  }
}

}  // namespace import
