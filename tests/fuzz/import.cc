// Fuzzes the importer FUZZ_IMPORTER on the site in the folder FUZZ_SITE of tests/import/. The input contains files
// between lines "%%", each with its path on its first line: those below data/ are files of the site, the others are
// published files. Importing twice must equal importing once.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/diagnostic.h"
#include "fuzz/fuzz.h"
#include "import/import.h"
#include "importers/importers.h"
#include "unit/recording_files.h"

namespace {

using Files = std::map<std::string, std::string>;

Files read_site() {
  const std::filesystem::path root = FUZZ_SITE;
  Files files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().lexically_relative(root).generic_string()] =
        std::string(std::istreambuf_iterator<char>(file), {});
  }
  fuzz::require(files.contains("data/datapackage.json"), "the site is there", root.string());
  return files;
}

const import::Importer& importer() {
  for (const import::Importer& each : import::importers())
    if (each.name == FUZZ_IMPORTER) return each;
  fuzz::require(false, "the importer is there", FUZZ_IMPORTER);
  return import::importers().front();
}

import::Request request() {
  import::Request made;
  for (const import::ImporterOption& option : importer().options)
    if (option.name == "revision") made.options["revision"] = "0a1b2c";
  if (std::string_view(FUZZ_IMPORTER) == "skypilot-prices") made.as_of = "2026-03-15";
  return made;
}

import::ImportResult take(const Files& site, const RecordingFiles& published) {
  RecordingFiles root(site);
  std::vector<import::InputFile> given;
  bool is_folder = false;
  for (const auto& [path, bytes] : published.files()) is_folder = is_folder || path.find('/') != std::string::npos;
  if (is_folder && std::string_view(FUZZ_IMPORTER) == "mlperf-training")
    given.push_back({&published, "", "results", "/published/training_results_v9.0"});
  else
    for (const auto& [path, bytes] : published.files()) given.push_back({&published, path, path, "/published/" + path});
  import::ImportResult imported;
  try {
    imported = import::import_files(root, importer(), request(), given);
    fuzz::check(imported.diagnostics);
  } catch (const base::UsageError& error) {
    imported.diagnostics.error("usage", base::Span{}, error.why);
  }
  fuzz::require(root.writes().empty(), "nothing is written");
  fuzz::require(!import::report_of(imported, true).empty(), "an import has a report");
  return imported;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Files kSite = read_site();
  Files site = kSite, published;
  for (const std::string& part : fuzz::parts_of(fuzz::text_of(data, size), 1)) {
    const size_t end = part.find('\n');
    const std::string path = part.substr(0, end);
    if (end == std::string::npos || !io::is_plain_path(path)) continue;
    (path.starts_with("data/") ? site : published)[path] = part.substr(end + 1);
  }
  const RecordingFiles disk(published);
  const import::ImportResult once = take(site, disk);
  if (once.failed()) {
    fuzz::require(once.files.empty(), "after a mistake nothing is to be written");
    return 0;
  }
  for (const base::ChangedFile& each : once.files) site[each.path] = each.bytes;
  const import::ImportResult twice = take(site, disk);
  fuzz::require(!twice.failed(), "what was imported is a site");
  for (const base::ChangedFile& each : twice.files)
    fuzz::require(each.bytes == site[each.path], "twice is as once", each.path + "\n" + site[each.path] + each.bytes);
  return 0;
}
