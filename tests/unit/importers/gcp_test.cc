// Tests the import of the Google Cloud pricing and cost calculator's price file.
#include "taken.h"

namespace {

using import_test::Files;
using import_test::Published;
using import_test::site_of;
using import_test::take;
using import_test::Taken;

const std::string kPrices = R"(compute:
  instance:
    a3:
      big: 8
      cost: {r: {hour: 80, hour_spot: none}}
    a4:
      new: 8
      cost: {r: {hour: 90, month_1y: 7300}}
    a5:
      big: some
      cost: {r: {hour: 90}}
    a6:
      big: 8
      small: 8
      cost: {r: {hour: 90}}
)";

TEST_CASE("prices of the calculator that can't be read are counted, and do not count as removed") {
  Files site = site_of(R"({"name": "id"}, {"name": "usd_per_hour", "type": "number", "unit": "USD/h"},
{"name": "source"}, {"name": "locator"}, {"name": "provider"})",
                       "gcp-prices", "", R"({"name": "big", "within": "any", "means": "b"})");
  std::string rows;
  for (const char* id :
       {"a3/r/spot", "a4/r/on-demand", "a4/r/commit-1y", "a5/r/on-demand", "a6/r/on-demand", "a3/s/spot"})
    rows += (rows.empty() ? "[\n" : ",\n") + std::string("{\"id\": \"gcp/") + id +
            R"(", "usd_per_hour": 1, "source": "list", "locator": "l", "provider": "gcp"})";
  site["data/rows.json"] = rows + "\n]\n";
  Taken taken = take(site, "gcp-prices", Published({{"pricing.yml", kPrices}}, {"pricing.yml"}));
  CHECK(base::join(taken.imported.merged.gone, " ") == "gcp/a3/s/spot");
  std::string report = taken.report();
  CHECK_MESSAGE(report.starts_with("6 prices read for rows: 1 new, 0 changed, 0 unchanged, 1 missing, 5 skipped\n"),
                report);
  CHECK_MESSAGE(has(report, "     2  \"new\" (pricing.yml:8, …)\n"), report);
}

TEST_CASE("a table with a column for the exact place gets a short locator too") {
  Files site = site_of(R"({"name": "id"}, {"name": "usd_per_hour", "type": "number", "unit": "USD/h"},
{"name": "source"}, {"name": "locator"}, {"name": "locator_detail"})",
                       "gcp-prices", "", R"({"name": "big", "within": "any", "means": "b"})");
  const Published file({{"pricing.yml", "compute: {instance: {a3: {big: 8, cost: {r: {hour: 80}}}}}\n"}},
                       {"pricing.yml"});
  CHECK(take(site, "gcp-prices", file).file("data/rows.json") ==
        "[\n{\"id\": \"gcp/a3/r/on-demand\", \"usd_per_hour\": 80, \"source\": \"list\", \"locator\": \"price list, a3 "
        "in r\", "
        "\"locator_detail\": \"pricing.yml, compute.instance.a3.cost.r.hour\"}\n]\n");
}

TEST_CASE("only keys with a count are accelerators, and several kinds are reported") {
  Files site = site_of(R"({"name": "id"}, {"name": "accelerators", "type": "integer"},
{"name": "usd_per_hour", "type": "number", "unit": "USD/h"}, {"name": "source"}, {"name": "locator"})",
                       "gcp-prices", "", R"({"name": "big", "within": "any", "means": "b"})");
  Taken taken = take(site, "gcp-prices",
                     Published({{"pricing.yml", R"(compute:
  instance:
    a3: {gvnic: true, big: 8, network: fast, cost: {r: {hour: 80}}}
    a4: {big: 8, gvnic: 1, cost: {r: {hour: 90}}}
    a5: {gvnic: true, network: fast, cost: {r: {hour: 9}}}
    a6: {big: 0.5, cost: {r: {hour: 5}}}
)"}},
                               {"pricing.yml"}));
  CHECK(taken.file("data/rows.json") ==
        "[\n{\"id\": \"gcp/a3/r/on-demand\", \"accelerators\": 8, \"usd_per_hour\": 80, \"source\": \"list\", "
        "\"locator\": \"pricing.yml, compute.instance.a3.cost.r.hour\"}\n]\n");
  CHECK(taken.left_out() ==
        "none of these keys has a number of accelerators: big (pricing.yml:6)\n"
        "none of these keys has a number of accelerators: gvnic, network (pricing.yml:5)\n"
        "several kinds of accelerators in one machine: big, gvnic (pricing.yml:4)\n");
}

TEST_CASE("without a column for the provider, removed rows can't be found") {
  Files site = site_of(R"({"name": "id"}, {"name": "usd_per_hour", "type": "number", "unit": "USD/h"},
{"name": "source"}, {"name": "locator"})",
                       "gcp-prices", "", R"({"name": "big", "within": "any", "means": "b"})");
  site["data/rows.json"] = R"([{"id": "other/r/on-demand", "usd_per_hour": 1, "source": "list", "locator": "l"}])";
  Taken taken = take(site, "gcp-prices", Published({{"pricing.yml", kPrices}}, {"pricing.yml"}), {.remove_gone = true});
  CHECK(has(taken.file("data/rows.json"), "\"other/r/on-demand\""));
  CHECK(taken.imported.merged.gone.empty());
  CHECK(has(taken.report(),
            "  - rows that were not imported, and may have been removed or have another \"provider\", for which rows "
            "has no column: "
            "1\n"));
}

TEST_CASE("an invalid time in the calculator's file is noted") {
  Files site =
      site_of(R"({"name": "id"}, {"name": "usd_per_hour", "type": "number", "unit": "USD/h"}, {"name": "as_of"},
{"name": "source"}, {"name": "locator"}, {"name": "provider"})",
              "gcp-prices", "", R"({"name": "big", "within": "any", "means": "b"})");
  auto with = [&](const std::string& about) {
    return take(site, "gcp-prices", Published({{"pricing.yml", about + kPrices}}, {"pricing.yml"}));
  };
  const std::string note =
      "pricing.yml:1: about.timestamp is not a number of seconds, so the date of the prices is unknown";
  for (const char* unreadable : {"1785391997000", "2026-07-30T06:13:17Z", "soon", "0", "", "[1785391997]"}) {
    CAPTURE(unreadable);
    Taken taken = with("about: {timestamp: " + std::string(unreadable) + "}\n");
    CHECK(base::join(taken.imported.input.notes, "\n") == note);
    CHECK(has(taken.file("data/rows.json"), "\"as_of\": \"2026-03\""));
  }
  Taken read = with("about: {timestamp: 1785391997}\n");
  CHECK(read.imported.input.notes.empty());
  CHECK(has(read.file("data/rows.json"), "\"as_of\": \"2026-07-30\""));
  CHECK(with("").imported.input.notes.empty());
}

}  // namespace
