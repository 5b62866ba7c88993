// Tests editions: a later one replaces the rows that it covers, which move to the table's history.
#include <fmt/format.h>

#include <functional>
#include <set>

#include "data/connection.h"
#include "data/database.h"
#include "taken.h"

namespace {

using import_test::Files;
using import_test::Published;
using import_test::TableSite;
using import_test::take;
using import_test::Taken;

const std::string kRows =
    "[\n{\"a\": \"x\", \"n\": 1, \"as_of\": \"2024\", \"source\": \"list\", \"locator\": \"p. 1\"},\n"
    "{\"a\": \"y\", \"n\": 2, \"as_of\": \"2024\", \"source\": \"list\", \"locator\": \"p. 2\"}\n]\n";

TableSite dated_site() { return {.settings = "columns: {A: a, N: n}\n", .rows = kRows}; }

Files after(Files files, const Taken& taken) {
  for (const base::ChangedFile& each : taken.imported.files) files[each.path] = each.bytes;
  return files;
}

Taken land(const Files& files, const std::string& bytes, const import::Request& request) {
  return take(files, "table", Published({{"t.csv", bytes}}, {"t.csv"}), request);
}

TEST_CASE("an edition replaces the rows of the earlier one, which move to the history") {
  const Files site = dated_site().files();
  Taken second = land(site, "A,N\nx,3\nz,4\n", {.as_of = "2025-02-01", .edition = "2"});
  REQUIRE_MESSAGE(!second.failed(), second.said());
  CHECK(second.imported.merged.gone == std::vector<std::string>{"y"});
  CHECK(second.file("data/rows.json") ==
        "[\n{\"a\": \"x\", \"n\": 3, \"as_of\": \"2025-02-01\", \"source\": \"list-2\", \"locator\": \"t.csv\"},\n"
        "{\"a\": \"z\", \"n\": 4, \"as_of\": \"2025-02-01\", \"source\": \"list-2\", \"locator\": \"t.csv\"}\n]\n");
  CHECK(second.file("data/rows_history.json") ==
        "[\n{\"edition\": \"2024\", \"a\": \"x\", \"n\": 1, \"locator\": \"p. 1\"},\n"
        "{\"edition\": \"2024\", \"a\": \"y\", \"n\": 2, \"locator\": \"p. 2\"}\n]\n");
  CHECK(has(second.report(), "2 rows of the earlier edition moved to data/rows_history.json\n"));
  CHECK(has(second.report(), "dropped by edition 2:\n  - y\n"));
  const std::string descriptor = second.file("data/datapackage.json");
  CHECK(has(descriptor, R"("editions": [{"version": "2024", "date": "2024", "source": "list"}, )"
                        R"({"version": "2", "date": "2025-02-01", "source": "list-2"}])"));
  CHECK(has(descriptor, R"("history": "rows_history")"));
  // Adds a third edition; the history then contains the rows of both earlier ones.
  const Files landed = after(site, second);
  Taken third = land(landed, "A,N\nx,5\n", {.as_of = "2026", .edition = "3"});
  REQUIRE_MESSAGE(!third.failed(), third.said());
  CHECK(has(third.file("data/rows_history.json"), R"({"edition": "2", "a": "z", "n": 4,)"));
  CHECK(has(third.file("data/rows_history.json"), R"({"edition": "2024", "a": "y", "n": 2,)"));
  // Without --edition, an import corrects the current edition.
  Taken corrected = land(landed, "A,N\nx,3.5\nz,4\n", {.as_of = "2025-02-01", .keep_dates = true});
  REQUIRE_MESSAGE(!corrected.failed(), corrected.said());
  CHECK(has(corrected.file("data/rows.json"), R"("n": 3.5, "as_of": "2025-02-01", "source": "list-2")"));
  CHECK(corrected.file("data/datapackage.json") == "");
}

TEST_CASE("the source of an edition is a copy of the earlier edition's source, which it supersedes") {
  Files site = dated_site().files();
  site["data/sources/all.json"] =
      "[\n{\"id\": \"list\", \"type\": \"webpage\", \"title\": \"A list\", \"version\": \"1.0\", \"issued\": "
      "{\"date-parts\": [[2024, 1]]}, "
      "\"custom\": {\"kind\": \"manual\"}}\n]\n";
  Taken taken = land(site, "A,N\nx,3\n", {.as_of = "2025-02-01", .edition = "1.1"});
  REQUIRE_MESSAGE(!taken.failed(), taken.said());
  CHECK(taken.file("data/sources/all.json") ==
        "[\n{\"id\": \"list\", \"type\": \"webpage\", \"title\": \"A list\", \"version\": \"1.0\", \"issued\": "
        "{\"date-parts\": [[2024, 1]]}, "
        "\"custom\": {\"status\": \"superseded\", \"superseded_by\": \"list-1.1\", \"kind\": \"manual\"}},\n"
        "{\"id\": \"list-1.1\", \"type\": \"webpage\", \"title\": \"A list\", \"version\": \"1.1\", "
        "\"issued\": {\"date-parts\": [[2025, 2, 1]]}, \"custom\": {\"kind\": \"manual\"}}\n]\n");
  CHECK(has(taken.file("data/datapackage.json"), R"({"version": "1.0", "date": "2024", "source": "list"})"));
  // The settings may name the source of each edition.
  std::string& settings = site["data/imports/table.yaml"];
  settings = base::replace_all(settings, "source: list", "source: \"list-of-{edition}\"");
  CHECK(has(land(site, "A,N\nx,3\n", {.as_of = "2025-02-01", .edition = "1.1"}).file("data/rows.json"),
            R"("source": "list-of-1.1")"));
}

TEST_CASE("a table whose rows have one source becomes the next edition as a whole") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"})",
                 .settings = "fields: {locator: null}\ncolumns: {A: a, N: n}\n",
                 .extra = R"("source": "list", "locator": "p. 1", "as_of": "2024", )",
                 .rows = "[\n{\"a\": \"x\", \"n\": 1}\n]\n"};
  Taken taken = site.with("A,N\nx,3\n", {.as_of = "2025-02-01", .edition = "2"});
  REQUIRE_MESSAGE(!taken.failed(), taken.said());
  const std::string descriptor = taken.file("data/datapackage.json");
  CHECK_MESSAGE(has(descriptor, R"("source": "list-2", "locator": "p. 1", "as_of": "2025-02-01",)"), descriptor);
  CHECK(taken.file("data/rows_history.json") == "[\n{\"edition\": \"2024\", \"a\": \"x\", \"n\": 1}\n]\n");
  // The earlier source keeps the date of its last access.
  Files accessed = site.files();
  accessed["data/sources/all.json"] =
      "[\n{\"id\": \"list\", \"type\": \"webpage\", \"title\": \"A list\", \"URL\": \"https://list.example/\", "
      "\"accessed\": "
      "{\"date-parts\": [[2024, 1, 2]]}}\n]\n";
  taken = land(accessed, "A,N\nx,3\n", {.as_of = "2025-02-01", .edition = "2"});
  const std::string sources = taken.file("data/sources/all.json");
  CHECK_MESSAGE(has(sources, R"("accessed": {"date-parts": [[2024, 1, 2]]}, "custom": {"status": "superseded")"),
                sources);
  CHECK_MESSAGE(has(sources, R"("accessed": {"date-parts": [[2025, 2, 1]]})"), sources);
}

TEST_CASE("numbers without a column in the files do not get the source or date of these files") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"},
                             {"name": "m", "type": "number", "unit": "m"})",
                 .settings = "fields: {locator: null}\ncolumns: {A: a, N: n}\n",
                 .extra = R"("source": "list", "locator": "p. 1", "as_of": "2024", )",
                 .rows = "[\n{\"a\": \"x\", \"n\": 1, \"m\": 5}\n]\n"};
  CHECK(has(site.with("A,N\nx,3\n", {.as_of = "2025-02-01", .edition = "2"}).said(),
            "no column for \"m\", so 1 value of \"rows\", such as that of x, would get the source of edition 2"));
  CHECK(has(site.with("A,N\nx,3\n", {.as_of = "2025-02-01"}).said(),
            "no column for \"m\", so 1 value of \"rows\", such as that of x, would get the new date of the table, "
            "2025-02-01"));
  CHECK(site.with("A,N\nx,3\n", {.as_of = "2025-02-01", .keep_dates = true}).said() == "");
  site.fields = base::replace_all(site.fields, R"("unit": "m")",
                                  R"("unit": "m", "source": "list", "locator": "p. 2", "as_of": "2024")");
  CHECK(site.with("A,N\nx,3\n", {.as_of = "2025-02-01", .edition = "2"}).said() == "");
}

// The rows of a table and its history, as a build loads them: "edition a n source as_of", sorted.
std::vector<std::string> loaded(const Files& site, const std::string& table) {
  const RecordingFiles root(site);
  base::Diagnostics diagnostics;
  const auto tree = io::SourceTree::read(root, {"data"}, 1, diagnostics);
  const auto database = data::Database::load(data::data_files(tree, diagnostics), diagnostics);
  diagnostics.remove_if([](const base::Diagnostic& each) { return has(each.message, "\"names\""); });  // no source
  CHECK_MESSAGE(!diagnostics.has_errors(), said(diagnostics));
  std::vector<std::string> rows;
  const auto connection = database->connect();
  for (const std::string& ref : database->refs_of(table)) {
    const std::string key = ref.substr(table.size() + 1);
    const auto cell = connection->find_cell(table, key, "n");
    REQUIRE_MESSAGE(cell, key);
    const auto provenance = database->provenance(ref);
    rows.push_back(fmt::format("{} {} {} {} {}", key, quantity::to_text(cell.value().value), provenance->source_id,
                               provenance->locator, provenance->as_of));
  }
  std::ranges::sort(rows);
  return rows;
}

TEST_CASE("a history stores what changes from one edition to the next, and has the rows of all editions") {
  const std::string own = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"}, {"name": "as_of"},
{"name": "source"}, {"name": "locator"})";
  const std::string of_table = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"})";
  for (const bool is_own : {true, false}) {
    const TableSite table{.fields = is_own ? own : of_table,
                          .settings = is_own ? "columns: {A: a, N: n}\nlocator: p. 1\n"
                                             : "fields: {locator: null}\ncolumns: {A: a, N: n}\n",
                          .extra = is_own ? "" : R"("source": "list", "locator": "p. 1", "as_of": "2024", )"};
    Files site = table.files();
    std::map<std::string, int> rows;
    for (int i = 0; i < 30; ++i) rows[fmt::format("r{:02}", i)] = i;
    std::vector<std::string> expected, current;
    for (int edition = 1; edition <= 30; ++edition) {
      std::string csv = "A,N\n";
      const std::string year = std::to_string(2024 + edition), version = edition == 1 ? year : std::to_string(edition);
      const std::string id = edition == 1 ? "list" : "list-" + version;
      std::ranges::copy(current, std::back_inserter(expected));
      current.clear();
      for (const auto& [key, n] : rows) {
        csv += fmt::format("{},{}\n", key, n);
        current.push_back(fmt::format("{}/{} {} {} p. 1 {}", version, key, n, id, year));
      }
      const Taken taken =
          land(site, csv, {.as_of = year, .edition = edition == 1 ? "" : version, .keep_dates = edition == 1});
      REQUIRE_MESSAGE(!taken.failed(), taken.said());
      site = after(site, taken);
      // Changes a row, adds one, drops one, and lets an earlier one come back.
      rows[fmt::format("r{:02}", edition * 7 % 30)] = 100 + edition;
      rows[fmt::format("new{:02}", edition)] = edition;
      rows.erase(fmt::format("r{:02}", edition * 11 % 30));
    }
    std::ranges::sort(expected);
    CHECK(loaded(site, "rows_history") == expected);
    const std::string& history = site["data/rows_history.json"];
    CHECK(std::ranges::count(history, '\n') < 250);  // of 29 editions of 30 or more rows
    CHECK(has(history, "{\"edition\": \"2\", \"a\": \"r11\"},\n"));
    CHECK(has(site["data/datapackage.json"],
              R"("version": "3", "date": "2027", "source": "list-3", "changes_from": "2")"));
    // A correction of the current edition does not change earlier ones.
    const Taken corrected = land(site, "A,N\nr01,12345\n", {.as_of = "2054", .keep_dates = true});
    REQUIRE_MESSAGE(!corrected.failed(), corrected.said());
    CHECK(loaded(after(site, corrected), "rows_history") == expected);
  }
}

TEST_CASE("editions that were stored in full are read as before, and later ones continue them with changes") {
  Files site = dated_site().files();
  site = after(site, land(site, "A,N\nx,3\ny,2\nz,4\n", {.as_of = "2025", .edition = "2"}));
  site["data/rows_history.json"] =
      "[\n{\"edition\": \"2024\", \"a\": \"x\", \"n\": 1, \"as_of\": \"2023\", \"source\": \"list\", \"locator\": \"p. "
      "1\"}\n]\n";
  for (const std::string edition : {"3", "4"}) {
    const Taken taken =
        land(site, "A,N\nx," + edition + "\ny,2\nz,4\n", {.as_of = "203" + edition, .edition = edition});
    REQUIRE_MESSAGE(!taken.failed(), taken.said());
    site = after(site, taken);
  }
  CHECK(loaded(site, "rows_history") == std::vector<std::string>{"2/x 3 list-2 t.csv 2025", "2/y 2 list-2 t.csv 2025",
                                                                 "2/z 4 list-2 t.csv 2025", "2024/x 1 list p. 1 2023",
                                                                 "3/x 3 list-3 t.csv 2033", "3/y 2 list-3 t.csv 2033",
                                                                 "3/z 4 list-3 t.csv 2033"});
  CHECK(!has(site["data/rows_history.json"], R"("edition": "3", "a": "y")"));
}

// Imports five editions, and checks after each that it has a source of its own, and that no source of current rows is
// marked as superseded, but those of all earlier editions are. Returns the site.
Files five_editions(Files site, const std::string& importer, const std::string& path,
                    const std::function<std::string(const std::string& edition)>& file, import::Request request = {}) {
  std::set<std::string> ids;
  for (const std::string edition : {"2", "3", "4", "5", "6"}) {
    request.edition = edition;
    request.as_of = "203" + edition + "-01-31";
    Taken taken = take(site, importer, Published({{path, file(edition)}}, {path}), request);
    REQUIRE_MESSAGE(!taken.failed(), taken.said());
    site = after(site, taken);
    const std::string id = taken.imported.edition.source;
    CHECK_MESSAGE(ids.insert(id).second, id);
    const RecordingFiles root(site);
    import::Texts texts;
    base::Diagnostics diagnostics;
    const data::Bibliography sources = data::read_bibliography(root, texts, diagnostics);
    for (const data::Source& each : sources.sources()) {
      const bool is_json = site.contains("data/sources/all.json") || each.id != "list";
      CHECK_MESSAGE(each.superseded_by.empty() == (each.id == id || !is_json), each.id);
    }
    CHECK_MESSAGE(sources.find(id), id);
    CHECK_MESSAGE(has(site["data/rows.json"] + site["data/datapackage.json"], "\"source\": \"" + id + "\""), id);
    CHECK_MESSAGE(!has(site["data/rows.json"], "\"source\": \"list\""), site["data/rows.json"]);
  }
  return site;
}

TEST_CASE("rows of a later date than the current edition are asked about") {
  Files site = dated_site().files();
  site["data/sources/all.json"] = R"([{"id": "list", "type": "webpage", "title": "A list"}])";
  site = after(site, land(site, "A,N\nx,3\n", {.as_of = "2025-02-01", .edition = "2"}));
  CHECK(has(land(site, "A,N\nx,4\n", {.as_of = "2025-03-01"}).said(), "is this a new edition?"));
  CHECK(!land(site, "A,N\nx,4\n", {.as_of = "2025-02-01"}).failed());
}

TEST_CASE("each of five editions has a source of its own, and only the last one is not superseded") {
  const auto csv = [](const std::string& edition) { return "A,N\nx," + edition + "\ny,2\n"; };
  const Files site = dated_site().files();
  CHECK(has(five_editions(site, "table", "t.csv", csv)["data/rows.json"], R"("source": "list-6")"));
  five_editions(site, "table", "t.csv", csv, {.source = "list"});  // the source of an earlier edition
  Files templated = site;
  std::string& settings = templated["data/imports/table.yaml"];
  settings = base::replace_all(settings, "source: list", "source: \"of-{edition}\"");
  CHECK(has(five_editions(templated, "table", "t.csv", csv)["data/rows.json"], R"("source": "of-6")"));
  five_editions(site, "table", "t.json", [](const std::string& edition) {
    return R"([{"A": "x", "N": )" + edition + R"(}, {"A": "y", "N": 2}])";
  });
  Files bibtex = site;
  bibtex.erase("data/sources/all.json");
  bibtex["data/sources/all.bib"] = "@online{list, title = {A list}, date = {2024}}\n";
  CHECK(has(five_editions(bibtex, "table", "t.csv", csv)["data/sources/list-2.json"], R"("id": "list-6")"));
  TableSite of_table{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"})",
                     .settings = "fields: {locator: null}\ncolumns: {A: a, N: n}\n",
                     .extra = R"("source": "list", "locator": "p. 1", "as_of": "2024", )",
                     .rows = "[\n{\"a\": \"x\", \"n\": 1}\n]\n"};
  five_editions(of_table.files(), "table", "t.csv", csv);
  Files catalog = import_test::site_of(
      R"({"name": "id"}, {"name": "usd_per_hour", "type": "number", "unit": "USD/h"}, {"name": "as_of"}, {"name": "source"},
{"name": "locator"}, {"name": "provider"})",
      "skypilot-prices", "", R"({"name": "BIG", "within": "any", "means": "big"})");
  catalog["data/rows.json"] = R"([
{"id": "aws/p5/r/on-demand", "usd_per_hour": 1, "as_of": "2024", "source": "list", "locator": "l", "provider": "aws"}
])";
  five_editions(catalog, "skypilot-prices", "aws/vms.csv", [](const std::string& edition) {
    return "InstanceType,AcceleratorName,AcceleratorCount,Region,AvailabilityZone,Price,SpotPrice\np5,BIG,8,r,r-a," +
           edition + ",\n";
  });
}

TEST_CASE("a source of current numbers is not marked as superseded") {
  Files site = dated_site().files();
  // Another table comes from the same list.
  std::string& descriptor = site["data/datapackage.json"];
  descriptor =
      base::replace_all(descriptor, R"({"resources": [)",
                        R"({"resources": [{"name": "others", "path": "others.json", "source": "list", "locator":
"p. 9", "schema": {"fields": [{"name": "id"}, {"name": "n", "type": "number", "unit": "km"}], "primaryKey": ["id"]}}, )");
  site["data/others.json"] = "[\n{\"id\": \"o\", \"n\": 1}\n]\n";
  const Taken taken = land(site, "A,N\nx,3\n", {.as_of = "2025", .edition = "2"});
  REQUIRE_MESSAGE(!taken.failed(), taken.said());
  CHECK(!has(taken.file("data/sources/all.json"), "superseded"));
  CHECK(has(taken.file("data/sources/all.json"), R"("id": "list-2")"));
  CHECK(has(taken.report(),
            "the source \"list\" is not marked as superseded, because rows of others still come from it"));
  // An edition can't have a source that another one supersedes.
  Files marked = dated_site().files();
  marked["data/sources/all.json"] =
      R"([{"id": "list", "type": "webpage", "title": "A list"}, {"id": "old", "type": "webpage", "title": "Old", "custom":
{"superseded_by": "list"}}])";
  CHECK(land(marked, "A,N\nx,3\n", {.source = "old", .as_of = "2025", .edition = "2"}).refusal ==
        "the source \"old\" is that of an earlier edition");
}

const std::string kTwoSources =
    R"([{"id": "list", "type": "webpage", "title": "A list", "issued": {"date-parts": [[2026, 3]]}},
 {"id": "new", "type": "webpage", "title": "Another list", "issued": {"date-parts": [[2026, 3]]}}])";

TEST_CASE("editions of a table whose rows have sources of their own: each row keeps its source") {
  TableSite table{.settings = "columns: {A: a, N: n, From: source}\nlocator: t\n",
                  .rows =
                      "[\n{\"a\": \"x\", \"n\": 1, \"as_of\": \"2024\", \"source\": \"list\", \"locator\": \"t\"},\n"
                      "{\"a\": \"y\", \"n\": 2, \"as_of\": \"2024\", \"source\": \"new\", \"locator\": \"t\"}\n]\n"};
  Files site = table.files();
  std::string& settings = site["data/imports/table.yaml"];
  settings = base::replace_all(settings, "source: list\n", "");
  site["data/sources/all.json"] = kTwoSources;
  for (const std::string edition : {"2", "3", "4"}) {
    const Taken taken =
        land(site, "A,N,From\nx," + edition + ",new\ny,7,list\n", {.as_of = "203" + edition, .edition = edition});
    REQUIRE_MESSAGE(!taken.failed(), taken.said());
    site = after(site, taken);
    CHECK(
        has(site["data/rows.json"], "\"n\": " + edition + ", \"as_of\": \"203" + edition + "\", \"source\": \"new\""));
  }
  CHECK(has(site["data/datapackage.json"], R"("editions": [{"version": "2024", "date": "2024"}, )"
                                           R"({"version": "2", "date": "2032"}, {"version": "3", "date": "2033", )"
                                           R"("changes_from": "2"}, )"));
  const std::string& history = site["data/rows_history.json"];
  CHECK(has(history, R"({"edition": "2024", "a": "x", "n": 1, "source": "list")"));
  CHECK(has(history, R"({"edition": "2024", "a": "y", "n": 2, "source": "new")"));
  CHECK(has(history, R"({"edition": "3", "a": "x", "n": 3, "source": "new")"));
  // A source may be given by its address, also if the settings list others.
  site["data/imports/table.yaml"] += "values: {source: {old: list}}\n";
  site["data/sources/all.json"] = base::replace_all(kTwoSources, R"("title": "A list",)",
                                                    R"("title": "A list", "URL": "https://example.org/list",)");
  const import::Request fifth{.as_of = "2035", .edition = "5"};
  const Taken by_address = land(site, "A,N,From\nx,5,https://example.org/list\ny,7,old\n", fifth);
  REQUIRE_MESSAGE(!by_address.failed(), by_address.said());
  CHECK(has(by_address.file("data/rows.json"), R"("a": "x", "n": 5, "as_of": "2035", "source": "list")"));
  CHECK(has(land(site, "A,N,From\nx,5,https://example.org/c\ny,7,old\n", fifth).said(),
            "there is no source \"https://example.org/c\" in data/sources/\n"));
  CHECK(!has(site["data/sources/all.json"], "superseded"));
  CHECK(!has(site["data/sources/all.json"], "list-2"));
}

TEST_CASE("a table with the rows of two lists has editions of each, with the sources of that list") {
  TableSite table{.settings = "columns: {A: a, B: b, N: n}\n",
                  .rows =
                      "[\n{\"a\": \"x\", \"n\": 1, \"as_of\": \"2024\", \"source\": \"list\", \"locator\": \"t\"},\n"
                      "{\"a\": \"y\", \"n\": 2, \"as_of\": \"2024\", \"source\": \"new\", \"locator\": \"t\"},\n"
                      "{\"a\": \"z\", \"n\": 2, \"as_of\": \"2024\", \"source\": \"new\", \"locator\": \"t\"}\n]\n"};
  Files site = table.files();
  site["data/sources/all.json"] = kTwoSources;
  const Taken taken = land(site, "A,B,N\nx,,3\n", {.as_of = "2025", .edition = "2"});
  REQUIRE_MESSAGE(!taken.failed(), taken.said());
  CHECK(taken.imported.edition.source == "list-2");
  CHECK(has(taken.file("data/sources/all.json"), R"({"id": "list-2", "type": "webpage", "title": "A list")"));
  CHECK(has(taken.file("data/rows.json"), R"("source": "list-2")"));
}

TEST_CASE("an edition that can't follow the earlier ones is refused") {
  const Files site = dated_site().files();
  const auto refusal = [&](const Files& files, const import::Request& request) {
    return land(files, "A,N\nx,3\n", request).refusal;
  };
  CHECK(refusal(site, {.edition = "2"}) == "an edition needs a date");
  CHECK(refusal(site, {.as_of = "2024", .edition = "2"}) == "the editions \"2024\" and \"2\" have the same date, 2024");
  CHECK(refusal(site, {.as_of = "2023-05", .edition = "2"}) ==
        "the edition \"2\" of 2023-05 is older than \"2024\" of 2024");
  CHECK(has(refusal(site, {.as_of = "2025", .edition = "a/b"}), "can't have the edition \"a/b\""));
  const Files landed = after(site, land(site, "A,N\nx,3\n", {.as_of = "2025", .edition = "2"}));
  CHECK(refusal(landed, {.as_of = "2026", .edition = "2024"}) == "edition 2024 of \"rows\" is not the current one, 2");
  CHECK(refusal(landed, {.as_of = "2026", .edition = "2"}) == "edition 2 of \"rows\" is dated 2025");
  // The edition renames a column; the importer does not guess the new name.
  Taken renamed = land(site, "A,Number\nx,3\n", {.as_of = "2025", .edition = "2"});
  CHECK_MESSAGE(has(renamed.said(), "error[unknown-column]"), renamed.said());
  CHECK(renamed.imported.files.empty());
}

TEST_CASE("rows that an import no longer contains count as missing even if the import supersedes their source") {
  const Files site = dated_site().files();
  Files both = site;
  both["data/sources/new.json"] =
      R"([{"id": "new", "type": "webpage", "title": "New", "issued": {"date-parts": [[2026]]}}])";
  Taken taken = land(both, "A,N\nx,3\n", {.source = "new", .as_of = "2025", .remove_gone = true});
  CHECK(taken.imported.merged.gone == std::vector<std::string>{"y"});
  CHECK(!has(taken.file("data/rows.json"), R"("a": "y")"));
  // The imported rows are fewer than half of the source's rows, so they do not supersede it.
  both["data/rows.json"] = base::replace_all(
      kRows, "\n]", ",\n{\"a\": \"z\", \"n\": 2, \"as_of\": \"2024\", \"source\": \"list\", \"locator\": \"p. 2\"}\n]");
  CHECK(land(both, "A,N\nx,3\n", {.source = "new", .as_of = "2025"}).imported.merged.gone.empty());
}

}  // namespace
