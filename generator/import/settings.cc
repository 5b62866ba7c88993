#include "import/settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "data/dates.h"
#include "import/data_file.h"
#include "import/measure.h"
#include "notation/reader.h"
#include "notation/yaml.h"

namespace import {
namespace {

using notation::Node;

class SettingsReader {
 public:
  SettingsReader(const Node& root, base::Diagnostics& diagnostics)
      : reader_(root, "the settings file", diagnostics), diagnostics_(diagnostics) {}

  Settings read() {
    Settings settings;
    settings.resource = text("resource", notation::Need::required);
    settings.source = text("source");
    settings.locator = text("locator");
    settings.names = text("names");
    settings.as_of = reader_.text("as_of");
    if (!settings.as_of.empty() && !data::is_partial_date(settings.as_of))
      diagnostics_.error("bad-date", reader_.span_of("as_of"), fmt::format("\"{}\" is not a date", settings.as_of))
          .expect("2026-01-31, 2026-01 or 2026");
    settings.decimal = reader_.choice("decimal", {".", ","});
    settings.dates = reader_.choice("dates", {"dmy", "mdy", "ymd"});
    settings.table.rows = reader_.text("rows");
    settings.table.table = reader_.text("table");
    settings.table.header = static_cast<size_t>(std::max(reader_.integer("header").value_or(0), 0L));
    read_longer(settings.table);
    settings.footnotes = text("footnotes");
    settings.missing = reader_.texts("missing");
    for (auto& [head, text] : texts(reader_.map("fill"))) settings.fill[plain_head(head)] = std::move(text.value);
    for (auto& [name, option] : texts(reader_.map("options"))) settings.options[name] = std::move(option.value);
    settings.fields = texts(reader_.map("fields"));
    settings.constants = texts(reader_.map("constants"));
    if (const Node* values = reader_.map("values"))
      for (const notation::Entry& entry : values->entries) {
        Setting<Words>& words = settings.values[entry.key];
        words.span = entry.key_span;
        for (auto& [word, text] : texts(&entry.value)) words.value[word] = std::move(text.value);
      }
    for (auto& [head, values] : lists(reader_.map("only"))) settings.only[plain_head(head)] = std::move(values);
    for (auto& [head, values] : lists(reader_.map("without"))) settings.without[plain_head(head)] = std::move(values);
    read_best(settings.best);
    read_columns(settings.columns);
    reader_.finish();
    return settings;
  }

 private:
  Setting<std::string> text(std::string_view key, notation::Need need = notation::Need::optional) {
    std::string value = reader_.text(key, need);
    return {std::move(value), reader_.span_of(key)};
  }

  void read_longer(TableChoice& table) {
    table.longer = reader_.text("longer");
    table.value = reader_.text("value", table.longer.empty() ? notation::Need::optional : notation::Need::required);
    if (!table.longer.empty() && !is_longer_pattern(table.longer))
      diagnostics_.error("wrong-type", reader_.span_of("longer"), fmt::format("\"{}\" names no columns", table.longer))
          .expect(std::string(kLongerForm));
    if (table.longer.empty() && !table.value.empty())
      diagnostics_
          .error("missing-key", reader_.span_of("value"), "\"value\" is the column for the values of \"longer\"")
          .expect(fmt::format("longer: \"{}\"", kLongerForm));
  }

  bool expect(const Node& value, bool is_right, std::string_view what) {
    if (!is_right)
      diagnostics_.error("wrong-type", value.span,
                         fmt::format("this must be {}, not {}", what, notation::kind_name(value.kind)));
    return is_right;
  }

  TextMap texts(const Node* map) {
    TextMap out;
    if (!map || !expect(*map, map->is_map(), "a map (key: value)")) return out;
    for (const notation::Entry& entry : map->entries)
      if (expect(entry.value, !entry.value.is_map() && !entry.value.is_list(), "text"))
        out[entry.key] = {entry.value.is_null() ? "" : entry.value.text, entry.key_span};
    return out;
  }

  Lists lists(const Node* map) {
    Lists out;
    if (!map || !expect(*map, map->is_map(), "a map (key: value)")) return out;
    for (const notation::Entry& entry : map->entries) {
      auto& [values, span] = out[entry.key];
      span = entry.key_span;
      if (!entry.value.is_list() && expect(entry.value, !entry.value.is_map(), "a text or a list of texts"))
        values.push_back(entry.value.text);
      for (const Node& item : entry.value.items)
        if (expect(item, !item.is_map() && !item.is_list(), "text")) values.push_back(item.text);
    }
    return out;
  }

  void read_best(BestOf& result) {
    const Node* node = reader_.map("best");
    if (!node) return;
    notation::Reader best(*node, "\"best\"", diagnostics_);
    result.of.value = best.text("of", notation::Need::required);
    result.of.span = best.span_of("of");
    result.by = {best.texts("by"), best.span_of("by")};
    result.always = lists(best.map("always"));
    best.finish();
  }

  void read_columns(Map<ColumnMapping>& result) {
    const Node* columns = reader_.map("columns");
    if (!columns) return;
    for (const notation::Entry& entry : columns->entries) {
      ColumnMapping mapping;
      mapping.span = entry.key_span;
      if (entry.value.is_map()) {
        notation::Reader column(entry.value, fmt::format("the column \"{}\"", entry.key), diagnostics_);
        mapping.split = column.text("split");
        for (const std::string& name : names_of_pattern(mapping.split)) mapping.fields.emplace_back(Part::named, name);
        if (!mapping.split.empty() && mapping.fields.empty())
          diagnostics_.error("wrong-type", column.span_of("split"), "the parts of a name must be separated")
              .expect("\"{vendor} {model}\", with something between the braces");
        const std::string high = column.text("high");
        const auto add = [&](Part part, std::string_view key, notation::Need need = notation::Need::optional) {
          if (std::string field = column.text(key, need); !field.empty()) mapping.fields.emplace_back(part, field);
        };
        if (mapping.split.empty() && high.empty()) {
          add(Part::whole, "field", notation::Need::required);
          add(Part::uncertainty, "uncertainty");
        } else if (mapping.split.empty()) {
          add(Part::low, "low", notation::Need::required);
          mapping.fields.emplace_back(Part::high, high);
        }
        mapping.unit = column.text("unit");
        mapping.names = column.boolean("names").value_or(false);
        column.finish();
      } else if (expect(entry.value, !entry.value.is_list(), "a field, or {field: …, unit: …}")) {
        if (!entry.value.is_null() && !entry.value.text.empty())
          mapping.fields.emplace_back(Part::whole, entry.value.text);
      }
      result[plain_head(entry.key)] = std::move(mapping);
    }
  }

  notation::Reader reader_;
  base::Diagnostics& diagnostics_;
};

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

std::optional<Settings> read_settings(const base::SourceText& file, base::Diagnostics& diagnostics) {
  const size_t errors = diagnostics.errors();
  const auto root = notation::parse_yaml(base::whole(file), diagnostics);
  if (!root) return std::nullopt;
  Settings settings = SettingsReader(*root, diagnostics).read();
  if (diagnostics.errors() > errors) return std::nullopt;
  return settings;
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
