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

}  // namespace
