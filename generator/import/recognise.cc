#include "import/import.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostic.h"
#include "base/suggest.h"
#include "import/settings.h"
#include "import/sheet.h"

namespace import {
namespace {

using base::UsageError;

struct Candidate {
  std::string path;
  size_t columns = 0;                // columns that both the settings and the file have
  std::vector<std::string> missing;  // columns that the file lacks
  std::vector<std::string> others;   // columns of the file that the settings lack
};

std::string help_for(const Candidate& candidate) {
  if (candidate.others.empty())
    return fmt::format("if the file no longer has the column, delete its line in {}", candidate.path);
  return fmt::format("if it is now called {}, change its name in {}; if the file no longer has it, delete its line",
                     base::list_names(base::views(candidate.others), 8), candidate.path);
}

// Compares the settings at `path` with the columns of the files. Returns nullopt if they are not for tables, or after
// errors in the files.
std::optional<Candidate> compare(const io::FileSystem& root, const std::string& path, const Texts& given, Texts& texts,
                                 base::Diagnostics& problems) {
  const base::SourceText* text = read_file(root, path, texts);
  base::Diagnostics unused;  // errors of settings that were not asked for are ignored
  const auto settings = text ? read_settings(*text, unused) : std::nullopt;
  if (!settings || settings->columns.empty()) return std::nullopt;
  Candidate candidate{path, settings->columns.size(), {}, {}};
  for (const auto& file : given) {
    std::vector<std::string> notes;
    const auto sheet = read_table(*file, settings->table, texts, notes, problems);
    if (!sheet) return std::nullopt;
    for (const auto& [head, mapping] : settings->columns)
      if (std::ranges::find(sheet->columns, head, &SheetColumn::published) == sheet->columns.end())
        candidate.missing.push_back(head);
    for (const SheetColumn& column : sheet->columns)
      if (!settings->columns.contains(column.published())) candidate.others.push_back(column.published());
  }
  candidate.columns -= std::min(candidate.columns, candidate.missing.size());
  return candidate;
}

}  // namespace

std::string recognise_settings(const io::FileSystem& root, const std::vector<InputFile>& files, Texts& texts,
                               base::Diagnostics& diagnostics) {
  Texts given;
  for (const InputFile& file : files) {
    if (file.is_folder()) throw UsageError{file.shown + " is a folder", "name an importer: `sourcebook import --help`"};
    auto bytes = read_bytes(file, file.path, diagnostics);
    if (!bytes) return "";
    given.push_back(std::make_shared<const base::SourceText>(file.shown, std::move(*bytes)));
    texts.push_back(given.back());
  }
  std::vector<Candidate> candidates;
  base::Diagnostics problems;
  if (auto entries = root.list("data/imports"); entries.ok())
    for (const io::Entry& entry : *entries)
      if (entry.name.ends_with(".yaml"))
        if (auto candidate = compare(root, "data/imports/" + entry.name, given, texts, problems))
          candidates.push_back(std::move(*candidate));
  std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
    return std::pair(!a.missing.empty(), b.columns) < std::pair(!b.missing.empty(), a.columns);
  });
  if (candidates.empty() && problems.has_errors()) {
    diagnostics.merge(std::move(problems));
    return "";
  }
  const std::string& shown = files.front().shown;
  if (candidates.empty() || candidates.front().columns == 0)
    throw UsageError{
        fmt::format("no settings in data/imports/ describe the columns of {}", shown),
        "add it as a new table: `sourcebook new resource FILE`; for results and price lists name the importer, see "
        "`sourcebook import --help`"};
  const Candidate& best = candidates.front();
  if (!best.missing.empty())
    throw UsageError{fmt::format("{} has {} of the columns of {}, but not {}", shown, best.columns, best.path,
                                 base::list_names(base::views(best.missing))),
                     help_for(best)};
  if (candidates.size() > 1 && candidates[1].missing.empty() && candidates[1].columns == best.columns)
    throw UsageError{fmt::format("both {} and {} describe the columns of {}", best.path, candidates[1].path, shown),
                     "choose one: --settings " + best.path};
  return best.path;
}

}  // namespace import
