// Tests which row of a file is which row of the table: in tables without a key, whose rows are numbered, and in tables
// whose key is a place in a list.
#include <fmt/format.h>

#include "taken.h"

namespace {

using import_test::TableSite;
using import_test::Taken;

const std::string kNumbered =
    "[\n{\"row\": 1, \"kind\": \"Ground\", \"model\": \"A\", \"n\": 5.0},\n"
    "{\"row\": 2, \"kind\": \"Air\", \"model\": \"B\", \"n\": 4.9},\n"
    "{\"row\": 3, \"kind\": \"Air\", \"model\": \"B\", \"n\": 4.6},\n"
    "{\"row\": 4, \"kind\": \"Air\", \"model\": \"C\", \"n\": 4.5}\n]\n";

TableSite numbered_site() {
  return {
      .fields = R"({"name": "row", "type": "integer"}, {"name": "kind"}, {"name": "model"},
{"name": "n", "type": "number", "unit": "km"})",
      .key = R"(["row"])",
      .settings = "fields: {locator: null}\nconstants: {row: \"{row}\"}\ncolumns: {Kind: kind, Model: model, N: n}\n",
      .extra = R"("source": "list", "locator": "p. 1", "as_of": "2024", )",
      .rows = kNumbered};
}

// Returns "1: Ground A 5.0; …", the rows as they would be written.
std::string rows_after(const Taken& taken) {
  const std::string file = taken.file("data/rows.json");
  std::string text = file.empty() ? kNumbered : file;
  for (const char* part : {"[\n", "\n]\n", "{\"row\": ", "\"kind\": \"", "\"model\": \"", "\"n\": ", "}"})
    text = base::replace_all(std::move(text), part, "");
  text = base::replace_all(std::move(text), "\", ", " ");
  text = base::replace_all(std::move(text), ",\n", "; ");
  return base::replace_all(std::move(text), ", ", ": ");
}

Taken land(const std::string& rows, const import::Request& request = {.as_of = "2025", .keep_dates = true}) {
  Taken taken = numbered_site().with("Kind,Model,N\n" + rows, request);
  CHECK_MESSAGE(!taken.failed(), taken.said());
  return taken;
}

const std::string kBefore = "1: Ground A 5.0; 2: Air B 4.9; 3: Air B 4.6; 4: Air C 4.5";

TEST_CASE("rows without a key keep their numbers wherever they are in the next file") {
  CHECK(rows_after(land("Ground,Z,6\nGround,A,5\nAir,B,4.9\nAir,B,4.6\nAir,C,4.5\n")) == kBefore + "; 5: Ground Z 6");
  CHECK(rows_after(land("Ground,A,5\nAir,B,4.9\nGround,Z,6\nAir,B,4.6\nAir,C,4.5\n")) == kBefore + "; 5: Ground Z 6");
  // In another order; the last row has a new value.
  const Taken sorted = land("Air,B,4.6\nAir,B,4.9\nAir,C,4.4\nGround,A,5\n");
  CHECK(rows_after(sorted) == "1: Ground A 5.0; 2: Air B 4.9; 3: Air B 4.6; 4: Air C 4.4");
  CHECK(sorted.imported.merged.added.empty());
  CHECK(sorted.imported.merged.gone.empty());
  // One of two rows with the same texts has a new value; the other one has not changed.
  CHECK(rows_after(land("Ground,A,5\nAir,B,4.9\nAir,B,4.7\nAir,C,4.5\n")) ==
        "1: Ground A 5.0; 2: Air B 4.9; 3: Air B 4.7; 4: Air C 4.5");
  // A row is gone; the others keep their numbers, and the number is not given again.
  const Taken without = land("Air,B,4.9\nAir,B,4.6\nAir,C,4.5\n", {.as_of = "2025", .remove_gone = true});
  CHECK(rows_after(without) == "2: Air B 4.9; 3: Air B 4.6; 4: Air C 4.5");
  // Nothing would remember the number of the last row.
  const std::string first = "Kind,Model,N\nGround,A,5\nAir,B,4.9\nAir,B,4.6\n";
  const Taken last = numbered_site().with(first, {.as_of = "2025", .remove_gone = true});
  CHECK(has(last.said(), "row 4 of \"rows\" would be removed, and its number given to the next new row"));
  CHECK(last.imported.files.empty());
  CHECK_FALSE(numbered_site().with(first, {.as_of = "2025", .remove_gone = false}).failed());
  CHECK_FALSE(numbered_site().with(first + "Air,D,4\n", {.as_of = "2025", .remove_gone = true}).failed());
  // A row with another name is another row.
  const Taken renamed = land("Ground,Q,5\nAir,B,4.9\nAir,B,4.6\nAir,C,4.5\n");
  CHECK(renamed.imported.merged.added == std::vector<std::string>{"5"});
  CHECK(renamed.imported.merged.gone == std::vector<std::string>{"1"});
}

TEST_CASE("rows that can't be told apart count as new, and are reported") {
  const Taken taken = land("Ground,A,5\nAir,B,4.8\nAir,B,4.7\nAir,C,4.5\n");
  CHECK(taken.imported.merged.added == std::vector<std::string>{"5", "6"});
  CHECK(taken.imported.merged.gone == std::vector<std::string>{"2", "3"});
  CHECK(has(taken.report(), "rows that have the texts of several earlier ones and other values"));
  // A column of the file may give the numbers.
  TableSite site = numbered_site();
  site.settings = base::replace_all(site.settings, "columns: {", "columns: {No: row, ");
  const Taken given =
      site.with("No,Kind,Model,N\n3,Air,B,4.8\n2,Air,B,4.7\n,Air,C,4.5\n,Ground,A,5\n", {.as_of = "2025"});
  CHECK_MESSAGE(rows_after(given) == "1: Ground A 5.0; 2: Air B 4.7; 3: Air B 4.8; 4: Air C 4.5", given.said());
}

TEST_CASE("the number of a row that an edition drops is not given again") {
  import_test::Files files = numbered_site().files();
  const auto land_edition = [&](const std::string& rows, const std::string& edition) {
    Taken taken =
        import_test::take(files, "table", import_test::Published({{"t.csv", "Kind,Model,N\n" + rows}}, {"t.csv"}),
                          {.as_of = "202" + edition, .edition = edition});
    REQUIRE_MESSAGE(!taken.failed(), taken.said());
    for (const base::ChangedFile& each : taken.imported.files) files[each.path] = each.bytes;
    return rows_after(taken);
  };
  CHECK(land_edition("Ground,A,5\nAir,B,4.9\nAir,B,4.6\n", "5") == "1: Ground A 5.0; 2: Air B 4.9; 3: Air B 4.6");
  CHECK(land_edition("Water,W,7\nGround,A,5\nAir,B,4.9\nAir,B,4.6\n", "6") ==
        "1: Ground A 5.0; 2: Air B 4.9; 3: Air B 4.6; 5: Water W 7");
}

TEST_CASE("a key that would name another row is an error which shows both rows") {
  TableSite site = numbered_site();
  site.settings = "fields: {locator: null}\ncolumns: {No: row, Kind: kind, Model: model, N: n}\n";
  const auto why = [&](const std::string& rows) {
    return site.with("No,Kind,Model,N\n" + rows, {.as_of = "2025", .keep_dates = true}).said();
  };
  const std::string inserted = why("1,Ground,Z,6\n2,Ground,A,5\n3,Air,B,4.9\n4,Air,B,4.6\n5,Air,C,4.5\n");
  CHECK_MESSAGE(has(inserted, "error[moved-row]"), inserted);
  CHECK_MESSAGE(has(inserted, "\"1\" is Ground, A, and would become Ground, Z"), inserted);
  CHECK_MESSAGE(has(inserted, "{\"row\": 1, \"kind\": \"Ground\", \"model\": \"A\", \"n\": 5.0}"), inserted);
  CHECK_MESSAGE(has(inserted, "2 | 1,Ground,Z,6"), inserted);
  // Another thing takes the place of one that is gone.
  CHECK(has(why("1,Water,Z,6\n2,Air,B,4.9\n3,Air,B,4.6\n4,Air,C,4.5\n"), "error[moved-row]"));
  // New values, a changed text of several, and new rows at the end are not errors.
  CHECK(why("1,Ground,A,5.5\n2,Air,B,4.9\n3,Air,B,4.6\n4,Air,C,4\n5,Air,D,3\n") == "");
  CHECK(why("1,Ground,A+,5\n2,Air,B,4.9\n3,Air,B,4.6\n4,Air,C,4.5\n") == "");
  // With another number, only the settings say that it is the same row.
  const std::string renamed = "1,Ground,A+,5.5\n2,Air,B,4.9\n3,Air,B,4.6\n4,Air,C,4.5\n";
  CHECK(has(why(renamed), "\"1\" is Ground, A, and would become Ground, A+"));
  CHECK(has(why(renamed), "confirmed: {\"1/model\": \"A+\"}"));
  site.settings += "confirmed: {1/model: A+}\n";
  CHECK(why(renamed) == "");
  CHECK(has(why("1,Ground,A-,5.5\n2,Air,B,4.9\n3,Air,B,4.6\n4,Air,C,4.5\n"), "error[moved-row]"));
}

TEST_CASE("a key of digits and signs is a number, and a name that stays shows that the row does") {
  TableSite site{.settings = "columns: {A: a, B: b, N: n}\n",
                 .rows =
                     "[\n{\"a\": \"1.\", \"b\": \"x\", \"n\": 1, \"as_of\": \"2024\", \"source\": \"list\"},\n"
                     "{\"a\": \"2.\", \"b\": \"y\", \"n\": 2, \"as_of\": \"2024\", \"source\": \"list\"}\n]\n"};
  CHECK(has(site.with("A,B,N\n1.,x,1\n2.,z,3\n", {.as_of = "2025"}).said(), "\"2.\" is y, and would become z"));
  CHECK(!site.with("A,B,N\n1.,x,5\n2.,y,3\n", {.as_of = "2025"}).failed());
}

TEST_CASE("a text key that takes over all values of another row is an error") {
  TableSite site{.settings = "columns: {A: a, B: b, N: n}\n",
                 .rows =
                     "[\n{\"a\": \"r1\", \"b\": \"x\", \"n\": 1, \"as_of\": \"2024\", \"source\": \"list\"},\n"
                     "{\"a\": \"r2\", \"b\": \"y\", \"n\": 2, \"as_of\": \"2024\", \"source\": \"list\"}\n]\n"};
  const Taken moved = site.with("A,B,N\nr1,z,3\nr2,x,1\nr3,y,2\n", {.as_of = "2025"});
  CHECK_MESSAGE(has(moved.said(), "error[moved-row]"), moved.said());
  // Its texts may change, and so may its numbers.
  CHECK(!site.with("A,B,N\nr1,y,1\nr2,x,2\n", {.as_of = "2025"}).failed());
  CHECK(!site.with("A,B,N\nr1,z,2\nr2,y,1\n", {.as_of = "2025"}).failed());
}

}  // namespace
