// Tests which values need a source, and where it can be given: for a row, for a column, or once for the resource.
#include <doctest/doctest.h>

#include <string>

#include "data_fixture.h"
#include "unit/text.h"

namespace {

constexpr std::string_view kSources =
    R"([{"id": "lab", "type": "report", "title": "L"}, {"id": "mint", "type": "report", "title": "M"}])";

// Creates a table `t` of two rows. `resource` contains more keys of the resource, `fields` its fields except the key
// `id`.
TestData table(const std::string& fields, const std::string& csv, const std::string& resource = "",
               const std::string& schema = R"("primaryKey": ["id"])") {
  TestData data;
  data.descriptor(R"({"resources": [{"name": "t", "path": "t.csv", )" + resource +
                  R"("schema": {"fields": [{"name": "id", "type": "integer"})" + fields + "], " + schema + "}}]}");
  data.file("t.csv", csv).sources("s", std::string(kSources)).load();
  return data;
}

// Returns the codes and first lines of the diagnostics.
std::string mistakes(TestData data) {
  std::string out;
  for (const base::Diagnostic& each : data.diagnostics.list()) out += each.code + ": " + each.message + "\n";
  return out;
}

std::string field(const std::string& name, const std::string& type, const std::string& more = "") {
  return R"(, {"name": ")" + name + R"(", "type": ")" + type + "\"" + more + "}";
}

const std::string kNone = "missing-source: the numbers of \"t\" have no source: n\n";

}  // namespace

TEST_CASE("numbers need a source with and without a unit; keys, years, text and booleans do not") {
  CHECK(mistakes(table(field("n", "integer"), "id,n\n1,5\n")) == kNone);
  CHECK(mistakes(table(field("n", "number"), "id,n\n1,5.5\n")) == kNone);
  CHECK(mistakes(table(field("n", "number", R"(, "unit": "GB")"), "id,n\n1,5\n")) == kNone);
  CHECK(mistakes(table(field("n", "number", R"(, "unit": "1")"), "id,n\n1,5\n")) == kNone);
  CHECK(mistakes(table(field("n", "year"), "id,n\n1,2026\n")).empty());
  CHECK(mistakes(table(field("n", "boolean"), "id,n\n1,true\n")).empty());
  CHECK(mistakes(table(field("n", "date"), "id,n\n1,2026-01-31\n")).empty());
  CHECK(mistakes(table(field("n", "string"), "id,n\n1,five\n")).empty());
  CHECK(mistakes(table("", "id\n1\n")).empty());
  CHECK(mistakes(table(field("n", "integer"), "id,n\n1,5\n", "", R"("primaryKey": ["id", "n"])")).empty());
  CHECK(
      mistakes(
          table(
              field("n", "integer"), "id,n\n1,1\n", "",
              R"("primaryKey": ["id"], "foreignKeys": [{"fields": ["n"], "reference": {"resource": "t", "fields": ["id"]}}])"))
          .empty());
  CHECK(
      mistakes(
          table(
              field("n", "integer") + field("m", "integer"), "id,n,m\n1,7,7\n", R"("source": "lab", "locator": "p", )",
              R"("primaryKey": ["id"], "foreignKeys": [{"fields": ["m"], "reference": {"resource": "t", "fields": ["n"]}}])"))
          .empty());
}

TEST_CASE("the rows of a table without a key are numbered") {
  TestData data =
      table(field("n", "integer"), "id,n\n7,5\n8,6\n", R"("source": "lab", "locator": "p", )", R"("primaryKey": [])");
  REQUIRE(data.said() == "");
  CHECK(data.database->provenance("t/2")->locator == "p");
  CHECK_FALSE(data.database->provenance("t/3"));
}

TEST_CASE("a source is given for the resource, for a column or for each row") {
  CHECK(mistakes(table(field("n", "integer"), "id,n\n1,5\n", R"("source": "lab", "locator": "p. 1", )")).empty());
  CHECK(mistakes(table(field("n", "integer", R"(, "source": "lab", "locator": "p. 1")"), "id,n\n1,5\n")).empty());
  CHECK(mistakes(table(field("n", "integer") + field("source", "string") + field("locator", "string"),
                       "id,n,source,locator\n1,5,lab,p. 1\n"))
            .empty());
  // `sources` of the Data Package standard are the source if there is no other.
  CHECK(mistakes(table(field("n", "integer"), "id,n\n1,5\n", R"("sources": [{"title": "L"}], )")).empty());
  CHECK(mistakes(table(field("n", "integer"), "id,n\n1,5\n", R"("source": "lab", )")) ==
        "missing-locator: the numbers of \"t\" have no locator in their source: n\n");
  CHECK(mistakes(table(field("n", "integer", R"(, "source": "lab")"), "id,n\n1,5\n", R"("locator": "p", )")) ==
        "missing-locator: \"n\" has a source but no locator\n");
  CHECK(mistakes(table(field("n", "integer", R"(, "source": "lub", "locator": "p")"), "id,n\n1,5\n")) ==
        "unknown-source: there is no source \"lub\" in the bibliography\n");
}

TEST_CASE("a row with a number needs a source and a locator; one without numbers does not") {
  const std::string fields = field("n", "integer") + field("source", "string") + field("locator", "string");
  CHECK(mistakes(table(fields, "id,n,source,locator\n1,5,,p. 1\n2,6,lab,\n3,,,\n")) ==
        "missing-source: the numbers of this row have no source\n"
        "missing-locator: the numbers of this row have no locator in their source\n");
  CHECK(mistakes(table(fields, "id,n,source,locator\n1,5,,\n", R"("source": "lab", "locator": "p", )")).empty());
}

TEST_CASE("the value of a column with its own source has that source in queries, views and figures") {
  TestData data =
      table(field("a", "integer") + field("b", "integer", R"(, "source": "mint", "locator": "p. 9", "as_of": "2024")"),
            "id,a,b\n1,5,6\n", R"("source": "lab", "locator": "p. 1", "as_of": "2020", )");
  REQUIRE(data.said() == "");
  auto said = [&](const quantity::Refs& refs) {
    std::string out;
    for (const std::string& ref : refs) {
      auto says = data.database->provenance(ref);
      REQUIRE(says);
      out += std::string(says->source_id) + ", " + std::string(says->locator) + "; " + std::string(says->as_of) + "\n";
    }
    return out;
  };
  auto frame =
      data.run("-- @sum {unit: 1}\n-- @twice {unit: 1}\nSELECT id, a, b, a + b AS sum, 2 * b AS twice, ref FROM t");
  REQUIRE(frame);
  CHECK(said(frame->refs_of(0, 1)) == "lab, p. 1; 2020\n");
  CHECK(said(frame->refs_of(0, 2)) == "mint, p. 9; 2024\n");
  CHECK(said(frame->refs_of(0, 3)) == "lab, p. 1; 2020\nmint, p. 9; 2024\n");  // the source may come from any column
  auto cell = data.connection->find_cell("t", "1", "b");
  REQUIRE(cell);
  CHECK(said(cell.value().refs) == "mint, p. 9; 2024\n");
  CHECK(data::record_of(cell.value().refs[0]) == "t/1");

  TestData with_view;
  with_view.descriptor(std::string(data.files.descriptor->text())).file("t.csv", "id,a,b\n1,5,6\n");
  with_view.sources("s", std::string(kSources)).view("v", "SELECT id, b AS c, ref FROM t").load();
  REQUIRE(with_view.said() == "");
  auto seen = with_view.run("SELECT c, ref FROM v");
  REQUIRE(seen);
  CHECK(with_view.database->provenance(seen->refs_of(0, 0).at(0))->source_id == "mint");
}

TEST_CASE("a resource opts out of sources with a reason, and rows with a source have it") {
  const std::string none = R"("sources": "none", "reason": "Chosen for the example.", )";
  TestData data = table(field("n", "integer") + field("source", "string") + field("locator", "string"),
                        "id,n,source,locator\n1,5,,\n2,6,lab,p. 2\n", none);
  CHECK(data.said() == "");
  CHECK(data.database->provenance("t/1")->no_source == "Chosen for the example.");
  CHECK(data.database->provenance("t/1")->source == nullptr);
  CHECK(data.database->provenance("t/2")->no_source == "");
  CHECK(data.database->provenance("t/2")->source_id == "lab");
  CHECK(data.run("SELECT t.id, t.n FROM t JOIN t o ON o.id = t.id") ==
        std::nullopt);  // a number without a source still needs a ref
  CHECK(has(data.said(), "number-without-ref"));
  CHECK(mistakes(table(field("n", "integer") + field("source", "string"), "id,n,source\n1,5,lab\n", none)) ==
        "missing-locator: the numbers of this row have no locator in their source\n");
  CHECK(mistakes(table(field("n", "integer"), "id,n\n1,5\n", R"("sources": "none", )")) ==
        "missing-key: \"t\" has no sources, and no reason for that\n");
  CHECK(mistakes(table(field("n", "integer"), "id,n\n1,5\n", none + R"("source": "lab", "locator": "p", )")) ==
        "unknown-value: \"t\" has both a \"source\" and \"sources\": \"none\"\n");
  CHECK(mistakes(table("", "id\n1\n", R"("reason": "Because.", )")) ==
        "unknown-key: \"reason\" requires \"sources\": \"none\"\n");
}

TEST_CASE("the values of a long table need a source, and cannot have one as a column") {
  auto values = [](const std::string& more, const std::string& resource) {
    TestData data;
    data.descriptor(R"({"resources": [{"name": "q", "path": "q.csv", "schema": {"primaryKey": "name", "fields": [
{"name": "name", "type": "string"}, {"name": "unit", "type": "string"}]}},
{"name": "l", "path": "l.csv", )" +
                    resource + R"("long": {"row": "r", "column": "c", "value": "v", "columns": "q", "view": "w"},
"schema": {"primaryKey": ["r", "c"], "fields": [{"name": "r", "type": "string"}, {"name": "c", "type": "string"},
{"name": "v", "type": "number")" +
                    more + R"(}]}}]})");
    data.file("q.csv", "name,unit\nsize,GB\n")
        .file("l.csv", "r,c,v\nalder,size,5\n")
        .sources("s", std::string(kSources));
    data.load();
    return mistakes(std::move(data));
  };
  CHECK(values("", "") == "missing-source: the numbers of \"l\" have no source: v\n");
  CHECK(values("", R"("source": "lab", "locator": "p", )").empty());
  CHECK(has(values(R"(, "source": "lab", "locator": "p")", ""), "unknown-value: \"v\" has its own source"));
}

TEST_CASE("a number without a unit needs a ref in queries, and a computed one needs a unit") {
  TestData data = table(field("n", "integer"), "id,n\n1,5\n", R"("source": "lab", "locator": "p", )");
  CHECK(data.run("SELECT t.id, t.n FROM t JOIN t o ON o.id = t.id") == std::nullopt);
  CHECK(has(data.said(), "number-without-ref"));
  CHECK(data.run("SELECT id, n + 1 AS m, ref FROM t") == std::nullopt);
  CHECK(has(data.said(), "undeclared-unit"));
  auto frame = data.run("-- @m like t.n\nSELECT id, n, n + 1 AS m, ref FROM t");
  REQUIRE(frame);
  CHECK(data.said() == "");
  CHECK(frame->fields[2].is_measure());
  CHECK(frame->refs_of(0, 2) == quantity::Refs{"t/1"});
  CHECK(frame->refs_of(0, 0) == quantity::Refs{"t/1"});
}

TEST_CASE("an incomplete entry of the bibliography is a warning") {
  TestData data;
  data.sources(
      "s",
      R"([{"id": "lab", "type": "webpage", "title": "https://l.test/", "custom": {"missing": ["title", "publisher"]}}])");
  data.load();
  CHECK(mistakes(std::move(data)) == "incomplete-source: the source \"lab\" lacks: title, publisher\n");
}
