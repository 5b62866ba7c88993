#include "data/history.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/text.h"
#include "data_fixture.h"
#include "unit/text.h"

namespace {

// A table of prices with these editions and this history; its rows do not matter.
TestData prices(const std::string& editions, const std::string& history,
                const std::string& price = "\"unit\": \"EUR\"") {
  TestData data;
  data.sources("lists", R"([
{"id": "list", "type": "webpage", "title": "A list", "URL": "https://list.example/", "issued": {"date-parts": [[2025]]}},
{"id": "list-2", "type": "webpage", "title": "A list", "URL": "https://list.example/", "issued": {"date-parts": [[2026]]}}])");
  const std::string fields = R"({"name": "id"}, {"name": "price", "type": "number", )" + price + "}";
  data.descriptor(R"({"resources": [
{"name": "prices", "path": "prices.csv", "source": "list-2", "locator": "all", "as_of": "2027", "history": "past",
 "editions": [)" + editions +
                  R"(, {"version": "c", "date": "2027"}], "schema": {"fields": [)" + fields +
                  R"(], "primaryKey": ["id"]}},
{"name": "past", "path": "past.csv", "locator": "all", "schema": {"fields": [{"name": "edition"}, )" +
                  fields + R"(, {"name": "source"}, {"name": "as_of"}], "primaryKey": ["edition", "id"]}}]})");
  data.file("prices.csv", "id,price\nlarge,9\n").file("past.csv", history).load();
  return data;
}

const std::string kFirst = R"({"version": "a", "date": "2025", "source": "list"})";
const std::string kTwo = kFirst + R"(, {"version": "b", "date": "2026", "source": "list-2", "changes_from": "a"})";

std::string history_rows(TestData& data) {
  std::string text;
  const auto frame = data.run("SELECT edition, id, price, source, as_of, ref FROM past ORDER BY edition, id");
  REQUIRE_MESSAGE(frame, data.said());
  for (size_t row = 0; row < frame->rows(); ++row) {
    for (size_t column = 0; column < 5; ++column)
      text += (column > 0 ? " " : "") + quantity::to_text(frame->at(row, column));
    text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("an edition with changes has the other rows of the edition before it, with its own source and date") {
  TestData data = prices(kTwo,
                         "edition,id,price,source,as_of\na,large,3,,\na,medium,2,,2024\na,small,1,,\nb,large,4,,\nb,"
                         "new,7,,\nb,small,,,\n");
  CHECK(history_rows(data) ==
        "a large 3 list 2025\n"
        "a medium 2 list 2024\n"
        "a small 1 list 2025\n"
        "b large 4 list-2 2026\n"
        "b medium 2 list-2 2024\n"
        "b new 7 list-2 2026\n");
  CHECK(data.said() == "");
  CHECK(data.connection->find_cell("past", "b/medium", "price"));
  CHECK(!data.connection->find_cell("past", "b/small", "price"));
  CHECK(data.database->dropped_keys(*data.database->package().find("prices"), 9) ==
        std::vector<std::string_view>{"b/new", "b/medium", "a/small"});
}

TEST_CASE("an edition without changes_from has the rows of the file only, also those without values") {
  TestData data = prices(kFirst + R"(, {"version": "b", "date": "2026", "source": "list-2"})",
                         "edition,id,price,source,as_of\na,large,3,,\nb,small,,,\n");
  CHECK(history_rows(data) == "a large 3 list 2025\nb small  list-2 2026\n");
}

TEST_CASE("errors in rows of a history are shown at the row of the file") {
  CHECK(has(prices(kTwo, "edition,id,price,source,as_of\na,large,3,,\na,large,3,,\n").said(),
            "error[duplicate-key]: two rows have the key \"a/large\" in \"past\"\n  --> data/past.csv:3:1\n"));
}

TEST_CASE("changes from an edition that has no rows are refused") {
  CHECK(has(prices(kTwo, "edition,id,price,source,as_of\nb,large,3,,\n").said(),
            "\"b\" has only the changes from \"a\", which has no rows in \"past\""));
  const auto edition = [](const std::string& keys) { return R"({"version": "b", "date": "2026", )" + keys + "}"; };
  CHECK(has(prices(edition(R"("changes_from": "b")"), "edition,id,price,source,as_of\n").said(),
            "there is no edition \"b\" before \"b\""));
}

TEST_CASE("a small history does not have many rows") {
  std::string editions = kFirst, history = "edition,id,price,source,as_of\n";
  for (int i = 1; i < 1000; ++i)
    editions += fmt::format(R"(, {{"version": "e{}", "date": "{}-{:02}", "source": "list", "changes_from": "{}"}})", i,
                            1000 + i, 1, i == 1 ? "a" : fmt::format("e{}", i - 1));
  editions = base::replace_all(editions, R"("date": "2025")", R"("date": "1000")");
  for (int i = 0; i < 300; ++i) history += fmt::format("a,row {},1,,\n", i);
  const std::string said = prices(editions, history).said();
  CHECK_MESSAGE(has(said, "have too many unchanged rows for a file of this size"), said);
}
