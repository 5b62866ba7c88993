// Rows that meet those of the site: which of them are one, which is newer, and what is gone.
#include "taken.h"

namespace {

using import_test::TableSite;
using import_test::Taken;

TEST_CASE("keys that are shown alike are two, which the site refuses since it names rows by what is shown") {
  TableSite site{.key = R"(["a", "b"])",
                 .rows = "[\n{\"a\": \"x/y\", \"b\": \"z\", \"n\": 1, \"source\": \"list\"}\n]\n"};
  Taken stored = site.with("A,B,N\nx,y/z,2\n");
  CHECK(stored.imported.merged.added == std::vector<std::string>{"x/y/z"});
  CHECK(stored.imported.merged.changed.empty());
  CHECK(has(stored.said(), "error[duplicate-key]: there are two rows with the key \"x/y/z\" in \"rows\"\n"));
  CHECK(stored.imported.files.empty());
  Taken twice = site.with("A,B,N\nx/y,z,2\nx,y/z,3\n");
  CHECK(!has(twice.said(), "differ in"));
}

TEST_CASE("rows with one key that differ are an error, wherever the locator stands") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "locator"}, {"name": "n", "type": "number", "unit": "km"},
{"name": "source"})",
                 .settings = "locator: \"line {line}\"\ncolumns: {A: a, N: n}\n"};
  CHECK(site.with("A,N\nx,1\nx,2\n").said() ==
        "error[duplicate-key]: two rows have the key \"x\" and differ in \"n\"\n"
        "  --> t.csv:3:1\n   |\n 3 | x,2\n   | ^^^\n"
        "   = expected: one row for each key: a\n"
        "   = note: the other one\n  ::: t.csv:2:1\n   |\n 2 | x,1\n   | ^^^\n");
  Taken twice = site.with("A,N\nx,1\nx,1\n");
  CHECK(twice.imported.harvest.skips.reasons().contains("the same row twice"));
  CHECK(twice.imported.merged.added == std::vector<std::string>{"x"});
}

}  // namespace
