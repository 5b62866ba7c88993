// Tests sums in queries over columns that cover different things.
#include <doctest/doctest.h>

#include "data_fixture.h"

namespace {

TestData models() {
  TestData data;
  data.sources("s", R"([{"id": "s", "type": "book", "title": "S"}])");
  data.descriptor(R"({"name": "n", "resources": [
{"name": "models", "path": "models.csv", "as_of": "2024", "source": "s", "locator": "p. 1",
 "schema": {"primaryKey": "id", "fields": [{"name": "id", "type": "string"},
  {"name": "weights", "type": "number", "unit": "GB", "covers": "weights"},
  {"name": "copy", "type": "number", "unit": "GB", "covers": "Weights"},
  {"name": "gradients", "type": "number", "unit": "GB", "covers": "gradients"},
  {"name": "file", "type": "number", "unit": "GB"},
  {"name": "layers", "type": "integer", "unit": "1"}]}},
{"name": "parts", "path": "parts.csv", "as_of": "2024", "source": "s", "locator": "p. 1",
 "schema": {"primaryKey": "id", "fields": [{"name": "id", "type": "string"}, {"name": "covers", "type": "string"},
  {"name": "size", "type": "number", "unit": "GB", "covers": "one part"}]}}]})");
  data.file("models.csv", "id,weights,copy,gradients,file,layers\na,1,1,2,3,4\n");
  data.file("parts.csv", "id,covers,size\na,half of it,5\n");
  return std::move(data.load());
}

std::string said_of(const std::string& sql) {
  TestData data = models();
  data.run("-- @x {title: X, unit: GB}\n" + sql);
  return data.said();
}

std::string said_of_column(const std::string& expression) {
  return said_of("SELECT m.id, " + expression +
                 " AS x, refs(m.ref, p.ref) AS ref FROM models m JOIN parts p ON p.id = m.id");
}

}  // namespace

TEST_CASE(
    "a query that adds columns which cover different things is an error unless it declares what the result covers") {
  CHECK(said_of("SELECT m.id, m.weights + m.gradients AS x, m.ref FROM models m") ==
        "error[scope-mismatch]: this combines a value that covers \"weights\" with a value that covers \"gradients\"\n"
        "  --> content/page.md:2:14\n"
        "   |\n"
        " 2 | SELECT m.id, m.weights + m.gradients AS x, m.ref FROM models m\n"
        "   |              ^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = expected: values that cover the same thing\n"
        "   = help: state in the query what the result covers: -- @x {covers: …}\n");
  for (const char* refused :
       {"m.weights - gradients", "2 * m.weights + m.gradients / 4", "round(m.weights + m.gradients, 2)",
        "max(0, m.weights + m.gradients)", "m.weights + m.file", "quantity(1, 'GB') + m.weights + m.gradients",
        "CASE WHEN m.layers > 1 THEN m.weights + m.gradients END", "coalesce(m.weights, 0) + coalesce(m.gradients, 0)",
        "(SELECT max(k.weights) FROM models k) + m.gradients", "m.weights * m.layers + \"gradients\""}) {
    CAPTURE(std::string(refused));
    CHECK(said_of_column(refused).find("error[scope-mismatch]") != std::string::npos);
  }
  for (const char* accepted :
       {"m.weights + m.copy", "m.weights + quantity(2, 'GB')", "m.weights * m.gradients / quantity(1, 'GB')",
        "m.weights + quantity(m.layers, 'GB')", "m.weights", "m.file + m.file", "-m.gradients", "m.weights + p.size"}) {
    CAPTURE(std::string(accepted));
    CHECK(said_of_column(accepted) == "");
  }
  TestData data = models();
  data.run("-- @x {unit: GB, covers: weights; gradients}\nSELECT id, weights + gradients AS x, ref FROM models");
  CHECK(data.said() == "");
}

TEST_CASE("sums that only choose or order rows, and sums of unknown columns, are not checked") {
  CHECK(said_of("SELECT id, weights AS x, ref FROM models WHERE weights + gradients > quantity(1, 'GB') ORDER BY "
                "weights - gradients") == "");
  CHECK(
      said_of("SELECT t.id, t.a + t.b AS x, t.ref FROM (SELECT id, weights AS a, gradients AS b, ref FROM models) t") ==
      "");
  CHECK(said_of("WITH t AS (SELECT id, weights + gradients AS x, ref FROM models) SELECT id, x, ref FROM t")
            .find("error[scope-mismatch]") != std::string::npos);
}
