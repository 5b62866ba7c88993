// Tests columns that become rows: wide tables with a column for each year or place.
#include "imported.h"

namespace {

using import_test::Read;

Read longer(const std::string& name, std::string bytes, const std::string& pattern, const std::string& value = "n") {
  import::TableChoice choice;
  choice.longer = pattern;
  choice.value = value;
  return import_test::read(name, std::move(bytes), choice);
}

TEST_CASE("columns become rows with the value of the header and the value of the cell") {
  const Read wide = longer("t.csv", "Place,1960,1961,1962,Unit\nOslo,1,2,3,m\nRome,4,5,6,m\n", "year={1960..2024}");
  CHECK(wide.csv() ==
        "Place|Unit|year|n\nOslo|m|1960|1\nOslo|m|1961|2\nOslo|m|1962|3\nRome|m|1960|4\nRome|m|1961|5\nRome|m|1962|6");
  CHECK(wide.noted("3 columns became rows of year and n"));
  CHECK(longer("t.csv", "Year,North,South\n2020,1,2\n", "region={North,South}", "sales (EUR)").csv() ==
        "Year|region|sales (EUR)\n2020|North|1\n2020|South|2");
  CHECK(longer("t.csv", "a,YR01,YR02\nx,1,2\n", "month=YR{01..12}").csv() == "a|month|n\nx|01|1\nx|02|2");
  CHECK(longer("t.csv", "a,1960 [YR1960],1961 [YR1961]\nx,1,2\n", "year={1960..2024} [YR{}]").csv() ==
        "a|year|n\nx|1960|1\nx|1961|2");
  // JSON has the values of cells too.
  CHECK(longer("t.json", R"([{"a": "x", "1960": 1.5, "1961": null}, {"a": "y", "1960": 2}])", "year={1960..1961}")
            .csv() == "a|year|n\nx|1960|1.5\ny|1960|2");
  CHECK(longer("t.md", "|a|2020|2021|\n|-|-|-|\n|x|1|2|\n", "year={2020..2030}").csv() ==
        "a|year|n\nx|2020|1\nx|2021|2");
}

TEST_CASE("what does not become a row is reported") {
  const Read wide = longer("t.csv", "Place,1959,1960,1961,1962\nOslo,0,1,..,3\nRome,0,,n/a,\n", "year={1960..1961}");
  CHECK(wide.csv() == "Place|year|n\nOslo|1960|1");
  CHECK(wide.noted("not in \"year={1960..1961}\" were left out: 1959, 1962"));
  CHECK(wide.noted("3 cells without a value were left out"));
  CHECK(wide.noted("rows without any value were left out: Rome"));
}

TEST_CASE("columns of numbers that stay are assumed to be no values, unless they are named") {
  const Read wide = longer("t.csv", "Place,2020,2021p,Total\nOslo,1,2,3\n", "year={2019..2021}");
  CHECK(wide.csv() == "Place|2021p|Total|year|n\nOslo|2|3|2020|1");
  CHECK(wide.assumed("are repeated in each row: 2021p, Total; if they are values too, list all of them"));
  CHECK(longer("t.csv", "Place,2020\nOslo,1\n", "year={2019..2021}").sheet->assumed.empty());
  import::TableChoice stated{.longer = "year={2019..2021}", .value = "n", .stated = {"Place", "2021p", "total"}};
  CHECK(import_test::read("t.csv", "Place,2020,2021p,Total\nOslo,1,2,3\n", stated).sheet->assumed.empty());
}

TEST_CASE("a footnote stays with the value that it explains") {
  const Read wide =
      longer("t.csv", "Place,1960,1961\nOslo*,1,2¹\nRome,3,4\n* capital\n¹ estimated\n", "year={1960..1961}");
  REQUIRE_MESSAGE(wide.sheet, said(wide.diagnostics));
  REQUIRE(wide.sheet->footnotes.size() == 4);
  CHECK(wide.sheet->footnotes[0] == "Place: capital");
  CHECK(wide.sheet->footnotes[1] == "Place: capital; 1961: estimated");
  CHECK(wide.sheet->footnotes[2] == "");
}

TEST_CASE("a pattern that does not fit the table is an error") {
  const auto why = [](const std::string& csv, const std::string& pattern, const std::string& value = "n") {
    return said(longer("t.csv", csv, pattern, value).diagnostics);
  };
  CHECK(has(why("a,b\nx,1\n", "year={1960..1961}"), "no column of the table is in \"year={1960..1961}\""));
  CHECK(has(why("a,1960,1960\nx,1,2\n", "year={1960..1961}"), "two columns are called \"1960\""));
  CHECK(has(why("year,1960,1961\nx,1,2\n", "year={1960..1961}"), "already has a column \"year\""));
  CHECK(has(why("n,1960,1961\nx,1,2\n", "year={1960..1961}"), "already has a column \"n\""));
  CHECK(has(why("a,2019 (kg)\nx,1\n", "year={2019..2020} (kg)", "n (g)"),
            "\"2019 (kg)\" is in kg, but \"n (g)\" would be in g"));
  CHECK(longer("t.csv", "a,2019 (kg)\nx,1\n", "year={2019..2020} (kg)", "n (kg)").sheet);
  for (const char* bad : {"year", "year=", "={1..2}", "year=1960..1961", "year={}", "year={a,,b}", "year={2..1}",
                          "year={1..99999999}", "year={a..b}", "year={1..2} {3..4}"})
    CHECK_MESSAGE(!import::is_longer_pattern(bad), bad);
}

TEST_CASE("the rows have a year, a unit and a key") {
  const Read wide = longer("t.csv", "Place,1960,1961\nOslo,1.5,2\nRome,3,4\n", "year={1960..1961}", "gdp (USD)");
  base::Diagnostics diagnostics;
  const auto table = import::infer_table(*wide.sheet, quantity::standard_units(), {}, diagnostics);
  REQUIRE_MESSAGE(table, said(diagnostics));
  CHECK(table->find("year")->type == quantity::FieldType::year);
  CHECK(table->find("gdp")->unit == "USD");
  CHECK(table->key == std::vector<size_t>{0, 1});
  CHECK(import::written_table(*table, *wide.sheet) ==
        "place,year,gdp\nOslo,1960,1.5\nOslo,1961,2\nRome,1960,3\nRome,1961,4\n");
}

}  // namespace
