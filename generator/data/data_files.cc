// Finds the files of a site's data, and reads its units (data/database.h).
#include "data/database.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "notation/json.h"
#include "notation/reader.h"

namespace data {
namespace {

constexpr std::string_view kData = "data/", kSources = "sources/", kViews = "views/";

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
    constexpr std::string_view kOtherFormats[] = {".enw", ".nbib", ".xml", ".rdf", ".bibtex"};
    if (name.starts_with(kSources) && std::ranges::any_of(kOtherFormats, [&](auto end) { return name.ends_with(end); }))
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

quantity::Units read_units(const base::SourceText* file, base::Diagnostics& diagnostics, std::string_view lang) {
  std::vector<quantity::DeclaredUnit> units;
  std::vector<quantity::UnitAlias> aliases;
  std::vector<base::Span> unit_spans, alias_spans;
  std::optional<notation::Node> root;
  if (file) root = notation::parse_json(base::whole(*file), diagnostics);
  if (!root) return quantity::Units(units, aliases, nullptr, lang);
  notation::Reader reader(*root, "the units", diagnostics);
  if (const notation::Node* list = reader.list("units"))
    for (const notation::Node& node : list->items) {
      notation::Reader unit(node, "this unit", diagnostics);
      quantity::DeclaredUnit declared;
      declared.name = unit.text("name", notation::Need::required);
      declared.plural = unit.text("plural");
      declared.title = unit.text("title");
      declared.prefixes = unit.boolean("prefixes");
      declared.is_count = unit.boolean("count").value_or(false);
      unit.finish();
      if (declared.name.empty()) continue;
      units.push_back(std::move(declared));
      unit_spans.push_back(unit.span_of("name"));
    }
  if (const notation::Node* map = reader.map("aliases"))
    for (const notation::Entry& entry : map->entries) {
      aliases.push_back({entry.key, entry.value.text});
      alias_spans.push_back(entry.key_span);
    }
  reader.finish();

  std::vector<quantity::UnitError> problems;
  quantity::Units result(units, aliases, &problems);
  for (const quantity::UnitError& problem : problems)
    diagnostics.error("bad-unit", (problem.in_alias ? alias_spans : unit_spans)[problem.index], problem.message);
  return result;
}

}  // namespace data
