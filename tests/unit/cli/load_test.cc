// Tests `sourcebook load` in memory: tables that are edited while a loader runs.
#include "import/load.h"

#include <doctest/doctest.h>

#include "cli/common.h"
#include "io/memory.h"
#include "unit/text.h"

namespace {

using Files = std::map<std::string, std::string>;

Files site() {
  return {{"data/datapackage.json", R"({"resources": [
{"name": "rivers", "path": "rivers.csv", "loader": "rivers.sh", "source": "atlas", "locator": "p. 12",
 "schema": {"primaryKey": ["id"], "fields": [{"name": "id"}, {"name": "km", "type": "integer", "unit": "km"}]}},
{"name": "seas", "path": "seas.csv", "loader": "seas.sh", "source": "atlas", "locator": "p. 13",
 "schema": {"primaryKey": ["id"], "fields": [{"name": "id"}]}}]})"},
          {"data/sources/all.json", R"([{"id": "atlas", "type": "book", "title": "An atlas"}])"},
          {"data/rivers.csv", "id,km\nrhine,1230\n"},
          {"data/rivers.sh", ""},
          {"data/seas.csv", "id\nblack\n"},
          {"data/seas.sh", ""}};
}

const std::string kRivers = "id,km\nrhine,1233\n", kSeas = "id\nblack\nred\n";

// Returns the status and diagnostics of `load`; calls `meanwhile` during the loader of `resource`.
std::string load(io::MemoryFileSystem& root, std::string_view resource, const std::function<void()>& meanwhile) {
  import::Loads loads = import::load_tables(root, {}, [&](const data::Resource& each, const std::string&) {
    if (each.name == resource) meanwhile();
    return io::Ended{io::Ending::exited, 0, each.name == "rivers" ? kRivers : kSeas, ""};
  });
  REQUIRE_MESSAGE(!loads.failed(), said(loads.diagnostics));
  cli::Plan plan;
  plan.files = loads.files;
  const int status = cli::write_plan(root, plan);
  return std::to_string(status) + " " + said(plan.diagnostics);
}

TEST_CASE("an edit of a table while a loader runs is not overwritten, and no table is written") {
  const std::string by_hand = "id,km\nrhine,1230\ndanube,2850\n";
  for (const char* during : {"rivers", "seas"}) {
    io::MemoryFileSystem root(site());
    CHECK(load(root, during, [&] { (void)root.write("data/rivers.csv", by_hand); }) ==
          "1 error[file-changed]: data/rivers.csv has changed since it was read\n  --> data/rivers.csv\n"
          "   = help: nothing was written; run the command again\n");
    Files expected = site();
    expected["data/rivers.csv"] = by_hand;
    CHECK(root.files() == expected);
  }
}

TEST_CASE("a table that is created while a loader runs is not overwritten") {
  Files files = site();
  files.erase("data/seas.csv");
  io::MemoryFileSystem root(files);
  CHECK(load(root, "rivers", [&] { (void)root.write("data/seas.csv", "id\nmine\n"); }) ==
        "1 error[file-exists]: data/seas.csv already exists\n  --> data/seas.csv\n"
        "   = help: nothing was written; choose another name, or move that file\n");
  files["data/seas.csv"] = "id\nmine\n";
  CHECK(root.files() == files);
}

TEST_CASE("a loader can remove its table's file, or write it directly") {
  Files expected = site();
  expected["data/rivers.csv"] = kRivers;
  expected["data/seas.csv"] = kSeas;
  io::MemoryFileSystem removed(site()), written(site());
  CHECK(load(removed, "rivers", [&] { (void)removed.remove("data/rivers.csv"); }) == "0 ");
  CHECK(removed.files() == expected);
  CHECK(load(written, "rivers", [&] { (void)written.write("data/rivers.csv", kRivers); }) == "0 ");
  CHECK(written.files() == expected);
}

}  // namespace
