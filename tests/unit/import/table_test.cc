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

}  // namespace
