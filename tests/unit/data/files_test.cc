#include <doctest/doctest.h>

#include "data/cell.h"
#include "data/csv.h"
#include "data_fixture.h"

TEST_CASE("CSV cells can contain delimiters, quotes and line breaks") {
  base::SourceText file("data/a.csv",
                        "\xEF\xBB\xBF"
                        "a,b\r\n\"x, \"\"y\"\"\n\",2\n\n\"\",é\n");
  base::Diagnostics diagnostics;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> places;
  bool good = data::read_csv(file, {}, diagnostics, [&](const std::vector<data::CsvCell>& cells) {
    rows.emplace_back();
    for (const data::CsvCell& cell : cells) {
      rows.back().emplace_back(cell.text);
      places.emplace_back(cell.span.text());
    }
    return true;
  });
  CHECK(good);
  CHECK(rows == std::vector<std::vector<std::string>>{{"a", "b"}, {"x, \"y\"\n", "2"}, {"", "é"}});
  CHECK(places[2] == "\"x, \"\"y\"\"\n\"");
}

TEST_CASE("a cell of CSV is quoted if its dialect requires it") {
  CHECK(data::csv_cell("a;b 'c'") == "a;b 'c'");
  CHECK(data::csv_cell("a, \"b\"\n") == "\"a, \"\"b\"\"\n\"");
  CHECK(data::csv_cell("a, \"b\"", {';', '\''}) == "a, \"b\"");
  CHECK(data::csv_cell("a;b 'c'", {';', '\''}) == "'a;b ''c'''");
  CHECK(data::csv_cell("", {';', '\''}).empty());
  CHECK(data::csv_quoted("", {';', '\''}) == "''");
  CHECK(data::csv_quoted("a") == "\"a\"");
}

TEST_CASE("malformed CSV is reported with its position") {
  auto said = [](std::string text) {
    base::SourceText file("data/a.csv", std::move(text));
    base::Diagnostics diagnostics;
    CHECK_FALSE(data::read_csv(file, {}, diagnostics, [](const auto&) { return true; }));
    return base::format_diagnostic(diagnostics.list().at(0), base::DiagnosticFormat::text, false);
  };
  CHECK(said("a,\"b\n") == R"(error[csv-syntax]: this quote is not closed
  --> data/a.csv:1:3
   |
 1 | a,"b
   |   ^
)");
  CHECK(said("a,\"b\"c\n") == R"(error[csv-syntax]: unexpected text after the closing quote of this cell
  --> data/a.csv:1:6
   |
 1 | a,"b"c
   |      ^
   = help: to include a quote in a quoted cell, write it twice
)");
  CHECK(said("a,b\"c\n").starts_with("error[csv-syntax]: unexpected quote in an unquoted cell"));
  CHECK(said("a\xFF,b\n").starts_with("error[csv-syntax]: this byte is not part of UTF-8 text\n  --> data/a.csv:1:2"));
}

TEST_CASE("a pattern with exponential cost is stopped") {
  std::string why;
  auto pattern = data::Pattern::compile("(a+)+", &why);
  REQUIRE(pattern);
  CHECK(pattern->matches("aaa") == data::Match::yes);
  CHECK(pattern->matches("aab") == data::Match::no);
  CHECK(data::Pattern::compile("(a+)+(b+)+x", &why)->matches(std::string(2000, 'a') + std::string(2000, 'b')) !=
        data::Match::yes);
  CHECK(data::Pattern::compile("((a{1,40}){1,40}){1,20}", &why)->matches(std::string(60, 'a') + "b") ==
        data::Match::too_slow);
  CHECK(data::Pattern::compile("(.|\n)*", &why)->matches(std::string(5'000, 'a')) == data::Match::yes);
  CHECK_FALSE(data::Pattern::compile("(a", &why));
  CHECK(why == "missing closing parenthesis (after \"(a\")");
}

TEST_CASE("all mistakes in the descriptor are reported at once") {
  TestData data;
  data.descriptor(R"({"resources": [
{"name": "Lakes", "path": "../lakes.json", "titel": "Lakes", "schema": {"fields": [{"name": "id", "type": "text"}], "primaryKey": "ident"}},
{"name": "depths", "path": "depths.json", "schema": {"fields": [
  {"name": "ref", "type": "string"},
  {"name": "depth", "type": "number", "unit": "qqqqqq", "format": "2z"},
  {"name": "name", "type": "string", "unit": "m"}],
  "foreignKeys": [{"fields": "name", "reference": {"resource": "Lake", "fields": "id"}}]}}
]})");
  data.file("depth.json", "[]").load();
  std::string said = data.said();
  for (const char* expected :
       {"error[bad-path]: \"../lakes.json\" is not a path within data/",
        "warning[unknown-key]: this resource has a key \"titel\" with no meaning here", "did you mean \"title\"?",
        "error[unknown-value]: \"type\" of this field cannot be \"text\"",
        "error[unknown-column]: \"lakes\" has no field \"ident\"", "error[bad-name]: a field cannot be named \"ref\"",
        "error[bad-unit]: \"qqqqqq\" is not a known unit",
        "error[bad-format]:", "error[wrong-type]: \"name\" has a unit, but its type is string",
        "error[unknown-table]: there is no resource \"lake\"",
        "error[missing-file]: there is no file \"depths.json\" in data/", "did you mean \"depth.json\"?"}) {
    CAPTURE(std::string(expected));
    CHECK(said.find(expected) != std::string::npos);
  }
}

TEST_CASE("the error for a missing file that a loader writes suggests `load`") {
  TestData data;
  data.descriptor(R"({"resources": [{"name": "depth", "path": "depth.json", "loader": "depth.sh",
  "schema": {"fields": [{"name": "id"}]}}]})");
  data.file("depth.sh", "").load();
  CHECK(data.said().find("help: run its loader to write it: sourcebook load depth") != std::string::npos);
}

TEST_CASE("the bibliography is CSL-JSON, with suggestions for unknown keys") {
  TestData data;
  data.sources(
      "a",
      R"([{"id": "a", "type": "book", "title": "A", "ISBN": "1", "issued": {"date-parts": [["2024", 3]]}, "custom": {"status": "superseded", "superseded_by": "b", "zotero": 1}},
{"id": "b", "type": "book", "title": "B"}])");
  data.load();
  CHECK(data.said() == "");
  const data::Source* a = data.database->bibliography().find("a");
  REQUIRE(a);
  CHECK(a->issued.text() == "2024-03");
  CHECK(a->status == "superseded");
  CHECK(a->variables.at("ISBN") == "1");

  TestData bad;
  bad.sources("a", R"([{"id": "a", "type": "book", "title": "A"}])");
  bad.sources("b",
              R"([{"id": "a", "type": "book", "titel": "B", "URL": "javascript:x", "custom": {"licence": "MIT"}}])");
  bad.load();
  std::string said = bad.said();
  for (const char* expected : {"error[missing-key]: this source needs the key \"title\"",
                               "warning[unknown-key]: CSL does not have the key \"titel\"",
                               "error[bad-url]: \"javascript:x\" is not a web address",
                               "error[unknown-key]: custom has no key \"licence\"", "did you mean \"license\"?",
                               "error[duplicate-key]: two sources have the id \"a\"\n  --> data/sources/b.json:1:9",
                               "  = note: the first\n  ::: data/sources/a.json:1:9"}) {
    CAPTURE(std::string(expected));
    CHECK(said.find(expected) != std::string::npos);
  }
}

TEST_CASE("names that SQLite treats as equal are errors") {
  TestData data = rivers();
  data.file("quantities.json",
            R"([{"name": "len", "unit": "km"}, {"name": "Len_", "unit": "m"}, {"name": "LEN_", "unit": "m"},
{"name": "River", "unit": "m"}, {"name": "a__REF", "unit": "m"}, {"name": "x/y", "unit": "m"}, {"name": "no_unit"}])");
  data.file("figures.json", "[]");
  data.view("Tolls", "SELECT 1").view("rivers", "SELECT 'a' AS a").view("two", "SELECT 'a' AS a, 'b' AS A");
  data.load();
  std::string said = data.said();
  for (const char* expected :
       {"a column of \"specs\" cannot be named \"LEN_\"", "a column of \"specs\" cannot be named \"River\"",
        "a column of \"specs\" cannot be named \"a__REF\"", "a column of \"specs\" cannot be named \"x/y\"",
        "\"no_unit\" has no unit", "error[bad-name]: a view cannot be named \"Tolls\"",
        "error[duplicate-name]: a table is already named \"rivers\"",
        "error[duplicate-column]: two columns of the result are named \"A\""}) {
    CAPTURE(std::string(expected));
    CHECK(said.find(expected) != std::string::npos);
  }

  TestData clash;
  clash.descriptor(
      R"({"resources": [{"name": "a", "path": "a.json", "schema": {"fields": [{"name": "x", "type": "string"}, {"name": "X"}]}},
{"name": "A", "path": "a.json"}, {"name": "sqlite_a", "path": "a.json"}]})");
  clash.file("a.json", "[]").load();
  said = clash.said();
  CHECK(said.find("error[duplicate-name]: two fields are named \"X\"") != std::string::npos);
  CHECK(said.find("error[duplicate-name]: two resources are named \"a\"") != std::string::npos);
  CHECK(said.find("error[bad-name]: a resource cannot be named \"sqlite_a\"") != std::string::npos);
}
