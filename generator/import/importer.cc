#include "import/importer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/rows.h"
#include "import/cell_text.h"
#include "import/data_file.h"

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
    unknown.skip_row(name, row.shown_place());
    if (has_key) input.unread.push_back(row);
    return std::nullopt;
  }
  if (!found.known->means.empty()) return found;
  const std::string why = found.known->note.empty() ? "" : ": " + found.known->note;
  input.skips.skip_row("the table of names excludes \"" + name + "\" out" + why, row.shown_place());
  return std::nullopt;
}

std::optional<notation::Node> Task::read_list(const base::SourceText& text, std::span<const std::string_view> keys) {
  auto root = parse_edited_json(text, texts, input.notes, diagnostics, parse_whole_json, keys);
  if (!root || root->is_list()) return root;
  if (!root->entries.empty() &&
      std::ranges::all_of(root->entries, [](const notation::Entry& entry) { return entry.value.is_map(); })) {
    notation::Node list{notation::Kind::list, root->span};
    for (notation::Entry& entry : root->entries) list.items.push_back(std::move(entry.value));
    return list;
  }
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

std::string line_to_add(const data::Resource& table, const base::SourceText* file, std::string_view name) {
  base::Diagnostics ignored;
  DataFile known = read_data_file(table, file, ignored).value_or(DataFile());
  known.layout = {};
  StoredCells cells;
  for (const data::ResourceField& each : table.fields) {
    const std::string& field = each.field.name;
    const bool is_required =
        each.constraints.required || std::ranges::find(table.primary_key, field) != table.primary_key.end();
    std::optional<Cell>& cell = cells.emplace_back();
    if (field == "name" || field == "means" || is_required)
      cell.emplace().text = field == "name" ? name : field == "within" ? "any" : "…";
  }
  return write_row(table, known, cells);
}

Names Names::read(const data::Resource& resource, const base::SourceText& file, base::Diagnostics& diagnostics) {
  Names names;
  for (std::string_view field : {"name", "means"})
    if (resource.find(field) < 0)
      diagnostics
          .error("unknown-column", resource.span,
                 fmt::format("the table of names \"{}\" has no field \"{}\"", resource.name, field))
          .expect("the fields name and means, and if needed within, counts and note");
  if (diagnostics.has_errors()) return names;
  data::RowErrors errors(diagnostics);
  data::read_rows(resource, {&file}, diagnostics, errors, [&](const data::RawRow& row) {
    const auto text = [&](std::string_view field) {
      const int at = resource.find(field);
      return at < 0 ? std::string() : std::string(row.cells[static_cast<size_t>(at)].text);
    };
    const std::string within = text("within");
    names.known_[{within == "any" ? "" : within, text("name")}] = {text("means"), text("counts"), text("note")};
    return true;
  });
  return names;
}

const KnownName* Names::exact(std::string_view name, const std::vector<std::string>& within) const {
  for (size_t i = 0; i <= within.size(); ++i) {
    const auto at = known_.find(std::pair(i < within.size() ? within[i] : "", std::string(name)));
    if (at != known_.end()) return &at->second;
  }
  return nullptr;
}

FoundName Names::find(std::string_view name, const std::vector<std::string>& within) const {
  if (const KnownName* known = exact(name, within)) return {known, 0, ""};
  const size_t dash = name.rfind('-');
  const KnownName* known = dash == std::string_view::npos ? nullptr : exact(name.substr(0, dash), within);
  if (!known) return {};
  const std::string_view digits = name.substr(dash + 1);
  const auto number = [](std::string_view text) {
    const bool is_plain = text.find_first_not_of("0123456789") == std::string_view::npos && !text.starts_with('0');
    return is_plain ? count_of_text(text).value_or(0) : 0;
  };
  const long size = number(digits), counts = number(known->counts);
  if (size == 0 || counts == 0 || size % counts != 0) return {};
  return {known, size / counts, std::string(digits)};
}

}  // namespace import
