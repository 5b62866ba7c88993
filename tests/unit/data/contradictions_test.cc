// Tests rows that state different values for one thing: competitions and contradictions.
#include <doctest/doctest.h>

#include "unit/data/data_fixture.h"

namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// Returns the rivers, with additional keys for the resource `figures` and for its column `length`.
TestData rivers_with(std::string_view of_figures, std::string_view of_length = "") {
  TestData data = rivers();
  std::string text(data.files.descriptor->text());
  text = replaced(text, "\"path\": \"figures.json\",", "\"path\": \"figures.json\", " + std::string(of_figures));
  text =
      replaced(text, "{\"name\": \"length\", \"type\": \"number\", \"unitField\": \"unit\"}",
               "{\"name\": \"length\", \"type\": \"number\", \"unitField\": \"unit\"" + std::string(of_length) + "}");
  data.descriptor(text);
  return data;
}

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

TEST_CASE("rows of one cell contradict each other when they differ by more than the tolerance") {
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
  auto with = [](std::string_view tolerance) {
    TestData more = rivers_with("\"tolerance\": \"" + std::string(tolerance) + "\",");
    more.load();
    CHECK(more.said() == "");
    return more.database->contradictions().size();
  };
  CHECK(with("0") == 1);
  CHECK(with("18 %") == 1);
  CHECK(with("18.3%") == 0);
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

TEST_CASE("a column with a same_as is compared with the rows of the same key") {
  TestData data = rivers_with("\"tolerance\": \"0\",", ", \"same_as\": \"specs.len\"");
  data.load();
  CHECK(data.said() == "");
  // 1094 km and 866.5 km differ from 190 m and 600 cm, the lengths of two locks of the Elbe. The Oder has no length.
  const auto& all = data.database->contradictions();
  REQUIRE(all.size() == 3);
  CHECK(all[1].table == "specs");
  CHECK(all[1].key == "elbe");
  CHECK(all[1].preferred.ref == "figures/elbe/len/atlas");
  CHECK(all[1].other.ref == "tolls/elbe/1");
  CHECK(all[1].other.unit == "m");
  CHECK(*all[1].difference == doctest::Approx(0.19 / 1094 - 1));
  CHECK(all[1].because == "");
  CHECK(all[2].other.ref == "tolls/elbe/2");
  TestData said = rivers_with("", ", \"same_as\": {\"column\": \"specs.len\", \"because\": \"Of the whole river.\"}");
  said.load();
  CHECK(said.said() == "");
  CHECK(said.database->contradictions()[1].because == "Of the whole river.");
}

TEST_CASE("errors in a same_as or a tolerance are reported at their positions") {
  auto said = [](std::string_view of_figures, std::string_view of_length) {
    TestData data = rivers_with(of_figures, of_length);
    data.load();
    return data.said();
  };
  auto starts = [](const std::string& text, std::string_view with) {
    CAPTURE(text);
    CHECK(text.starts_with(with));
  };
  starts(said("", ", \"same_as\": \"spec.len\""), "error[unknown-table]: there is no table \"spec\"");
  starts(said("", ", \"same_as\": \"specs.lenght\""), "error[unknown-column]: \"specs\" has no column \"lenght\"");
  starts(said("", ", \"same_as\": \"specs\""), "error[wrong-type]: \"same_as\" must be the name of a column");
  starts(said("", ", \"same_as\": \"rivers.name\""), "error[bad-unit]: \"name\" has no unit, so it is not a quantity");
  starts(said("", ", \"same_as\": \"figures.value\""),
         "error[missing-key]: \"tolls\" has no column \"quantity\" to find the row of \"figures\"");
  starts(said("", ", \"same_as\": \"specs.discharge\""),
         "error[unit-mismatch]: \"length\" is given in m, \"specs.discharge\" in m^3/s: these do not convert");
  for (const char* wrong : {"five", "-1 %", "0.05", "%"})
    starts(said("\"tolerance\": \"" + std::string(wrong) + "\",", ""),
           "error[bad-tolerance]: \"" + std::string(wrong) + "\" is not a percentage");
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
