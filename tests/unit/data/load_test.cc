#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <thread>

#include "data/export.h"
#include "data_fixture.h"
#include "unit/text.h"

using quantity::Refs;

namespace {

// The download files that are published for a resource.
struct Download {
  Download(const TestData& data, std::string_view resource) {
    data::write_resource(*data.database->find_table(resource), *data.connection,
                         [&](std::string_view more_csv, std::string_view more_json) {
                           csv += more_csv;
                           json += more_json;
                           longest = std::max(longest, more_json.size());
                         });
  }
  std::string csv, json;
  size_t longest = 0;  // the length of the longest piece of JSON
};

}  // namespace

TEST_CASE("a site does not need data") {
  TestData data;
  data.load();
  CHECK(data.said() == "");
  CHECK(data.database->tables().empty());
  CHECK(data.run("SELECT 'a' AS a"));
}

TEST_CASE("a resource without fields is reported once, and its rows are not read") {
  TestData data;
  data.descriptor(R"({"resources": [{"name": "a", "path": "empty.json"},
{"name": "b", "path": "a.json", "schema": {"fields": []}}, {"name": "c", "path": "a.json", "schema": {"fields": [{}]}}]})");
  data.file("a.json", R"([{"id": 1}])").file("empty.json", "[]").load();
  CHECK(data.said() == R"(error[missing-key]: "a" has no fields
  --> data/datapackage.json:1:25
   |
 1 | {"resources": [{"name": "a", "path": "empty.json"},
   |                         ^^^
   = expected: "schema": {"fields": [{"name": "id", "type": "string"}, …]}
error[missing-key]: "b" has no fields
  --> data/datapackage.json:2:10
   |
 2 | {"name": "b", "path": "a.json", "schema": {"fields": []}}, {"name": "c", "path": "a.json", "schema": {"fields"…
   |          ^^^
   = expected: "schema": {"fields": [{"name": "id", "type": "string"}, …]}
error[missing-key]: this field needs the key "name"
  --> data/datapackage.json:2:114
   |
 2 | … {"name": "c", "path": "a.json", "schema": {"fields": [{}]}}]}
   |                                                         ^^
)");
  CHECK(data.run("SELECT 'x' AS x FROM a"));
}

TEST_CASE("provenance comes from the row, then from the resource") {
  TestData data = rivers();
  data.load();
  auto row = data.database->provenance("tolls/elbe/1");
  REQUIRE(row);
  CHECK(row->source_id == "hydro");
  CHECK(row->source->publisher == "Hydro Office");
  CHECK(row->locator == "tariff");
  CHECK(row->as_of == "2024-03-01");
  CHECK(row->note == "wide, \"old\"");
  const auto caveats = [&] {
    std::vector<std::string_view> texts;
    for (const data::Caveat* caveat : row->caveats) texts.push_back(caveat->text);
    return texts;
  };
  CHECK(caveats() == std::vector<std::string_view>{"Tolls of the Elbe are for barges.", "Without tax."});
  row = data.database->provenance("tolls/oder/1");
  REQUIRE(row);
  CHECK(row->as_of == "2024");
  CHECK(caveats() == std::vector<std::string_view>{"Without tax."});
  row = data.database->provenance("figures/elbe/len/atlas");
  REQUIRE(row);
  CHECK(row->as_of == "");
  CHECK(row->source->authors[0].text() == "Ada van der Berg");
  CHECK_FALSE(data.database->provenance("tolls/elbe/3"));
  CHECK_FALSE(data.database->provenance("nothing"));
  CHECK(data.database->refs_of("tolls") == std::vector<std::string>{"tolls/elbe/1", "tolls/elbe/2", "tolls/oder/1"});
}

TEST_CASE("long data give a wide table with converted values, refs and competitions") {
  TestData data = rivers();
  data.load();
  auto frame = data.run(
      "SELECT r.name, s.discharge, s.discharge__ref, s.len, s.len__ref FROM specs s JOIN rivers r ON r.id = s.river "
      "ORDER BY r.id");
  CHECK(data.said() == "");
  REQUIRE(frame);
  CHECK(frame->rows() == 2);
  CHECK(frame->fields[1].title == "Mean discharge");
  CHECK(frame->fields[1].unit == "m^3/s");
  CHECK(frame->fields[1].better == quantity::Better::higher);
  CHECK(frame->fields[1].resource == "figures");
  CHECK(quantity::to_text(frame->at(0, 2)) == "1094");
  CHECK(frame->refs_of(0, 1) == Refs{"figures/elbe/discharge/hydro"});
  CHECK(quantity::is_null(frame->at(1, 1)));
  CHECK(frame->refs_of(1, 1).empty());
  const data::Competition* competition = data.database->competition_of("figures/elbe/discharge/hydro");
  REQUIRE(competition);
  CHECK(competition->because == "a longer series");
  REQUIRE(competition->others.size() == 1);
  CHECK(competition->others[0].ref == "figures/elbe/discharge/atlas");
  CHECK(quantity::to_text(competition->others[0].value) == "711");
  CHECK(competition->others[0].unit == "cumec");
  CHECK(data.database->competition_of("figures/oder/len/atlas") == nullptr);
}

TEST_CASE("rows that compete for a cell need one that is preferred") {
  TestData data = rivers();
  data.file("figures.json", R"([
{"river": "elbe", "quantity": "len", "source": "hydro", "value": 1094, "unit": "km", "locator": "a"},
{"river": "elbe", "quantity": "len", "source": "atlas", "value": 1, "unit": "EUR", "locator": "b"},
{"river": "oder", "quantity": "len", "source": "hydro", "value": 866, "unit": "km", "locator": "a", "preferred": true, "because": "x"},
{"river": "oder", "quantity": "len", "source": "atlas", "value": 865, "unit": "km", "locator": "b", "preferred": true, "because": "y"},
{"river": "spree", "quantity": "len", "source": "hydro", "value": 400, "unit": "km", "locator": "a"},
{"river": "spree", "quantity": "len", "source": "atlas", "value": 403, "unit": "km", "locator": "b"},
{"river": "spree", "quantity": "lem", "source": "atlas", "value": 403, "unit": "km", "locator": "b"}
])");
  data.load();
  std::string said = data.said();
  CHECK(said.find(R"(error[unit-mismatch]: "EUR" cannot be converted to "km", the unit of "len"
  --> data/figures.json:3:77
   |
 3 | {"river": "elbe", "quantity": "len", "source": "atlas", "value": 1, "unit": "EUR", "locator": "b"},
   |                                                                             ^^^^^
   = expected: km, or a unit of the same kind
)") != std::string::npos);
  CHECK(said.find(R"(error[competing-values]: 2 rows are preferred for "len" of "oder"
  --> data/figures.json:4:1
)") != std::string::npos);
  CHECK(said.find(R"(  = note: also preferred
  ::: data/figures.json:5:1
)") != std::string::npos);
  CHECK(said.find(R"(error[competing-values]: 2 rows have a value for "len" of "spree", and none is preferred
  --> data/figures.json:6:1
)") != std::string::npos);
  CHECK(said.find(R"(error[unknown-column]: "specs" has no column "lem": it is not a row of "quantities"
  --> data/figures.json:8:32
)") != std::string::npos);
  CHECK(said.find("did you mean \"len\"?") != std::string::npos);
}

TEST_CASE("each mistake of a row is reported at its cell") {
  TestData data = rivers();
  data.file("rivers.json", R"([
{"id": "Elbe", "name": "Elbe", "tidal": "yes"},
{"id": "oder", "name": "Oder", "tida": false},
{"id": "oder", "name": "Oder"},
{"id": "spree"}
])");
  data.file("tolls.csv",
            "river,lock,toll,length,unit,as_of,note\n"
            "odre,0,\"1,5\",7,qqqqqq,2024-02-30,\n"
            "oder,1.5,-1,,,2024-02,\n");
  data.file("figures.json", "[]");
  data.load();
  CHECK(data.said() == R"(error[pattern-mismatch]: "Elbe" does not match the pattern of "id"
  --> data/rivers.json:2:8
   |
 2 | {"id": "Elbe", "name": "Elbe", "tidal": "yes"},
   |        ^^^^^^
   = expected: [a-z-]+
error[wrong-type]: "tidal" cannot be "yes"
  --> data/rivers.json:2:41
   |
 2 | {"id": "Elbe", "name": "Elbe", "tidal": "yes"},
   |                                         ^^^^^
   = expected: true or false
error[unknown-column]: "rivers" has no field "tida"
  --> data/rivers.json:3:32
   |
 3 | {"id": "oder", "name": "Oder", "tida": false},
   |                                ^^^^^^
   = expected: "id", "name" or "tidal"
   = help: did you mean "tidal"?
error[missing-value]: this row has no "name"
  --> data/rivers.json:5:1
   |
 5 | {"id": "spree"}
   | ^^^^^^^^^^^^^^^
   = expected: a value for every row (string)
error[below-minimum]: "lock" is 0, less than allowed
  --> data/tolls.csv:2:6
   |
 2 | odre,0,"1,5",7,qqqqqq,2024-02-30,
   |      ^
   = expected: 1 or more
error[wrong-type]: "toll" cannot be "1,5"
  --> data/tolls.csv:2:8
   |
 2 | odre,0,"1,5",7,qqqqqq,2024-02-30,
   |        ^^^^^
   = expected: a number
   = help: write it without separators and with a decimal point: 1234.5
error[wrong-type]: "as_of" cannot be "2024-02-30"
  --> data/tolls.csv:2:23
   |
 2 | odre,0,"1,5",7,qqqqqq,2024-02-30,
   |                       ^^^^^^^^^^
   = expected: a date that exists, such as 2026-01-31
error[bad-unit]: "qqqqqq" is not a known unit; declare other units in data/units.json
  --> data/tolls.csv:2:16
   |
 2 | odre,0,"1,5",7,qqqqqq,2024-02-30,
   |                ^^^^^^
   = expected: a unit such as "GB/s", or "1" for a plain number
error[wrong-type]: "lock" cannot be "1.5"
  --> data/tolls.csv:3:6
   |
 3 | oder,1.5,-1,,,2024-02,
   |      ^^^
   = expected: a whole number
   = help: the field's type could be number
error[below-minimum]: "toll" is -1, less than allowed
  --> data/tolls.csv:3:10
   |
 3 | oder,1.5,-1,,,2024-02,
   |          ^^
   = expected: 0 or more
error[wrong-type]: "as_of" cannot be "2024-02"
  --> data/tolls.csv:3:15
   |
 3 | oder,1.5,-1,,,2024-02,
   |               ^^^^^^^
   = expected: a date that exists, such as 2026-01-31
   = help: for months and years use the type yearmonth or year
error[not-unique]: "name" is "Oder" in two rows
  --> data/rivers.json:4:24
   |
 4 | {"id": "oder", "name": "Oder"},
   |                        ^^^^^^
   = note: the first
  ::: data/rivers.json:3:24
   |
 3 | {"id": "oder", "name": "Oder", "tida": false},
   |                        ^^^^^^
error[duplicate-key]: two rows have the key "oder" in "rivers"
  --> data/rivers.json:4:8
   |
 4 | {"id": "oder", "name": "Oder"},
   |        ^^^^^^
   = note: the first
  ::: data/rivers.json:3:8
   |
 3 | {"id": "oder", "name": "Oder", "tida": false},
   |        ^^^^^^
error[broken-foreign-key]: "river" is "odre", which is not a row of "rivers"
  --> data/tolls.csv:2:1
   |
 2 | odre,0,"1,5",7,qqqqqq,2024-02-30,
   | ^^^^
   = expected: a value of rivers.id
   = help: did you mean "oder"?
)");
}

TEST_CASE("keys that differ only in Unicode normalisation are reported with both positions") {
  // One letter with two accents, written as one character, as three, and as two.
  const std::string composed = "\u1EC7", apart = "e\u0323\u0302", half = "\u1EB9\u0302";
  const auto said_of = [](const std::string& rows) {
    TestData data;
    data.descriptor(R"({"resources": [{"name": "a", "path": "a.csv", "schema": {"primaryKey": ["id", "size"],
"fields": [{"name": "id", "type": "string"}, {"name": "size", "type": "integer"}]}}]})");
    data.file("a.csv", "id,size\n" + rows).load();
    return data.said();
  };
  for (const auto& [first, second] : {std::pair(composed, apart), {apart, composed}, {apart, half}}) {
    const std::string said = said_of("b,1\n" + first + ",1\n" + second + ",1\n" + apart + ",2\n");
    CAPTURE(said);
    CHECK(said.starts_with("error[duplicate-key]: two rows have the key \"" + composed +
                           "/1\" in \"a\", in two forms of Unicode\n  --> data/a.csv:4:1\n"));
    CHECK(has(said, "::: data/a.csv:3:1\n"));
    CHECK(count(said, "error[") == 1);
  }
  CHECK(said_of(apart + ",1\n" + composed + ",2\n" + half + ",3\n") == "");
}

TEST_CASE("a file with many invalid rows has few messages") {
  TestData data = rivers();
  std::string rows = "[\n";
  for (int i = 0; i < 100; ++i)
    rows += "{\"id\": \"r-" + std::string(1, static_cast<char>('a' + i % 26)) +
            std::string(1, static_cast<char>('a' + i / 26)) + "\", \"nam\": 1},\n";
  rows += "{\"id\": \"z\", \"name\": \"Z\"}]";
  data.file("rivers.json", rows).file("tolls.csv", "river\n").file("figures.json", "[]");
  data.load();
  size_t unknown = 0, missing = 0;
  for (const base::Diagnostic& d : data.diagnostics.list()) {
    unknown += d.code == "unknown-column";
    missing += d.code == "missing-value";
  }
  CHECK(unknown == 21);
  CHECK(missing == 21);
  std::string said = data.said();
  CHECK(said.find("error[missing-value]: … and 80 more like this\n   --> data/rivers.json:22:1\n") !=
        std::string::npos);
}

TEST_CASE("measured rows need an existing source and a locator") {
  TestData data = rivers();
  data.file("figures.json", R"([
{"river": "elbe", "quantity": "len", "source": "atlsa", "value": 1094, "unit": "km", "locator": "a"},
{"river": "oder", "quantity": "len", "source": "atlas", "value": 866, "unit": "km"}
])");
  data.load();
  CHECK(data.said() == R"(error[unknown-source]: there is no source "atlsa" in the bibliography
  --> data/figures.json:2:48
   |
 2 | {"river": "elbe", "quantity": "len", "source": "atlsa", "value": 1094, "unit": "km", "locator": "a"},
   |                                                ^^^^^^^
   = help: did you mean "atlas"? If not, write it first: sourcebook new source URL --id atlsa
error[missing-locator]: the numbers of this row have no locator in their source
  --> data/figures.json:3:1
   |
 3 | {"river": "oder", "quantity": "len", "source": "atlas", "value": 866, "unit": "km"}
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = expected: a "locator": a table, a page, a line
)");
}

TEST_CASE("views are evaluated after the views that they need, with their declarations") {
  TestData data = rivers();
  data.view("a_dear", "SELECT c.river, c.total, c.total__ref FROM b_total c WHERE c.total > quantity(2, 'EUR/boat')");
  data.view("b_total",
            "-- @total {title: Total, unit: EUR/boat}\nSELECT river, sum(toll) AS total, all_refs(ref) AS total__ref "
            "FROM tolls GROUP BY river");
  data.load();
  CHECK(data.said() == "");
  auto frame = data.run("WITH d AS (SELECT * FROM a_dear) SELECT total AS sum, total__ref AS sum__ref FROM d");
  CHECK(data.said() == "");
  REQUIRE(frame);
  CHECK(frame->fields[0].title == "Total");
  CHECK(frame->fields[0].unit == "EUR/boat");
  CHECK(frame->refs_of(0, 0) == Refs{"tolls/elbe/1", "tolls/elbe/2"});
}

TEST_CASE("a mistake in a view is reported once, in the view") {
  TestData data = rivers();
  data.view("a", "SELECT river FROM b")
      .view("b", "SELECT rivr FROM tolls")
      .view("c", "SELECT id FROM d")
      .view("d", "SELECT id FROM c");
  data.load();
  CHECK(data.said() == R"(error[sql-error]: no such column: rivr
  --> data/views/b.sql:1:8
   |
 1 | SELECT rivr FROM tolls
   |        ^^^^
   = expected: a column of "tolls": "river", "lock", "toll", "length", "unit", "as_of" or "note"
   = help: did you mean "river"?
error[view-cycle]: views depend on each other in a cycle: c → d → c
  --> data/views/c.sql:1:1
   |
 1 | SELECT id FROM d
   | ^
   = expected: views of resources, or of other views without a cycle
   = help: repeat the query of one of them in another
)");
}

TEST_CASE("a caveat that cannot be evaluated is an error in the descriptor") {
  TestData data = rivers();
  std::string text(data.files.descriptor->text());
  text.replace(text.find("river = 'elbe'"), 14, "rver = 'elbe'");
  data.descriptor(text);
  data.load();
  std::string said = data.said();
  CHECK(
      said.starts_with("error[bad-caveat]: the condition of this caveat cannot be evaluated: no such column: rver\n  "
                       "--> data/datapackage.json:9:23\n"));
  CHECK(said.find("help: did you mean \"river\"?") != std::string::npos);
}

TEST_CASE("a cell is found by its address") {
  TestData data = rivers();
  data.view("best", "SELECT r.name, t.toll, t.ref, t.length, t.unit FROM tolls t JOIN rivers r ON r.id = t.river");
  data.load();
  CHECK(data.said() == "");
  auto cell = data.connection->find_cell("tolls", "elbe/2", "length");
  REQUIRE(cell);
  CHECK(quantity::to_text(cell->value) == "600");
  CHECK(cell->field.unit == "cm");
  CHECK(cell->refs == Refs{"tolls/elbe/2"});
  cell = data.connection->find_cell("specs", "oder", "len");
  REQUIRE(cell);
  CHECK(cell->field.unit == "km");
  CHECK(cell->refs == Refs{"figures/oder/len/atlas"});
  cell = data.connection->find_cell("best", "Oder", "toll");
  REQUIRE(cell);
  CHECK(quantity::to_text(cell->value) == "1.25");

  auto failure = [&](std::string_view table, std::string_view key, std::string_view column) {
    auto found = data.connection->find_cell(table, key, column);
    return found ? std::string("found")
                 : std::string(found.error().code) + ": " + found.error().message + "; " + found.error().help;
  };
  CHECK(failure("tols", "elbe/2", "toll") == "unknown-table: there is no table \"tols\"; did you mean \"tolls\"?");
  CHECK(failure("tolls", "elbe/2", "tol") == "unknown-column: \"tolls\" has no column \"tol\"; did you mean \"toll\"?");
  CHECK(failure("tolls", "elbe/9", "toll") == "unknown-key: \"tolls\" has no row \"elbe/9\"; did you mean \"elbe/1\"?");
  CHECK(failure("best", "Elbe", "toll") ==
        "ambiguous-key: several rows of \"best\" have \"Elbe\" in their first column, \"name\"; use the primary key of "
        "a resource, or give the view a first column that is unique");
  CHECK(failure("specs", "elb", "len") == "unknown-key: \"specs\" has no row \"elb\"; did you mean \"elbe\"?");
}

TEST_CASE("exports contain sources and no formulas") {
  TestData data = rivers();
  data.load();
  auto frame = data.run("SELECT river, '=1+1' AS \"bad\", toll, ref FROM tolls ORDER BY river, lock");
  REQUIRE(frame);
  CHECK(data::write_csv(*frame, {*frame, *data.database}) ==
        "river,bad,toll,source,locator,as_of\r\nelbe,'=1+1,2.7,hydro,tariff,2024-03-01\r\nelbe,'=1+1,3.5,hydro,tariff,"
        "2024\r\noder,'=1+1,1.25,hydro,tariff,2024\r\n");
  frame = data.run("SELECT toll, ref FROM tolls WHERE lock = 2");
  REQUIRE(frame);
  CHECK(data::write_json(*frame, {*frame, *data.database}) ==
        R"({"name": "q",
"fields": [
{"name": "toll", "title": "Toll", "type": "number", "unit": "EUR/boat", "better": "lower", "format": ",.2f"}
],
"rows": [
{"toll": 3.5, "refs": [{"ref": "tolls/elbe/2", "source": "hydro", "locator": "tariff", "as_of": "2024"}]}
]}
)");
  CHECK(Download(data, "rivers").json == R"([
{"id": "elbe", "name": "Elbe", "tidal": true},
{"id": "oder", "name": "Oder", "tidal": false},
{"id": "spree", "name": "Spree"}
]
)");
  CHECK(Download(data, "tolls")
            .csv.starts_with(
                "river,lock,toll,length,unit,as_of,note\r\nelbe,1,2.7,190,m,2024-03-01,\"wide, \"\"old\"\"\"\r\n"));
}

TEST_CASE("a large resource is written in pieces, with each row once and in order") {
  constexpr size_t kRows = 30'000;
  TestData data;
  data.descriptor(R"({"resources": [{"name": "locks", "path": "locks.csv",
"sources": "none", "reason": "Made up.", "schema": {"fields": [
{"name": "id", "type": "string"}, {"name": "length", "type": "integer"}], "primaryKey": "id"}}]})");
  std::string csv = "id,length\r\n", json = "[\n";
  for (size_t i = 0; i < kRows; ++i) {
    const std::string id = "lock-" + std::to_string(100'000 + i), length = std::to_string(i % 300);
    csv += id + "," + length + "\r\n";
    json += (i > 0 ? ",\n{\"id\": \"" : "{\"id\": \"") + id + "\", \"length\": " + length + "}";
  }
  data.file("locks.csv", csv).load();
  REQUIRE(data.said() == "");
  const Download locks(data, "locks");
  CHECK((locks.csv == "\xef\xbb\xbf" + csv));
  CHECK((locks.json == json + "\n]\n"));
  CHECK(locks.longest < json.size() / 2);
}

TEST_CASE("four threads get the same frames") {
  TestData data = rivers();
  data.view(
      "total",
      "-- @total {unit: EUR/boat}\nSELECT river, sum(toll) AS total, all_refs(ref) AS ref FROM tolls GROUP BY river");
  data.load();
  data::Query query = data.query(
      "SELECT t.river, t.total, t.ref, s.len, s.len__ref FROM total t JOIN specs s ON s.river = t.river ORDER BY 1");
  const std::vector<quantity::Value> expected = data.connection->run(query, {}, data.diagnostics)->cells;
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      auto connection = data.database->connect();
      base::Diagnostics diagnostics;
      for (int i = 0; i < 200; ++i) {
        auto frame = connection->run(query, {}, diagnostics);
        auto cell = connection->find_cell("tolls", "elbe/1", "toll");
        auto from = data.database->provenance("tolls/elbe/1");
        if (!frame || frame->cells != expected || !cell || !from || from->source_id != "hydro")
          ++wrong[static_cast<size_t>(t)];
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(4, 0));
}
