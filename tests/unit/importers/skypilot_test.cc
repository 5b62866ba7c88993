// Tests the import of SkyPilot's catalogs: which product each price belongs to, in all notations.
#include "taken.h"

namespace {

using import_test::Files;
using import_test::Published;
using import_test::site_of;
using import_test::take;
using import_test::Taken;

Taken take_catalog(const std::string& bytes, const std::string& rows = "[]\n", const std::string& cloud = "aws",
                   const std::string& names = R"({"name": "BIG", "within": "any", "means": "big"})") {
  Files site = site_of(R"({"name": "id"}, {"name": "accelerators", "type": "integer"},
{"name": "usd_per_hour", "type": "number", "unit": "USD/h"}, {"name": "source"}, {"name": "locator"},
{"name": "provider"})",
                       "skypilot-prices", "", names);
  site["data/rows.json"] = rows;
  return take(site, "skypilot-prices", Published({{cloud + "/vms.csv", bytes}}, {cloud + "/vms.csv"}));
}

const std::string kColumns = "InstanceType,AcceleratorName,AcceleratorCount,Region,AvailabilityZone,Price,SpotPrice\n";

TEST_CASE("a second header of a catalog applies to the rows below it") {
  Taken taken = take_catalog(kColumns + "p5,BIG,8,r,r-a,55,20\n" + kColumns + "p6,BIG,8,r,r-a,66,30\n" +
                             "AcceleratorName,InstanceType,AcceleratorCount,Region,AvailabilityZone,SpotPrice,Price\n"
                             "BIG,p7,8,r,r-a,40,77\n");
  std::string rows = taken.file("data/rows.json");
  for (const char* part : {"aws/p6/r/on-demand\", \"accelerators\": 8, \"usd_per_hour\": 66,",
                           "aws/p7/r/on-demand\", \"accelerators\": 8, \"usd_per_hour\": 77,",
                           "aws/p7/r/spot\", \"accelerators\": 8, \"usd_per_hour\": 40,"})
    CHECK_MESSAGE(has(rows, part), rows);
  CHECK(base::join(taken.imported.input.notes, "\n") ==
        "aws/vms.csv:3 repeats the header\naws/vms.csv:5 is another header, which applies to the rows below it");
}

TEST_CASE("two columns with the same name are an error") {
  CHECK(take_catalog("InstanceType,AcceleratorName,AcceleratorCount,Region,Price,Price\np5,BIG,8,r,1,2\n").said() ==
        "error[import-format]: two columns \"Price\"\n  --> aws/vms.csv:1:1\n   |\n"
        " 1 | InstanceType,AcceleratorName,AcceleratorCount,Region,Price,Price\n"
        "   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = help: remove or rename one of them\n");
  CHECK(take_catalog(kColumns + "p5,BIG,8,r,,1,2\nInstanceType,AcceleratorName,AcceleratorCount,Region,Region,Price,\n")
            .said() ==
        "error[import-format]: two columns \"Region\"\n  --> aws/vms.csv:3:1\n   |\n"
        " 3 | InstanceType,AcceleratorName,AcceleratorCount,Region,Region,Price,\n"
        "   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = help: remove or rename one of them\n");
}

TEST_CASE("equal prices and counts in different notations are the same") {
  Taken taken = take_catalog(kColumns + "p5,BIG,8,r,r-a,55.0,20\np5,BIG,8.0,r,r-b,55.00,20\np5,BIG,8,r,r-b,55,20\n");
  std::string rows = taken.file("data/rows.json");
  CHECK(count(rows, "\"id\"") == 2);
  CHECK_MESSAGE(has(rows, "aws/p5/r/on-demand\", \"accelerators\": 8, \"usd_per_hour\": 55.0,"), rows);
  CHECK_MESSAGE(has(rows, "AvailabilityZone=r-{a,b}, column SpotPrice"), rows);
  CHECK(taken.left_out() == "duplicate row (aws/vms.csv:4)\n");
}

TEST_CASE("the number of rows read is the sum of imported and skipped rows") {
  Taken taken = take_catalog(kColumns +
                             "m1,,,r,r-a,1,1\np5,BIG,8,r,r-a,55,\np6,BIG,8,r,r-a,0,20\np7,NEW,8,r,r-a,55,20\n"
                             "p8,BIG,8,r,r-a,55,20\np8,BIG,8,r,r-b,55,30\np9,BIG,x,r,r-a,soon,20\n");
  std::string report = taken.report();
  CHECK_MESSAGE(report.starts_with("12 prices read for rows: 5 new, 0 changed, 0 unchanged, 0 missing, 7 skipped\n"),
                report);
}

TEST_CASE("a published price that can't be read does not count as removed") {
  auto row = [](const std::string& id) {
    return "{\"id\": \"aws/" + id +
           "\", \"usd_per_hour\": 1, \"source\": \"list\", \"locator\": \"l\", "
           "\"provider\": \"aws\"}";
  };
  std::string rows = "[\n" + row("p5/r/spot") + ",\n" + row("p6/r/on-demand") + ",\n" + row("p7/r-a/on-demand") +
                     ",\n" + row("8xNEW/r/on-demand") + ",\n" + row("p8/r-a/on-demand") + ",\n" +
                     row("tpu-new-8/r/on-demand") + ",\n" + row("p9/r/on-demand") + "\n]\n";
  Taken taken =
      take_catalog(kColumns +
                       "p5,BIG,8,r,r-a,55,soon\np6,BIG,x,r,r-a,66,\np7,NEW,8,r,r-a,77,\np7,NEW,8,r,r-b,78,\n"
                       ",NEW,8.0,r,r-a,55,\n,tpu-new-8,1,r,r-a,9,\np8,BIG,8,r,r-a,soon,\np8,BIG,8,r,r-b,88,\n",
                   rows);
  CHECK(base::join(taken.imported.merged.gone, " ") == "aws/p9/r/on-demand");
}

TEST_CASE("a changed price with an old date is reported, but not one that only has a new revision") {
  const std::string catalog = kColumns + "p5,BIG,8,r,r-a,19.2,\np6,BIG,8,r,r-a,5,\n";
  Files site =
      site_of(R"({"name": "id"}, {"name": "usd_per_hour", "type": "number", "unit": "USD/h"}, {"name": "as_of"},
{"name": "source"}, {"name": "locator"}, {"name": "provider"})",
              "skypilot-prices", "", R"({"name": "BIG", "within": "any", "means": "big"})");
  auto with = [&](const std::string& bytes, const import::Request& request) {
    return take(site, "skypilot-prices", Published({{"aws/vms.csv", bytes}}, {"aws/vms.csv"}), request);
  };
  site["data/rows.json"] =
      with(base::replace_all(catalog, "19.2", "9.6"), {.options = {{"revision", "one"}}}).file("data/rows.json");
  CHECK(has(with(catalog, {.options = {{"revision", "two"}}}).said(),
            "error[undated-values]: new numbers without a date in 1 row"));
  Taken later = with(catalog, {.options = {{"revision", "two"}}, .keep_dates = true});
  CHECK(later.imported.merged.changed.size() == 2);
  const std::string note = "changed rows whose date stays, because no file has a date for the new values";
  CHECK(has(later.report(), "  - " + note + ": 1 (set it with --as-of)\n"));
  CHECK(!has(with(catalog, {.as_of = "2026-07", .options = {{"revision", "two"}}}).report(), note));
  CHECK(has(later.file("data/sources/all.json"), "\"version\": \"two\""));
  site["data/rows.json"] = later.file("data/rows.json");
  CHECK(!has(with(catalog, {.options = {{"revision", "three"}}}).report(), note));
}

TEST_CASE("a given cloud applies to folders that are not named after a cloud") {
  const Files site =
      site_of(R"({"name": "id"}, {"name": "usd_per_hour", "type": "number", "unit": "USD/h"},
{"name": "source"}, {"name": "locator"})",
              "skypilot-prices", "options: {cloud: gcp}\n", R"({"name": "BIG", "within": "any", "means": "big"})");
  auto in = [&](const std::string& folder) {
    const std::string path = folder + "/vms.csv";
    return take(site, "skypilot-prices", Published({{path, kColumns + "p5,BIG,8,r,r-a,55,\n"}}, {path}));
  };
  CHECK(in("aws").said() ==
        "error[import-format]: the folder of aws/vms.csv is named after aws, but --cloud is gcp\n  --> aws/vms.csv\n"
        "   = help: remove --cloud, also from the settings' options: it is for folders that are not named after a "
        "cloud\n");
  for (const char* folder : {"gcp", "downloads"})
    CHECK(in(folder).imported.merged.added == std::vector<std::string>{"gcp/p5/r/on-demand"});
}

const std::string kSlices = R"({"name": "TPU-v6e", "within": "any", "means": "tpu-v6e", "counts": 1},
{"name": "tpu7x", "within": "any", "means": "tpu7x", "counts": 2},
{"name": "wafer", "within": "any", "means": "wafer", "counts": 1})";

TEST_CASE("a slice is recognised by the table of names, or by TPU in its name in any case") {
  Taken taken = take_catalog(kColumns +
                                 ",tpu7x-8,1,r,r-a,40,\n,TPU-v6e-8,1,r,r-a,10,700.0\n,wafer-4,1,r,r-a,7,\n"
                                 ",Tpu8-16,1,r,r-a,9,\n,BIG,1,r,r-a,5,\n",
                             "[]\n", "gcp", kSlices);
  const std::string rows = taken.file("data/rows.json");
  CHECK(count(rows, "\"id\"") == 3);
  for (const char* part : {"gcp/tpu7x-8/r/on-demand\", \"accelerators\": 4, \"usd_per_hour\": 40,",
                           "gcp/tpu-v6e-8/r/on-demand\", \"accelerators\": 8, \"usd_per_hour\": 10,",
                           "gcp/wafer-4/r/on-demand\", \"accelerators\": 4, \"usd_per_hour\": 7,"})
    CHECK_MESSAGE(has(rows, part), rows);
  CHECK(taken.left_out() ==
        "700.0, which means \"no price\" (spot) (gcp/vms.csv:3)\n"
        "GPUs on Google Cloud without their host, often at the price of another SKU (gcp/vms.csv:6)\n"
        "no price (spot) (gcp/vms.csv:2, gcp/vms.csv:4, gcp/vms.csv:5)\n");
  REQUIRE(taken.imported.unknown.reasons().size() == 1);
  CHECK(taken.imported.unknown.reasons().begin()->first == "Tpu8-16");
}

TEST_CASE("a slice whose size is not in the table of names is skipped, because it is not a single chip") {
  Taken taken = take_catalog(kColumns + ",tpu7x-8,1,r,r-a,40,\n", "[]\n", "gcp",
                             R"({"name": "tpu7x-8", "within": "any", "means": "tpu7x"})");
  CHECK(taken.file("data/rows.json").empty());
  CHECK(taken.left_out() ==
        "no price (spot) (gcp/vms.csv:2)\n"
        "the table of names does not count the size of this slice: add its name without the size, with \"counts\" "
        "(gcp/vms.csv:2)\n");
}

TEST_CASE("titles of slices omit the publisher's word for them") {
  Files site = site_of(R"({"name": "id"}, {"name": "offering"}, {"name": "source"}, {"name": "locator"})",
                       "skypilot-prices", "", kSlices);
  Taken taken =
      take(site, "skypilot-prices",
           Published({{"gcp/vms.csv", kColumns + ",tpu7x-8,1,r,r-a,4,\n,TPU-v6e-1,1,r,r-a,1,\n"}}, {"gcp/vms.csv"}));
  std::string rows = taken.file("data/rows.json");
  CHECK_MESSAGE(has(rows, "gcp/tpu7x-8/r/on-demand\", \"offering\": \"TPU 7x-8\""), rows);
  CHECK_MESSAGE(has(rows, "gcp/tpu-v6e/r/on-demand\", \"offering\": \"TPU v6e (v6e-1)\""), rows);
}

}  // namespace
