#include "import/settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "import/data_file.h"
#include "import/measure.h"

namespace import {
namespace {

using NameList = std::vector<std::string_view>;

void add_missing(NameList& names, std::string_view name) {
  if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
}

bool contains_one_of(std::string_view text, const std::vector<std::string>& values) {
  const auto is_wanted = [&](std::string_view part) {
    return std::ranges::find(values, base::trim(part)) != values.end();
  };
  return is_wanted(text) || std::ranges::any_of(base::split(text, ','), is_wanted);
}

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

std::string_view Settings::column_of(std::string_view field) const {
  const auto at = fields.find(field);
  return at == fields.end() ? field : std::string_view(at->second.value);
}

NamedInTexts named_in_texts(const Settings& settings) {
  NamedInTexts named;
  const auto add = [](const Setting<std::string>& text, TextMap& names) {
    for (const std::string& name : parse_pattern(text.value).names) names.emplace(name, text);
  };
  add(settings.locator, named.locator);
  add(settings.source, named.source);
  for (const auto& [column, text] : settings.constants) add(text, named.constants);
  return named;
}

std::string excluded_by(const Settings& settings, const Row& row, bool is_complete) {
  for (const auto& [field, values] : settings.without)
    if (const std::optional<std::string> value = row.value(field); value && contains_one_of(*value, values.value))
      return fmt::format("{} is \"{}\"", field, *value);
  for (const auto& [field, values] : settings.only) {
    const std::optional<std::string> value = row.value(field);
    if (!value && !is_complete) continue;
    if (!value) return fmt::format("{} is missing", field);
    if (!contains_one_of(*value, values.value)) return fmt::format("{} is \"{}\"", field, *value);
  }
  return "";
}

bool check_settings(const Settings& settings, std::string_view fields, const data::Resource& resource,
                    base::Diagnostics& diagnostics) {
  const size_t errors = diagnostics.errors();
  const bool is_table = fields.empty();
  if (is_table && settings.columns.empty()) return true;  // map_columns() reports the missing columns
  const auto check = [&](std::string_view name, base::Span at, const NameList& known) {
    if (std::ranges::find(known, name) != known.end()) return;
    diagnostics.error("unknown-field", at, fmt::format("the imported rows have no field \"{}\"", name))
        .expect(base::list_names(known, 40))
        .suggest(base::did_you_mean(name, known));
  };
  const auto check_all = [&](const auto& settings_by_name, const NameList& known) {
    for (const auto& [name, setting] : settings_by_name) check(name, setting.span, known);
  };

  NameList known;
  if (!is_table) known = base::split(fields, ' ');
  for (const auto& [head, mapping] : settings.columns)
    for (const auto& [part, field] : mapping.fields)
      if (is_table) add_missing(known, field);
  if (is_table) add_missing(known, "locator");
  if (is_table) add_missing(known, settings.footnotes.value);
  const NamedInTexts texts = is_table ? NamedInTexts() : named_in_texts(settings);
  check_all(settings.values, known);
  if (!is_table) check_all(settings.only, known);
  if (!is_table) check_all(settings.without, known);
  check_all(texts.locator, known);
  check_all(texts.source, known);
  for (const char* added : {"source", "locator", "as_of"}) add_missing(known, added);
  check_all(settings.fields, known);
  check_all(texts.constants, known);

  const BestOf& best = settings.best;
  if (best.of.value.empty()) return diagnostics.errors() == errors;
  std::vector<std::string> names;
  for (std::string_view field : known) names.emplace_back(settings.column_of(field));
  for (const auto& [column, text] : settings.constants) names.push_back(column);
  NameList columns;
  for (const std::string& name : names) add_missing(columns, name);
  const quantity::Field* of = find_field(resource, best.of.value);
  if (!of || of->better == quantity::Better::neither)
    diagnostics
        .error("unknown-field", best.of.span,
               fmt::format("\"{}\" must be a field of \"{}\" with \"better\"", best.of.value, resource.name))
        .suggest("give the field \"better\": \"higher\" or \"lower\" in data/datapackage.json");
  else
    check(best.of.value, best.of.span, columns);
  for (const std::string& column : best.by.value) check(column, best.by.span, columns);
  check_all(best.always, columns);
  return diagnostics.errors() == errors;
}

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
  const bool is_described = !candidates.empty() && candidates.front().columns > 0 && candidates.front().missing.empty();
  if (!is_described && problems.has_errors()) {  // perhaps the settings that can't be read describe them
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
