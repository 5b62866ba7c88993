#include "import/provenance.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "check/sources.h"
#include "data/dates.h"
#include "import/json_edit.h"

namespace import {
namespace {

SourceUpdate update_of(const data::Source& source, const std::string& date, const std::string& revision,
                       std::vector<std::string>& notes) {
  SourceUpdate update;
  const std::string accessed = source.accessed.text();
  const bool ends_before = !accessed.empty() || source.issued.text() < date;
  if (check::is_living(source) && data::is_partial_date(date) && accessed < date && ends_before) update.accessed = date;
  if (!revision.empty()) {
    if (source.version != revision) update.version = revision;
    return update;
  }
  const std::string old = check::newest_date_in(source.version);
  if (old.empty() || old >= date) return update;
  std::string rest = source.version;
  rest.erase(rest.find(old), old.size());
  if (std::ranges::none_of(rest, base::is_digit) && data::is_date(date))
    update.version = base::replace_all(source.version, old, date);
  else
    notes.push_back(
        fmt::format("the version of \"{}\" is dated {}, and the imported rows {}: correct it", source.id, old, date));
  return update;
}

}  // namespace

std::map<const base::SourceText*, std::string> updated_sources(const data::Resource& resource, const DataFile& file,
                                                               const data::Bibliography& bibliography,
                                                               const std::string& revision,
                                                               std::vector<std::string>& notes,
                                                               base::Diagnostics& diagnostics) {
  const int at = resource.find("source");
  std::map<std::string, std::string> newest;  // the newest date of each source; "" if only the settings contain a date
  for (const StoredRow& row : file.rows) {
    if (!row.from) continue;
    const auto* cell = at < 0 ? nullptr : &row.cells[static_cast<size_t>(at)];
    std::string& known = newest[cell && *cell ? (*cell)->text : resource.source];
    const std::string_view date = row.from->at("as_of").substr(0, std::string_view("2026-01-31").size());
    if (!row.from->date_is_assumed && date > known) known = std::string(date);
  }
  std::map<const base::SourceText*, std::map<std::string, SourceUpdate>> by_file;
  for (const auto& [id, date] : newest)
    if (const data::Source* source = bibliography.find(id);
        source && source->span && source->converted.empty())  // only sources in JSON can be edited
      if (SourceUpdate update = update_of(*source, date, revision, notes);
          !update.accessed.empty() || !update.version.empty())
        by_file[source->span.source][id] = std::move(update);
  std::map<const base::SourceText*, std::string> files;
  for (const auto& [text, updates] : by_file)
    if (auto bytes = update_sources(*text, updates, diagnostics)) files.emplace(text, *std::move(bytes));
  return files;
}

}  // namespace import
