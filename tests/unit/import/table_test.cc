// Cells of tables: signs, words, marks, heads that stand twice, and JSON.
#include "taken.h"

namespace {

using import_test::TableSite;
using import_test::Taken;

// The values of a column of the rows as they would be written, "; " between them.
std::string values_of(const Taken& taken, const std::string& field) {
  std::string rows = taken.file("data/rows.json"), out = taken.said();
  const std::string before = "\"" + field + "\": ";
  for (size_t at = 0; (at = rows.find(before, at)) != std::string::npos;) {
    at += before.size();
    out += (out.empty() ? "" : "; ") + rows.substr(at, rows.find_first_of(",}", at) - at);
  }
  return out;
}

TEST_CASE("a sign at a number says what the number is, whatever the column has") {
  auto numbers = [](const std::string& field, const std::string& column, const std::string& cells) {
    TableSite site{
        .fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": ")" + field + R"("}, {"name": "source"})",
        .settings = "columns: {A: a, N: " + column + "}\nfields: {locator: null}\n"};
    return values_of(site.with("A,N\n" + cells), "n");
  };
  CHECK(numbers("%", "{field: n, unit: \"%\"}", "x,5 ‰\ny,5\nz,5 %\n") == "0.5; 5; 5");
  CHECK(numbers("%", "{field: n, unit: \"‰\"}", "x,5 ‰\ny,5\nz,5 %\n") == "0.5; 0.5; 5");
  CHECK(numbers("%", "{field: n, unit: \"1\"}", "x,5 ‰\ny,0.05\nz,5 %\n") == "0.5; 5; 5");
  CHECK(numbers("1", "n", "x,5 ‰\ny,0.05\nz,5 %\n") == "0.005; 0.05; 0.05");
}

TEST_CASE("heads that stand again within a table are no row, and in another order they are an error") {
  TableSite words{.fields = R"({"name": "a"}, {"name": "b"}, {"name": "source"})",
                  .settings = "columns: {A: a, B: b}\n"};
  Taken again = words.with("A,B\nx,1\nA,B\ny,2\n");
  CHECK(values_of(again, "a") == "\"x\"; \"y\"");
  CHECK(has(again.report(), "     1  the heads of the columns again (t.csv:3)\n"));
  CHECK(TableSite().with("A,B,N\nx,1,1\nA,N,B\ny,2,3\nz,4,5\n").said() ==
        "error[import-format]: the heads of the columns stand here again, in another order\n"
        "  --> t.csv:3:1\n   |\n 3 | A,N,B\n   | ^^^^^\n"
        "   = expected: the order of the first line\n"
        "   = help: put the rows below into a file of their own\n");
  // Words that are heads too are a row all the same.
  CHECK(values_of(words.with("A,B\nB,x\nA,A\n"), "a") == "\"A\"; \"B\"");
}

}  // namespace
