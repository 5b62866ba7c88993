#include "import/data_check.h"

#include <fmt/format.h>

#include <set>

#include "data/database.h"
#include "io/layered.h"
#include "io/memory.h"

namespace import {
namespace {

base::Diagnostics load(const io::FileSystem& root, Texts& texts) {
  auto read = [&](const std::string& path) -> const base::SourceText* {
    auto bytes = root.read(path);
    if (!bytes.ok()) return nullptr;
    texts.push_back(std::make_shared<const base::SourceText>(path, std::move(bytes).value()));
    return texts.back().get();
  };
  auto read_all = [&](const std::string& folder, std::string_view end, std::vector<const base::SourceText*>& files) {
    auto list = root.list(folder);
    if (!list.ok()) return;
    for (const io::Entry& entry : list.value())
      if (entry.name.ends_with(end))
        if (const base::SourceText* file = read(folder + "/" + entry.name)) files.push_back(file);
  };
  data::DataFiles files;
  files.descriptor = read("data/datapackage.json");
  files.units = read("data/units.json");
  base::Diagnostics found;
  if (files.descriptor) {
    base::Diagnostics said_again;
    for (const data::Resource& each : data::read_package(*files.descriptor, said_again).resources)
      if (const base::SourceText* file = read("data/" + each.path)) files.files[each.path] = file;
  }
  read_all("data/sources", ".json", files.sources);
  read_all("data/views", ".sql", files.views);
  data::Database::load(files, found, 1);
  return found;
}

const std::string& path_of(const base::Diagnostic& each) { return each.span ? each.span.source->path() : each.path; }

std::string name_of(const base::Diagnostic& each) {
  return fmt::format("{}\n{}\n{}", each.code, path_of(each), each.message);
}

}  // namespace

base::Diagnostics mistakes_with(const io::FileSystem& root, const ChangedBytes& changed, Told told, Texts& texts) {
  io::MemoryFileSystem above(changed);
  base::Diagnostics after = load(io::LayeredFileSystem(root, above), texts);
  if (!after.has_errors()) return {};
  std::set<std::string> known;
  base::Diagnostics before = load(root, texts);
  for (const base::Diagnostic& each : before.list()) known.insert(name_of(each));
  after.remove_if([&](const base::Diagnostic& each) {
    if (each.severity == base::Severity::warning) return true;
    const bool told_anyway = told == Told::all_of_changed_files && changed.contains(path_of(each));
    return !told_anyway && known.contains(name_of(each));
  });
  return after;
}

}  // namespace import
