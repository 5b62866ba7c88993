// Tests rows that state different values for one thing: competitions and contradictions.
#include <doctest/doctest.h>

#include "unit/data/data_fixture.h"

namespace {

TEST_CASE("a record has its competing values, whether or not it is preferred") {
  TestData data = rivers();
  data.load();
  const data::Competition* shown = data.database->competition_of("figures/elbe/discharge/hydro");
  REQUIRE(shown);
  CHECK(shown == data.database->competition_of("figures/elbe/discharge/atlas"));
  CHECK(shown->view == "specs");
  CHECK(shown->key == "elbe");
  CHECK(shown->field.title == "Mean discharge");
  CHECK(shown->preferred.ref == "figures/elbe/discharge/hydro");
  CHECK(quantity::to_text(shown->preferred.value) == "870");
  CHECK(data.database->competition_of("figures/oder/len/atlas") == nullptr);
  CHECK(data.database->competition_of("nothing") == nullptr);
}

TEST_CASE("rows of one cell contradict each other when they differ") {
  TestData data = rivers();
  data.load();
  REQUIRE(data.database->contradictions().size() == 1);
  const data::Contradiction& found = data.database->contradictions()[0];
  CHECK(found.table == "specs");
  CHECK(found.key == "elbe");
  CHECK(found.field.name == "discharge");
  CHECK(found.preferred.ref == "figures/elbe/discharge/hydro");
  CHECK(found.other.ref == "figures/elbe/discharge/atlas");
  CHECK(found.other.unit == "cumec");
  CHECK(*found.difference == doctest::Approx(-159.0 / 870));
  CHECK(found.because == "a longer series");
}

TEST_CASE("the same quantity in another unit is not a contradiction, and a zero has no relative difference") {
  auto differences = [](std::string_view hydro, std::string_view atlas) {
    TestData data = rivers();
    data.file("figures.json", "[\n{\"river\": \"elbe\", \"quantity\": \"len\", \"source\": \"hydro\", " +
                                  std::string(hydro) +
                                  ", \"locator\": \"a\", \"preferred\": true, \"because\": \"x\"},\n"
                                  "{\"river\": \"elbe\", \"quantity\": \"len\", \"source\": \"atlas\", " +
                                  std::string(atlas) + ", \"locator\": \"b\"}\n]");
    data.load();
    CHECK(data.said() == "");
    return data.database->contradictions();
  };
  CHECK(differences("\"value\": 1094.1, \"unit\": \"km\"", "\"value\": 1094100, \"unit\": \"m\"").empty());
  CHECK(differences("\"value\": 0, \"unit\": \"km\"", "\"value\": 0, \"unit\": \"m\"").empty());
  auto zero = differences("\"value\": 0, \"unit\": \"km\"", "\"value\": 3, \"unit\": \"m\"");
  REQUIRE(zero.size() == 1);
  CHECK(!zero[0].difference);
}

TEST_CASE("a source has the rows that come from it") {
  TestData data = rivers();
  data.load();
  const data::Bibliography& all = data.database->bibliography();
  const auto& hydro = data.database->rows_from(*all.find("hydro"));
  REQUIRE(hydro.size() == 2);
  CHECK(hydro[0].resource->name == "tolls");
  CHECK(hydro[0].rows == 3);
  CHECK(hydro[1].resource->name == "figures");
  CHECK(hydro[1].rows == 1);
}

TEST_CASE("the first cell of a row has the row's record, even if measured cells have their own records") {
  TestData data = rivers();
  data.load();
  auto frame = data.run("SELECT r.name, s.len, s.len__ref, r.ref FROM rivers r JOIN specs s ON s.river = r.id");
  CHECK(data.said() == "");
  REQUIRE(frame);
  CHECK(frame->refs_of(0, 0) == quantity::Refs{"rivers/elbe"});
  CHECK(frame->refs_of(0, 1) == quantity::Refs{"figures/elbe/len/atlas"});
}

}  // namespace
