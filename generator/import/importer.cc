#include "import/importer.h"

#include <fmt/format.h>

#include "base/text.h"
#include "import/edited_json.h"

namespace import {

std::string Task::option(std::string_view name) const {
  auto at = settings.options.find(name);
  return at == settings.options.end() ? "" : at->second;
}

FoundName Task::find_name(const std::string& name, std::string_view edition) const {
  std::vector<std::string> within{importer};
  if (!edition.empty()) within.insert(within.begin(), importer + "-" + std::string(edition));
  return names.find(name, within);
}

std::optional<FoundName> Task::look_up(std::string_view published, std::string_view edition, const Row& keyed) {
  auto found = look_up(published, edition, keyed.where);
  if (!found && !find_name(std::string(base::trim(published)), edition).known) harvest.unread.push_back(keyed);
  return found;
}

std::optional<FoundName> Task::look_up(std::string_view published, std::string_view edition, const std::string& where) {
  std::string name(base::trim(published));
  FoundName found = find_name(name, edition);
  if (!found.known) {
    Skips::Reason& reason = unknown[name];
    ++reason.count;
    bool told = !reason.examples.empty() && reason.examples.back() == where;
    if (reason.examples.size() < Skips::kExamples && !told) reason.examples.push_back(where);
    return std::nullopt;
  }
  if (found.known->means.empty()) {
    std::string why = found.known->note.empty() ? "" : ": " + found.known->note;
    harvest.skips.add("the table of names leaves \"" + name + "\" out" + why, where);
    return std::nullopt;
  }
  return found;
}

std::optional<notation::Node> Task::read_list(const base::SourceText& text) {
  auto root = parse_edited_json(text, texts, harvest.notes, diagnostics);
  if (!root) return std::nullopt;
  if (root->is_list()) return root;
  diagnostics.error("import-format", root->span, "this is no list of results").expect("[{…}, {…}]");
  return std::nullopt;
}

}  // namespace import
