// Tests how imported rows are merged with the site's: which rows are equal, which one is newer, and which were removed.
#include "taken.h"

#include <fmt/format.h>

namespace {

using import_test::TableSite;
using import_test::Taken;

TEST_CASE("different keys that look alike are an error") {
  TableSite site{.key = R"(["a", "b"])",
                 .rows = "[\n{\"a\": \"x/y\", \"b\": \"z\", \"n\": 1, \"source\": \"list\"}\n]\n"};
  Taken stored = site.with("A,B,N\nx,y/z,2\n", {.keep_dates = true});
  CHECK(stored.imported.merged.added == std::vector<std::string>{"x/y/z"});
  CHECK(stored.imported.merged.changed.empty());
  CHECK(has(stored.said(), "error[duplicate-key]: two rows have the key \"x/y/z\" in \"rows\"\n"));
  CHECK(stored.imported.files.empty());
  Taken twice = site.with("A,B,N\nx/y,z,2\nx,y/z,3\n", {.keep_dates = true});
  CHECK(twice.said() ==
        "error[duplicate-key]: two rows have the key \"x/y/z\" in \"rows\"\n"
        "  --> t.csv:3:1\n   |\n 3 | x,y/z,3\n   | ^^^^^^^\n"
        "   = note: the first\n  ::: t.csv:2:1\n   |\n 2 | x/y,z,2\n   | ^^^^^^^\n");
}

TEST_CASE("different rows with the same key are an error, unless only their locators differ") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "locator"}, {"name": "n", "type": "number", "unit": "km"},
{"name": "source"})",
                 .settings = "locator: \"line {line}\"\ncolumns: {A: a, N: n}\n"};
  CHECK(site.with("A,N\nx,1\nx,2\n").said() ==
        "error[duplicate-key]: two rows have the key \"x\" and differ in \"n\"\n"
        "  --> t.csv:3:1\n   |\n 3 | x,2\n   | ^^^\n"
        "   = expected: one row for each key: a\n"
        "   = note: the other one\n  ::: t.csv:2:1\n   |\n 2 | x,1\n   | ^^^\n");
  Taken twice = site.with("A,N\nx,1\nx,1\n");
  CHECK(twice.imported.input.skips.reasons().contains("duplicate row"));
  CHECK(twice.imported.merged.added == std::vector<std::string>{"x"});
  // Numbers in different notations are equal, as they are when compared with existing rows.
  CHECK(site.with("A,N\nx,1.5\nx,1.50\n").imported.input.skips.reasons().contains("duplicate row"));
  CHECK(site.with("A,N\nx,\nx,1\n").failed());
}

TEST_CASE("whether a row is older depends on its own date, or on that of the resource") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"}, {"name": "source"})",
                 .settings = "fields: {locator: null}\ncolumns: {A: a, N: n}\n",
                 .extra = R"("as_of": "2026-05-01", )",
                 .rows = "[\n{\"a\": \"x\", \"n\": 1, \"source\": \"list\"}\n]\n"};
  Taken older = site.with("A,N\nx,2\n", {.as_of = "2024-01-01"});
  CHECK(older.imported.files.empty());
  CHECK(has(older.report(), "     1  older than the existing row (t.csv:2)\n"));
  CHECK(site.with("A,N\nx,1\n", {.as_of = "2024-01-01"}).imported.merged.same == 1);
  CHECK(site.with("A,N\nx,2\n", {.as_of = "2026-05"}).imported.merged.changed.size() == 1);
}

const std::string kDated =
    "[\n{\"a\": \"x\", \"n\": 1, \"as_of\": \"2026-06-12\", \"source\": \"list\", \"locator\": \"t.csv\"}\n]\n";

TEST_CASE("an invalid date is an error at its position") {
  TableSite site{.settings = "columns: {A: a, N: n, D: as_of}\n", .extra = R"("as_of": "2026-01", )", .rows = kDated};
  auto of = [](std::string_view date, const std::string& line, const std::string& marks) {
    return fmt::format(
        "error[bad-date]: \"{}\" is not a date\n  --> t.csv:{}:5\n   |\n {} | {}\n   |     {}\n"
        "   = expected: a date such as 2026-01-31, 2026-01 or 2026\n",
        date, line.front(), line.front(), line.substr(1), marks);
  };
  Taken strings = site.with("A,N,D\nx,2,12/31/2026\ny,3,31.12.2026\n");
  CHECK(strings.said() ==
        of("12/31/2026", "2x,2,12/31/2026", "^^^^^^^^^^") + of("31.12.2026", "3y,3,31.12.2026", "^^^^^^^^^^"));
  CHECK(strings.imported.files.empty());
  CHECK(site.with("A,N,D\nx,1,2026-0\n").said() == of("2026-0", "2x,1,2026-0", "^^^^^^"));
  const std::string untyped = R"({"name": "as_of"})";
  for (const char* type : {"date", "year", "yearmonth", "datetime"}) {
    CAPTURE(type);
    site.fields = base::replace_all(site.fields, untyped, fmt::format(R"({{"name": "as_of", "type": "{}"}})", type));
    Taken typed = site.with("A,N,D\nx,2,01.10.2026\n");
    CHECK(has(typed.said(), "error[wrong-type]: \"as_of\" cannot be \"01.10.2026\"\n  --> t.csv:2:5\n"));
    CHECK(typed.imported.files.empty());
    site.fields = base::replace_all(site.fields, fmt::format(R"({{"name": "as_of", "type": "{}"}})", type), untyped);
  }
}

TEST_CASE("times are compared, and the date of a table is the day of a time") {
  TableSite site{.fields = base::replace_all(TableSite().fields, R"("as_of"})", R"("as_of", "type": "datetime"})"),
                 .settings = "columns: {A: a, N: n, D: as_of}\n",
                 .extra = R"("as_of": "2026-01", )",
                 .rows = base::replace_all(kDated, "2026-06-12", "2026-06-12T12:00:00Z")};
  CHECK(site.with("A,N,D\nx,2,2026-06-12T11:59:00Z\n").left_out() == "older than the existing row (t.csv:2)\n");
  Taken later = site.with("A,N,D\nx,2,2026-06-12T12:01:00Z\n");
  CHECK(has(later.file("data/rows.json"), "\"n\": 2, \"as_of\": \"2026-06-12T12:01:00Z\""));
  CHECK(has(later.file("data/datapackage.json"), "\"as_of\": \"2026-06-12\""));
}

TEST_CASE("skipped rows do not affect the date") {
  TableSite site{.settings = "columns: {A: a, B: b, N: n, D: as_of}\n", .extra = R"("as_of": "2026-01", )"};
  Taken taken = site.with("A,B,N,D\nx,1,5,2026-02\n,2,6,2027-01\nx,1,5,2026-02\n");
  CHECK(has(taken.file("data/datapackage.json"), "\"as_of\": \"2026-02\""));
  site.rows = kDated;
  CHECK(site.with("A,B,N,D\nx,1,5,2026-05\n").file("data/datapackage.json").empty());
}

TEST_CASE("rows without a date keep that of the table") {
  TableSite site{.settings = "columns: {A: a, N: n}\n", .extra = R"("as_of": "2020", )"};
  auto row = [](const std::string& id) {
    return "{\"a\": \"" + id + "\", \"n\": 1, \"source\": \"list\", \"locator\": \"t.csv\"}";
  };
  site.rows = "[\n" + row("x") + ",\n" + row("y") + "\n]\n";
  Taken one = site.with("A,N\nx,1\n");
  CHECK(has(one.file("data/rows.json"), "\"as_of\": \"2026-03\""));
  CHECK(one.file("data/datapackage.json").empty());
  CHECK(has(one.report(), "  - the date of rows is unchanged, because rows without their own date use it: 1\n"));
  Taken all = site.with("A,N\nx,1\ny,2\n", {.as_of = "2026-03"});
  CHECK(has(all.file("data/datapackage.json"), "\"as_of\": \"2026-03\""));
  CHECK(!has(all.report(), "stays what it is"));
}

TEST_CASE("a table's date does not apply to rows if it has several dates") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"}, {"name": "source"})",
                 .settings = "fields: {locator: null}\ncolumns: {A: a, N: n, S: source}\n",
                 .extra = R"("as_of": "2020", )"};
  import_test::Files files = site.files();
  files["data/sources/all.json"] =
      R"([{"id": "june", "type": "webpage", "title": "June", "issued": {"date-parts": [[2024, 6]]}},
{"id": "list", "type": "webpage", "title": "November", "issued": {"date-parts": [[2024, 11]]}}])";
  auto with = [&](const std::string& bytes) {
    return take(files, "table", import_test::Published({{"t.csv", bytes}}, {"t.csv"}));
  };
  Taken several = with("A,N,S\nx,1,june\ny,2,list\n");
  CHECK(several.file("data/datapackage.json").empty());
  CHECK(has(several.report(),
            "  - the date of rows is unchanged, because the imported rows have several, from 2024-06 to 2024-11: add a "
            "field \"as_of\" with a date for each row\n"));
  CHECK(has(with("A,N,S\nx,1,june\ny,2,june\n").file("data/datapackage.json"), "\"as_of\": \"2024-06\""));
}

TEST_CASE("a row without its own source has the resource's, and can count as removed") {
  TableSite site{.settings = "columns: {A: a, N: n}\n",
                 .extra = R"("source": "list", )",
                 .rows = "[\n{\"a\": \"x\", \"n\": 1},\n{\"a\": \"y\", \"n\": 2},\n{\"a\": \"z\", \"n\": 2}\n]\n"};
  CHECK(site.with("A,N\nx,1\n").imported.merged.gone == std::vector<std::string>{"y", "z"});
  site.extra = R"("source": "other", )";
  CHECK(site.with("A,N\nx,1\n").imported.merged.gone.empty());
}

TEST_CASE("a row's own date overrides that of the settings, and both override the source's") {
  TableSite site{.settings = "as_of: 2026-05\ncolumns: {A: a, N: n, D: as_of}\n"};
  std::string rows = site.with("A,N,D\nx,1,2024-01\ny,2,\n").file("data/rows.json");
  CHECK(has(rows, "\"x\", \"n\": 1, \"as_of\": \"2024-01\""));
  CHECK(has(rows, "\"y\", \"n\": 2, \"as_of\": \"2026-05\""));
}

TEST_CASE("--as-of overrides the date of the settings, but not that of a row") {
  TableSite site{.settings = "as_of: 2026-05\ncolumns: {A: a, N: n, D: as_of}\n", .rows = kDated};
  Taken taken = site.with("A,N,D\nx,5,2026-02-01\ny,2,2026-07-01\nz,3,\nw,4,2026-09-30\n",
                          {.source = "list", .as_of = "2026-09-30"});
  std::string rows = taken.file("data/rows.json");
  CHECK(has(rows, "\"y\", \"n\": 2, \"as_of\": \"2026-07-01\""));
  CHECK(has(rows, "\"z\", \"n\": 3, \"as_of\": \"2026-09-30\""));
  CHECK(taken.left_out() == "older than the existing row (t.csv:2)\n");
  const std::string note = "rows with their own date, which overrides --as-of 2026-09-30";
  CHECK(has(taken.report(), "  - " + note + ": 2\n"));
  CHECK(!has(site.with("A,N,D\nz,3,\nw,4,2026-09-30\n", {.source = "list", .as_of = "2026-09-30"}).report(), note));
}

TEST_CASE("a less precise date alone changes nothing") {
  TableSite site{.settings = "columns: {A: a, N: n}\n", .rows = kDated};
  Taken same = site.with("A,N\nx,1\n", {.as_of = "2026"});
  CHECK(same.imported.files.empty());
  CHECK(same.imported.merged.same == 1);
  CHECK(
      has(site.with("A,N\nx,2\n", {.as_of = "2026"}).report(), "~ x: n 1 -> 2 (+100.0 %); as_of 2026-06-12 -> 2026\n"));
}

TEST_CASE("a new value with an old date is reported") {
  TableSite site{.settings = "columns: {A: a, N: n}\n", .rows = kDated};
  import_test::Files files = site.files();
  files["data/sources/all.json"] = R"([{"id": "list", "type": "webpage", "title": "A list"}])";
  import_test::Published published({{"t.csv", "A,N\nx,5\n"}}, {"t.csv"});
  CHECK(has(take(files, "table", published).said(),
            "error[undated-values]: new numbers without a date in 1 row: x\n  --> t.csv:2:1\n"));
  CHECK(has(
      take(files, "table", published, {.keep_dates = true}).report(),
      "  - changed rows whose date stays, because no file has a date for the new values: 1 (set it with --as-of)\n"));
  CHECK(!has(take(files, "table", published, {.as_of = "2026-07"}).report(), "keep the date"));
  const import_test::Published elsewhere({{"u.csv", "A,N\nx,1\n"}}, {"u.csv"});
  Taken moved = take(files, "table", elsewhere);
  CHECK(moved.imported.merged.changed.size() == 1);
  CHECK(!has(moved.report(), "keep the date"));
}

TEST_CASE("a new value is an error if only the settings or the source state its date") {
  auto taken = [](const std::string& date, const std::string& own, const import::Request& request = {}) {
    TableSite site{.settings = "columns: {A: a, N: n, D: as_of}\n" + date,
                   .rows = base::replace_all(kDated, "2026-06-12", "2026-03")};
    return site.with("A,N,D\nx,5," + own + "\n", request);
  };
  const std::string error = "error[undated-values]: new numbers without a date in 1 row: x\n";
  const import::Request keep{.keep_dates = true};
  const std::string note =
      "\nnotes:\n  - changed rows whose date stays, because no file has a date for the new values: 1 (set it with "
      "--as-of)\n";
  CHECK(has(taken("", "").said(), error));  // the source is dated 2026-03
  CHECK(has(taken("", "", keep).report(), note));
  CHECK(has(taken("as_of: 2026-03\n", "").said(), error));
  CHECK(has(taken("as_of: 2026\n", "").said(), error));
  CHECK(has(taken("as_of: 2026-03\n", "", keep).report(), note));
  CHECK(has(taken("as_of: 2026-04\n", "", keep).file("data/rows.json"), "\"as_of\": \"2026-03\""));
  CHECK(has(taken("as_of: 2026-04\n", "", {.source = "list"}).file("data/rows.json"), "\"as_of\": \"2026-04\""));
  CHECK(!has(taken("as_of: 2026-04\n", "", {.source = "list"}).report(), "notes:"));
  const std::string same = "changed rows with the same date as before, as given by the files or --as-of: 1\n";
  CHECK(has(taken("", "2026-03").report(), same));
  CHECK(has(taken("", "", {.as_of = "2026-03"}).report(), same));
  CHECK(!has(taken("", "2026-05", {.source = "list"}).report(), same));
  // The date of a whole table is handled in the same way.
  TableSite undated{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"}, {"name": "source"})",
                    .settings = "fields: {locator: null}\ncolumns: {A: a, N: n}\n",
                    .extra = R"("as_of": "2026-03", )",
                    .rows = "[\n{\"a\": \"x\", \"n\": 1, \"source\": \"list\"}\n]\n"};
  CHECK(has(undated.with("A,N\nx,5\n").said(), error));
  CHECK(has(undated.with("A,N\nx,5\n", keep).report(), note));
  CHECK(undated.with("A,N\nx,5\n", keep).file("data/datapackage.json").empty());
  CHECK(has(undated.with("A,N\nx,5\n", {.source = "list", .as_of = "2026-05"}).file("data/datapackage.json"),
            "\"as_of\": \"2026-05\""));
}

TEST_CASE("the date of a source that keeps changing does not apply to new numbers, but that of an edition does") {
  TableSite site{.settings = "columns: {A: a, N: n}\n", .rows = base::replace_all(kDated, "2026-06-12", "2025")};
  const import_test::Published published({{"t.csv", "A,N\nx,5\n"}}, {"t.csv"});
  import_test::Files files = site.files();  // the source is dated 2026-03
  CHECK(has(take(files, "table", published).said(), "undated-values"));
  const import_test::Published more({{"t.csv", "A,N\ny,5\n"}}, {"t.csv"});
  CHECK(has(take(files, "table", more).said(), "error[undated-values]: new numbers without a date in 1 row: y"));
  files["data/sources/all.json"] = base::replace_all(files["data/sources/all.json"], "webpage", "book");
  CHECK(has(take(files, "table", published).file("data/rows.json"), "\"as_of\": \"2026-03\""));
}

TEST_CASE("changed words, an empty cell and a new locator need no date") {
  TableSite site{.settings = "columns: {A: a, B: b, N: n}\n", .rows = kDated};
  CHECK(!site.with("A,B,N\nx,other,1\n").failed());
  CHECK(!site.with("A,B,N\nx,,1\n", {.as_of = ""}, "u.csv").failed());
}

TEST_CASE("new numbers for only some rows of a table with a single date are an error") {
  TableSite site{
      .fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"}, {"name": "source"})",
      .settings = "fields: {locator: null}\ncolumns: {A: a, N: n}\n",
      .extra = R"("as_of": "2026-01", )",
      .rows =
          "[\n{\"a\": \"x\", \"n\": 1, \"source\": \"list\"},\n{\"a\": \"y\", \"n\": 1, \"source\": \"list\"}\n]\n"};
  CHECK(has(site.with("A,N\nx,5\n", {.as_of = "2026-05"}).said(),
            "error[undated-values]: new numbers of 1 row, dated 2026-05, would be shown with the date of all rows of "
            "\"rows\", 2026-01\n"));
  CHECK(has(site.with("A,N\nx,5\n", {.as_of = "2026-05"}).said(),
            "help: if the source no longer has y: --remove-gone; or import all rows with one date"));
  CHECK(!site.with("A,N\nx,5\n", {.as_of = "2026-05", .keep_dates = true}).failed());
  CHECK(!site.with("A,N\nx,5\ny,1\n", {.source = "list", .as_of = "2026-05"}).failed());
  CHECK(has(site.with("A,N\nx,1\nz,5\n", {.source = "list", .as_of = "2026-05"}).said(),
            "error[undated-values]: new numbers of 1 row, dated 2026-05, would be shown with the date of all rows of "
            "\"rows\", 2026-01\n"));
}

TEST_CASE("the entry of a source gets the date of its imported rows") {
  TableSite site{.settings = "columns: {A: a, N: n, D: as_of}\n", .rows = kDated};
  auto source = [&](const std::string& entry, const std::string& date, import::Request request = {}) {
    import_test::Files files = site.files();
    files["data/sources/all.json"] = "[" + entry + "]\n";
    const import_test::Published published({{"t.csv", "A,N,D\nx,5," + date + "\n"}}, {"t.csv"});
    import_test::Taken taken = take(files, "table", published, request);
    CHECK(taken.said() == "");
    return taken.file("data/sources/all.json");
  };
  const std::string page = R"({"id": "list", "type": "webpage", "title": "A list"})";
  CHECK(source(page, "2026-07-01") ==
        "[{\"id\": \"list\", \"type\": \"webpage\", \"accessed\": {\"date-parts\": [[2026, 7, 1]]}, \"title\": \"A "
        "list\"}]\n");
  CHECK(source(page, "", {.as_of = "2026-08"}) != "");
  const std::string read =
      R"({"id": "list", "type": "webpage", "accessed": {"date-parts": [[2026, 9, 1]]}, "title": "A list"})";
  CHECK(source(read, "2026-07-01") == "");
  CHECK(source(read, "2026-10-02") == base::replace_all("[" + read + "]\n", "2026, 9, 1", "2026, 10, 2"));
  CHECK(source(R"({"id": "list", "type": "report", "title": "A list", "issued": {"date-parts": [[2026]]}})",
               "2026-07-01") == "");
  // The date of the numbers need not be a day, and none is read before it was there.
  const std::string today = base::replace_all("[" + read + "]\n", "2026, 9, 1", "2027, 3, 4");
  CHECK(source(read, "2027", {.today = "2027-03-04"}) == today);
  CHECK(source(read, "2027-12-31", {.today = "2027-03-04"}) == today);
  const std::string dated =
      R"({"id": "list", "type": "webpage", "title": "A list", "version": "as read on 2026-06-01", "accessed": {"date-parts": [[2026, 6, 1]]}})";
  CHECK(source(dated, "2026-07-01") ==
        base::replace_all(base::replace_all("[" + dated + "]\n", "2026-06-01", "2026-07-01"), "2026, 6, 1",
                          "2026, 7, 1"));
}

TEST_CASE("numbers are not dated in the future") {
  const TableSite site{.settings = "columns: {A: a, N: n}\n"};
  const auto is_in_future = [&](const std::string& as_of) {
    return has(site.with("A,N\nx,5\n", {.as_of = as_of, .today = "2026-11-30"}).said(), as_of + " is in the future");
  };
  CHECK(!is_in_future("2026-11-30"));
  CHECK(!is_in_future("2026-11"));
  CHECK(!is_in_future("2026"));
  CHECK(is_in_future("2026-12"));
  CHECK(is_in_future("2027"));
}

TEST_CASE("a table no longer names an earlier file as the place of numbers that are all in a later one") {
  const auto locator_after = [](const std::string& before, const std::string& rows) {
    const TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"})",
                         .settings = "columns: {A: a, N: n}\n",
                         .extra = R"("source": "list", "locator": ")" + before + R"(", "as_of": "2024", )",
                         .rows = "[\n{\"a\": \"x\", \"n\": 1}\n]\n"};
    const std::string descriptor = site.with(rows, {.as_of = "2025"}).file("data/datapackage.json");
    const size_t at = descriptor.find("\"locator\": \"");
    return at == std::string::npos ? "" : descriptor.substr(at + 12, descriptor.find('"', at + 12) - at - 12);
  };
  CHECK(locator_after("old.csv", "A,N\nx,3\n") == "t.csv");
  CHECK(locator_after("old.xlsx", "A,N\nx,3\n") == "old.xlsx");
  CHECK(locator_after("Table 3 of old.csv", "A,N\nx,3\n") == "Table 3 of old.csv");
  CHECK(locator_after("tables/old.csv", "A,N\nx,3\n") == "tables/old.csv");
}

TEST_CASE("rows imported into a table with one source must be from that source") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"}, {"name": "locator"})",
                 .settings = "locator: p. 1\ncolumns: {A: a, N: n}\n",
                 .extra = R"("source": "list", "as_of": "2024-05", )"};
  import_test::Published published({{"t.csv", "A,N\nx,1\n"}}, {"t.csv"});
  import_test::Files files = site.files();
  files["data/sources/all.json"] = R"([{"id": "list", "type": "webpage", "title": "A list"},
 {"id": "survey", "type": "webpage", "title": "A survey"}])";
  CHECK(!has(take(files, "table", published).report(), "has no column for"));
  const std::string other = "all rows of \"rows\" come from \"list\", but the imported ones come from \"survey\"";
  CHECK(has(take(files, "table", published, {.source = "survey"}).said(), other));
  std::string& settings = files["data/imports/table.yaml"];
  settings = base::replace_all(settings, "source: list", "source: survey");
  const std::string said = take(files, "table", published).said();
  CHECK(has(said, "other-source"));
  CHECK(has(said, other));
}

TEST_CASE("a new row that would get the date of a table's existing rows is an error") {
  TableSite site{.settings = "columns: {A: a, N: n}\n", .extra = R"("as_of": "2024-05", )", .rows = kDated};
  import_test::Published published({{"t.csv", "A,N\nx,1\ny,2\nz,3\n"}}, {"t.csv"});
  auto report = [&](const import::Request& request = {}) {
    import_test::Files files = site.files();
    files["data/sources/all.json"] = R"([{"id": "list", "type": "webpage", "title": "A list"}])";
    const import_test::Taken taken = take(files, "table", published, request);
    return taken.said() + taken.report();
  };
  CHECK(has(report(), "error[undated-values]: new numbers without a date in 2 rows: y, z\n"));
  CHECK(has(report({.keep_dates = true}),
            "  - new rows without a date, which will have the date of the table, 2024-05: 2 (set it with --as-of)\n"));
  CHECK(!has(report({.as_of = "2026-07"}), "the date of the table"));
  site.rows = "[]\n";  // the table is empty, so its date was written for these rows
  CHECK(!has(report(), "the date of the table"));
}

TEST_CASE("an empty cell deletes a value; a missing column does not") {
  TableSite site{
      .fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"}, {"name": "m", "type": "number"},
{"name": "kind", "constraints": {"required": true}}, {"name": "as_of"}, {"name": "source"}, {"name": "locator"})",
      .settings = "columns: {A: a, N: n, M: m, K: kind, D: as_of}\n",
      .rows =
          "[\n{\"a\": \"x\", \"n\": 1, \"m\": 9, \"kind\": \"k\", \"as_of\": \"2025\", \"source\": \"list\", "
          "\"locator\": \"t.csv\"}\n]\n"};
  Taken taken = site.with("A,N,M,K,D\nx,2,n/a,k,\ny,,,k,\n", {.as_of = "2026-03"});
  CHECK(has(taken.report(), "  ~ x: n 1 -> 2 (+100.0 %); m 9 -> nothing; as_of 2025 -> 2026-03\n"));
  CHECK(taken.file("data/rows.json") ==
        "[\n{\"a\": \"x\", \"n\": 2, \"kind\": \"k\", \"as_of\": \"2026-03\", \"source\": \"list\", "
        "\"locator\": \"t.csv\"},\n"
        "{\"a\": \"y\", \"kind\": \"k\", \"as_of\": \"2026-03\", \"source\": \"list\", \"locator\": \"t.csv\"}\n]\n");
  const std::string withdrawn = site.with("A,N,M,K,D\nx,2,3,,\n").report();
  CHECK(has(withdrawn, "     1  \"kind\" is required and missing (t.csv:2)\n"));
  CHECK(has(withdrawn, "1 missing"));  // so that a new edition does not keep its old value under its own source
  site.settings = "columns: {A: a, N: n}\n";
  CHECK(has(site.with("A,N\nx,2\n").report(), "  ~ x: n 1 -> 2 (+100.0 %); as_of 2025 -> 2026-03\n"));
}

TEST_CASE("a column may contain the locators") {
  TableSite site{.settings = "columns: {A: a, P: locator}\n"};
  std::string rows = site.with("A,P\nx,page 4\ny,\n").file("data/rows.json");
  CHECK(has(rows, "\"locator\": \"page 4\"}"));
  CHECK(has(rows, "\"locator\": \"t.csv\"}"));
}

TEST_CASE("an unreadable row does not count as removed") {
  auto row = [](const std::string& id, const std::string& kind) {
    return "{\"a\": \"" + id + "\", \"b\": \"" + kind +
           "\", \"n\": 1, \"as_of\": \"2026-03\", \"source\": \"list\", \"locator\": \"t.csv\"}";
  };
  TableSite site{.settings = "columns: {A: a, B: b, N: n}\nvalues: {b: {one: k1, two: k2}}\n",
                 .rows = "[\n" + row("x", "k1") + ",\n" + row("y", "k2") + ",\n" + row("z", "k1") + "\n]\n"};
  Taken words = site.with("A,B,N\nx,one,1\ny,three,1\n", {.remove_gone = true});
  CHECK(words.imported.merged.gone == std::vector<std::string>{"z"});
  CHECK(has(words.report(), "     1  the settings' \"values\" of b do not list \"three\" (t.csv:3)\n"));
  CHECK(words.file("data/rows.json") == "[\n" + row("x", "k1") + ",\n" + row("y", "k2") + "\n]\n");

  // A row's source, which may be part of its key, can come from the settings.
  site.key = R"(["a", "source"])";
  CHECK(site.with("A,B,N\nx,one,1\ny,three,1\n").imported.merged.gone == std::vector<std::string>{"z/list"});
  site.key = R"(["a"])";

  // The site keeps a row with an unknown name, but not one that the settings exclude.
  site.settings = "columns: {A: a, B: {field: b, names: true}, N: n}\n";
  import_test::Files files = site.files();
  files["data/names.json"] = R"([{"name": "one", "within": "any", "means": "k1"}, {"name": "old", "within": "any"}])";
  import_test::Published published({{"t.csv", "A,B,N\nx,one,1\ny,three,1\nz,old,1\n"}}, {"t.csv"});
  CHECK(take(files, "table", published).imported.merged.gone == std::vector<std::string>{"z"});

  // `only` matches the publisher's words even in such a row.
  files["data/imports/table.yaml"] += "only: {a: [x, Y]}\nvalues: {a: {x: x, Y: y}}\n";
  import_test::Published words_of_both({{"t.csv", "A,B,N\nx,one,1\nY,three,1\nz,three,1\n"}}, {"t.csv"});
  CHECK(take(files, "table", words_of_both).imported.merged.gone == std::vector<std::string>{"z"});
}

}  // namespace
