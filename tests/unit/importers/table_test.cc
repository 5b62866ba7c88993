// Tests cells of tables: symbols, words, marks, repeated headers, and JSON.
#include "import/import.h"
#include "taken.h"

namespace {

using import_test::TableSite;
using import_test::Taken;

// Returns the values of a column in the written rows, separated by "; ".
std::string values_of(const Taken& taken, const std::string& field) {
  std::string rows = taken.file("data/rows.json"), out = taken.said();
  const std::string before = "\"" + field + "\": ";
  for (size_t at = 0; (at = rows.find(before, at)) != std::string::npos;) {
    at += before.size();
    out += (out.empty() ? "" : "; ") + rows.substr(at, rows.find_first_of(",}", at) - at);
  }
  return out;
}

TEST_CASE("the error for a cell that contains other cells shows only its beginning") {
  std::string rows = "A,N\nx,\"1\n";
  for (int i = 0; i < 1000; ++i) rows += "b,2\n";
  const TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "1"}, {"name": "source"})",
                       .settings = "columns: {A: a, N: n}\nfields: {locator: null}\n"};
  const std::string said = site.with(rows + "c,3\"\n").said();
  CHECK(has(said, "error[wrong-type]: \"1␊b,2␊"));
  CHECK(has(said, "…\" in the column \"N\" is not a number"));
  CHECK(said.size() < 1000);
}

TEST_CASE("a symbol next to a number determines its unit, whatever the column's unit") {
  auto numbers = [](const std::string& field, const std::string& column, const std::string& cells) {
    TableSite site{
        .fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": ")" + field + R"("}, {"name": "source"})",
        .settings = "columns: {A: a, N: " + column + "}\nfields: {locator: null}\n"};
    return values_of(site.with("A,N\n" + cells), "n");
  };
  CHECK(numbers("%", "{field: n, unit: \"%\"}", "x,5 ‰\ny,5\nz,5 %\n") == "0.5; 5; 5");
  CHECK(numbers("%", "{field: n, unit: \"‰\"}", "x,5 ‰\ny,5\nz,5 %\n") == "0.5; 0.5; 5");
  CHECK(numbers("%", "{field: n, unit: \"1\"}", "x,5 ‰\ny,0.05\nz,5 %\n") == "0.5; 5; 5");
  CHECK(numbers("1", "{field: n, unit: \"1\"}", "x,5 ‰\ny,0.05\nz,5 %\n") == "0.005; 0.05; 0.05");
}

TEST_CASE("a few commas in a file with commas between its cells may be lists") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"}, {"name": "source"})",
                 .settings = "columns: {A: a, N: n}\nfields: {locator: null}\n"};
  const std::string rows = "A,N\nx,2\ny,3\nz,\"2,2\"\n";
  CHECK(has(site.with(rows).said(), "error[ambiguous-number]: \"2,2\" may be two numbers\n  --> t.csv:4:4"));
  site.settings += "decimal: \",\"\n";
  CHECK(values_of(site.with(rows), "n") == "2; 3; 2.2");
}

TEST_CASE("a long text in brackets at the end of a header is listed, because it may be a unit") {
  const std::string head = "Length (along the course of the river)";
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km"}, {"name": "source"})",
                 .settings = "columns: {A: a, " + head + ": n}\nfields: {locator: null}\n"};
  CHECK(has(site.with("A," + head + "\nx,2\n").report(),
            "assumed:\n  - t.csv: \"" + head +
                "\" is in km, the unit of the field \"n\"; in the settings: {field: n, "
                "unit: \"km\"}, or another unit\n"));
  site.settings = "columns: {A: a, " + head + ": {field: n, unit: km}}\nfields: {locator: null}\n";
  CHECK(!has(site.with("A," + head + "\nx,2\n").report(), "assumed"));
}

TEST_CASE(
    "numbers without a symbol among numbers with one are refused, unless the header or the settings have a unit") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "%"}, {"name": "source"})",
                 .settings = "columns: {A: a, N: n}\nfields: {locator: null}\n"};
  CHECK(has(
      site.with("A,N\nx,80 %\ny,0.8\nz,5 %\n").said(),
      "error[mixed-types]: \"0.8\" has no symbol, but other numbers of \"N\" have the symbol %\n  --> t.csv:3:3\n"));
  CHECK(has(site.with("A,N\nx,80 %\ny,8 ‰\nz,5\n").said(), "other numbers of \"N\" have a symbol"));
  CHECK(site.with("A,N\nx,80 %\ny,5 ‰\n").said() == "");
  CHECK(site.with("A,N\nx,80\ny,0.8\n").said() == "");
  site.settings = "columns: {A: a, N (%): n}\nfields: {locator: null}\n";
  CHECK(has(site.with("A,N (%)\nx,80 %\ny,8 ‰\nz,5\n").report(),
            "assumed:\n  - t.csv: 2 of 3 numbers of \"N (%)\" have a symbol; the others are in %; in the settings: "));
  site.settings = "columns: {A: a, N: {field: n, unit: 1}}\nfields: {locator: null}\n";
  CHECK(!has(site.with("A,N\nx,80 %\ny,0.8\n").report(), "symbol"));
}

TEST_CASE("rows that sum up others are listed, unless the settings leave them out or keep them") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "1"}, {"name": "source"})",
                 .settings = "columns: {A: a, N: n}\nfields: {locator: null}\n"};
  const std::string settings = site.settings, rows = "A,N\nx,1\nTotal,1\n";
  CHECK(has(site.with(rows).report(), "assumed:\n  - \"Total\" in line 3 is read as a row like the others; "));
  CHECK(has(site.with(rows, {.no_assumptions = true}).said(), "error[assumption]: assumed: \"Total\" in line 3"));
  site.settings = settings + "without: {A: [Total]}\n";
  CHECK(!has(site.with(rows).report(), "assumed"));
  CHECK(values_of(site.with(rows), "n") == "1");
  site.settings = settings + "without: {A: []}\n";
  CHECK(!has(site.with(rows).report(), "assumed"));
  CHECK(values_of(site.with(rows), "n") == "1; 1");
}

TEST_CASE("titles with the year of the earlier numbers are listed above those of another year") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "title": "Stays in 2021", "type": "number", "unit": "km"})",
                 .settings = "fields: {locator: null}\ncolumns: {A: a, N: n}\n",
                 .extra = R"("source": "list", "locator": "p. 1", "as_of": "2021", )",
                 .rows = "[\n{\"a\": \"x\", \"n\": 1}\n]\n"};
  const auto report = [&](const std::string& date) {
    const Taken taken = site.with("A,N\nx,2\n", {.as_of = date, .edition = "2"});
    CHECK(taken.said() == "");
    return taken.report();
  };
  CHECK(has(report("2022-01-31"), "the title \"Stays in 2021\" is still right above numbers of 2022; "));
  site.extra = R"("source": "list", "locator": "p. 1", "as_of": "2020", )";
  CHECK(!has(report("2022"), "the title"));
  site.extra = R"("source": "list", "locator": "p. 1", "title": "List of 2020", "as_of": "2020", )";
  CHECK(has(report("2022"), "the title \"List of 2020\" is still right above numbers of 2022; "));
  site.extra = R"("source": "list", "locator": "p. 1", )";  // without a date, any earlier year
  const std::string undated = site.with("A,N\nx,2\n", {.source = "list", .as_of = "2022-01-31"}).report();
  CHECK(has(undated, "the title \"Stays in 2021\" is still right above numbers of 2022; "));
}

TEST_CASE("negative numbers in parentheses are assumed, unless the settings say so") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "1"}, {"name": "source"})",
                 .settings = "columns: {A: a, N: n}\nfields: {locator: null}\n"};
  const std::string rows = "A,N\nx,(0.12)\ny,(5)\n";
  CHECK(has(site.with(rows).report(),
            "assumed:\n  - t.csv: numbers of \"N\" in parentheses are negative, such as \"(0.12)\"; "));
  site.settings = "columns: {A: a, N: n}\nfields: {locator: null}\nmissing: [(0.12)]\n";
  CHECK(has(site.with(rows).report(), "such as \"(5)\"; in the settings: {field: n, parentheses: negative}; "));
  site.settings = "columns: {A: a, N: {field: n, parentheses: negative}}\nfields: {locator: null}\n";
  CHECK(!has(site.with(rows).report(), "assumed"));
  CHECK(values_of(site.with(rows), "n") == "-0.12; -5");
}

TEST_CASE("prices in one currency beside a column with another are refused, unless the settings give their unit") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "price", "type": "number", "unit": "EUR"}, {"name": "currency"},
                              {"name": "source"})",
                 .settings = "columns: {A: a, Price (EUR): price, Currency: currency}\nfields: {locator: null}\n"};
  CHECK(site.with("A,Price (EUR),Currency\nx,5,EUR\n").said() == "");
  CHECK(has(site.with("A,Price (EUR),Currency\nx,5,EUR\ny,6,USD\nz,7,USD\n").said(),
            "error[unit-mismatch]: the field \"price\" is in EUR, but Currency says USD in line 3, USD in line 4\n"
            "  --> t.csv:3:3\n"));
  site.settings =
      "columns: {A: a, Price (EUR): {field: price, unit: EUR}, Currency: currency}\nfields: {locator: null}\n";
  CHECK(site.with("A,Price (EUR),Currency\ny,6,USD\n").said() == "");
}

TEST_CASE("a number with two points has a decimal comma, and determines that of its column") {
  CHECK(values_of(TableSite().with("A;B;N\nx;y;1.234.567\nz;y;2.345\n"), "n") == "1234567; 2345");
  CHECK(values_of(TableSite().with("A;B;N\nx;y;\"1,234,567\"\nz;y;2.345\n"), "n") == "1234567; 2.345");
}

TEST_CASE("a repeated header is not a row, and is an error in a different order") {
  TableSite words{.fields = R"({"name": "a"}, {"name": "b"}, {"name": "source"})",
                  .settings = "columns: {A: a, B: b}\n"};
  Taken again = words.with("A,B\nx,1\nA,B\ny,2\n");
  CHECK(values_of(again, "a") == "\"x\"; \"y\"");
  CHECK(has(again.report(), "     1  repeated header (t.csv:3)\n"));
  CHECK(TableSite().with("A,B,N\nx,1,1\nA,N,B\ny,2,3\nz,4,5\n").said() ==
        "error[import-format]: the header is repeated here, in another order\n"
        "  --> t.csv:3:1\n   |\n 3 | A,N,B\n   | ^^^^^\n"
        "   = expected: the order of the first line\n"
        "   = help: move the rows below into a separate file\n");
  // In JSON, a row is never a repeated header.
  CHECK(values_of(words.with(R"([{"A": "A", "B": "B"}, {"A": "B", "B": "A"}])", {}, "t.json"), "a") == "\"A\"; \"B\"");
  words.settings = "columns: {A: a, \"B\u00A0\": b}\n";
  CHECK(values_of(words.with("A,B\u00A0\nx,1\nA,B\u00A0\ny,2\n"), "a") == "\"x\"; \"y\"");
  words.settings = "columns: {A: a, B: b}\n";
  // A row is not a repeated header if its words are headers of other columns.
  CHECK(values_of(words.with("A,B\nB,x\nA,A\n"), "a") == "\"A\"; \"B\"");
}

// Imports a JSON table into a site with a text field and a number field.
Taken take_json(const std::string& json, const std::string& settings = "") {
  TableSite site{.settings = settings + "columns: {A: a, B: b, N: n}\n"};
  return site.with(json, {}, "t.json");
}

TEST_CASE("JSON numbers have a decimal point, and JSON strings the decimal mark of the settings or of other strings") {
  CHECK(take_json(R"([{"A": "x", "B": "", "N": "1,234"}, {"A": "y", "B": "", "N": 3.125}])").said() ==
        "error[ambiguous-number]: \"1,234\" may be two numbers\n"
        "  --> t.json:1:27\n   |\n"
        " 1 | [{\"A\": \"x\", \"B\": \"\", \"N\": \"1,234\"}, {\"A\": \"y\", \"B\": \"\", \"N\": 3.125}]\n"
        "   |                           ^^^^^^^\n"
        "   = help: give the decimal mark of the numbers before in the settings: decimal: \".\" or decimal: \",\"\n");
  const std::string both = R"([{"A": "x", "B": 4.1, "N": 1.5}, {"A": "y", "B": 2.50, "N": "3,125"}])";
  CHECK(values_of(take_json(both, "decimal: \",\"\n"), "n") == "1.5; 3.125");
  CHECK(values_of(take_json(both, "decimal: \",\"\n"), "b") == "\"4.1\"; \"2.50\"");
  CHECK(values_of(take_json(both, "decimal: \".\"\n"), "n") == "1.5; 3125");
  CHECK(values_of(take_json(R"([{"A": "x", "B": "", "N": "1,5"}, {"A": "y", "B": "", "N": "3,125"}])"), "n") ==
        "1.5; 3.125");
}

TEST_CASE("a JSON cell that can't be read is reported at its position") {
  CHECK(take_json("[\n {\"A\": \"x\",\n  \"B\": \"y\",\n  \"N\": \"x1\"}\n]\n").said() ==
        "error[wrong-type]: \"x1\" in the column \"N\" is not a number\n"
        "  --> t.json:4:8\n   |\n 4 |   \"N\": \"x1\"}\n   |        ^^^^\n"
        "   = expected: a number\n"
        "   = help: write only the number in its cell; if it means a missing value, list it in the settings: "
        "missing: [\"x1\"]\n");
}

TEST_CASE("a cell with a number and other text gets a hint") {
  const auto help = [](const std::string& cells) {
    const std::string said = TableSite().with("A,B,N\n" + cells).said();
    return said.substr(said.find("   = "));
  };
  CHECK(help("x,y,12.5 or so\n") ==
        "   = expected: a number\n"
        "   = help: write only the number in its cell; if it means a missing value, list it in the settings: missing: "
        "[\"12.5 or so\"]\n");
  CHECK(help("x,y,soon\n") ==
        "   = expected: a number\n"
        "   = help: if it means a missing value, list it in the settings: missing: [\"soon\"]\n");
  CHECK(help("x,y,1.75\nw,y,2.5\nz,y,\"1,75\"\n") ==
        "   = expected: a number with a decimal point\n"
        "   = help: write all numbers of a column the same way; if it means a missing value, list it in the settings: "
        "missing: [\"1,75\"]\n");
}

TEST_CASE(
    "numbers whose file does not state their unit are in that of the field by assumption, and shares are an error") {
  const auto site = [](const std::string& unit, const std::string& head, const std::string& more = "") {
    return TableSite{
        .fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": ")" + unit + R"("}, {"name": "source"})",
        .settings = "columns: {A: a, " + head + ": " + (more.empty() ? "n" : "{field: n, unit: " + more + "}") +
                    "}\nfields: {locator: null}\n"};
  };
  const std::string assumed = "the numbers of \"Price\", such as 11, are in EUR, the unit of the field \"n\"";
  CHECK(has(site("EUR", "Price").with("A,Price\nx,11\n").report(), assumed));
  CHECK(!has(site("EUR", "Price").with("A,Price\nx,€11\n").report(), "assumed"));
  CHECK(!has(site("EUR", "Price (EUR)").with("A,Price (EUR)\nx,11\n").report(), "assumed"));
  CHECK(!has(site("EUR", "Price", "EUR").with("A,Price\nx,11\n").report(), "assumed"));
  CHECK(!has(site("ms", "latency_ms").with("A,latency_ms\nx,11\n").report(), "assumed"));
  CHECK(has(site("%", "Share").with("A,Share\nx,13\n").report(), "are in %, the unit of the field \"n\""));
  CHECK(
      has(site("%", "Share").with("A,Share\nx,0.13\n").said(),
          "error[unit-mismatch]: the numbers of \"Share\", such as 0.13, have no symbol, but the field \"n\" is in %"));
  CHECK(values_of(site("%", "Share", "\"1\"").with("A,Share\nx,0.13\n"), "n") == "13");
}

TEST_CASE("a line above the table that states another unit than the settings is an error") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "km/h"}, {"name": "source"})",
                 .settings = "columns: {A: a, N: {field: n, unit: km/h}}\nfields: {locator: null}\n"};
  CHECK(values_of(site.with("Speeds in km/h\n\nA,N\nx,5\n"), "n") == "5");
  CHECK(
      has(site.with("Speeds in m/s\n\nA,N\nx,5\n").said(),
          "error[unit-mismatch]: \"N\" is in km/h, as the settings say, but a line of t.csv says m/s: Speeds in m/s"));
  CHECK(!site.with("Speeds in Berlin (all)\n\nA,N\nx,5\n").failed());
}

TEST_CASE("an uncertainty without a field, and dates in an unknown order, name the key of the settings") {
  CHECK(has(TableSite().with("A,B,N\nx,y,1.1 ± 0.2\n").said(),
            "give the uncertainty a field in the settings: {field: n, uncertainty: FIELD}"));
  CHECK(has(TableSite().with("A,B,N\nx,y,1.1–1.2\n").said(),
            "give both ends a field in the settings: {low: n, high: FIELD}"));
  TableSite site{.fields = R"({"name": "a"}, {"name": "d", "type": "date"}, {"name": "source"})",
                 .settings = "columns: {A: a, D: d}\nfields: {locator: null}\n"};
  CHECK(has(site.with("A,D\nx,03/04/2020\n").said(), "give their order in the settings: dates: dmy, or dates: mdy"));
  site.settings += "dates: dmy\n";
  CHECK(!site.with("A,D\nx,03/04/2020\n").failed());
  const std::string other = site.with("A,D\nx,3/4/2020\ny,6/13/2008\n").said();
  CHECK(has(other, "\"d\" cannot be \"6/13/2008\""));
  CHECK(has(other, "correct the date, or give their order in the settings: dates: dmy, or dates: mdy"));
  CHECK(!site.with("A,D\nx,13 June 2008\n").failed());
  CHECK(!site.with("A,D\nx,2008-06-13\n").failed());
}

TEST_CASE("units, uncertainties and ranges in cells go to their fields as numbers") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "m"},
{"name": "m", "type": "number", "unit": "m"}, {"name": "source"})",
                 .settings = "columns: {A: a, N: {field: n, uncertainty: m}}\n"};
  CHECK(values_of(site.with("A,N\nx,1.5 km\ny,5 ± 0.5\nz,20 cm ± 5 cm\n"), "n") == "1500; 5; 0.2");
  CHECK(values_of(site.with("A,N\nx,1.5 km\ny,5 ± 0.5\nz,20 cm ± 5 cm\n"), "m") == "0.5; 0.05");
  CHECK(has(site.with("A,N\nx,1.5 kg\n").said(), "error[unit-mismatch]: \"kg\" is not valid for the field \"n\""));
  CHECK(has(site.with("A,N\nx,1 – 2 m\n").said(), "is not a number"));  // a range is not a single number
  site.settings = "columns: {A: a, N: {low: n, high: m}}\n";
  CHECK(values_of(site.with("A,N\nx,1–2 km\ny,3\n"), "n") == "1000; 3");
  CHECK(values_of(site.with("A,N\nx,1–2 km\ny,3\n"), "m") == "2000; 3");
}

TEST_CASE("settings are found by the columns of a file") {
  const auto found = [](const std::string& head) {
    import_test::Published file({{"new.csv", head + "\na,1,2\n"}}, {"new.csv"});
    RecordingFiles root(
        import_test::Files{{"data/imports/rivers.yaml", "resource: r\ncolumns: {River: a, Speed: b}\n"},
                           {"data/imports/more.yaml", "resource: r\ncolumns: {River: a, Speed: b, Depth: null}\n"},
                           {"data/imports/lakes.yaml", "resource: l\ncolumns: {Lake: a, Speed: b}\n"},
                           {"data/imports/shores.yaml", "resource: s\ncolumns: {Lake: a, Speed: b}\n"},
                           {"data/imports/broken.yaml", "resource: ["},
                           {"data/imports/prices.yaml", "resource: r\n"}});
    import::Texts texts;
    base::Diagnostics diagnostics;
    try {
      const std::string path = import::recognise_settings(root, file.given, texts, diagnostics);
      return path + said(diagnostics);
    } catch (const base::UsageError& error) {
      return error.why + "; " + error.help;
    }
  };
  CHECK(found("River,Speed¹,Note") == "data/imports/rivers.yaml");
  CHECK(found("River,Speed,Depth") == "data/imports/more.yaml");
  CHECK(has(found("Lake,Speed,Depth"), "both data/imports/lakes.yaml and data/imports/shores.yaml describe"));
  CHECK(found("River,Velocity,Depth") ==
        "new.csv has 2 of the columns of data/imports/more.yaml, but not \"Speed\"; if it is now called \"Velocity\", "
        "change its name in data/imports/more.yaml; if the file no longer has it, delete its line");
  CHECK(has(found("A,B,C"), "no settings in data/imports/ describe the columns of new.csv"));
  CHECK(has(found("A,B"), "error[csv-syntax]"));
}

TEST_CASE("footnotes go to their field, dates and booleans are read, and rows can be omitted") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "day", "type": "date"}, {"name": "ok", "type": "boolean"},
{"name": "n", "type": "number"}, {"name": "note"}, {"name": "source"})",
                 .settings =
                     "footnotes: note\nwithout: {A: sample}\nfill: {D: 1.2.2026}\n"
                     "columns: {A: a, D: day, O: ok, N: n}\n"};
  const std::string file = "A,D,O,N\nx,31.1.2026,yes,1*\ny,,No,2\nsample,1.1.2026,no,3\n\n* an estimate\n";
  CHECK(values_of(site.with(file), "day") == "\"2026-01-31\"; \"2026-02-01\"");
  CHECK(values_of(site.with(file), "ok") == "true; false");
  CHECK(values_of(site.with(file), "note") == "\"N: an estimate\"");
  CHECK(has(site.with(file).report(), "A is \"sample\""));
}

TEST_CASE("a number that is too large to be converted is reported") {
  TableSite site{.settings = "columns: {A: a, N: {field: n, unit: m}}\n"};
  CHECK(has(site.with("A,N\nx,1e500\n").said(), "error[wrong-type]: \"1e500\" in the column \"N\" is not a number\n"));
}

TEST_CASE("a long number keeps its digits, and one that is too long is reported") {
  const std::string third = "0." + std::string(98, '3');
  CHECK(values_of(take_json("[{\"A\": \"x\", \"B\": \"y\", \"N\": " + third + "}]"), "n") == third);
  const std::string said = take_json("[\n{\"A\": \"x\", \"B\": \"y\", \"N\": 0." + std::string(399, '3') + "}]").said();
  CHECK(
      said.starts_with("error[wrong-type]: a value of the column \"N\" is too long for a number\n"
                       "  --> t.json:2:27\n"));
  CHECK(said.ends_with("   = expected: a number of at most 400 characters\n"));
}

TEST_CASE("JSON with no column, two values for one column, or too many columns is an error") {
  CHECK(TableSite{.settings = ""}.with("[{}]", {}, "t.json").failed());
  CHECK(take_json("[{}]").said() ==
        "error[import-format]: no row here has a key\n"
        "  --> t.json:1:1\n   |\n 1 | [{}]\n   | ^^^^\n   = expected: [{\"column\": value, …}, …]\n");
  CHECK(take_json(R"({"at": 1, "rows": []})").said() ==
        "error[import-format]: the list of rows is empty\n"
        "  --> t.json:1:19\n   |\n 1 | {\"at\": 1, \"rows\": []}\n   |                   ^^\n");
  CHECK(values_of(TableSite{.settings = "columns: {A: a, N: n}\n"}.with(R"({"a": {"b": [{"A": "x", "N": 1}]}})", {},
                                                                        "t.json"),
                  "n") == "1");
  CHECK(take_json(R"({"at": 1, "a": {"b": [{"A": "x"}]}, "c": {"d": [{"A": "y"}, {"A": "z"}]}})").said() ==
        "error[import-format]: the file has 2 lists of rows\n  --> t.json\n"
        "   = expected: one of these: c.d (2 rows), a.b (1 row)\n"
        "   = help: give its path: --rows c.d, or rows: c.d in the settings\n");
  CHECK(take_json(R"({"at": 1})").said() ==
        "error[import-format]: there is no list of rows here\n"
        "  --> t.json:1:1\n   |\n 1 | {\"at\": 1}\n   | ^^^^^^^^^\n   = expected: [{\"column\": value, …}, …], or a "
        "list for each column\n"
        "   = help: give its path: --rows data.items, or rows: data.items in the settings\n");
  CHECK(take_json(R"([{"A": "k", "x.y": 1, "x": {"y": 2}}])").said() ==
        "error[import-format]: this row has two values of \"x.y\", by its key and by a path of keys\n"
        "  --> t.json:1:29\n   |\n 1 | [{\"A\": \"k\", \"x.y\": 1, \"x\": {\"y\": 2}}]\n"
        "   |                             ^^^\n"
        "   = help: remove or rename one of them\n");
  std::string sparse;
  for (int i = 0; i <= 3000; ++i) sparse += (i > 0 ? ",\n" : "[\n") + ("{\"k" + std::to_string(i) + "\": 1}");
  CHECK(has(take_json(sparse + "]").said(),
            "error[import-format]: the rows have too many different keys, which are columns"));
}

TEST_CASE("a table whose first header is in brackets is not JSON") {
  TableSite site{.settings = "columns: {\"[A]\": a, B: b, N: n}\n"};
  CHECK(values_of(site.with("[A],B,N\nx,y,5\n"), "n") == "5");
}

TEST_CASE("words are translated before they are read, whatever the type of the field") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "ok", "type": "boolean"}, {"name": "n", "type": "number"},
{"name": "source"})",
                 .settings = "columns: {A: a, O: ok, N: n}\nfields: {locator: null}\n"};
  const std::string words =
      "values: {ok: {Ja: \"true\", Nein: \"false\"}, n: {low: 1.50, high: 2, \"1,234\": 3, \"-\": null}}\n";
  CHECK(values_of(site.with("A,O,N\nx,TRUE,1\ny,False,2\n"), "ok") == "true; false");
  site.settings += words;
  const std::string cells = "A,O,N\nx,Ja,low\ny,Nein,high\nz,Ja,\"1,234\"\nw,n/a,-\n";
  CHECK(values_of(site.with(cells), "ok") == "true; false; true");
  CHECK(values_of(site.with(cells), "n") == "1.50; 2; 3");
  CHECK(has(site.with("A,O,N\nx,ja,low\ny,Nein,7\n").report(),
            "     1  the settings' \"values\" of ok do not list \"ja\""));
}

TEST_CASE("markers of missing values are empty cells, unless they could be text") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "b"}, {"name": "day", "type": "date"},
{"name": "ok", "type": "boolean"}, {"name": "source"})",
                 .settings = "columns: {A: a, B: b, D: day, O: ok}\nfields: {locator: null}\n"};
  CHECK(site.with("A,B,D,O\n1,n/a,n/a,n/a\n2,N.A.,-,none\n3,None,NA,?\n4,-,,\n5,NA,,\n").file("data/rows.json") ==
        "[\n{\"a\": \"1\", \"source\": \"list\"},\n{\"a\": \"2\", \"source\": \"list\"},\n"
        "{\"a\": \"3\", \"b\": \"None\", \"source\": \"list\"},\n{\"a\": \"4\", \"b\": \"-\", \"source\": \"list\"},\n"
        "{\"a\": \"5\", \"b\": \"NA\", \"source\": \"list\"}\n]\n");
}

TEST_CASE("a typographic minus becomes a minus that JSON allows") {
  TableSite site{.settings = "columns: {A: a, N: n}\nvalues: {n: {low: \"\u22123.5\"}}\n"};
  CHECK(values_of(site.with("A,N\nx,low\n"), "n") == "-3.5");
  site.settings = "columns: {A: a, N: n}\n";
  CHECK(values_of(site.with("A,N\nx,\u22125\n"), "n") == "-5");
}

TEST_CASE("suggested settings can be copied") {
  CHECK(TableSite().with("A,B,N\nx,y,\"q\"\"2\"\n").said() ==
        "error[wrong-type]: \"q\"2\" in the column \"N\" is not a number\n"
        "  --> t.csv:2:1\n   |\n 2 | x,y,\"q\"\"2\"\n   | ^^^^^^^^^^\n"
        "   = expected: a number\n"
        "   = help: write only the number in its cell; if it means a missing value, list it in the settings: "
        "missing: [\"q\\\"2\"]\n");
  CHECK(has(TableSite{.settings = ""}.with("\"Size 2\"\"\"\n1\n").said(),
            "   = help: add columns: {\"Size 2\\\"\": FIELD, …}\n"));
}

TEST_CASE("a column without a header is reported if it has values") {
  CHECK(has(TableSite().with("A,B,,N,\nx,y,,5,\nx2,y,important,6,\n").report(),
            "  - column 3 of t.csv has no header and was skipped; its first value is \"important\"\n"));
}

TEST_CASE("two values in a row for the same column are reported, and neither is dropped") {
  TableSite site{.settings = "columns: {A: a, M: n, N: n}\n"};
  CHECK(site.with("A,M,N\nx,1,2\n").said() ==
        "error[import-format]: another column of this row already has a value for \"n\"\n"
        "  --> t.csv:2:5\n   |\n 2 | x,1,2\n   |     ^\n"
        "   = help: map only one of them in the settings, and exclude \"N\": null\n");
  CHECK(values_of(site.with("A,M,N\nx,1,\ny,n/a,2\n"), "n") == "1; 2");
  site.settings = "columns: {A: a, B: n, M: n, N: n}\n";
  CHECK(values_of(site.with("A,B,M,N\nx,,,5\ny,6,,\n"), "n") == "5; 6");
  site.settings = "columns: {A: a, M: b, N: b}\nconstants: {b: all}\n";
  CHECK(values_of(site.with("A,M,N\nx,,\ny,,one\n"), "b") == "\"all\"; \"all\"");
  site.fields =
      R"({"name": "a"}, {"name": "m", "type": "number"}, {"name": "n", "type": "number"}, {"name": "source"})";
  site.settings = "columns: {A: a, M: m, N: n}\nfields: {m: n, locator: null}\n";
  Taken both = site.with("A,M,N\nx,1,2\ny,3,\nz,,4\n");
  CHECK(values_of(both, "n") == "3; 4");
  CHECK(both.left_out() == "\"m\" and \"n\" both become \"n\" (t.csv:2)\n");
}

TEST_CASE("if two columns map to one field, an error is reported at the cell with the value") {
  TableSite site{
      .fields = R"({"name": "a"}, {"name": "n", "type": "number", "constraints": {"maximum": 9}}, {"name": "source"})",
      .settings = "columns: {A: a, M: n, N: n}\nfields: {locator: null}\n"};
  CHECK(has(site.with("A,M,N\nx,12,n/a\n").said(), "\"n\" is 12, more than allowed\n  --> t.csv:2:3\n"));
  CHECK(has(site.with("A,M,N\nx,n/a,12\n").said(), "\"n\" is 12, more than allowed\n  --> t.csv:2:7\n"));
}

TEST_CASE("the header's unit is the unit of its numbers") {
  TableSite site{.fields = R"({"name": "a"}, {"name": "n", "type": "number", "unit": "GB"}, {"name": "source"})",
                 .settings = "columns: {A: a, N (MB): n}\nfields: {locator: null}\n"};
  CHECK(values_of(site.with("A,N (MB)\nx,500\n"), "n") == "0.5");
  site.settings = "columns: {A: a, N (GB): n}\nfields: {locator: null}\n";
  CHECK(values_of(site.with("A,N (GB)\nx,500\n"), "n") == "500");
  site.settings = "columns: {A: a, N (EUR): n}\nfields: {locator: null}\n";
  CHECK(has(site.with("A,N (EUR)\nx,500\n").said(),
            "error[unit-mismatch]: \"N (EUR)\" is in EUR, but the field \"n\" is in GB\n"));
  site.settings = "columns: {A: a, N (EUR): {field: n, unit: MB}}\nfields: {locator: null}\n";
  CHECK(has(site.with("A,N (EUR)\nx,500\n").said(),
            "error[unit-mismatch]: the header \"N (EUR)\" says EUR, but the settings give MB\n"));
  site.settings = "columns: {A: a, N (MB): {field: n, unit: MB}}\nfields: {locator: null}\n";
  CHECK(values_of(site.with("A,N (MB)\nx,500\n"), "n") == "0.5");
  for (const char* unit : {"lb", "°F", "thousand GB", "billion USD"}) {
    CAPTURE(unit);
    const std::string head = "N (" + std::string(unit) + ")";
    site.settings = "columns: {A: a, " + head + ": n}\nfields: {locator: null}\n";
    const std::string said = site.with("A," + head + "\nx,500\n").said();
    CHECK(has(said, "error[unit-mismatch]: \"" + head + "\" "));
    CHECK(has(said, "the field \"n\" is in GB"));
    site.settings = "columns: {A: a, " + head + ": {field: n, unit: GB}}\nfields: {locator: null}\n";
    const bool is_known = std::string_view(unit).ends_with('B') || std::string_view(unit).ends_with('D');
    CHECK(has(site.with("A," + head + "\nx,500\n").said(), "but the settings give GB") == is_known);
    if (!is_known) CHECK(values_of(site.with("A," + head + "\nx,500\n"), "n") == "500");
  }
}

TEST_CASE("an import whose rows all lack the key fails") {
  const TableSite site{.settings = "columns: {N: n}\nas_of: 2026\n"};
  const Taken taken = site.with("A,N\nx,3\ny,4\n");
  CHECK(has(taken.said(), "error[no-key]: no row of the files has a value for the key of \"rows\" (a)"));
  CHECK(taken.imported.files.empty());
}

TEST_CASE("a range of years gives two years") {
  TableSite site{
      .fields = R"({"name": "a"}, {"name": "n", "type": "year"}, {"name": "m", "type": "year"}, {"name": "source"})",
      .settings = "columns: {A: a, Y: {low: n, high: m}}\nfields: {locator: null}\n"};
  CHECK(values_of(site.with("A,Y\nx,2006-2008\ny,2010\n"), "n") == "\"2006\"; \"2010\"");
}

TEST_CASE("a duplicate header does not get a value") {
  TableSite site{.settings = "columns: {A: a, N: n}\nlocator: \"p. {P}\"\n"};
  CHECK(site.with("A,N,P,P\nx,1,2,3\n").said() ==
        "error[unknown-column]: t.csv has 2 columns \"P\"\n  --> data/imports/table.yaml:5:10\n   |\n"
        " 5 | locator: \"p. {P}\"\n   |          ^^^^^^^^\n   = help: number them: \"P (1)\" is the first, \"P (2)\" "
        "the second\n");
  CHECK(values_of(TableSite{.settings = "columns: {A: a, N (2): n}\n"}.with("A,N,N\nx,1,2\n"), "n") == "2");
  CHECK(values_of(TableSite{.settings = "columns: {A: a, column 3: n}\n"}.with("A,N,\nx,1,2\n"), "n") == "2");
  CHECK(!site.with("A,N,P,Q,Q\nx,1,2,3,4\n").failed());
}

TEST_CASE("no-break spaces around a cell are trimmed") {
  TableSite site;
  CHECK(values_of(site.with("A,B,N\n\u00A0x\u202F ,\u00A0,1\n"), "a") == "\"x\"");
  CHECK(values_of(site.with("A,B,N\nx,\u00A0,1\n"), "b").empty());
  CHECK(values_of(site.with("[{\"A\": \"x\u00A0\", \"B\": \"y\u00A0z\", \"N\": 1}]", {}, "t.json"), "b") ==
        "\"y\u00A0z\"");
}

TEST_CASE("headers that look alike are equal, whatever their spaces and Unicode normalisation") {
  TableSite site{.settings =
                     "columns: {\"Fl\u00fcsse\": a, B: b, L\u00e4nge (km): n}\nlocator: \"{Seite Nr.}\"\n"
                     "only: {Art des Flusses: [f]}\n"};
  const std::string heads =
      "\u00A0Flu\u0308sse,B\u202F,La\u0308nge\u00A0(km),Seite\u00A0Nr.\u00A0,Art\u00A0des\u202FFlusses\n";
  Taken taken = site.with(heads + "x,y,1,p. 2,f\n" + heads);
  CHECK(taken.file("data/rows.json") ==
        "[\n{\"a\": \"x\", \"b\": \"y\", \"n\": 1, \"as_of\": \"2026-03\", \"source\": \"list\", "
        "\"locator\": \"p. 2\"}\n]\n");
  CHECK(taken.left_out() == "repeated header (t.csv:3)\n");
  TableSite other{.settings =
                      "columns: {\"Flu\u0308sse\": a, \"B\u00A0\": b, \"La\u0308nge\u00A0(km)\": n}\n"
                      "locator: \"{Seite\u00A0Nr.}\"\nonly: {\"Art\u00A0des Flusses\": [f]}\n"};
  CHECK(other.with("Fl\u00fcsse,B,L\u00e4nge (km),Seite Nr.,Art des Flusses\nx,y,1,p. 2,f\n").file("data/rows.json") ==
        taken.file("data/rows.json"));
  const std::string json =
      "[{\"Flu\u0308sse\u00A0\": \"x\", \"B\": \"y\", \"L\u00e4nge\u00A0(km)\": 1, \"Seite Nr. \": \"p. 2\", "
      "\"Art des Flusses\": \"f\"}]";
  CHECK(other.with(json, {}, "t.json").file("data/rows.json") == taken.file("data/rows.json"));
}

TEST_CASE("a list in JSON is an error if its column is used") {
  const std::string json =
      "[\n{\"A\": \"x\", \"B\": \"y\", \"N\": 1, \"tags\": [], \"in\": {\"more\": [1, {\"k\": 2}]}},\n"
      "{\"A\": \"z\", \"B\": \"y\", \"N\": 2, \"tags\": \"old\"}]";
  Taken unnamed = take_json(json);
  CHECK(values_of(unnamed, "n") == "1; 2");
  CHECK(base::join(unnamed.imported.input.notes, "\n") ==
        "columns of t.json that are not in the settings: \"tags\", \"in.more\"");
  TableSite named{.settings = "columns: {A: a, B: b, N: n, tags: null, in.more: null}\n"};
  Taken left_out = named.with(json, {}, "t.json");
  CHECK(values_of(left_out, "n") == "1; 2");
  CHECK(left_out.imported.input.notes.empty());
  const std::string error =
      "error[import-format]: \"in.more\" contains a list, which can't be a cell\n  --> t.json:2:57\n   |\n"
      " 2 | {\"A\": \"x\", \"B\": \"y\", \"N\": 1, \"tags\": [], \"in\": {\"more\": [1, {\"k\": 2}]}},\n"
      "   |                                                         ^^^^^^^^^^^^^\n"
      "   = help: exclude the column in the settings, or make each item a row: rows: in.more\n";
  TableSite mapped{.settings = "columns: {A: a, in.more: b, N: n}\n"};
  CHECK(mapped.with(json, {}, "t.json").said() == error);
  CHECK(take_json(json, "locator: \"{in.more}\"\n").said() == error);
  CHECK(take_json(json, "only: {in.more: [old]}\n").said() == error);
  const TableSite inner{.settings = "columns: {A: a, p.usd: n}\n"};
  const std::string few = R"([{"A": "x", "p": [{"usd": 1}, {"usd": 2}]}, {"A": "y"}, {"A": "z"}])";
  CHECK(has(inner.with(few, {}, "t.json").said(), "   = help: make each item a row: rows: p\n"));
}

TEST_CASE("JSON Lines are read with one row for each object") {
  const TableSite site;
  const std::string lines =
      "\xEF\xBB\xBF{\"A\": \"x\", \"B\": \"y\", \"N\": 1.50}\r\n\r\n {\"A\": \"z\", \"B\": \"y\", \"N\": 2,}\n";
  for (const char* name : {"t.json", "t.jsonl", "t.txt"}) {
    Taken taken = site.with(lines, {}, name);
    CHECK_MESSAGE(values_of(taken, "n") == "1.50; 2", taken.said());
    CHECK(base::join(taken.imported.input.notes, "\n") == std::string(name) + " was read despite trailing commas");
  }
  CHECK(values_of(site.with("{\"A\": \"x\", \"B\": \"y\", \"N\": 1}", {}, "t.NDJSON"), "n") == "1");
  CHECK(values_of(
            site.with(
                "{\"rows\": [{\"A\": \"x\", \"B\": \"{}\\n{}\", \"N\": 1}\n,{\"A\": \"z\", \"B\": \"\", \"N\": 2}]}",
                {}, "t.jsonl"),
            "n") == "1; 2");
  CHECK(has(site.with("{\"A\": \"x\", \"B\": \"y\", \"N\": 1}", {}, "t.json").said(), "there is no list of rows here"));
}

TEST_CASE("lines of JSON that can't be read are reported with their positions") {
  CHECK(TableSite().with("{\"A\": \"x\"}\n{\"A\": \"y\"\n[1]\n{\"A\": x}\n", {}, "t.jsonl").said() ==
        "error[json-syntax]: unexpected end of the file\n  --> t.jsonl:2:9\n   |\n"
        " 2 | {\"A\": \"y\"\n   |         ^\n   = note: this is not closed\n  ::: t.jsonl:2:1\n   |\n"
        " 2 | {\"A\": \"y\"\n   | ^\n"
        "error[json-syntax]: expected a value\n  --> t.jsonl:4:7\n   |\n 4 | {\"A\": x}\n   |       ^\n"
        "   = help: values are text in \"…\", numbers, true, false, null, […] and {…}\n");
  CHECK(TableSite().with("{\"A\": \"x\"}\n{\"A\": \"y\"}\n[1]\n").said() ==
        "error[import-format]: expected a row\n  --> t.csv:3:1\n   |\n 3 | [1]\n   | ^^^\n"
        "   = expected: {\"column\": value, …}\n");
  std::string many = "{\"A\": \"x\"}\n";
  for (int i = 0; i < 30; ++i) many += "{\n";
  CHECK(TableSite().with(many, {}, "t.jsonl").imported.diagnostics.errors() == 20);
}

}  // namespace
