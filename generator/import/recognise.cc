#include "import/recognise.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "import/settings.h"
#include "import/table_file.h"

namespace import {
namespace {

struct Candidate {
  std::string path;
  size_t columns = 0;                // columns that both the settings and the file have
  std::vector<std::string> missing;  // columns that the file lacks
  std::vector<std::string> others;   // columns of the file that the settings lack
};

class Recogniser {
 public:
  Recogniser(const io::FileSystem& root, const std::vector<InputFile>& files, Texts& texts,
             base::Diagnostics& diagnostics)
      : root_(root), files_(files), texts_(texts), diagnostics_(diagnostics) {}

  Recognised find() {
    for (const InputFile& file : files_) {
      if (file.is_folder()) return {"", file.shown + " is a folder", "name an importer: `sourcebook import --help`"};
      auto bytes = read_bytes(file, file.path, diagnostics_);
      if (!bytes) return {};
      given_.push_back(std::make_shared<const base::SourceText>(file.shown, std::move(*bytes)));
      texts_.push_back(given_.back());
    }
    if (auto entries = root_.list("data/imports"); entries.ok())
      for (const io::Entry& entry : *entries)
        if (entry.name.ends_with(".yaml")) compare("data/imports/" + entry.name);
    return choose();
  }

 private:
  void compare(const std::string& path) {
    const base::SourceText* text = read_file(root_, path, texts_);
    base::Diagnostics unused;  // errors of settings that were not asked for are ignored
    const auto settings = text ? read_settings(*text, unused) : std::nullopt;
    if (!settings || settings->columns.empty()) return;
    Candidate candidate{path, settings->columns.size(), {}, {}};
    for (const auto& file : given_) {
      base::Diagnostics problems;
      std::vector<std::string> notes;
      const auto sheet = read_table(*file, settings->table, texts_, notes, problems);
      if (!sheet) {
        first_problems_.merge(std::move(problems));
        return;
      }
      for (const auto& [head, mapping] : settings->columns)
        if (std::ranges::find(sheet->columns, head, &SheetColumn::published) == sheet->columns.end())
          candidate.missing.push_back(head);
      for (const SheetColumn& column : sheet->columns)
        if (!settings->columns.contains(column.published())) candidate.others.push_back(column.published());
    }
    candidate.columns -= std::min(candidate.columns, candidate.missing.size());
    candidates_.push_back(std::move(candidate));
  }

  Recognised choose() {
    std::ranges::stable_sort(candidates_, [](const Candidate& a, const Candidate& b) {
      return std::pair(!a.missing.empty(), b.columns) < std::pair(!b.missing.empty(), a.columns);
    });
    if (candidates_.empty() && first_problems_.has_errors()) {
      diagnostics_.merge(std::move(first_problems_));
      return {};
    }
    const std::string& shown = files_.front().shown;
    if (candidates_.empty() || candidates_.front().columns == 0)
      return {
          "", fmt::format("no settings in data/imports/ describe the columns of {}", shown),
          "add it as a new table: `sourcebook new resource FILE`; for results and price lists name the importer, see "
          "`sourcebook import --help`"};
    const Candidate& best = candidates_.front();
    if (!best.missing.empty())
      return {"",
              fmt::format("{} has {} of the columns of {}, but not {}", shown, best.columns, best.path,
                          base::list_names(base::views(best.missing))),
              help_for(best)};
    const bool is_tie =
        candidates_.size() > 1 && candidates_[1].missing.empty() && candidates_[1].columns == best.columns;
    if (is_tie)
      return {"", fmt::format("both {} and {} describe the columns of {}", best.path, candidates_[1].path, shown),
              "choose one: --settings " + best.path};
    return {best.path, "", ""};
  }

  static std::string help_for(const Candidate& candidate) {
    if (candidate.others.empty())
      return fmt::format("if the file no longer has the column, delete its line in {}", candidate.path);
    return fmt::format("if it is now called {}, change its name in {}; if the file no longer has it, delete its line",
                       base::list_names(base::views(candidate.others), 8), candidate.path);
  }

  const io::FileSystem& root_;
  const std::vector<InputFile>& files_;
  Texts& texts_;
  base::Diagnostics& diagnostics_;
  Texts given_;
  base::Diagnostics first_problems_;
  std::vector<Candidate> candidates_;
};

}  // namespace

Recognised recognise_settings(const io::FileSystem& root, const std::vector<InputFile>& files, Texts& texts,
                              base::Diagnostics& diagnostics) {
  return Recogniser(root, files, texts, diagnostics).find();
}

}  // namespace import
