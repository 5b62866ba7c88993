// Finds the files of a site's data, and reads its units (data/database.h).
#include "data/database.h"

#include <fmt/format.h>

#include <string_view>

#include "base/text.h"
#include "data/keys.h"
#include "notation/json.h"

namespace data {
namespace {

using namespace notation::kinds;
using quantity::DeclaredUnit;

constexpr std::string_view kData = "data/", kSources = "sources/", kViews = "views/";

struct UnitInFile : DeclaredUnit {
  base::Span at;  // the place of the name
};

struct UnitsFile {
  std::vector<UnitInFile> units;
  std::vector<quantity::UnitAlias> aliases;
  std::vector<base::Span> alias_spans;
};

const notation::Format<UnitInFile> kUnit{
    "this unit",
    {
        {"name", with_span<UnitInFile>(&UnitInFile::at, text(&DeclaredUnit::name)), notation::kRequired,
         "The name used in `unit`."},
        {"plural", text(&DeclaredUnit::plural), "the name", "Used for two or more."},
        {"title", text(&DeclaredUnit::title), "none",
         "A description, shown on the pages of data whose columns use the unit."},
        {"prefixes", flag(&DeclaredUnit::prefixes), "`true`", "Whether `k`, `M`, `T` … may precede it."},
        {"count", flag(&DeclaredUnit::is_count), "`false`",
         "Whether it counts things, as `chip` and `token` do. [Products in queries](queries.md#units) may leave it "
         "out: a price per chip and hour times hours is a price."},
    }};

void read_aliases(notation::Reader& reader, std::string_view key, UnitsFile& file) {
  const notation::Node* map = reader.map(key);
  if (!map) return;
  for (const notation::Entry& entry : map->entries) {
    file.aliases.push_back({entry.key, entry.value.text});
    file.alias_spans.push_back(entry.key_span);
  }
}

const notation::Format<UnitsFile> kUnitsFile{
    "the units",
    {
        {"units", list(&UnitsFile::units, kUnit), "none", "The units."},
        {"aliases",
         {{"map", R"({"type": "object", "additionalProperties": {"type": "string"}})"}, read_aliases},
         "none",
         "Other spellings, and what each means."},
    }};

}  // namespace

const base::SourceText* data_file(const io::SourceTree& tree, const std::string& name, base::Diagnostics& diagnostics) {
  const std::string path = std::string(kData) + name;
  if (const io::SourceFile* file = tree.find(path)) return &file->source;
  if (!tree.below(path + "/").empty())
    diagnostics.error("not-a-file", path, fmt::format("{} is a folder", path)).expect("a file");
  return nullptr;
}

DataFiles data_files(const io::SourceTree& tree, base::Diagnostics& diagnostics) {
  DataFiles files;
  files.descriptor = data_file(tree, "datapackage.json", diagnostics);
  files.units = data_file(tree, "units.json", diagnostics);
  for (const io::SourceFile* file : tree.below(kData)) {
    std::string name = file->source.path().substr(kData.size());
    if (name.starts_with(kSources) && Bibliography::is_file(name)) files.sources.push_back(&file->source);
    if (name.starts_with(kSources) &&
        base::has_word("enw nbib xml rdf bibtex", base::lower(name.substr(name.rfind('.') + 1))))
      diagnostics.warning("unused-source", base::Span{&file->source, 0, 0}, "the sources of this file are not read")
          .expect("CSL-JSON, CSL-YAML, BibTeX or RIS: .json, .yaml, .bib or .ris")
          .suggest("export the library in one of these formats");
    if (name.starts_with(kViews) && name.ends_with(".sql")) files.views.push_back(&file->source);
    files.files.emplace(std::move(name), &file->source);
  }
  return files;
}

Bibliography read_bibliography(const io::FileSystem& root, std::vector<std::shared_ptr<const base::SourceText>>& texts,
                               base::Diagnostics& diagnostics) {
  const auto tree =
      std::make_shared<const io::SourceTree>(io::SourceTree::read(root, {"data/sources"}, 1, diagnostics));
  std::vector<const base::SourceText*> sources = data_files(*tree, diagnostics).sources;
  for (const base::SourceText* each : sources) texts.emplace_back(tree, each);
  return Bibliography::read(sources, diagnostics);
}

const notation::AnyFormat& units_format() { return kUnitsFile; }

quantity::Units read_units(const base::SourceText* file, base::Diagnostics& diagnostics, std::string_view lang) {
  std::optional<notation::Node> root;
  if (file) root = notation::parse_json(base::whole(*file), diagnostics);
  UnitsFile read;
  if (root) read = kUnitsFile.read(*root, diagnostics);
  std::erase_if(read.units, [](const UnitInFile& unit) { return unit.name.empty(); });
  std::vector<quantity::UnitError> problems;
  quantity::Units units({read.units.begin(), read.units.end()}, read.aliases, &problems, lang);
  for (const quantity::UnitError& problem : problems)
    diagnostics.error("bad-unit", problem.in_alias ? read.alias_spans[problem.index] : read.units[problem.index].at,
                      problem.message);
  return units;
}

}  // namespace data
