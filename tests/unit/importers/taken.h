// Imports files into a site in memory, for the tests of import/ and importers/.
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/text.h"
#include "import/import.h"
#include "importers/importers.h"
#include "unit/recording_files.h"
#include "unit/text.h"

namespace import_test {

using Files = std::map<std::string, std::string>;

inline const import::Importer& importer(std::string_view name) {
  for (const import::Importer& each : import::importers())
    if (each.name == name) return each;
  FAIL("no importer " << name);
  return import::importers().front();
}

// The published files: a folder (if the path is ""), or individual files in it.
struct Published {
  RecordingFiles files;
  std::vector<import::InputFile> given;

  explicit Published(Files all, const std::vector<std::string>& paths, const std::string& beside = "/published")
      : files(std::move(all)) {
    for (const std::string& path : paths)
      given.push_back({&files, path, path.empty() ? "given" : path, path.empty() ? beside : beside + "/" + path});
  }
};

struct Taken {
  import::ImportResult imported;
  std::string refusal = {}, help = {};
  std::string said() const { return refusal + help + ::said(imported.diagnostics); }
  std::string report() const { return import::report_of(imported, true); }
  // Returns why rows were skipped, with their places; one reason per line.
  std::string left_out() const {
    std::string lines;
    for (const auto& [why, reason] : imported.input.skips.reasons())
      lines += why + " (" + base::join(reason.examples, ", ") + ")\n";
    return lines;
  }
  bool failed() const { return !refusal.empty() || imported.failed(); }
  // Returns the bytes of a file as it would be written; "" if it does not change.
  std::string file(const std::string& path) const {
    for (const base::ChangedFile& each : imported.files)
      if (each.path == path) return each.bytes;
    return "";
  }
};

inline Taken take(const Files& site, std::string_view name, const Published& published,
                  const import::Request& request = {}) {
  RecordingFiles root(site);
  Taken taken;
  try {
    taken.imported = import::import_files(root, importer(name), request, published.given);
  } catch (const base::UsageError& error) {
    taken.refusal = error.why, taken.help = error.help;
  }
  CHECK(root.writes().empty());
  if (taken.failed()) return taken;
  // Settings may refer to every field that a row has.
  if (const std::vector<std::string_view> fields = base::split(importer(name).fields, ' '); !fields.front().empty())
    for (const std::string& field : taken.imported.merged.no_columns)
      CHECK_MESSAGE(std::find(fields.begin(), fields.end(), field) != fields.end(), field);
  // Importing twice must have the same result as importing once.
  Files after = site;
  for (const base::ChangedFile& each : taken.imported.files) {
    const auto there = site.find(each.path);
    CHECK_MESSAGE((there == site.end() ? !each.from : each.from == base::hash_bytes(there->second)), each.path);
    after[each.path] = each.bytes;
  }
  RecordingFiles again(after);
  auto second = import::import_files(again, importer(name), request, published.given);
  CHECK_MESSAGE(!second.failed(), said(second.diagnostics));
  for (const base::ChangedFile& each : second.files) CHECK_MESSAGE(each.bytes == after[each.path], each.path);
  return taken;
}

// Returns a site that has one table, and settings for an importer.
inline Files site_of(const std::string& fields, const std::string& importer, const std::string& settings,
                     const std::string& names = "", const std::string& extra = "") {
  Files files;
  files["data/datapackage.json"] =
      R"({"resources": [{"name": "names", "path": "names.json", "schema": {"fields": [{"name": "name"}, {"name": "within"},
{"name": "means"}, {"name": "counts", "type": "integer"}, {"name": "note"}], "primaryKey": ["name", "within"]}},
{"name": "rows", "path": "rows.json", )" +
      extra + R"("schema": {"fields": [)" + fields + R"(], "primaryKey": ["id"]}}]})";
  files["data/names.json"] = "[" + names + "]\n";
  files["data/rows.json"] = "[]\n";
  files["data/units.json"] = R"({"units": [{"name": "chip", "plural": "chips"}, {"name": "sample", "plural": "samples"},
{"name": "token", "plural": "tokens"}, {"name": "query", "plural": "queries"}]})";
  files["data/sources/all.json"] =
      R"([{"id": "list", "type": "webpage", "title": "A list", "issued": {"date-parts": [[2026, 3]]}}])";
  const bool has_benchmarks = importer.starts_with("mlperf") && settings.find("options:") == std::string::npos;
  files["data/imports/" + importer + ".yaml"] = "resource: rows\nsource: list\nnames: names\n" + settings +
                                                (has_benchmarks ? "options: {benchmarks: \"llm, m\"}\n" : "");
  return files;
}

// A site that has a table with a key, and settings for the importer `table`.
struct TableSite {
  std::string fields =
      R"({"name": "a"}, {"name": "b"}, {"name": "n", "type": "number", "unit": "km"}, {"name": "as_of"},
{"name": "source"}, {"name": "locator"})";
  std::string key = R"(["a"])";
  std::string settings = "columns: {A: a, B: b, N: n}\n";
  std::string extra;          // further JSON keys of the resource
  std::string rows = "[]\n";  // the existing rows

  Files files() const {
    Files files = site_of(fields, "table", settings, "", extra);
    std::string& descriptor = files["data/datapackage.json"];
    const std::string id = R"("primaryKey": ["id"])";
    descriptor.replace(descriptor.find(id), id.size(), R"("primaryKey": )" + key);
    files["data/rows.json"] = rows;
    return files;
  }
  Taken with(const std::string& bytes, const import::Request& request = {}, const std::string& name = "t.csv") const {
    return take(files(), "table", Published({{name, bytes}}, {name}), request);
  }
};

}  // namespace import_test
