#include "import/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "data/rows.h"
#include "import/data_file.h"

namespace import {

std::string line_to_add(const data::Resource& table, const base::SourceText* file, std::string_view name) {
  base::Diagnostics told_elsewhere;
  DataFile known = read_data_file(table, file, told_elsewhere).value_or(DataFile());
  known.layout = {};
  StoredRow row;
  for (const data::ResourceField& each : table.fields) {
    const std::string& field = each.field.name;
    const std::vector<std::string>& key = table.primary_key;
    const bool is_needed = each.constraints.required || std::find(key.begin(), key.end(), field) != key.end();
    std::optional<Cell> cell;
    if (field == "name")
      cell.emplace().text = name;
    else if (field == "means" || is_needed)
      cell.emplace().text = field == "within" ? "any" : "…";
    row.cells.push_back(std::move(cell));
  }
  return write_row(table, known, row);
}

Names Names::read(const data::Resource& resource, const base::SourceText& file, base::Diagnostics& diagnostics) {
  Names names;
  for (std::string_view field : {"name", "means"})
    if (resource.find(field) < 0)
      diagnostics
          .error("unknown-column", resource.span,
                 fmt::format("\"{}\" is to say what names mean, and has no field \"{}\"", resource.name, field))
          .expect("the fields name and means, and if needed within, counts and note");
  if (diagnostics.has_errors()) return names;
  data::RowErrors errors(diagnostics);
  data::read_rows(resource, file, diagnostics, errors, [&](const data::RawRow& row) {
    auto text = [&](std::string_view field) {
      int at = resource.find(field);
      return at < 0 ? std::string() : std::string(row.cells[static_cast<size_t>(at)].text);
    };
    std::string within = text("within");
    if (within == "any") within.clear();
    names.known_[{within, text("name")}] = {text("means"), text("counts"), text("note")};
    return true;
  });
  errors.finish();
  return names;
}

const KnownName* Names::exact(std::string_view name, const std::vector<std::string>& within) const {
  for (const std::string& place : within)
    if (auto at = known_.find(std::pair(place, std::string(name))); at != known_.end()) return &at->second;
  auto at = known_.find(std::pair(std::string(), std::string(name)));
  return at == known_.end() ? nullptr : &at->second;
}

FoundName Names::find(std::string_view name, const std::vector<std::string>& within) const {
  if (const KnownName* known = exact(name, within)) return {known, 0, ""};
  size_t dash = name.rfind('-');
  if (dash == std::string_view::npos) return {};
  std::string_view digits = name.substr(dash + 1);
  long size = 0, counts = 0;
  auto number = [](std::string_view text, long& out) {
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size() && out > 0 && text.front() != '0';
  };
  const KnownName* known = exact(name.substr(0, dash), within);
  if (!known || !number(digits, size) || !number(known->counts, counts) || size % counts != 0) return {};
  return {known, size / counts, std::string(digits)};
}

}  // namespace import
