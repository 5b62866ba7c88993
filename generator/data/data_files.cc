#include "data/data_files.h"

#include <fmt/format.h>

#include <string_view>

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
    if (name.starts_with(kSources) && name.ends_with(".json")) files.sources.push_back(&file->source);
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

}  // namespace data
