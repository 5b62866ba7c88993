// Tests reading the settings of an import.
#include "import/settings.h"

#include <doctest/doctest.h>

#include "notation/format.h"

namespace {

struct Result {
  std::optional<import::Settings> settings;
  std::string errors;
};

Result read(const std::string& yaml) {
  const base::SourceText file("data/imports/a.yaml", yaml);
  base::Diagnostics diagnostics;
  Result result{import::read_settings(file, diagnostics), ""};
  for (const auto& each : diagnostics.list())
    result.errors += each.code + " " + std::string(each.span.text()) + ": " + each.message + "\n";
  return result;
}

TEST_CASE("settings are read with their types") {
  const auto [settings, errors] = read(
      "resource: rivers\nas_of: 2026-05\nheader: 3\noptions: {cloud: gcp, round: 5}\nfields: {a: b, c: null}\n"
      "values: {name: {Rhein: Rhine}}\nonly: {\"Kind *\": river}\nwithout: {id: [a, 1]}\n"
      "best: {of: length, by: [name, year], always: {name: Rhine}}\n"
      "columns:\n  Length (km): {field: length, unit: km, uncertainty: error}\n  Range: {low: from, high: to}\n"
      "  Name: {field: river, names: true}\n  Notes: null\n  Year: year\n");
  CHECK(errors == "");
  REQUIRE(settings);
  CHECK(settings->resource.value == "rivers");
  CHECK(settings->as_of == "2026-05");
  CHECK(settings->table.header == 3);
  CHECK(settings->options.at("round") == "5");
  CHECK(settings->fields.at("c").value == "");
  CHECK(settings->values.at("name").value.at("Rhein") == "Rhine");
  CHECK(settings->without.at("id").value == std::vector<std::string>{"a", "1"});
  CHECK(settings->best.by.value.size() == 2);
  CHECK(settings->best.always.at("name").value.at(0) == "Rhine");
  using import::Part;
  using Fields = std::vector<std::pair<Part, std::string>>;
  const auto& columns = settings->columns;
  CHECK(columns.at("Length (km)").fields == Fields{{Part::whole, "length"}, {Part::uncertainty, "error"}});
  CHECK(columns.at("Length (km)").unit == "km");
  CHECK(columns.at("Range").fields == Fields{{Part::low, "from"}, {Part::high, "to"}});
  CHECK(columns.at("Name").names);
  CHECK(columns.at("Notes").fields.empty());
  CHECK(columns.at("Year").fields == Fields{{Part::whole, "year"}});
}

TEST_CASE("settings that cannot be meant are errors") {
  const auto errors = [](const std::string& yaml) { return read("resource: a\n" + yaml).errors; };
  CHECK(read("source: a").errors == "missing-key source: a: the settings file needs the key \"resource\"\n");
  CHECK(errors("as_of: May") == "bad-date May: \"May\" is not a date\n");
  CHECK(errors("header: -1") == "bad-value -1: \"header\" of the settings file cannot be -1\n");
  CHECK(errors("values: {a: b}") == "wrong-type b: this must be a map (key: value), not text\n");
  CHECK(errors("only: {a: {b: c}}") == "wrong-type {b: c}: this must be a text or a list of texts, not a map\n");
  CHECK(errors("value: gdp") == "missing-key gdp: \"value\" is the column for the values of \"longer\"\n");
  CHECK(errors("columns: {A: {unit: km}}") == "missing-key {unit: km}: the column \"A\" needs the key \"field\"\n");
  CHECK(errors("columns: {A: {low: b}}") == "missing-key {low: b}: the column \"A\" needs the key \"high\"\n");
  CHECK(errors("columns: {A: {low: a, high: b, field: c}}") ==
        "unknown-key c: the column \"A\" has \"high\", so \"field\" has no meaning\n");
  CHECK(errors("columns: {A: {feild: b}}") ==
        "unknown-key feild: the column \"A\" has no key \"feild\"\n"
        "missing-key {feild: b}: the column \"A\" needs the key \"field\"\n");
}

}  // namespace
